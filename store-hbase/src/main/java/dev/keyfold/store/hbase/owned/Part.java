package dev.keyfold.store.hbase.owned;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.errors.StoreCorruptedException;
import dev.keyfold.store.hbase.owned.LeaseRow.LogCell;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One group commit in the log: one batch, or several that were written together. Its version is the
 * number of its last log cell.
 *
 * <p>Its image, cut into cells of {@link LeaseRow#CELL_BYTES}:
 *
 * <pre>
 *   count of ranges    4, then for each: start length 4, start, end length 4 (-1: none), end
 *   count of entries   4, then for each: key length 4, key, value length 4 (-1: deleted), value
 * </pre>
 *
 * <p>All numbers are big-endian. Ranges are cleared before entries are set. These bytes never
 * change.
 */
record Part(long sequence, long time, BatchEffect effect) {
  private static final int NONE = -1;

  static byte[] image(BatchEffect effect) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(effect.cleared().size());
      for (KeyRange range : effect.cleared()) {
        write(out, range.start());
        write(out, range.end());
      }
      out.writeInt(effect.entries().size());
      for (Map.Entry<byte[], byte[]> entry : effect.entries().entrySet()) {
        write(out, entry.getKey());
        write(out, entry.getValue());
      }
    } catch (IOException inMemory) {
      throw new UncheckedIOException(inMemory);
    }
    return bytes.toByteArray();
  }

  private static void write(DataOutputStream out, byte @Nullable [] bytes) throws IOException {
    out.writeInt(bytes == null ? NONE : bytes.length);
    if (bytes != null) {
      out.write(bytes);
    }
  }

  /** The image in cells, from that number on. */
  static List<LogCell> cells(byte[] image, long firstNumber, long time) {
    List<LogCell> cells = new ArrayList<>();
    for (int at = 0; at < image.length; at += LeaseRow.CELL_BYTES) {
      int end = Math.min(image.length, at + LeaseRow.CELL_BYTES);
      byte[] piece = Arrays.copyOfRange(image, at, end);
      cells.add(new LogCell(firstNumber + cells.size(), time, end == image.length, piece));
    }
    return cells;
  }

  /** The parts that the cells hold; they must follow each other without a gap. */
  static List<Part> parts(List<LogCell> cells, long firstNumber) {
    List<Part> parts = new ArrayList<>();
    ByteArrayOutputStream image = new ByteArrayOutputStream();
    long expected = firstNumber;
    for (LogCell cell : cells) {
      if (cell.number() != expected++) {
        throw new StoreCorruptedException(
            "the log has cell "
                + cell.number()
                + " where "
                + (expected - 1)
                + " was expected; the lease row was altered by hand or by another program");
      }
      image.writeBytes(cell.image());
      if (cell.last()) {
        parts.add(new Part(cell.number(), cell.time(), effect(image.toByteArray())));
        image.reset();
      }
    }
    if (image.size() > 0) {
      throw new StoreCorruptedException(
          "the log ends within a batch, which is written in one step; the lease row was altered");
    }
    return parts;
  }

  private static BatchEffect effect(byte[] image) {
    ByteBuffer in = ByteBuffer.wrap(image);
    List<KeyRange> cleared = new ArrayList<>();
    for (int i = in.getInt(); i > 0; i--) {
      byte[] start = readPresent(in, "the start of a range");
      cleared.add(KeyRange.of(start, read(in)));
    }
    NavigableMap<byte[], byte[]> entries = new TreeMap<>(Bytes::compare);
    for (int i = in.getInt(); i > 0; i--) {
      byte[] key = readPresent(in, "the key of an entry");
      entries.put(key, read(in));
    }
    return new BatchEffect(cleared, entries);
  }

  private static byte[] readPresent(ByteBuffer in, String what) {
    byte[] bytes = read(in);
    if (bytes == null) {
      throw new StoreCorruptedException(
          "the log has the length -1 for "
              + what
              + " where 0 or more was expected; the lease row was altered by hand or by another"
              + " program");
    }
    return bytes;
  }

  private static byte @Nullable [] read(ByteBuffer in) {
    int length = in.getInt();
    if (length == NONE) {
      return null;
    }
    byte[] bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }
}
