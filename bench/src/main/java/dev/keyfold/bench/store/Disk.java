package dev.keyfold.bench.store;

import dev.keyfold.bench.measure.Crew;
import dev.keyfold.bench.measure.Sample;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
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

  /** Appends and syncs for a while; returns how many a second. */
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
   * Measures writes that wait for the disk, in short turns with the disk itself: its rate drifts,
   * often by half within a second.
   */
  Sample compare(List<Op.Put> ops, long sliceNanos, int slices) throws IOException {
    List<Sample> samples = new ArrayList<>();
    double disk = 0;
    rate(sliceNanos); // its file exists and has blocks
    for (int i = 0; i < slices; i++) {
      samples.add(Crew.counted(ops, Long.MAX_VALUE, sliceNanos));
      disk += rate(sliceNanos) / slices;
    }
    Sample sum = Sample.mean(samples);
    return sum.against(sum.rate() / disk, disk);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
