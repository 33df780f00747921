package dev.keyfold.codec.delimited;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyFormat;
import dev.keyfold.codec.KeyPart;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeySchemaException;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.KeyWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Text keys: fields printed and joined by punctuation, {@code Building#12#2024-01-17T08:00:00Z}.
 * Immutable; equal to another of the same delimiter, because there are too many to keep one of
 * each.
 */
final class TextFormat extends KeyFormat {
  private static final int DELIMITER_BYTES = 8;

  private final String delimiter;

  TextFormat(String delimiter) {
    super("delimited:" + delimiter);
    this.delimiter = delimiter;
  }

  /** Whether an option of the format is the delimiter of text keys: 1 to 8 bytes of punctuation. */
  static boolean isDelimiter(String option) {
    return !option.isEmpty()
        && option.codePoints().allMatch(TextFormat::isPunctuation)
        && option.getBytes(StandardCharsets.UTF_8).length <= DELIMITER_BYTES;
  }

  private static boolean isPunctuation(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONNECTOR_PUNCTUATION,
          Character.DASH_PUNCTUATION,
          Character.START_PUNCTUATION,
          Character.END_PUNCTUATION,
          Character.INITIAL_QUOTE_PUNCTUATION,
          Character.FINAL_QUOTE_PUNCTUATION,
          Character.OTHER_PUNCTUATION,
          Character.MATH_SYMBOL,
          Character.CURRENCY_SYMBOL,
          Character.MODIFIER_SYMBOL,
          Character.OTHER_SYMBOL ->
          true;
      default -> false;
    };
  }

  @Override
  protected void check(KeySchema schema) {
    if (schema.shards() > 0) {
      throw new KeySchemaException(
          null,
          -1,
          schema.shards() + " shards",
          "no shards: a text key begins with its first field; delimited:1f and native have them");
    }
    for (int i = 0; i < schema.size(); i++) {
      KeyField field = schema.field(i);
      if (field.order().isNullable()) {
        throw refused(field, "a nullable field", "no null: text keys cannot represent it");
      }
      if (field.order().isDescending()) {
        throw refused(field, "a descending field", "ascending fields: text has no other order");
      }
      String always = alwaysThere(field);
      if (i < schema.size() - 1 && always.contains(delimiter)) {
        throw refused(
            field,
            field.type() + " before other fields, whose text (" + always + ") has the delimiter",
            "it as the last field, or another delimiter than '" + delimiter + "'");
      }
    }
  }

  /** Punctuation that every value of the type has in its text; refuses types without a text. */
  private String alwaysThere(KeyField field) {
    Kind kind = field.type().kind();
    return switch (kind) {
      case BOOL, ENUM, STRING, BYTES, FIXED_BYTES -> "";
      case INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, INTEGER -> "";
      case DECIMAL, DECIMAL_EXACT -> "";
      case DECIMAL_SCALED -> field.type().scale() > 0 ? "." : "";
      case UUID, DATE -> "-";
      case TIMESTAMP_MILLIS, TIMESTAMP_MICROS, TIMESTAMP_NANOS -> delimiter.equals(":") ? ":" : "-";
      case FLOAT, DOUBLE, TIME, LIST, TUPLE ->
          throw refused(
              field,
              "the type " + field.type(),
              "a type of text keys: string, string(n), bool, int8 to int64, uint8 to uint64,"
                  + " integer, decimal, decimal(p,s), uuid, date, timestamp, enum or bytes");
    };
  }

  private static KeySchemaException refused(KeyField field, String found, String expected) {
    return new KeySchemaException(field.name(), -1, found, expected);
  }

  @Override
  protected KeyWriter newWriter(KeySchema schema) {
    return new TextWriter(schema, delimiter);
  }

  @Override
  protected KeyReader newReader(KeySchema schema) {
    return new TextReader(schema, delimiter);
  }

  @Override
  protected void explain(KeySchema schema, byte[] key, List<KeyPart> parts) {
    new TextReader(schema, delimiter).explain(key, parts);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TextFormat that && delimiter.equals(that.delimiter);
  }

  @Override
  public int hashCode() {
    return delimiter.hashCode();
  }
}
