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
import dev.keyfold.codec.bytes.ShardHash;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Keys of the composite key index specification, with one of its four delimiters and a hash for
 * their shards; text keys where the delimiter is punctuation.
 */
public final class DelimitedFormat extends KeyFormat {
  /** A scaled decimal of so many digits always fits an int64. */
  private static final int DECIMAL_DIGITS = 18;

  private static final String[] OTHER_DELIMITERS = {"00", "ff", "0001"};
  private static final String HASH = "," + ShardHash.PREFIX;

  private final byte[] delimiter;
  private final ShardHash hash;
  private final Map<String, KeyFormat> variants;

  /** For {@link dev.keyfold.codec.KeyFormats}: the delimiter 1F, and the others as variants. */
  public DelimitedFormat() {
    super("delimited");
    this.delimiter = new byte[] {0x1F};
    this.hash = ShardHash.MD5;
    // One object for each, because schemas compare these formats by identity.
    Map<String, KeyFormat> all = new HashMap<>();
    for (ShardHash chosen : ShardHash.values()) {
      String suffix = chosen == ShardHash.MD5 ? "" : HASH + chosen.option();
      all.put("1f" + suffix, suffix.isEmpty() ? this : new DelimitedFormat("1f", suffix, chosen));
      for (String other : OTHER_DELIMITERS) {
        all.put(other + suffix, new DelimitedFormat(other, suffix, chosen));
      }
    }
    this.variants = Map.copyOf(all);
  }

  private DelimitedFormat(String delimiter, String suffix, ShardHash hash) {
    super("delimited:" + delimiter + suffix);
    this.delimiter = Bytes.parseHex(delimiter);
    this.hash = hash;
    this.variants = Map.of();
  }

  @Override
  protected KeyFormat variant(String option) {
    if (TextFormat.isDelimiter(option)) {
      return new TextFormat(option);
    }
    String lower = option.toLowerCase(Locale.ROOT);
    int comma = lower.indexOf(HASH);
    String bytes = comma < 0 ? lower : lower.substring(0, comma);
    if (!variants.containsKey(bytes)) {
      throw new KeySchemaException(
          null,
          -1,
          "the delimiter '" + option + "'",
          "delimited:1f (the default), delimited:00, delimited:ff or delimited:0001, with"
              + " ,hash=xxhash64 or ,hash=murmur3 for another shard hash than md5; or for text keys"
              + " 1 to 8 bytes of punctuation, as in delimited:#");
    }
    ShardHash chosen =
        comma < 0 ? ShardHash.MD5 : shardHash(lower.substring(comma + HASH.length()));
    return Objects.requireNonNull(
        variants.get(chosen == ShardHash.MD5 ? bytes : bytes + HASH + chosen.option()));
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
    return new DelimitedWriter(schema, new DelimitedLayout(schema, delimiter, hash));
  }

  @Override
  protected KeyReader newReader(KeySchema schema) {
    return new DelimitedReader(schema, new DelimitedLayout(schema, delimiter, hash));
  }

  @Override
  protected void explain(KeySchema schema, byte[] key, List<KeyPart> parts) {
    DelimitedLayout layout = new DelimitedLayout(schema, delimiter, hash);
    new DelimitedExplainer(schema, layout, key, parts).explain();
  }
}
