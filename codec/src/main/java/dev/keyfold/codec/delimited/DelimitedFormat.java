package dev.keyfold.codec.delimited;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyFormat;
import dev.keyfold.codec.KeyPart;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeySchemaException;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.KeyWriter;
import dev.keyfold.codec.bytes.Bytes;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Keys of the composite key index specification, with one of its four delimiters. */
public final class DelimitedFormat extends KeyFormat {
  /** A scaled decimal of so many digits always fits an int64. */
  private static final int DECIMAL_DIGITS = 18;

  private final byte[] delimiter;
  private final Map<String, KeyFormat> variants;

  /** For {@link dev.keyfold.codec.KeyFormats}: the delimiter 1F, and the others as variants. */
  public DelimitedFormat() {
    super("delimited");
    this.delimiter = new byte[] {0x1F};
    // One object for each, because schemas compare their formats by identity.
    this.variants =
        Map.of(
            "1f", this,
            "00", new DelimitedFormat("00"),
            "ff", new DelimitedFormat("ff"),
            "0001", new DelimitedFormat("0001"));
  }

  private DelimitedFormat(String delimiter) {
    super("delimited:" + delimiter);
    this.delimiter = Bytes.parseHex(delimiter);
    this.variants = Map.of();
  }

  @Override
  protected KeyFormat variant(String option) {
    KeyFormat variant = variants.get(option.toLowerCase(Locale.ROOT));
    if (variant == null) {
      throw new KeySchemaException(
          null,
          -1,
          "the delimiter '" + option + "'",
          "delimited:1f (the default), delimited:00, delimited:ff or delimited:0001");
    }
    return variant;
  }

  /** The bytes between two fields. */
  byte[] delimiter() {
    return delimiter;
  }

  @Override
  protected void check(KeySchema schema) {
    for (KeyField field : schema.fields()) {
      checkType(field);
      if (field.order().isNullable()) {
        throw refused(
            field, "a nullable field", "no null: the layout has no bytes for one inside a key");
      }
      if (field.order().isDescending()) {
        throw refused(field, "a descending field", "ascending fields: the layout has no others");
      }
    }
    if (schema.shards() > 0 && schema.shardBy() != 1) {
      throw new KeySchemaException(
          null,
          -1,
          "a shard prefix over " + schema.shardBy() + " fields",
          "1: this layout hashes the printed first field");
    }
  }

  private void checkType(KeyField field) {
    KeyType type = field.type();
    Kind kind = type.kind();
    switch (kind) {
      case STRING, BYTES, INT64, TIMESTAMP_MILLIS, UUID -> {}
      case DECIMAL_SCALED -> {
        if (type.size() > DECIMAL_DIGITS) {
          throw refused(field, type.toString(), "at most 18 digits, which scale to an int64");
        }
      }
      case DECIMAL, DECIMAL_EXACT ->
          throw refused(
              field, type.toString(), "a decimal of fixed scale: decimal(18,6) by default");
      default ->
          throw refused(
              field,
              "the type " + type,
              "a type of the format "
                  + name()
                  + ": string, string(n), int64, timestamp, uuid, decimal(p,s) or bytes");
    }
  }

  private static KeySchemaException refused(KeyField field, String found, String expected) {
    return new KeySchemaException(field.name(), -1, found, expected);
  }

  @Override
  protected KeyWriter newWriter(KeySchema schema) {
    return new DelimitedWriter(schema, new DelimitedLayout(schema, delimiter));
  }

  @Override
  protected KeyReader newReader(KeySchema schema) {
    return new DelimitedReader(schema, new DelimitedLayout(schema, delimiter));
  }

  @Override
  protected void explain(KeySchema schema, byte[] key, List<KeyPart> parts) {
    new DelimitedExplainer(schema, new DelimitedLayout(schema, delimiter), key, parts).explain();
  }
}
