package dev.keyfold.store.bitcask;

import dev.keyfold.store.Slice;
import dev.keyfold.store.errors.StoreCorruptedException;
import dev.keyfold.store.errors.StoreException;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Reads values from the logs, and checks the whole record again: its owner may have changed the
 * file since it was indexed. Thread-safe.
 */
final class LogValues {
  private final List<LogFile> files;

  LogValues(List<LogFile> files) {
    this.files = files;
  }

  /** Lets {@code into} show the value, in its own buffer. */
  void read(Slice key, Location location, Slice into) {
    int head = RecordHeader.BYTES + key.length();
    int size = head + (int) location.valueSize(); // the index has only those that fit a store
    LogFile file = files.get(location.file());
    byte[] record = into.reserve(size);
    try {
      file.read(location.offset(), record, size);
    } catch (EOFException e) {
      throw changed(file, location, e);
    } catch (IOException e) {
      throw new StoreException("cannot read " + file.name() + ": " + e.getMessage(), e);
    }
    RecordHeader header = new RecordHeader();
    header.read(record, 0);
    CRC32 crc = new CRC32();
    crc.update(record, RecordHeader.CRC_BYTES, size - RecordHeader.CRC_BYTES);
    if (crc.getValue() != header.crc
        || header.recordBytes() != size
        || !Arrays.equals(
            record,
            RecordHeader.BYTES,
            head,
            key.array(),
            key.offset(),
            key.offset() + key.length())) {
      throw changed(file, location, null);
    }
    into.set(record, head, size - head);
  }

  private static StoreCorruptedException changed(
      LogFile file, Location location, @Nullable Exception cause) {
    return new StoreCorruptedException(
        "the record at offset "
            + location.offset()
            + " of "
            + file.name()
            + " is not the one that was there when the store was opened; open the store again",
        cause);
  }

  void close() {
    close(files);
  }

  /** Closes all, whatever happens; nothing was written, so nothing can be lost. */
  static void close(List<LogFile> files) {
    for (LogFile file : files) {
      try {
        file.close();
      } catch (IOException e) {
        // a file that was only read
      }
    }
  }
}
