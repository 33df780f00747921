package dev.keyfold.bench.keys;

import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyWriter;
import java.util.UUID;

/** The codec as its documentation shows it: typed puts and gets, one writer and one reader. */
final class Keyfold implements ThirdFieldSubject {
  static final String SCHEMA = "user_id string, at timestamp, id uuid";
  static final String NUMBERED_SCHEMA = "user_id string, at timestamp, number int64";

  private final KeySchema schema = KeySchema.parse(SCHEMA);
  private final KeyWriter writer = schema.newWriter();
  private final KeyReader reader = schema.newReader();
  private final KeySchema numbered = KeySchema.parse(NUMBERED_SCHEMA);
  private final KeyReader numberedReader = numbered.newReader();

  @Override
  public byte[] encode(String user, long millis, UUID id) {
    return writer.putString(user).putLong(millis).putUuid(id).toBytes();
  }

  @Override
  public int encodeReused(String user, long millis, UUID id) {
    return writer.reset().putString(user).putLong(millis).putUuid(id).finish();
  }

  @Override
  public byte[] buffer() {
    return writer.buffer();
  }

  @Override
  public void decode(byte[] key, Order into) {
    reader.reset(key);
    String user = reader.getString();
    long millis = reader.getLong();
    UUID id = reader.getUuid();
    // A key with bytes after its last field is not one of this schema: part of decoding.
    reader.finish();
    into.set(user, millis, id);
  }

  @Override
  public long thirdId(byte[] key) {
    reader.reset(key).field(2);
    return reader.getUuidHigh() ^ reader.getUuidLow();
  }

  @Override
  public byte[] encodeNumbered(String user, long millis, long number) {
    return numbered.encode(user, millis, number);
  }

  @Override
  public long thirdNumber(byte[] key) {
    return numberedReader.reset(key).field(2).getLong();
  }
}
