package dev.keyfold.codec.rowkey;

import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.bytes.Utf8;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads {@code rowkey} keys. Only what {@link RowKeyWriter} writes is accepted, so that bytes which
 * decode encode to the same bytes again.
 */
final class RowKeyReader extends KeyReader {
  private final int[] widths;
  private final int last;

  /** Content of the component read last, and its length. */
  private byte[] scratch = new byte[64];

  private int length;

  RowKeyReader(KeySchema schema) {
    super(schema);
    this.last = schema.size() - 1;
    this.widths = new int[schema.size()];
    for (int i = 0; i <= last; i++) {
      widths[i] = RowKeyFormat.width(schema.field(i).type());
    }
  }

  private RuntimeException bad(int field, int at, String found, String expected) {
    return malformed(schema.field(field).name(), at, found, expected);
  }

  /** Where the component of the field at pos ends; a separator follows unless it is the last. */
  private int endOf(int field) {
    int stop = Escape.end(buf, pos, end);
    if (stop < 0) {
      int at = ~stop;
      throw bad(
          field,
          at,
          "00 and then " + (at + 1 == end ? "the end of the key" : Bytes.toHex(buf[at + 1])),
          "00 00 for a separator or 00 01 for the byte 00");
    }
    if (field == last) {
      if (stop < end) {
        throw bad(field, stop, "a separator", "the end of the key: this field is the last");
      }
      if (stop == pos) {
        throw bad(field, pos, "an empty last component", "content: rowkey loses it when empty");
      }
    } else if (stop == end) {
      throw bad(field, end, "the end of the key", "00 00 and " + (last - field) + " more fields");
    }
    return stop;
  }

  @Override
  protected void skipFields(int from, int to) {
    for (int i = from; i < to; i++) {
      pos = nextStart(i, endOf(i));
    }
  }

  private int nextStart(int field, int stop) {
    return field == last ? stop : stop + Escape.SEPARATOR;
  }

  /** Unescapes the component at pos; returns where the next one starts. */
  private int content(int field) {
    int stop = endOf(field);
    if (scratch.length < stop - pos) {
      scratch = new byte[Math.max(stop - pos, 2 * scratch.length)];
    }
    length = Escape.unescape(buf, pos, stop, scratch);
    if (widths[field] > 0 && length != widths[field]) {
      throw bad(
          field, pos, length + " bytes", widths[field] + " bytes: " + schema.field(field).type());
    }
    return nextStart(field, stop);
  }

  @Override
  protected boolean decodeBoolean(int field) {
    int next = content(field);
    if ((scratch[0] & 0xFE) != 0) {
      throw bad(field, pos, "the byte " + Bytes.toHex(scratch[0]), "00 or 01: bool");
    }
    pos = next;
    return scratch[0] != 0;
  }

  @Override
  protected long decodeLong(int field) {
    int next = content(field);
    if (widths[field] == 0) {
      long value = varInt(field);
      if (value < 0) {
        throw tooLarge(unsigned(value));
      }
      pos = next;
      return value;
    }
    if (scratch[0] < 0 && isSigned(schema.field(field).type().kind())) {
      throw bad(
          field,
          pos,
          "a negative number",
          "0 or more: rowkey has no sign; read it as u" + schema.field(field).type());
    }
    pos = next;
    return VarInt.bigEndian(scratch, 0, length);
  }

  private static boolean isSigned(Kind kind) {
    return kind == Kind.INT8 || kind == Kind.INT16 || kind == Kind.INT32 || kind == Kind.INT64;
  }

  private long varInt(int field) {
    String problem = VarInt.problem(scratch, length);
    if (problem != null) {
      throw bad(field, pos, problem, "a SQLite4 varint in its shortest form");
    }
    return VarInt.read(scratch);
  }

  private static BigInteger unsigned(long bits) {
    return bits >= 0 ? BigInteger.valueOf(bits) : new BigInteger(Long.toUnsignedString(bits));
  }

  @Override
  protected BigInteger decodeInteger(int field) {
    int next = content(field);
    long bits = varInt(field);
    pos = next;
    return unsigned(bits);
  }

  @Override
  protected String decodeString(int field) {
    int next = content(field);
    int wrong = Utf8.indexOfMalformed(scratch, 0, length);
    if (wrong >= 0) {
      throw bad(
          field,
          pos,
          "the byte " + Bytes.toHex(scratch[wrong]) + " at position " + wrong + " of the text",
          "UTF-8");
    }
    pos = next;
    return new String(scratch, 0, length, StandardCharsets.UTF_8);
  }

  @Override
  protected byte[] decodeBytes(int field) {
    pos = content(field);
    return Arrays.copyOf(scratch, length);
  }
}
