package dev.keyfold.bench;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * What one fork does: warm one case up, measure it, print CPU nanoseconds and allocated bytes for
 * each operation.
 *
 * <p>CPU time of the thread, because other processes take wall time away. The fastest of many short
 * chunks counts: what disturbs a chunk only ever makes it slower.
 */
final class Measurement {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int BATCH = 1000;
  private static final long CHUNK_NANOS = 4_000_000;
  private static final int FEWEST_CHUNKS = 8;

  private Measurement() {}

  /** Arguments: operation, subject, milliseconds of warm-up, milliseconds of measuring. */
  public static void main(String[] args) {
    Case measured = Case.of(Operation.valueOf(args[0]), args[1]);
    long warmUp = Long.parseLong(args[2]) * 1_000_000;
    long measuring = Long.parseLong(args[3]) * 1_000_000;
    // In wall time: the compiler works in another thread, while this one may be waiting.
    long start = System.nanoTime();
    long batches = 0;
    long checksum = 0;
    while (System.nanoTime() - start < warmUp) {
      checksum += batch(measured);
      batches++;
    }
    double fastest = Double.MAX_VALUE;
    long bytes = 0;
    int perChunk = (int) Math.max(1, batches * CHUNK_NANOS / warmUp);
    start = System.nanoTime();
    for (int chunk = 0; chunk < FEWEST_CHUNKS || System.nanoTime() - start < measuring; chunk++) {
      long bytesBefore = THREADS.getCurrentThreadAllocatedBytes();
      long before = THREADS.getCurrentThreadCpuTime();
      for (int i = 0; i < perChunk; i++) {
        checksum += batch(measured);
      }
      long nanos = THREADS.getCurrentThreadCpuTime() - before;
      bytes = THREADS.getCurrentThreadAllocatedBytes() - bytesBefore;
      fastest = Math.min(fastest, (double) nanos / perChunk / BATCH);
    }
    long bytesEach = Math.round((double) bytes / perChunk / BATCH);
    // The checksum is printed so that all results are needed; nobody reads it.
    System.out.println(fastest + " " + bytesEach + " " + checksum);
  }

  // A method of its own and called often, so that it is compiled as a whole and not in mid-loop.
  private static long batch(Case measured) {
    long sum = 0;
    for (int i = 0; i < BATCH; i++) {
      sum += measured.run();
    }
    return sum;
  }
}
