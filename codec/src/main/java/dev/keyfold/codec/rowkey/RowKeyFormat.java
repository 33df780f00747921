package dev.keyfold.codec.rowkey;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyFormat;
import dev.keyfold.codec.KeyPart;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeySchemaException;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.KeyWriter;
import java.util.List;

/** Components joined by {@code 00 00}; the package comment draws the bytes. */
public final class RowKeyFormat extends KeyFormat {
  private static final String TYPES =
      "one of string, bytes, bool, uint8..uint64 and int8..int64 of 1 to 8 bytes, and integer";

  /** For {@link dev.keyfold.codec.KeyFormats}. */
  public RowKeyFormat() {
    super("rowkey");
  }

  @Override
  protected boolean hasSizedIntegers() {
    return true;
  }

  @Override
  protected void check(KeySchema schema) {
    if (schema.shards() > 0) {
      throw new KeySchemaException(
          null, -1, schema.shards() + " shards", "none: rowkey has no shard prefix");
    }
    for (KeyField field : schema.fields()) {
      check(field);
    }
  }

  private static void check(KeyField field) {
    KeyType type = field.type();
    if (field.order().isNullable()) {
      throw refused(field, "a nullable field", "no nulls: rowkey has no bytes for null");
    }
    if (field.order().isDescending()) {
      throw refused(field, "a descending field", "ascending fields: rowkey has no complement");
    }
    switch (type.kind()) {
      case STRING -> {
        if (type.size() > 0) {
          throw refused(field, "the type " + type, "string: rowkey has no longest length");
        }
      }
      case BYTES, BOOL, INTEGER -> {}
      case INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64 -> {}
      default -> throw refused(field, "the type " + type, TYPES + ": rowkey has no others");
    }
  }

  private static KeySchemaException refused(KeyField field, String found, String expected) {
    return new KeySchemaException(field.name(), -1, found, expected);
  }

  /** Bytes of a type of fixed width before escaping; 0 for the others. */
  static int width(KeyType type) {
    return switch (type.kind()) {
      case BOOL, INT8, UINT8 -> 1;
      case INT16, UINT16 -> 2;
      case INT32, UINT32 -> type.size() > 0 ? type.size() : 4;
      case INT64, UINT64 -> type.size() > 0 ? type.size() : 8;
      default -> 0;
    };
  }

  @Override
  protected KeyWriter newWriter(KeySchema schema) {
    return new RowKeyWriter(schema);
  }

  @Override
  protected KeyReader newReader(KeySchema schema) {
    return new RowKeyReader(schema);
  }

  @Override
  protected void explain(KeySchema schema, byte[] key, List<KeyPart> parts) {
    new RowKeyExplainer(schema, key, parts).explain();
  }
}
