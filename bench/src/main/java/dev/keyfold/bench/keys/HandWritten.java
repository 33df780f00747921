package dev.keyfold.bench.keys;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.UUID;

/**
 * The lower bound: the bytes of the native format for this one key, written as a programmer would
 * who knows that names are ASCII without {@code 00} and {@code 01}, and that every key is well
 * formed. No schema, no check, no escape.
 *
 * <pre>
 *   name 00 | millis, sign flipped, 8 | id, 16 (or a number, sign flipped, 8)
 * </pre>
 */
class HandWritten implements ThirdFieldSubject {
  static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  final byte[] buffer = new byte[128];

  @Override
  public byte[] encode(String user, long millis, UUID id) {
    int length = user.length();
    byte[] key = new byte[length + 25];
    write(user, length, millis, id, key);
    return key;
  }

  @Override
  public int encodeReused(String user, long millis, UUID id) {
    int length = user.length();
    write(user, length, millis, id, buffer);
    return length + 25;
  }

  // getBytes of four arguments drops the high byte of each character, which ASCII does not have,
  // and
  // is a plain copy: nothing in Java is faster.
  @SuppressWarnings("deprecation")
  private static void write(String user, int length, long millis, UUID id, byte[] key) {
    user.getBytes(0, length, key, 0);
    key[length] = 0;
    LONG.set(key, length + 1, millis ^ Long.MIN_VALUE);
    LONG.set(key, length + 9, id.getMostSignificantBits());
    LONG.set(key, length + 17, id.getLeastSignificantBits());
  }

  @Override
  public byte[] buffer() {
    return buffer;
  }

  // A String from bytes and a high byte is the same copy in the other direction. The constructor
  // with
  // a charset is too large to be inlined, which costs more than the search for the terminator.
  @Override
  @SuppressWarnings("deprecation")
  public void decode(byte[] key, Order into) {
    int end = terminator(key);
    String user = new String(key, 0, 0, end);
    read(key, end, user, into);
  }

  static void read(byte[] key, int end, String user, Order into) {
    long millis = (long) LONG.get(key, end + 1) ^ Long.MIN_VALUE;
    UUID id = new UUID((long) LONG.get(key, end + 9), (long) LONG.get(key, end + 17));
    into.set(user, millis, id);
  }

  static int terminator(byte[] key) {
    int end = 0;
    while (key[end] != 0) {
      end++;
    }
    return end;
  }

  @Override
  public long thirdId(byte[] key) {
    int end = terminator(key);
    return (long) LONG.get(key, end + 9) ^ (long) LONG.get(key, end + 17);
  }

  @Override
  @SuppressWarnings("deprecation")
  public byte[] encodeNumbered(String user, long millis, long number) {
    int length = user.length();
    byte[] key = new byte[length + 17];
    user.getBytes(0, length, key, 0);
    LONG.set(key, length + 1, millis ^ Long.MIN_VALUE);
    LONG.set(key, length + 9, number ^ Long.MIN_VALUE);
    return key;
  }

  @Override
  public long thirdNumber(byte[] key) {
    return (long) LONG.get(key, terminator(key) + 9) ^ Long.MIN_VALUE;
  }
}
