package dev.keyfold.store.hbase;

import dev.keyfold.store.Slice;
import java.util.Arrays;
import org.apache.hadoop.hbase.Cell;

/**
 * The encoding of an entry as one HBase cell of family {@code k}.
 *
 * <pre>
 *   key of up to 32,000 bytes     row = key                  qualifier = 00
 *   a longer one                  row = its first 32,000     qualifier = 01, the rest
 *   value                         00, value
 * </pre>
 *
 * <p>HBase takes rows of up to 32,767 bytes, and looks for the region of a row under a row that is
 * made of the table's name, the row and two numbers; so ours are somewhat shorter. It sorts cells
 * by row, then by qualifier, both as unsigned bytes; so cells lie in the order of the keys, also
 * around the limit: a key of exactly 32,000 bytes comes before those that it begins. The byte
 * before the value is there because a check-and-mutate of HBase takes an empty value for a missing
 * one. These bytes never change.
 *
 * <p>The family {@code o} holds what is not an entry; no scan of entries comes near it.
 */
final class HBaseCells {
  /** Entries. */
  static final byte[] FAMILY = {'k'};

  /** What the store itself writes: {@link #SYNC_MARK}. */
  static final byte[] OWN_FAMILY = {'o'};

  /** Column of family {@code o} that is written only for what the write does to the log. */
  static final byte[] SYNC_MARK = {'s'};

  /** Longest row. */
  static final int ROW_BYTES = 32_000;

  private static final byte WHOLE = 0x00;
  private static final byte LONGER = 0x01;
  private static final byte PLAIN = 0x00;
  private static final byte[] WHOLE_QUALIFIER = {WHOLE};

  private HBaseCells() {}

  static boolean isLong(byte[] key) {
    return key.length > ROW_BYTES;
  }

  /** The row of the key; the key itself if it is not too long. */
  static byte[] row(byte[] key) {
    return isLong(key) ? Arrays.copyOf(key, ROW_BYTES) : key;
  }

  static byte[] qualifier(byte[] key) {
    if (!isLong(key)) {
      return WHOLE_QUALIFIER;
    }
    byte[] qualifier = new byte[1 + key.length - ROW_BYTES];
    qualifier[0] = LONGER;
    System.arraycopy(key, ROW_BYTES, qualifier, 1, key.length - ROW_BYTES);
    return qualifier;
  }

  /** The value as it is stored. */
  static byte[] stored(byte[] array, int offset, int length) {
    byte[] stored = new byte[1 + length];
    stored[0] = PLAIN;
    System.arraycopy(array, offset, stored, 1, length);
    return stored;
  }

  static byte[] stored(byte[] value) {
    return stored(value, 0, value.length);
  }

  /** Makes the slice a view of the cell's key, or fills its buffer with a long one. */
  static void key(Cell cell, Slice into) {
    int row = cell.getRowLength();
    int rest = cell.getQualifierLength() - 1;
    if (rest <= 0) {
      into.set(cell.getRowArray(), cell.getRowOffset(), row);
      return;
    }
    byte[] buffer = into.reserve(row + rest);
    System.arraycopy(cell.getRowArray(), cell.getRowOffset(), buffer, 0, row);
    System.arraycopy(cell.getQualifierArray(), cell.getQualifierOffset() + 1, buffer, row, rest);
  }

  /** Makes the slice a view of the cell's value. */
  static void value(Cell cell, Slice into) {
    into.set(cell.getValueArray(), cell.getValueOffset() + 1, cell.getValueLength() - 1);
  }

  /** A copy of the cell's value. */
  static byte[] value(Cell cell) {
    int from = cell.getValueOffset() + 1;
    return Arrays.copyOfRange(
        cell.getValueArray(), from, cell.getValueOffset() + cell.getValueLength());
  }

  /** Whether the value has our header; a cell of another program may not. */
  static boolean isOurs(Cell cell) {
    return cell.getValueLength() > 0
        && cell.getValueArray()[cell.getValueOffset()] == PLAIN
        && cell.getQualifierLength() > 0;
  }
}
