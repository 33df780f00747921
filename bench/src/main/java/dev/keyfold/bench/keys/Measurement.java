package dev.keyfold.bench.keys;

import com.sun.management.ThreadMXBean;
import dev.keyfold.bench.measure.WarmUp;
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
  private static final long LONGEST_WARM_UP = 3_000_000_000L;

  private Measurement() {}

  /**
   * Arguments: operation, subject, milliseconds of CPU time without a compilation that end the
   * warm-up, milliseconds of CPU time to measure. To be started with -Xbatch, see {@link WarmUp}.
   */
  public static void main(String[] args) {
    Case measured = Case.of(Operation.valueOf(args[0]), args[1]);
    long idle = Long.parseLong(args[2]) * 1_000_000;
    long measuring = Long.parseLong(args[3]) * 1_000_000;
    long checksum = 0;
    long now = THREADS.getCurrentThreadCpuTime();
    long fastestBatch = Long.MAX_VALUE;
    for (WarmUp warmUp = new WarmUp(now, idle, LONGEST_WARM_UP); warmUp.goesOn(now); ) {
      checksum += batch(measured);
      long after = THREADS.getCurrentThreadCpuTime();
      fastestBatch = Math.min(fastestBatch, Math.max(1, after - now));
      now = after;
    }
    double fastest = Double.MAX_VALUE;
    long bytes = 0;
    int perChunk = (int) Math.max(1, CHUNK_NANOS / fastestBatch);
    long start = now;
    for (int chunk = 0; chunk < FEWEST_CHUNKS || now - start < measuring; chunk++) {
      long bytesBefore = THREADS.getCurrentThreadAllocatedBytes();
      long before = THREADS.getCurrentThreadCpuTime();
      for (int i = 0; i < perChunk; i++) {
        checksum += batch(measured);
      }
      now = THREADS.getCurrentThreadCpuTime();
      bytes = THREADS.getCurrentThreadAllocatedBytes() - bytesBefore;
      fastest = Math.min(fastest, (double) (now - before) / perChunk / BATCH);
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
