package dev.keyfold.bench.keys;

import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyWriter;
import java.util.List;
import java.util.UUID;

/** The codec on objects of any class: arguments are boxed, classes looked at for each value. */
final class KeyfoldObjects implements OrderSubject {
  // int64 and not timestamp: an object that is read from a timestamp is an Instant, here a Long.
  private final KeySchema schema = KeySchema.parse("user_id string, at int64, id uuid");
  private final KeyWriter writer = schema.newWriter();

  @Override
  public byte[] encode(String user, long millis, UUID id) {
    return schema.encode(user, millis, id);
  }

  @Override
  public int encodeReused(String user, long millis, UUID id) {
    return writer.reset().put(user).put(millis).put(id).finish();
  }

  @Override
  public byte[] buffer() {
    return writer.buffer();
  }

  @Override
  public void decode(byte[] key, Order into) {
    List<Object> values = schema.decode(key);
    into.set((String) values.get(0), (Long) values.get(1), (UUID) values.get(2));
  }
}
