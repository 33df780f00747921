package dev.keyfold.codec;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * The ordered fields of a key, the {@link KeyFormat} that lays them out, and the shard prefix if
 * there is one.
 *
 * <p>Immutable and safe to share between threads. Writers and readers are not: take one per thread
 * from {@link #newWriter()} and {@link #newReader()}, or use {@link #encode} and {@link #decode},
 * which keep one per thread.
 */
public final class KeySchema {
  private final List<KeyField> fields;
  private final Map<String, Integer> indexes = new HashMap<>();
  private final KeyFormat format;
  private final int shards;
  private final int shardBy;
  private final ThreadLocal<KeyWriter> writers;
  private final ThreadLocal<KeyReader> readers;

  private KeySchema(List<KeyField> fields, KeyFormat format, int shards, int shardBy) {
    this.fields = List.copyOf(fields);
    this.format = format;
    this.shards = shards;
    this.shardBy = shardBy;
    checkFields();
    checkShards();
    if (!format.hasSizedIntegers()) {
      this.fields.forEach(field -> checkIntegers(field.name(), field.type()));
    }
    format.check(this);
    this.writers = ThreadLocal.withInitial(this::newWriter);
    this.readers = ThreadLocal.withInitial(this::newReader);
  }

  private void checkFields() {
    if (fields.isEmpty() || fields.size() > Limits.FIELDS) {
      throw new KeySchemaException(
          null,
          -1,
          fields.size() + " fields",
          "1 to " + Limits.FIELDS + " fields, as in 'id int64, name string'");
    }
    boolean added = false;
    for (int i = 0; i < fields.size(); i++) {
      KeyField field = fields.get(i);
      if (indexes.put(field.name(), i) != null) {
        throw new KeySchemaException(
            field.name(), -1, "a second field of that name", "different names");
      }
      if (added && !field.added()) {
        throw new KeySchemaException(
            field.name(),
            -1,
            "a field after an added one",
            "added fields only at the end of the key");
      }
      added = field.added();
    }
    if (fields.get(0).added()) {
      throw new KeySchemaException(
          fields.get(0).name(), -1, "an added field at the start", "at least one field before it");
    }
    int length = toString().length();
    if (length > Limits.SCHEMA_TEXT) {
      throw new KeySchemaException(
          null, -1, "a schema text of " + length + " characters", "at most " + Limits.SCHEMA_TEXT);
    }
  }

  /**
   * Here and not in every format, so that none writes such a field in another width by accident.
   */
  private void checkIntegers(String name, KeyType type) {
    if (type.isSizedInteger()) {
      throw new KeySchemaException(
          name,
          -1,
          "the type " + type,
          type.kind().name().toLowerCase(Locale.ROOT)
              + ": of the formats, only rowkey has integers of "
              + type.size()
              + " bytes, and this is "
              + format);
    }
    type.fields().forEach(inner -> checkIntegers(name, inner.type()));
  }

  private void checkShards() {
    if (shards < 0 || shards > Limits.SHARDS) {
      throw new KeySchemaException(
          null, -1, shards + " shards", "1 to " + Limits.SHARDS + ", or 0 for none");
    }
    if (shards > 0 && (shardBy < 1 || shardBy > fields.size())) {
      throw new KeySchemaException(
          null,
          -1,
          "a shard prefix over " + shardBy + " fields",
          "1 to " + fields.size() + " leading fields");
    }
    if (shards > 0 && fields.get(shardBy - 1).added()) {
      throw new KeySchemaException(
          fields.get(shardBy - 1).name(),
          -1,
          "a shard prefix over an added field",
          "fields that every key has: a null there is written as nothing or as 01, two shards");
    }
  }

  /**
   * Parses {@code user_id string(32), at timestamp desc, id uuid, note string null last} in the
   * native format.
   */
  public static KeySchema parse(String text) {
    return parse(text, KeyFormats.NATIVE);
  }

  /** Parses a schema text for a format. */
  public static KeySchema parse(String text, KeyFormat format) {
    return new KeySchema(new SchemaParser(text).schema(), format, 0, 0);
  }

  /**
   * The fields of a schema text, before any format has a say in them: they may be fields of
   * something else than a key.
   */
  public static List<KeyField> parseFields(String text) {
    return new KeySchema(new SchemaParser(text).schema(), AnyFields.FORMAT, 0, 0).fields;
  }

  /** Starts a schema in code; gives the same schema as the text that {@link #toString()} prints. */
  public static Builder builder() {
    return new Builder();
  }

  /** The same fields in another format. */
  public KeySchema withFormat(KeyFormat other) {
    return new KeySchema(fields, other, shards, shardBy);
  }

  /**
   * The same fields after a shard prefix over as many leading fields as the format takes by
   * default.
   */
  public KeySchema withShards(int count) {
    return withShards(count, format.defaultShardBy(fields.size()));
  }

  /**
   * The same fields after a shard prefix over the first {@code by} fields; 0 shards takes the
   * prefix away.
   */
  public KeySchema withShards(int count, int by) {
    return new KeySchema(fields, format, count, count == 0 ? 0 : by);
  }

  /** The fields in key order. */
  public List<KeyField> fields() {
    return fields;
  }

  /** Number of fields. */
  public int size() {
    return fields.size();
  }

  /** The field at a position, counted from 0. */
  public KeyField field(int index) {
    return fields.get(index);
  }

  /** Position of a field, counted from 0. */
  public int indexOf(String name) {
    Integer index = indexes.get(name);
    if (index == null) {
      throw new KeyValueException(name, -1, "no field of that name", "one of " + names());
    }
    return index;
  }

  private String names() {
    StringJoiner names = new StringJoiner(", ");
    fields.forEach(field -> names.add(field.name()));
    return names.toString();
  }

  /** The layout of the bytes. */
  public KeyFormat format() {
    return format;
  }

  /** Number of shards, 0 if keys have no shard prefix. */
  public int shards() {
    return shards;
  }

  /** Number of leading fields whose bytes decide the shard, 0 if keys have no shard prefix. */
  public int shardBy() {
    return shardBy;
  }

  /** A writer for one thread, to be reused for many keys. */
  public KeyWriter newWriter() {
    return format.newWriter(this);
  }

  /** A reader for one thread, to be reused for many keys. */
  public KeyReader newReader() {
    return format.newReader(this);
  }

  /** This thread's writer, in whatever state. */
  KeyWriter writer() {
    return writers.get();
  }

  /** This thread's reader, in whatever state. */
  KeyReader reader() {
    return readers.get();
  }

  /** Encodes one value per field; trailing added fields may be left out. */
  public byte[] encode(Object... values) {
    KeyWriter writer = writer().reset();
    for (Object value : values) {
      writer.put(value);
    }
    return writer.toBytes();
  }

  /** Decodes all fields; the list is unmodifiable and may hold nulls. */
  public List<Object> decode(byte[] key) {
    return Collections.unmodifiableList(Arrays.asList(reader().reset(key).getAll()));
  }

  /** Starts to select keys: equality on leading fields, then one range. */
  public KeySelection select() {
    return new KeySelection(this);
  }

  /** The bytes before the first field that all keys of a shard have; the schema has shards. */
  public byte[] shardPrefix(int shard) {
    if (shard < 0 || shard >= shards) {
      throw new KeyValueException(null, -1, "shard " + shard, "0 to " + (shards - 1));
    }
    KeyWriter writer = newWriter().reset();
    writer.chooseShard(shard);
    return writer.prefixStart();
  }

  /**
   * Why keys with equal fields before this one do not sort by it, as the format says it; null if
   * they do, as they always do in the native format. Ranges on such a field are refused.
   */
  public @Nullable String orderProblem(int index) {
    try {
      newWriter().checkOrdered(index);
      return null;
    } catch (KeyValueException e) {
      return e.getMessage();
    }
  }

  /**
   * Number of bytes that the shard prefix and the first {@code count} fields of a key take up,
   * found without decoding.
   */
  public int prefixLength(byte[] key, int count) {
    return reader().reset(key).field(count).offset();
  }

  /**
   * Whether a key may end, without the separator after its last value, where all further fields are
   * null: keys with equal leading fields then do not all begin with the same bytes.
   */
  public boolean endsEarly() {
    return format.endsEarly();
  }

  /** The bytes of one field, marker and terminator included, found without decoding. */
  public byte[] slice(byte[] key, int index) {
    KeyReader reader = reader().reset(key).field(index);
    int from = reader.offset();
    return Arrays.copyOfRange(key, from, reader.field(index + 1).offset());
  }

  /**
   * Whether two keys agree on the shard prefix and the first {@code count} fields, found without
   * decoding.
   */
  public boolean samePrefix(byte[] a, byte[] b, int count) {
    int length = prefixLength(a, count);
    if (length == prefixLength(b, count)) {
      return Arrays.equals(a, 0, length, b, 0, length);
    }
    if (endsEarly()) {
      return samePrefix(a, b, 0) && Arrays.deepEquals(leading(a, count), leading(b, count));
    }
    // A null of an added field is nothing in a key that ends there, and a byte in one that
    // continues.
    return count > 0
        && fields.get(count - 1).added()
        && reader().reset(a).field(count - 1).isNull()
        && reader().reset(b).field(count - 1).isNull()
        && samePrefix(a, b, count - 1);
  }

  private Object[] leading(byte[] key, int count) {
    KeyReader reader = reader().reset(key);
    Object[] values = new Object[count];
    Arrays.setAll(values, i -> reader.get());
    return values;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeySchema that
        && fields.equals(that.fields)
        && format.equals(that.format)
        && shards == that.shards
        && shardBy == that.shardBy;
  }

  @Override
  public int hashCode() {
    return fields.hashCode() * 31 + shards;
  }

  /** The schema text of the fields; format and shards are not part of it. */
  @Override
  public String toString() {
    StringJoiner text = new StringJoiner(", ");
    fields.forEach(field -> text.add(field.toString()));
    return text.toString();
  }

  /** Collects fields; not thread-safe. */
  public static final class Builder {
    private final List<KeyField> fields = new ArrayList<>();
    private KeyFormat format = KeyFormats.NATIVE;
    private int shards;
    private int shardBy = -1;

    private Builder() {}

    /** Adds an ascending field that is never null. */
    public Builder field(String name, KeyType type) {
      return field(name, type, KeyOrder.ASC);
    }

    /** Adds a field. */
    public Builder field(String name, KeyType type, KeyOrder order) {
      fields.add(new KeyField(name, type, order));
      return this;
    }

    /** Adds a nullable field after keys that exist without it. */
    public Builder addedField(String name, KeyType type, KeyOrder order) {
      fields.add(new KeyField(name, type, order, true));
      return this;
    }

    /** Chooses the layout; native if never called. */
    public Builder format(KeyFormat chosen) {
      format = chosen;
      return this;
    }

    /**
     * Puts a shard prefix before the key, over as many leading fields as the format takes by
     * default.
     */
    public Builder shards(int count) {
      shards = count;
      return this;
    }

    /** Puts a shard prefix before the key, over the first {@code by} fields. */
    public Builder shards(int count, int by) {
      shards = count;
      shardBy = by;
      return this;
    }

    /** Checks everything and builds the schema. */
    public KeySchema build() {
      KeySchema schema = new KeySchema(fields, format, 0, 0);
      return shardBy < 0
          ? (shards == 0 ? schema : schema.withShards(shards))
          : schema.withShards(shards, shardBy);
    }
  }
}
