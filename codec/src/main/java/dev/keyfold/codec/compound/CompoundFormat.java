package dev.keyfold.codec.compound;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyFormat;
import dev.keyfold.codec.KeyPart;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeySchemaException;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.KeyWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows of three fields: {@code kind string, key string, sub string} for the kinds H, S and Z, or
 * {@code sub double} for the kind L; T, LM and PM have a null sub in both. Key and sub may be
 * {@code bytes}. The package comment draws the bytes.
 */
public final class CompoundFormat extends KeyFormat {
  /** Positions of the fields. */
  static final int KIND = 0;

  static final int KEY = 1;
  static final int SUB = 2;

  private static final String FIELDS =
      "three: kind string, key string, sub string (or sub double for the kind L)";

  private final boolean escaped;

  /** The older revision; null in that revision itself. */
  private final @Nullable CompoundFormat unescaped;

  /** For {@link dev.keyfold.codec.KeyFormats}: the escaped revision. */
  public CompoundFormat() {
    super("compound");
    this.escaped = true;
    this.unescaped = new CompoundFormat("compound:unescaped");
  }

  private CompoundFormat(String name) {
    super(name);
    this.escaped = false;
    this.unescaped = null;
  }

  @Override
  protected KeyFormat variant(String option) {
    return switch (option) {
      case "escaped" -> this;
      case "unescaped" -> unescaped == null ? this : unescaped;
      default ->
          throw new KeySchemaException(
              null,
              -1,
              "the format 'compound:" + option + "'",
              "compound (escaped) or compound:unescaped");
    };
  }

  @Override
  protected void check(KeySchema schema) {
    if (schema.shards() > 0) {
      throw new KeySchemaException(
          null, -1, schema.shards() + " shards", "none: compound has no shard prefix");
    }
    if (schema.size() != 3) {
      throw new KeySchemaException(null, -1, schema.size() + " fields", FIELDS);
    }
    for (int i = 0; i < 3; i++) {
      checkOrder(schema.field(i), i);
      checkType(schema.field(i), i);
    }
  }

  private static void checkOrder(KeyField field, int index) {
    if (field.order().isDescending()) {
      throw refused(field, "a descending field", "ascending fields: compound has no complement");
    }
    if (field.added()) {
      throw refused(field, "an added field", FIELDS);
    }
    if (field.order().isNullable() && index != SUB) {
      throw refused(field, "a nullable field", "a kind and a key in every row: only sub is null");
    }
  }

  private static void checkType(KeyField field, int index) {
    KeyType type = field.type();
    boolean fits =
        type.equals(KeyType.STRING)
            || (index != KIND && type.equals(KeyType.BYTES))
            || (index == SUB && type.equals(KeyType.DOUBLE));
    if (!fits) {
      String expected =
          switch (index) {
            case KIND -> "string: one of H, S, Z, L, T, LM and PM";
            case KEY -> "string or bytes";
            default -> "string or bytes, or double for the kind L";
          };
      throw refused(field, "the type " + type, expected);
    }
  }

  private static KeySchemaException refused(KeyField field, String found, String expected) {
    return new KeySchemaException(field.name(), -1, found, expected);
  }

  /** Why a schema, whose sub is a position or not, has no rows of a kind; null if it has. */
  static @Nullable String mismatch(boolean positions, Prefix kind) {
    if (!kind.hasSub || positions == (kind == Prefix.L)) {
      return null;
    }
    return positions
        ? "L, T, LM or PM: only list elements have a position (sub double)"
        : "H, S, Z, T, LM or PM: list elements need a schema with sub double";
  }

  @Override
  protected KeyWriter newWriter(KeySchema schema) {
    return new CompoundWriter(schema, escaped);
  }

  @Override
  protected KeyReader newReader(KeySchema schema) {
    return new CompoundReader(schema, escaped);
  }

  @Override
  protected void explain(KeySchema schema, byte[] key, List<KeyPart> parts) {
    new CompoundExplainer(schema, key, escaped, parts).explain();
  }
}
