package dev.keyfold.codec.delimited;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.bytes.ShardHash;
import java.util.Arrays;

/**
 * The compiled layout of a schema's keys, and the escaping of delimiters by doubling.
 *
 * <pre>
 *   value   61 1f 62          delimiter 1f
 *   written 61 1f 1f 62       doubled; pairs are taken from the left
 * </pre>
 *
 * <p>Immutable.
 */
final class DelimitedLayout {
  static final int SHARD_BYTES = 2;

  /** First byte of the delimiter. */
  final byte first;

  /** Bytes of the delimiter: 1, or 2 for 00 01. */
  final int delimiterBytes;

  private final byte second;

  /** Bytes before the first field. */
  final int head;

  /** Position of the last field. */
  final int last;

  final KeyField[] fields;
  final Kind[] kinds;

  /** Bytes of a field of fixed width; 0 where a delimiter or the end of the key ends it. */
  final int[] widths;

  /** What 8 bytes are xored with: the sign bit, or nothing for a timestamp. */
  final long[] flips;

  /** One above the largest magnitude of a decimal(p,s), scaled. */
  final long[] decimalEnds;

  /** Whether the last field is variable-length and no other is: it alone may hold the delimiter. */
  final boolean lastDoubles;

  /** What chooses the shard, if there are shards. */
  final ShardHash hash;

  DelimitedLayout(KeySchema schema, byte[] delimiter, ShardHash hash) {
    this.hash = hash;
    int size = schema.size();
    this.first = delimiter[0];
    this.second = delimiter[delimiter.length - 1];
    this.delimiterBytes = delimiter.length;
    this.head = schema.shards() > 0 ? SHARD_BYTES + delimiterBytes : 0;
    this.last = size - 1;
    this.fields = schema.fields().toArray(new KeyField[0]);
    this.kinds = new Kind[size];
    this.widths = new int[size];
    this.flips = new long[size];
    this.decimalEnds = new long[size];
    int variable = 0;
    for (int i = 0; i < size; i++) {
      KeyType type = fields[i].type();
      kinds[i] = type.kind();
      widths[i] = width(type);
      flips[i] = kinds[i] == Kind.TIMESTAMP_MILLIS ? 0 : Long.MIN_VALUE;
      decimalEnds[i] = 1;
      for (int digit = 0; kinds[i] == Kind.DECIMAL_SCALED && digit < type.size(); digit++) {
        decimalEnds[i] *= 10;
      }
      variable += widths[i] == 0 ? 1 : 0;
    }
    this.lastDoubles = variable == 1 && widths[last] == 0;
  }

  private static int width(KeyType type) {
    return switch (type.kind()) {
      case STRING -> type.size(); // 0 without a size
      case BYTES -> 0;
      case UUID -> 16;
      default -> 8;
    };
  }

  /** Whether a delimiter inside the field's value is doubled; else there must be none. */
  boolean doubles(int field) {
    return widths[field] > 0 || (lastDoubles && field == last);
  }

  /** Whether the delimiter stands at a place. */
  boolean delimiterAt(byte[] bytes, int at, int to) {
    return to - at >= delimiterBytes
        && bytes[at] == first
        && (delimiterBytes == 1 || bytes[at + 1] == second);
  }

  /** Where the first delimiter starts; -1 if none exists. */
  int indexOfDelimiter(byte[] bytes, int from, int to) {
    for (int i = from; i <= to - delimiterBytes; i++) {
      if (bytes[i] == first && (delimiterBytes == 1 || bytes[i + 1] == second)) {
        return i;
      }
    }
    return -1;
  }

  /** Where the first delimiter starts that is not doubled; -1 if none exists. */
  int indexOfSingle(byte[] bytes, int from, int to) {
    int at = indexOfDelimiter(bytes, from, to);
    while (at >= 0) {
      if (!delimiterAt(bytes, at + delimiterBytes, to)) {
        return at;
      }
      at = indexOfDelimiter(bytes, at + 2 * delimiterBytes, to);
    }
    return -1;
  }

  /** Writes content with its delimiters doubled; returns the end. Needs twice the room. */
  int writeDoubled(byte[] content, int from, int to, byte[] out, int at) {
    int p = at;
    int i = from;
    int next = indexOfDelimiter(content, from, to);
    while (next >= 0) {
      int end = next + delimiterBytes;
      System.arraycopy(content, i, out, p, end - i);
      p += end - i;
      p = writeDelimiter(out, p);
      i = end;
      next = indexOfDelimiter(content, i, to);
    }
    System.arraycopy(content, i, out, p, to - i);
    return p + to - i;
  }

  /** The content of bytes without a single delimiter. */
  byte[] undoubled(byte[] bytes, int from, int to) {
    byte[] content = new byte[to - from];
    int p = 0;
    int i = from;
    int next = indexOfDelimiter(bytes, from, to);
    while (next >= 0) {
      int end = next + delimiterBytes;
      System.arraycopy(bytes, i, content, p, end - i);
      p += end - i;
      i = end + delimiterBytes;
      next = indexOfDelimiter(bytes, i, to);
    }
    System.arraycopy(bytes, i, content, p, to - i);
    return Arrays.copyOf(content, p + to - i);
  }

  int writeDelimiter(byte[] out, int at) {
    out[at] = first;
    if (delimiterBytes == 2) {
      out[at + 1] = second;
    }
    return at + delimiterBytes;
  }

  /** Where the padding of a string(n) starts that stands from {@code from} to {@code to}. */
  static int contentEnd(byte[] bytes, int from, int to) {
    int end = to;
    while (end > from && bytes[end - 1] == 0) {
      end--;
    }
    return end;
  }
}
