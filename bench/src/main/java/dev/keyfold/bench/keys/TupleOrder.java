package dev.keyfold.bench.keys;

import com.apple.foundationdb.tuple.Tuple;
import java.nio.ByteBuffer;
import java.util.UUID;

/** FoundationDB's tuple layer, which decodes all elements to get at any. */
final class TupleOrder implements ThirdFieldSubject {
  private final byte[] bytes = new byte[128];
  private final ByteBuffer buffer = ByteBuffer.wrap(bytes);

  @Override
  public byte[] encode(String user, long millis, UUID id) {
    return Tuple.from(user, millis, id).pack();
  }

  @Override
  public int encodeReused(String user, long millis, UUID id) {
    buffer.clear();
    Tuple.from(user, millis, id).packInto(buffer);
    return buffer.position();
  }

  @Override
  public byte[] buffer() {
    return bytes;
  }

  @Override
  public void decode(byte[] key, Order into) {
    Tuple tuple = Tuple.fromBytes(key);
    into.set(tuple.getString(0), tuple.getLong(1), tuple.getUUID(2));
  }

  @Override
  public long thirdId(byte[] key) {
    UUID id = Tuple.fromBytes(key).getUUID(2);
    return id.getMostSignificantBits() ^ id.getLeastSignificantBits();
  }

  @Override
  public byte[] encodeNumbered(String user, long millis, long number) {
    return Tuple.from(user, millis, number).pack();
  }

  @Override
  public long thirdNumber(byte[] key) {
    return Tuple.fromBytes(key).getLong(2);
  }
}
