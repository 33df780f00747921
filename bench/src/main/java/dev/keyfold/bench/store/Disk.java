package dev.keyfold.bench.store;

import dev.keyfold.bench.Crew;
import dev.keyfold.bench.Median;
import dev.keyfold.bench.Sample;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;

/**
 * How often a second the disk takes an append of one record and says that it is safe: what no store
 * with a sync for each write can exceed.
 */
final class Disk implements AutoCloseable {
  private final FileChannel file;
  private final ByteBuffer record =
      ByteBuffer.allocateDirect(Records.KEY_BYTES + Records.VALUE_BYTES);

  Disk(Path path) throws IOException {
    file =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
  }

  /** Appends and syncs a second, measured for a while. */
  double rate(long nanos) throws IOException {
    long begin = System.nanoTime();
    long count = 0;
    long wall;
    do {
      file.write(record.clear());
      file.force(false);
      count++;
      wall = System.nanoTime() - begin;
    } while (wall < nanos);
    return count * 1e9 / wall;
  }

  /**
   * Measures writes that wait for the disk, and the disk itself before and after each slice of
   * them: its rate drifts, often by half within a second.
   */
  Sample compare(List<Op.Put> ops, long sliceNanos, int slices) throws IOException {
    Sample[] samples = new Sample[slices];
    double[] disk = new double[slices + 1];
    disk[0] = rate(sliceNanos / 2);
    for (int i = 0; i < slices; i++) {
      samples[i] = Crew.counted(ops, Long.MAX_VALUE, sliceNanos);
      disk[i + 1] = rate(sliceNanos / 2);
    }
    double[] times = new double[slices];
    Arrays.setAll(times, i -> samples[i].rate() / ((disk[i] + disk[i + 1]) / 2));
    // The slice in the middle stands for all.
    Arrays.sort(samples, (a, b) -> Double.compare(a.rate(), b.rate()));
    return samples[slices / 2].against(
        Median.of(Arrays.stream(times)), Median.of(Arrays.stream(disk)));
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
