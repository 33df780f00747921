package dev.keyfold.codec.record;

import dev.keyfold.codec.KeyFormat;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyWriter;
import java.util.stream.IntStream;

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
 * <p>{@link RecordSplit} spreads the components over several keys.
 *
 * <p>Immutable and thread-safe. The bytes are those of the {@link #schema()}, whichever way they
 * are written.
 */
public final class KeyCodec<R extends Record> {
  private final KeySchema schema;
  private final RecordWriter puts;
  private final RecordReader gets;
  private final ThreadLocal<KeyWriter> writers;
  private final ThreadLocal<KeyReader> readers;

  private KeyCodec(KeySchema schema, RecordWriter puts, RecordReader gets) {
    this.schema = schema;
    this.puts = puts;
    this.gets = gets;
    this.writers = ThreadLocal.withInitial(schema::newWriter);
    this.readers = ThreadLocal.withInitial(schema::newReader);
  }

  /** The codec of a record class, in the native format. */
  public static <R extends Record> KeyCodec<R> of(Class<R> type) {
    KeySchema schema = RecordSchema.of(type);
    RecordComponents components = new RecordComponents(type);
    int[] all = IntStream.range(0, components.size()).toArray();
    return new KeyCodec<>(
        schema,
        RecordBindings.writer(components, all),
        RecordBindings.reader(components, all, new int[0]));
  }

  /** The same records in another format. */
  public KeyCodec<R> withFormat(KeyFormat format) {
    return new KeyCodec<>(schema.withFormat(format), puts, gets);
  }

  /** The same records after a shard prefix. */
  public KeyCodec<R> withShards(int count) {
    return new KeyCodec<>(schema.withShards(count), puts, gets);
  }

  /** The same records after a shard prefix over the first {@code by} fields. */
  public KeyCodec<R> withShards(int count, int by) {
    return new KeyCodec<>(schema.withShards(count, by), puts, gets);
  }

  /** The schema that the record class represents. */
  public KeySchema schema() {
    return schema;
  }

  /** The key of a record. */
  public byte[] encode(R record) {
    KeyWriter writer = writers.get();
    puts.write(writer.reset(), record);
    return writer.toBytes();
  }

  /**
   * Writes a record into a writer of this {@link #schema()}; {@link KeyWriter#finish()} ends the
   * key.
   */
  public void write(R record, KeyWriter writer) {
    puts.write(writer.reset(), record);
  }

  /** The record of a key. */
  public R decode(byte[] key) {
    return read(readers.get().reset(key));
  }

  /**
   * Reads a record with a reader of this {@link #schema()} that stands at the start of a key, and
   * checks its end.
   */
  @SuppressWarnings("unchecked")
  public R read(KeyReader reader) {
    R record = (R) gets.read(reader, null);
    reader.finish();
    return record;
  }
}
