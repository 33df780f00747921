package dev.keyfold.bench.keys;

import java.util.Arrays;
import java.util.UUID;
import org.apache.hadoop.hbase.util.OrderedBytes;
import org.apache.hadoop.hbase.util.PositionedByteRange;
import org.apache.hadoop.hbase.util.SimplePositionedMutableByteRange;

/**
 * HBase's OrderedBytes. It has no type for a UUID: the 16 bytes travel as a BlobCopy, its cheapest
 * type for bytes, which only the last field may have. Order.ASCENDING and one reused range.
 */
final class OrderedBytesOrder implements ThirdFieldSubject {
  private static final org.apache.hadoop.hbase.util.Order ASC =
      org.apache.hadoop.hbase.util.Order.ASCENDING;

  private final byte[] bytes = new byte[128];
  private final byte[] id16 = new byte[16];
  private final PositionedByteRange out = new SimplePositionedMutableByteRange(bytes);
  private final PositionedByteRange in = new SimplePositionedMutableByteRange();

  @Override
  public byte[] encode(String user, long millis, UUID id) {
    return Arrays.copyOf(bytes, write(user, millis, id));
  }

  @Override
  public int encodeReused(String user, long millis, UUID id) {
    return write(user, millis, id);
  }

  private int write(String user, long millis, UUID id) {
    out.setPosition(0);
    OrderedBytes.encodeString(out, user, ASC);
    OrderedBytes.encodeInt64(out, millis, ASC);
    HandWritten.LONG.set(id16, 0, id.getMostSignificantBits());
    HandWritten.LONG.set(id16, 8, id.getLeastSignificantBits());
    OrderedBytes.encodeBlobCopy(out, id16, ASC);
    return out.getPosition();
  }

  @Override
  public byte[] buffer() {
    return bytes;
  }

  @Override
  public void decode(byte[] key, Order into) {
    in.set(key);
    String user = OrderedBytes.decodeString(in);
    long millis = OrderedBytes.decodeInt64(in);
    byte[] id = OrderedBytes.decodeBlobCopy(in);
    into.set(
        user,
        millis,
        new UUID((long) HandWritten.LONG.get(id, 0), (long) HandWritten.LONG.get(id, 8)));
  }

  @Override
  public long thirdId(byte[] key) {
    toThird(key);
    byte[] id = OrderedBytes.decodeBlobCopy(in);
    return (long) HandWritten.LONG.get(id, 0) ^ (long) HandWritten.LONG.get(id, 8);
  }

  private void toThird(byte[] key) {
    in.set(key);
    OrderedBytes.skip(in);
    OrderedBytes.skip(in);
  }

  @Override
  public byte[] encodeNumbered(String user, long millis, long number) {
    out.setPosition(0);
    OrderedBytes.encodeString(out, user, ASC);
    OrderedBytes.encodeInt64(out, millis, ASC);
    OrderedBytes.encodeInt64(out, number, ASC);
    return Arrays.copyOf(bytes, out.getPosition());
  }

  @Override
  public long thirdNumber(byte[] key) {
    toThird(key);
    return OrderedBytes.decodeInt64(in);
  }
}
