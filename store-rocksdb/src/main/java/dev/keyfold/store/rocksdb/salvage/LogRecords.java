package dev.keyfold.store.rocksdb.salvage;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The records of a log or of a manifest, which are made alike: blocks of 32 KB, in them fragments
 * of records, none across the end of a block, so that whatever lies after a damaged one can be
 * found.
 *
 * <pre>
 *   checksum (4) │ length (2) │ 1 whole, 2 first, 3 middle, 4 last │ bytes
 * </pre>
 */
final class LogRecords {
  private static final int BLOCK = 32 << 10;
  private static final int HEADER = 7;
  private static final int WHOLE = 1;
  private static final int FIRST = 2;
  private static final int LAST = 4;

  private final List<byte[]> records = new ArrayList<>();
  private final List<String> damages = new ArrayList<>();
  private final ByteArrayOutputStream part = new ByteArrayOutputStream();
  private final byte[] file;
  private boolean within;
  private int zeros = -1;

  private LogRecords(byte[] file) {
    this.file = file;
  }

  static LogRecords read(Path path) throws IOException {
    LogRecords log = new LogRecords(Files.readAllBytes(path));
    log.readAll();
    return log;
  }

  /** In order. */
  List<byte[]> records() {
    return records;
  }

  /** What could not be read, in words; empty if everything could. */
  List<String> damages() {
    return damages;
  }

  /** Where nothing but zeros begins, up to the end; negative if it does not. */
  int zeros() {
    return zeros;
  }

  private void readAll() {
    int at = 0;
    while (at < file.length) {
      int blockEnd = (at / BLOCK + 1) * BLOCK;
      if (blockEnd - at < HEADER) {
        at = blockEnd;
        continue;
      }
      at = fragment(at, blockEnd);
    }
    if (within) {
      damages.add("it ends within a record");
    }
  }

  /** Reads one; where the next begins. */
  private int fragment(int at, int blockEnd) {
    if (isZero(at, Math.min(blockEnd, file.length))) {
      zeros = zeros < 0 ? at : zeros; // room that was never written to, if nothing follows
      return blockEnd;
    }
    if (zeros >= 0) {
      damages.add("found nothing but zeros from " + zeros + " to " + at);
      zeros = -1;
      within = false;
    }
    if (file.length - at < HEADER) {
      damages.add("it ends within a record at " + at);
      within = false;
      return file.length;
    }
    int length = (file[at + 4] & 0xFF) | (file[at + 5] & 0xFF) << 8;
    int end = at + HEADER + length;
    if (end > blockEnd
        || end > file.length
        || Input.maskedCrc(file, at + 6, length + 1) != Input.fixed32(file, at)) {
      damages.add(
          end > file.length && end <= blockEnd
              ? "it ends within a record at " + at
              : "no record can be read at " + at);
      within = false;
      return blockEnd;
    }
    take(file[at + 6], at + HEADER, length);
    return end;
  }

  private boolean isZero(int from, int to) {
    for (int i = from; i < to; i++) {
      if (file[i] != 0) {
        return false;
      }
    }
    return true;
  }

  private void take(int type, int from, int length) {
    if (type < WHOLE || type > LAST) {
      return; // what the engine notes for itself
    }
    if (type == WHOLE || type == FIRST) {
      part.reset();
      within = true;
    }
    if (within) {
      part.write(file, from, length);
      if (type == WHOLE || type == LAST) {
        records.add(part.toByteArray());
        within = false;
      }
    }
  }
}
