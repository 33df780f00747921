package dev.keyfold.store.bitcask;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The fixed part of a record. Integers are unsigned and little-endian:
 *
 * <pre>
 *   0     4            12           20        22          26
 *   | crc | written at | expires at | key size| value size| key | value |
 *   | 4   | 8, ms      | 8, ms      | 2       | 4         |
 * </pre>
 *
 * <p>The checksum is CRC-32 (IEEE) of everything after it. An expiry of 0 means never. A value size
 * of FFFFFFFF marks a tombstone, which has no value: the key is deleted. Mutable, so that reading a
 * log does not allocate an object per record; not thread-safe.
 */
final class RecordHeader {
  static final int BYTES = 26;

  /** What the checksum does not cover: itself. */
  static final int CRC_BYTES = 4;

  private static final long TOMBSTONE = 0xFFFF_FFFFL;

  private static final VarHandle SHORT = view(short[].class);
  private static final VarHandle INT = view(int[].class);
  private static final VarHandle LONG = view(long[].class);

  long crc;
  long writtenAt;
  long expiresAt;
  int keySize;
  boolean tombstone;

  /** 0 for a tombstone. */
  long valueSize;

  private static VarHandle view(Class<?> type) {
    return MethodHandles.byteArrayViewVarHandle(type, ByteOrder.LITTLE_ENDIAN);
  }

  /** Reads the {@link #BYTES} bytes at that index. */
  void read(byte[] bytes, int at) {
    crc = (int) INT.get(bytes, at) & 0xFFFF_FFFFL;
    writtenAt = (long) LONG.get(bytes, at + 4);
    expiresAt = (long) LONG.get(bytes, at + 12);
    keySize = (short) SHORT.get(bytes, at + 20) & 0xFFFF;
    long size = (int) INT.get(bytes, at + 22) & 0xFFFF_FFFFL;
    tombstone = size == TOMBSTONE;
    valueSize = tombstone ? 0 : size;
  }

  /** Bytes of the whole record. */
  long recordBytes() {
    return BYTES + keySize + valueSize;
  }
}
