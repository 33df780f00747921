package dev.keyfold.store.bitcask;

import dev.keyfold.store.Slice;
import java.io.IOException;
import java.util.zip.CRC32;

/**
 * Reads the records of one log in order, each checked. Where bytes are no intact record, it
 * searches for the next one:
 *
 * <pre>
 *   | record | damaged        | record | record | torn
 *            ^ at   ^ ^ ^      ^ resumes here     ^ no record until the end
 *                   tries every offset
 * </pre>
 *
 * <p>A damaged record may contain bytes that are an intact record themselves, such as a copy of a
 * log in a value. If the sizes in the damaged header lead to another record or the end of the log,
 * the search accepts only a record from which intact records lead to the same place; so it enters
 * such a value only if the header is damaged too. The search reads a bounded number of bytes, then
 * gives up the rest of the log: sizes that are garbage could make it read the log once per offset.
 *
 * <p>Not thread-safe.
 */
final class LogReader {
  /** Receives intact records. */
  interface Sink {
    /**
     * A record.
     *
     * @param offset where it begins
     * @param header reused for the next record
     * @param key only valid during the call
     * @param refers whether the value is a reference to a blob
     */
    void record(int file, long offset, RecordHeader header, Slice key, boolean refers)
        throws IOException;
  }

  private static final int WINDOW = 1 << 20;

  /** What a search may read beyond the log itself. */
  private static final long SEARCH_BYTES = 256 << 20;

  /** The year 10889: while searching, larger times are taken for garbage. */
  private static final long LATEST = 1L << 48;

  /** A reference begins with these bytes and a version, and has one of two sizes. */
  private static final byte[] REFERENCE = {0, 'F', 'S', 'B', 'L', 'O', 'B'};

  private static final int REFERENCE_1 = 48;
  private static final int REFERENCE_2 = 64;

  private final LogFile file;
  private final int number;
  private final Sink sink;
  private final Findings findings;
  private final RecordHeader header = new RecordHeader();
  private final Slice key = new Slice();
  private final CRC32 crc = new CRC32();

  /** A part of the log: {@code filled} bytes from {@code start} on. */
  private final byte[] window;

  private long start;
  private int filled;
  private long searchLeft;

  /** What the last {@link #check} that failed has found. */
  private String why = "";

  private boolean cutShort;
  private boolean gaveUp;

  /**
   * @param number of the file among all
   */
  LogReader(LogFile file, int number, Sink sink, Findings findings) {
    this.file = file;
    this.number = number;
    this.sink = sink;
    this.findings = findings;
    this.window = new byte[(int) Math.min(WINDOW, file.size())];
    this.searchLeft = SEARCH_BYTES + 4 * file.size();
  }

  /** Reads all of it. */
  void run() throws IOException {
    long at = 0;
    while (at < file.size()) {
      long end = check(at);
      if (end > 0) {
        deliver(at, end);
        at = end;
        continue;
      }
      String found = why;
      boolean torn = cutShort;
      gaveUp = false;
      long next = search(at);
      if (next > 0) {
        findings.damage(file, at, next, found);
      } else if (gaveUp) {
        findings.damage(file, at, file.size(), found + "; gave up the search for another record");
      } else if (torn) {
        findings.tornTail(file, at, found);
      } else {
        findings.damage(file, at, file.size(), found);
      }
      at = next > 0 ? next : file.size();
    }
  }

  private void deliver(long at, long end) throws IOException {
    findings.records++;
    if (header.keySize == 0) {
      findings.damage(file, at, end, "found an empty key, expected 1 byte or more");
      return;
    }
    boolean mayRefer = header.valueSize == REFERENCE_1 || header.valueSize == REFERENCE_2;
    int length = header.keySize + (mayRefer ? REFERENCE.length : 0);
    key.set(window, load(at + RecordHeader.BYTES, length), header.keySize);
    sink.record(number, at, header, key, mayRefer && refers());
  }

  /** Whether the bytes after the key begin like a reference. */
  private boolean refers() {
    int from = key.offset() + key.length();
    for (int i = 0; i < REFERENCE.length; i++) {
      if (window[from + i] != REFERENCE[i]) {
        return false;
      }
    }
    return true;
  }

  /** Where the record at the offset ends; -1, and why, if there is no intact one. */
  private long check(long at) throws IOException {
    cutShort = true;
    long left = file.size() - at;
    if (left < RecordHeader.BYTES) {
      why = "found " + left + " bytes, expected a header of " + RecordHeader.BYTES;
      return -1;
    }
    header.read(window, load(at, RecordHeader.BYTES));
    if (header.recordBytes() > left) {
      why = "found " + left + " bytes, expected a record of " + header.recordBytes();
      return -1;
    }
    cutShort = false;
    if (crcOf(at, at + header.recordBytes()) != header.crc) {
      why = "found a record of " + header.recordBytes() + " bytes with a wrong checksum";
      return -1;
    }
    return at + header.recordBytes();
  }

  private long crcOf(long at, long end) throws IOException {
    load(at, (int) Math.min(window.length, end - at)); // so that a small record is read once
    crc.reset();
    for (long from = at + RecordHeader.CRC_BYTES; from < end; ) {
      int length = (int) Math.min(window.length, end - from);
      crc.update(window, load(from, length), length);
      from += length;
    }
    return crc.getValue();
  }

  /** Makes the bytes available in the window; returns where they begin in it. */
  private int load(long at, int length) throws IOException {
    if (at < start || at + length > start + filled) {
      filled = 0; // in case the read fails
      int available = (int) Math.min(window.length, file.size() - at);
      file.read(at, window, available);
      start = at;
      filled = available;
    }
    return (int) (at - start);
  }

  // ---- after damage

  /** Where the next intact record begins after the damage at the offset; -1 if none exists. */
  private long search(long damage) throws IOException {
    long landing = landing(damage);
    long last = file.size() - RecordHeader.BYTES;
    for (long at = damage + 1; at <= last && at != landing; at++) {
      if (searchLeft <= 0) {
        gaveUp = true;
        break;
      }
      if (checkAsCandidate(at) > 0 && (landing < 0 || leadsTo(at, landing))) {
        return at;
      }
    }
    return landing == file.size() ? -1 : landing;
  }

  /** Where the record ends by its damaged header, if that is a record or the end; else -1. */
  private long landing(long damage) throws IOException {
    if (file.size() - damage < RecordHeader.BYTES) {
      return -1;
    }
    header.read(window, load(damage, RecordHeader.BYTES));
    long end = damage + header.recordBytes();
    return end == file.size() || checkAsCandidate(end) > 0 ? end : -1;
  }

  private boolean leadsTo(long from, long landing) throws IOException {
    long at = from;
    while (at >= 0 && at < landing) {
      at = checkAsCandidate(at);
    }
    return at == landing;
  }

  /** Like {@link #check}, but takes unlikely headers for garbage, and costs some of the budget. */
  private long checkAsCandidate(long at) throws IOException {
    long left = file.size() - at;
    if (left < RecordHeader.BYTES || searchLeft <= 0) {
      return -1;
    }
    header.read(window, load(at, RecordHeader.BYTES));
    if (header.keySize == 0
        || header.recordBytes() > left
        || Long.compareUnsigned(header.writtenAt, LATEST) > 0
        || Long.compareUnsigned(header.expiresAt, LATEST) > 0) {
      return -1;
    }
    searchLeft -= header.recordBytes();
    return check(at);
  }
}
