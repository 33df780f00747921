package dev.keyfold.bench.keys;

import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeyWriter;
import dev.keyfold.codec.record.KeyCodec;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.UUID;

/**
 * What {@code KeyCodec} would be without generated classes: the accessors, puts, gets and the
 * constructor composed into one method handle for each direction, which the JVM compiles as a
 * whole. It decides whether the generated classes earn their keep.
 *
 * <p>The handles are in instance fields, as they must be in a codec of any record class; only
 * static final ones are constants that the compiler inlines into their callers.
 */
final class RecordByHandles implements OrderSubject {
  private final KeyCodec<OrderRecord> codec = KeyCodec.of(OrderRecord.class);
  private final KeyWriter writer = codec.schema().newWriter();
  private final ThreadLocal<KeyWriter> writers = ThreadLocal.withInitial(codec.schema()::newWriter);
  private final ThreadLocal<KeyReader> readers = ThreadLocal.withInitial(codec.schema()::newReader);
  private final MethodHandle write;
  private final MethodHandle read;

  RecordByHandles() {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      write = composedWrite(lookup);
      read = composedRead(lookup);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** {@code (KeyWriter, Record) -> void}: a put of each component, in turn. */
  private static MethodHandle composedWrite(MethodHandles.Lookup lookup)
      throws ReflectiveOperationException {
    MethodHandle all =
        MethodHandles.dropArguments(
            MethodHandles.empty(MethodType.methodType(void.class)),
            0,
            KeyWriter.class,
            OrderRecord.class);
    all = MethodHandles.foldArguments(all, put(lookup, "putUuid", "id", UUID.class));
    all = MethodHandles.foldArguments(all, put(lookup, "putLong", "millis", long.class));
    all = MethodHandles.foldArguments(all, put(lookup, "putString", "user", String.class));
    return all.asType(MethodType.methodType(void.class, KeyWriter.class, Record.class));
  }

  private static MethodHandle put(
      MethodHandles.Lookup lookup, String put, String component, Class<?> type)
      throws ReflectiveOperationException {
    MethodHandle putter =
        lookup.findVirtual(KeyWriter.class, put, MethodType.methodType(KeyWriter.class, type));
    MethodHandle accessor =
        lookup.findVirtual(OrderRecord.class, component, MethodType.methodType(type));
    return MethodHandles.filterArguments(putter, 1, accessor)
        .asType(MethodType.methodType(void.class, KeyWriter.class, OrderRecord.class));
  }

  /** {@code (KeyReader) -> Record}: the constructor over a get of each component. */
  private static MethodHandle composedRead(MethodHandles.Lookup lookup)
      throws ReflectiveOperationException {
    MethodHandle constructor =
        lookup.findConstructor(
            OrderRecord.class,
            MethodType.methodType(void.class, String.class, long.class, UUID.class));
    MethodHandle gets =
        MethodHandles.filterArguments(
            constructor,
            0,
            get(lookup, "getString", String.class),
            get(lookup, "getLong", long.class),
            get(lookup, "getUuid", UUID.class));
    return MethodHandles.permuteArguments(
            gets, MethodType.methodType(OrderRecord.class, KeyReader.class), 0, 0, 0)
        .asType(MethodType.methodType(Record.class, KeyReader.class));
  }

  private static MethodHandle get(MethodHandles.Lookup lookup, String get, Class<?> type)
      throws ReflectiveOperationException {
    return lookup.findVirtual(KeyReader.class, get, MethodType.methodType(type));
  }

  private void put(KeyWriter into, Record order) {
    try {
      write.invokeExact(into.reset(), order);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public byte[] encode(String user, long millis, UUID id) {
    KeyWriter mine = writers.get();
    put(mine, new OrderRecord(user, millis, id));
    return mine.toBytes();
  }

  @Override
  public int encodeReused(String user, long millis, UUID id) {
    put(writer, new OrderRecord(user, millis, id));
    return writer.finish();
  }

  @Override
  public byte[] buffer() {
    return writer.buffer();
  }

  @Override
  public void decode(byte[] key, Order into) {
    KeyReader reader = readers.get();
    OrderRecord order;
    try {
      order = (OrderRecord) (Record) read.invokeExact(reader.reset(key));
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
    reader.finish();
    into.set(order.user(), order.millis(), order.id());
  }
}
