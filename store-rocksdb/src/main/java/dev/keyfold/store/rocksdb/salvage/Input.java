package dev.keyfold.store.rocksdb.salvage;

import java.util.Arrays;
import java.util.zip.CRC32C;

/** Reads the engine's numbers and texts from bytes, and never beyond their end. */
final class Input {
  private final byte[] bytes;
  private final int end;
  private int at;

  Input(byte[] bytes) {
    this(bytes, 0, bytes.length);
  }

  Input(byte[] bytes, int from, int end) {
    this.bytes = bytes;
    this.at = from;
    this.end = end;
  }

  int at() {
    return at;
  }

  boolean hasMore() {
    return at < end;
  }

  int left() {
    return end - at;
  }

  private int take(long count) throws BadFileException {
    if (count < 0 || count > end - at) {
      throw new BadFileException("found " + (end - at) + " bytes, expected " + count);
    }
    int from = at;
    at += (int) count;
    return from;
  }

  int one() throws BadFileException {
    return bytes[take(1)] & 0xFF;
  }

  int fixed32() throws BadFileException {
    return fixed32(bytes, take(4));
  }

  long fixed64() throws BadFileException {
    long low = fixed32() & 0xFFFFFFFFL;
    return low | ((long) fixed32() << 32);
  }

  static int fixed32(byte[] bytes, int at) {
    return (bytes[at] & 0xFF)
        | (bytes[at + 1] & 0xFF) << 8
        | (bytes[at + 2] & 0xFF) << 16
        | (bytes[at + 3] & 0xFF) << 24;
  }

  long varint() throws BadFileException {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      int b = one();
      value |= (long) (b & 0x7F) << shift;
      if (b < 0x80) {
        return value;
      }
    }
    throw new BadFileException("found a number of more than ten bytes");
  }

  int small() throws BadFileException {
    long value = varint();
    if (value < 0 || value > Integer.MAX_VALUE) {
      throw new BadFileException("found the number " + value + ", expected at most 31 bits");
    }
    return (int) value;
  }

  byte[] bytes(long count) throws BadFileException {
    int from = take(count);
    return Arrays.copyOfRange(bytes, from, at);
  }

  /** Bytes with their length before them. */
  byte[] text() throws BadFileException {
    return bytes(varint());
  }

  /** The engine's checksum of logs and blobs: CRC32C, turned so that it can be in a sum itself. */
  static int maskedCrc(byte[] bytes, int from, int count) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, count);
    int value = (int) crc.getValue();
    return ((value >>> 15) | (value << 17)) + 0xA282EAD8;
  }
}
