package dev.keyfold.store;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.errors.StoreLimitException;
import java.util.Arrays;
import java.util.Objects;

/**
 * An atomic write batch. One array holds the writes in the order they were added, in RocksDB's
 * batch format, so that they cross into native code in one call:
 *
 * <pre>
 *   0        8      12
 *   +--------+------+--------+--------+-- -
 *   |  zero  | count| record | record |        count is little-endian
 *   +--------+------+--------+--------+-- -
 *
 *   put       01  length key    length value     a length is 7 bits a byte, the lowest first,
 *   delete    00  length key                     the high bit set on all but its last byte
 *   range     0F  length start  length end
 * </pre>
 *
 * <p>A range without end is written with {@link #BEYOND} as its end. Not thread-safe; {@link
 * #clear} makes it ready for use again and keeps the buffer.
 */
public final class Batch implements Writes {
  /** After every key: one byte more than a key may have, all of them FF. */
  private static final byte[] BEYOND = new byte[StoreLimits.KEY_BYTES + 1];

  private static final int HEADER = 12;
  private static final byte DELETE = 0x00;
  private static final byte PUT = 0x01;
  private static final byte RANGE = 0x0F;

  static {
    Arrays.fill(BEYOND, (byte) 0xFF);
  }

  private byte[] buffer = new byte[256];
  private int end = HEADER;
  private int count;

  /** An empty batch. */
  public Batch() {}

  @Override
  public void put(byte[] key, byte[] value) {
    put(key, 0, key.length, value, 0, value.length);
  }

  /** {@link #put(byte[], byte[])} of two slices. */
  public void put(Slice key, Slice value) {
    put(key.array(), key.offset(), key.length(), value.array(), value.offset(), value.length());
  }

  /** {@link #put(byte[], byte[])} of parts of arrays. */
  public void put(
      byte[] key, int keyOffset, int keyLength, byte[] value, int valueOffset, int valueLength) {
    StoreLimits.checkKey(keyLength);
    StoreLimits.checkValue(valueLength);
    // Before anything is written: a slip of the caller must not leave half a record.
    Objects.checkFromIndexSize(keyOffset, keyLength, key.length);
    Objects.checkFromIndexSize(valueOffset, valueLength, value.length);
    begin(PUT, keyLength + (long) valueLength);
    append(key, keyOffset, keyLength);
    append(value, valueOffset, valueLength);
  }

  @Override
  public void delete(byte[] key) {
    delete(key, 0, key.length);
  }

  /** {@link #delete(byte[])} of part of an array. */
  public void delete(byte[] key, int offset, int length) {
    StoreLimits.checkKey(length);
    Objects.checkFromIndexSize(offset, length, key.length);
    begin(DELETE, length);
    append(key, offset, length);
  }

  @Override
  public void deleteRange(KeyRange range) {
    if (range.isEmpty()) {
      return;
    }
    byte[] start = range.start();
    byte[] end = range.end();
    byte[] last = end == null ? BEYOND : end;
    if (start.length > BEYOND.length || last.length > BEYOND.length) {
      throw new StoreLimitException(
          "a bound of a range has at most "
              + BEYOND.length
              + " bytes; found "
              + Math.max(start.length, last.length));
    }
    begin(RANGE, start.length + (long) last.length);
    append(start, 0, start.length);
    append(last, 0, last.length);
  }

  /** Number of writes. */
  public int count() {
    return count;
  }

  public boolean isEmpty() {
    return count == 0;
  }

  /** Bytes it takes. */
  public int bytes() {
    return end;
  }

  /** Removes all writes; keeps the buffer. */
  public void clear() {
    end = HEADER;
    count = 0;
  }

  /**
   * Removes the last writes, back to an earlier state.
   *
   * @param formerBytes what {@link #bytes} was then
   * @param formerCount what {@link #count} was then
   */
  public void truncate(int formerBytes, int formerCount) {
    if (formerBytes < HEADER || formerBytes > end || formerCount < 0 || formerCount > count) {
      throw new IllegalArgumentException(
          "a batch of "
              + count
              + " writes and "
              + end
              + " bytes never had "
              + formerCount
              + " writes and "
              + formerBytes
              + " bytes");
    }
    end = formerBytes;
    count = formerCount;
  }

  /** Adds all writes of another batch after those of this one. */
  public void append(Batch other) {
    room(other.end - (long) HEADER);
    System.arraycopy(other.buffer, HEADER, buffer, end, other.end - HEADER);
    end += other.end - HEADER;
    count += other.count;
  }

  /** A copy of the whole, as drawn above. */
  public byte[] image() {
    byte[] image = Arrays.copyOf(buffer, end);
    for (int i = 0; i < 4; i++) {
      image[8 + i] = (byte) (count >>> (8 * i));
    }
    return image;
  }

  /** Shows every write, in order. The visitor must not change the batch or the array. */
  public void forEach(Visitor visitor) {
    int at = HEADER;
    while (at < end) {
      byte kind = buffer[at++];
      int length = lengthAt(at);
      at += lengthBytes(length);
      int first = at;
      at += length;
      if (kind == DELETE) {
        visitor.delete(buffer, first, length);
        continue;
      }
      int secondLength = lengthAt(at);
      at += lengthBytes(secondLength);
      int second = at;
      at += secondLength;
      if (kind == PUT) {
        visitor.put(buffer, first, length, second, secondLength);
      } else {
        byte[] last = Arrays.copyOfRange(buffer, second, second + secondLength);
        visitor.deleteRange(
            KeyRange.of(
                Arrays.copyOfRange(buffer, first, first + length),
                // By content: the bound just after the longest key is as long, and is an end.
                Arrays.equals(last, BEYOND) ? null : last));
      }
    }
  }

  /** Sees the writes of a batch; the array is the batch's own. */
  public interface Visitor {
    void put(byte[] array, int keyOffset, int keyLength, int valueOffset, int valueLength);

    void delete(byte[] array, int keyOffset, int keyLength);

    void deleteRange(KeyRange range);
  }

  private void begin(byte kind, long payload) {
    room(payload + 1 + 5 + 5);
    buffer[end++] = kind;
    count++;
  }

  private void room(long more) {
    long needed = end + more;
    if (needed > StoreLimits.BATCH_BYTES) {
      throw new StoreLimitException(
          "a batch has at most "
              + StoreLimits.BATCH_BYTES
              + " bytes; found "
              + needed
              + ": write it in several");
    }
    if (needed > buffer.length) {
      buffer =
          Arrays.copyOf(
              buffer,
              (int) Math.max(needed, Math.min(buffer.length * 2L, StoreLimits.BATCH_BYTES)));
    }
  }

  private void append(byte[] bytes, int offset, int length) {
    int rest = length;
    while (rest >= 0x80) {
      buffer[end++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    buffer[end++] = (byte) rest;
    System.arraycopy(bytes, offset, buffer, end, length);
    end += length;
  }

  private int lengthAt(int at) {
    int length = buffer[at] & 0x7F;
    for (int shift = 7; buffer[at] < 0; shift += 7) {
      length |= (buffer[++at] & 0x7F) << shift;
    }
    return length;
  }

  private static int lengthBytes(int length) {
    return length == 0 ? 1 : (38 - Integer.numberOfLeadingZeros(length)) / 7;
  }
}
