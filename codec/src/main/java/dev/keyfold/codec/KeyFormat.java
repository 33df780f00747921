package dev.keyfold.codec;

import dev.keyfold.codec.bytes.ShardHash;
import java.util.List;

/**
 * A byte layout of keys. {@link KeyFormats#NATIVE} is the one to choose; the others read and write
 * keys that exist already.
 *
 * <p>A format refuses a schema it cannot express when the schema is built. Everything else a
 * program does with keys goes through {@link KeySchema}, {@link KeyWriter}, {@link KeyReader} and
 * {@link KeySelection}, whatever the format.
 */
public abstract class KeyFormat {
  private final String name;

  protected KeyFormat(String name) {
    this.name = name;
  }

  /** The name used on the command line. */
  public final String name() {
    return name;
  }

  /** The variant of that name, as in {@code delimited:00}. */
  protected KeyFormat variant(String option) {
    throw new KeySchemaException(
        null, -1, "the format '" + name + ":" + option + "'", name + ", which has no variants");
  }

  /**
   * Throws a {@link KeySchemaException} with the reason if the format cannot express the schema.
   */
  protected abstract void check(KeySchema schema);

  /**
   * Whether it is the native format, with whichever hash of shards: its keys sort like their values
   * for every schema, and its bounds may be constants that no key can hold.
   */
  public final boolean isNative() {
    return name.equals("native") || name.startsWith("native:");
  }

  /** The hash of that option of a format's name; refused if none exists. */
  protected static ShardHash shardHash(String option) {
    ShardHash hash = ShardHash.find(option);
    if (hash == null) {
      throw new KeySchemaException(
          null,
          -1,
          "the shard hash '" + option + "'",
          "one of " + String.join(", ", ShardHash.options()));
    }
    return hash;
  }

  /** Whether the layout has integers of 3, 5, 6 and 7 bytes: int24 to int56, uint24 to uint56. */
  protected boolean hasSizedIntegers() {
    return false;
  }

  /** How many leading fields decide the shard unless the schema says otherwise. */
  public int defaultShardBy(int fields) {
    return 1;
  }

  /**
   * The value that the layout holds in place of a shorter one, before it is checked: Phoenix fills
   * BINARY(n) up with zero bytes. Others hold what they are given, or refuse it.
   */
  protected Object filled(KeyField field, Object value) {
    return value;
  }

  /**
   * Whether a key may end, without the separator after its last value, where all further fields are
   * null: equal leading fields then do not always have equal bytes.
   */
  protected boolean endsEarly() {
    return false;
  }

  /** A new writer; the schema has passed {@link #check}. */
  protected abstract KeyWriter newWriter(KeySchema schema);

  /** A new reader; the schema has passed {@link #check}. */
  protected abstract KeyReader newReader(KeySchema schema);

  /**
   * Appends the parts of a key in order; throws {@link KeyFormatException} at the first byte that
   * is wrong.
   */
  protected abstract void explain(KeySchema schema, byte[] key, List<KeyPart> parts);

  @Override
  public String toString() {
    return name;
  }
}
