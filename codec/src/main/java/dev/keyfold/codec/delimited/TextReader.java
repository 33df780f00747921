package dev.keyfold.codec.delimited;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyPart;
import dev.keyfold.codec.KeyPart.Role;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.ValueText;
import dev.keyfold.codec.Values;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.bytes.Utf8;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;

/**
 * Reads text keys, split from the left: a field ends at the first delimiter, the last one at the
 * end of the key.
 */
final class TextReader extends KeyReader {
  private final String delimiter;
  private final byte[] delimiterBytes;
  private final int last;

  TextReader(KeySchema schema, String delimiter) {
    super(schema);
    this.delimiter = delimiter;
    this.delimiterBytes = delimiter.getBytes(StandardCharsets.UTF_8);
    this.last = schema.size() - 1;
  }

  void explain(byte[] key, List<KeyPart> parts) {
    reset(key);
    for (int field = 0; field <= last; field++) {
      int from = offset();
      KeyType type = schema.field(field).type();
      String name = schema.field(field).name();
      String text = type + " " + ValueText.print(type, get());
      int to = offset() - (field == last ? 0 : delimiterBytes.length);
      parts.add(new KeyPart(from, to - from, field, name, Role.VALUE, text));
      if (field < last) {
        parts.add(new KeyPart(to, delimiterBytes.length, field, name, Role.SEPARATOR, "delimiter"));
      }
    }
    finish();
  }

  @Override
  protected void skipFields(int from, int to) {
    for (int i = from; i < to; i++) {
      pos = next(i, textEnd(i));
    }
  }

  /** Where the text of the field at {@link #pos} ends. */
  private int textEnd(int field) {
    if (field == last) {
      return end;
    }
    int at = indexOf(delimiterBytes, buf, pos, end);
    if (at < 0) {
      throw malformed(
          name(field),
          end,
          "the end of the key",
          "the delimiter '" + delimiter + "', and " + name(field + 1));
    }
    return at;
  }

  private int next(int field, int textEnd) {
    return field == last ? textEnd : textEnd + delimiterBytes.length;
  }

  /** Where a delimiter first stands from {@code from} to {@code to}; -1 if it does not. */
  static int indexOf(byte[] delimiter, byte[] bytes, int from, int to) {
    for (int i = from; i <= to - delimiter.length; i++) {
      int same = 0;
      while (same < delimiter.length && bytes[i + same] == delimiter[same]) {
        same++;
      }
      if (same == delimiter.length) {
        return i;
      }
    }
    return -1;
  }

  @Override
  protected String decodeString(int field) {
    int to = textEnd(field);
    int wrong = Utf8.indexOfMalformed(buf, pos, to);
    if (wrong >= 0) {
      throw malformed(
          name(field), wrong, Bytes.toHex(buf[wrong]), "UTF-8, which all fields of text keys are");
    }
    int most = schema.field(field).type().size();
    if (most > 0 && to - pos > most) {
      throw malformed(
          name(field),
          pos,
          (to - pos) + " UTF-8 bytes",
          "at most " + most + ": " + schema.field(field).type());
    }
    String text = new String(buf, pos, to - pos, StandardCharsets.UTF_8);
    pos = next(field, to);
    return text;
  }

  /** The value of a field that is no string. */
  private Object value(int field) {
    int to = textEnd(field);
    // Bytes that are no ASCII are no digits either, whatever characters they become.
    String text = new String(buf, pos, to - pos, StandardCharsets.UTF_8);
    try {
      Object value = CanonicalText.parse(schema.field(field), text);
      pos = next(field, to);
      return value;
    } catch (KeyValueException e) {
      throw malformed(name(field), pos, e.found(), e.expected());
    }
  }

  @Override
  protected boolean decodeBoolean(int field) {
    return (Boolean) value(field);
  }

  @Override
  protected long decodeLong(int field) {
    KeyField declared = schema.field(field);
    int mark = pos;
    Object value = value(field);
    if (value instanceof LocalDate date) {
      return date.toEpochDay();
    }
    if (value instanceof Instant instant) {
      return Values.units(declared, instant);
    }
    if (value instanceof String symbol) {
      return Values.code(declared, symbol);
    }
    if (declared.type().kind() == Kind.INTEGER && ((BigInteger) value).bitLength() > 63) {
      pos = mark;
      throw tooLarge((BigInteger) value);
    }
    return ((Number) value).longValue();
  }

  @Override
  protected BigInteger decodeInteger(int field) {
    return (BigInteger) value(field);
  }

  @Override
  protected BigDecimal decodeDecimal(int field) {
    return (BigDecimal) value(field);
  }

  @Override
  protected byte[] decodeBytes(int field) {
    return (byte[]) value(field);
  }

  @Override
  protected UUID decodeUuid(int field) {
    return (UUID) value(field);
  }

  @Override
  protected Instant decodeTimestamp(int field) {
    return (Instant) value(field);
  }

  private String name(int field) {
    return schema.field(field).name();
  }
}
