package dev.keyfold.codec;

import dev.keyfold.codec.record.RecordBinding;
import dev.keyfold.codec.record.RecordBindings;
import dev.keyfold.codec.record.RecordSchema;

/**
 * Java records as keys: one field per record component, in the order they are declared.
 *
 * <pre>{@code
 * record OrderKey(String userId, @Desc Instant at, UUID id) {}
 *
 * KeyCodec<OrderKey> codec = KeyCodec.of(OrderKey.class);
 * byte[] key = codec.encode(new OrderKey("USR_12345", Instant.now(), UUID.randomUUID()));
 * OrderKey same = codec.decode(key);
 * }</pre>
 *
 * <p>Components may be {@code boolean}, the integer and floating-point types and their boxes,
 * String, byte[], UUID, BigInteger, BigDecimal, Instant, LocalDate, LocalTime, enums whose
 * constants have a {@link Code}, records of these (as tuples), and Lists of these. {@link Desc},
 * {@link Nulls}, {@link Width}, {@link Scale}, {@link Unsigned} and {@link Added} say the rest. An
 * Instant is a timestamp(9) unless {@link Scale} says otherwise, so that none loses digits.
 *
 * <p>Immutable and thread-safe. The bytes are those of the {@link #schema()}, whichever way they
 * are written.
 */
public final class KeyCodec<R extends Record> {
  private final Class<R> type;
  private final KeySchema schema;
  private final RecordBinding binding;

  private KeyCodec(Class<R> type, KeySchema schema, RecordBinding binding) {
    this.type = type;
    this.schema = schema;
    this.binding = binding;
  }

  /** The codec of a record class, in the native format. */
  public static <R extends Record> KeyCodec<R> of(Class<R> type) {
    return new KeyCodec<>(type, RecordSchema.of(type), RecordBindings.of(type));
  }

  /** The same records in another format. */
  public KeyCodec<R> withFormat(KeyFormat format) {
    return new KeyCodec<>(type, schema.withFormat(format), binding);
  }

  /** The same records behind a shard prefix. */
  public KeyCodec<R> withShards(int count) {
    return new KeyCodec<>(type, schema.withShards(count), binding);
  }

  /** The same records behind a shard prefix over the first {@code by} fields. */
  public KeyCodec<R> withShards(int count, int by) {
    return new KeyCodec<>(type, schema.withShards(count, by), binding);
  }

  /** The schema that the record class stands for. */
  public KeySchema schema() {
    return schema;
  }

  /** The key of a record. */
  public byte[] encode(R record) {
    KeyWriter writer = schema.writer();
    binding.write(writer.reset(), record);
    return writer.toBytes();
  }

  /**
   * Writes a record into a writer of this {@link #schema()}; {@link KeyWriter#finish()} ends the
   * key.
   */
  public void write(R record, KeyWriter writer) {
    binding.write(writer.reset(), record);
  }

  /** The record of a key. */
  public R decode(byte[] key) {
    return read(schema.reader().reset(key));
  }

  /**
   * Reads a record with a reader of this {@link #schema()} that stands at the start of a key, and
   * checks its end.
   */
  public R read(KeyReader reader) {
    R record;
    try {
      record = type.cast(binding.read(reader));
    } catch (KeyException e) {
      throw e;
    } catch (RuntimeException e) {
      // The record's own constructor may refuse values that the schema allows.
      KeyFormatException refused =
          new KeyFormatException(
              null,
              -1,
              "values that " + type.getSimpleName() + " refuses: " + e.getMessage(),
              "a record it accepts");
      refused.initCause(e);
      throw refused;
    }
    reader.finish();
    return record;
  }
}
