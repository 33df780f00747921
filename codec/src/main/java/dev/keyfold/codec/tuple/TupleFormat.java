package dev.keyfold.codec.tuple;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyFormat;
import dev.keyfold.codec.KeyPart;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeySchemaException;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.KeyWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keys of the FoundationDB tuple layer with a schema: one item for each field. Keys without a
 * schema are the business of {@link Tuples}.
 */
public final class TupleFormat extends KeyFormat {
  /** For {@link dev.keyfold.codec.KeyFormats}. */
  public TupleFormat() {
    super("tuple");
  }

  @Override
  protected void check(KeySchema schema) {
    if (schema.shards() > 0) {
      throw refused(
          null,
          "a shard prefix",
          "none: every byte of a tuple belongs to an item; make the shard a field");
    }
    schema.fields().forEach(field -> check(field, field.name()));
  }

  private static void check(KeyField field, String path) {
    if (field.added()) {
      throw refused(
          path,
          "an added field",
          "a field of every key: a tuple without its last item is another tuple, not an equal one");
    }
    if (field.order().isDescending()) {
      throw refused(path, "desc", "ascending: the tuple layer has one direction");
    }
    if (field.order().isNullsLast()) {
      throw refused(path, "null last", "null first: the code of null is below all others");
    }
    checkType(field.type(), path);
    for (KeyField inner : field.type().fields()) {
      check(inner, field.type().kind() == Kind.LIST ? path + "[]" : path + "." + inner.name());
    }
  }

  private static void checkType(KeyType type, String path) {
    String instead =
        switch (type.kind()) {
          case DECIMAL, DECIMAL_EXACT, DECIMAL_SCALED ->
              "no decimal: the tuple layer has no code for one, and an integer would cut it; an"
                  + " integer field can hold scaled values";
          case DATE -> "int32 of epoch days: the tuple layer has no code for a date";
          case TIME -> "int64 of nanoseconds: the tuple layer has no code for a time";
          case TIMESTAMP_MILLIS, TIMESTAMP_MICROS, TIMESTAMP_NANOS ->
              "int64 of milliseconds or microseconds: the tuple layer has no code for a timestamp";
          case ENUM -> "uint16 or string: the tuple layer has no code for an enum";
          default -> null;
        };
    if (instead != null) {
      throw refused(path, type.toString(), instead);
    }
  }

  private static KeySchemaException refused(@Nullable String path, String found, String expected) {
    return new KeySchemaException(path, -1, found, expected);
  }

  @Override
  protected KeyWriter newWriter(KeySchema schema) {
    return new TupleWriter(schema);
  }

  @Override
  protected KeyReader newReader(KeySchema schema) {
    return new TupleReader(schema);
  }

  @Override
  protected void explain(KeySchema schema, byte[] key, List<KeyPart> parts) {
    new TupleExplainer(schema, key, parts).explain();
  }
}
