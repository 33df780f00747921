package dev.keyfold.codec.delimited;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.Values;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.bytes.Utf8;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Writes text keys. */
final class TextWriter extends PrefixWriter {
  private final String delimiter;
  private final byte[] delimiterBytes;
  private final int last;

  TextWriter(KeySchema schema, String delimiter) {
    super(schema);
    this.delimiter = delimiter;
    this.delimiterBytes = delimiter.getBytes(StandardCharsets.UTF_8);
    this.last = schema.size() - 1;
    reset();
  }

  @Override
  protected void encodeBoolean(int field, boolean value) {
    print(field, value);
  }

  @Override
  protected void encodeLong(int field, long value) {
    KeyType type = schema.field(field).type();
    print(
        field,
        switch (type.kind()) {
          case UINT64 -> Long.toUnsignedString(value);
          case DATE -> LocalDate.ofEpochDay(value);
          case TIMESTAMP_MILLIS, TIMESTAMP_MICROS -> Values.ofUnits(type.kind(), value);
          case ENUM -> Objects.requireNonNull(Values.symbol(type, value));
          default -> (Object) value;
        });
  }

  @Override
  protected void encodeInteger(int field, BigInteger value) {
    print(field, value);
  }

  @Override
  protected void encodeDecimal(int field, BigDecimal value) {
    print(field, value);
  }

  @Override
  protected void encodeUuid(int field, long high, long low) {
    print(field, new UUID(high, low));
  }

  @Override
  protected void encodeTimestamp(int field, long seconds, int nanos) {
    print(field, Instant.ofEpochSecond(seconds, nanos));
  }

  @Override
  protected void encodeBytes(int field, byte[] value, int offset, int length) {
    checkLength(schema.field(field).name(), length);
    print(field, Arrays.copyOfRange(value, offset, offset + length));
  }

  @Override
  protected void encodeString(int field, String value) {
    KeyType type = schema.field(field).type();
    checkLength(schema.field(field).name(), value.length());
    int unpaired = Utf8.indexOfUnpaired(value);
    if (unpaired >= 0) {
      throw refused(
          field, "an unpaired surrogate at character " + unpaired, "text that UTF-8 can hold");
    }
    byte[] text = value.getBytes(StandardCharsets.UTF_8);
    if (type.size() > 0 && text.length > type.size()) {
      throw refused(field, text.length + " UTF-8 bytes", "at most " + type.size() + ": " + type);
    }
    write(field, text);
  }

  private void print(int field, Object value) {
    KeyField declared = schema.field(field);
    write(field, CanonicalText.print(declared, value).getBytes(StandardCharsets.UTF_8));
  }

  private void write(int field, byte[] text) {
    ensure(text.length + delimiterBytes.length);
    int end = pos + text.length;
    System.arraycopy(text, 0, buf, pos, text.length);
    if (field < last) {
      System.arraycopy(delimiterBytes, 0, buf, end, delimiterBytes.length);
      // Also "a:" before "::", which a reader would split after "a".
      int first = TextReader.indexOf(delimiterBytes, buf, pos, end + delimiterBytes.length);
      if (first < end) {
        throw refused(
            field,
            "the delimiter '" + delimiter + "' at byte " + (first - pos) + " of the value",
            "none in a field before the last: keys are split at the first one; remove it, make"
                + " this the last field, or use the native format");
      }
      end += delimiterBytes.length;
    }
    pos = end;
  }

  private KeyValueException refused(int field, String found, String expected) {
    return new KeyValueException(schema.field(field).name(), pos, found, expected);
  }

  // ---- bounds

  @Override
  protected void chooseShard(int shard) {
    throw new IllegalStateException("text keys have no shards");
  }

  @Override
  protected void checkOrdered(int field) {
    KeyType type = schema.field(field).type();
    String found = "a range on " + type + " in text keys";
    String reason =
        switch (type.kind()) {
          case BOOL, UUID, DATE, DECIMAL_SCALED, FIXED_BYTES -> null;
          case STRING ->
              field == last
                  ? null
                  : "equality or a prefix: before another field, \"a\" can sort after \"a!\"";
          case BYTES ->
              field == last || (delimiterBytes[0] < '0' && delimiterBytes[0] > 0)
                  ? null
                  : "equality or a prefix: '" + delimiter + "' sorts after hexadecimal digits";
          case TIMESTAMP_MILLIS, TIMESTAMP_MICROS, TIMESTAMP_NANOS ->
              "equality: \"08:00:00.001Z\" sorts before \"08:00:00Z\"; declare date, or string as"
                  + " the last field to select by text";
          case ENUM -> "equality: names do not sort like their codes";
          default ->
              "equality: as text, \"10\" sorts before \"9\"; declare decimal(p,0) for zero-padded"
                  + " digits";
        };
    if (reason != null) {
      throw new KeyValueException(
          schema.field(field).name(), -1, found, reason + ", or use the native format");
    }
  }

  /** Null if no value can begin so. */
  @Override
  protected @Nullable KeyRange beginningWith(byte[] content) {
    int field = written();
    KeyType type = schema.field(field).type();
    byte[] text =
        type.kind() == Kind.STRING
            ? content
            : Bytes.toHex(content).getBytes(StandardCharsets.UTF_8);
    boolean tooLong = type.kind() == Kind.STRING && type.size() > 0 && text.length > type.size();
    if (tooLong
        || (field < last && TextReader.indexOf(delimiterBytes, text, 0, text.length) >= 0)) {
      return null;
    }
    if (field < last && endsInside(text)) {
      throw new KeyValueException(
          schema.field(field).name(),
          -1,
          "a prefix that ends in the beginning of the delimiter '" + delimiter + "'",
          "another end: the delimiter after a shorter value begins so, too");
    }
    byte[] prefix = Arrays.copyOf(buf, pos + text.length);
    System.arraycopy(text, 0, prefix, pos, text.length);
    return KeyRange.prefix(prefix);
  }

  /** Whether the end of the text is the beginning of a delimiter. */
  private boolean endsInside(byte[] text) {
    for (int part = 1; part < Math.min(delimiterBytes.length, text.length + 1); part++) {
      int from = text.length - part;
      if (Arrays.equals(text, from, text.length, delimiterBytes, 0, part)) {
        return true;
      }
    }
    return false;
  }
}
