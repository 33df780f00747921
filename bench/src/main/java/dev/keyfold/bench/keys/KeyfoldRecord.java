package dev.keyfold.bench.keys;

import dev.keyfold.codec.KeyWriter;
import dev.keyfold.codec.record.KeyCodec;
import java.util.UUID;

/** The codec on a record, whose creation is part of the work in both directions. */
final class KeyfoldRecord implements OrderSubject {
  private final KeyCodec<OrderRecord> codec = KeyCodec.of(OrderRecord.class);
  private final KeyWriter writer = codec.schema().newWriter();

  @Override
  public byte[] encode(String user, long millis, UUID id) {
    return codec.encode(new OrderRecord(user, millis, id));
  }

  @Override
  public int encodeReused(String user, long millis, UUID id) {
    codec.write(new OrderRecord(user, millis, id), writer);
    return writer.finish();
  }

  @Override
  public byte[] buffer() {
    return writer.buffer();
  }

  @Override
  public void decode(byte[] key, Order into) {
    OrderRecord order = codec.decode(key);
    into.set(order.user(), order.millis(), order.id());
  }
}
