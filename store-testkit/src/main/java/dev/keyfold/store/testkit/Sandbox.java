package dev.keyfold.store.testkit;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A stretch of the key space in which a check may do what it likes, and words to do it in. */
final class Sandbox {
  private final StoreFixture fixture;
  private final byte[] prefix;

  Sandbox(StoreFixture fixture, byte[] prefix) {
    this.fixture = fixture;
    this.prefix = prefix;
  }

  Store store() {
    return fixture.store();
  }

  boolean reopen() {
    return fixture.reopen();
  }

  /** A key of the sandbox that ends in the text. */
  byte[] key(String text) {
    return key(text.getBytes(StandardCharsets.UTF_8));
  }

  byte[] key(byte[] suffix) {
    byte[] key = Arrays.copyOf(prefix, prefix.length + suffix.length);
    System.arraycopy(suffix, 0, key, prefix.length, suffix.length);
    return key;
  }

  static byte[] value(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  void put(String key, String value) {
    store().put(key(key), value(value));
  }

  /** Puts each of the letters, with itself as value. */
  void putEach(String letters) {
    letters.chars().mapToObj(Character::toString).forEach(letter -> put(letter, letter));
  }

  @Nullable String get(Reader reader, String key) {
    byte[] value = reader.get(key(key));
    return value == null ? null : new String(value, StandardCharsets.UTF_8);
  }

  /** The value of a key that must be there. */
  static byte[] present(Reader reader, byte[] key) {
    byte[] value = reader.get(key);
    if (value == null) {
      throw new AssertionError("the key " + Bytes.toHex(key) + " is absent");
    }
    return value;
  }

  KeyRange everything() {
    return KeyRange.prefix(prefix);
  }

  KeyRange range(String start, @Nullable String end) {
    return KeyRange.of(key(start), end == null ? Bytes.successor(prefix) : key(end));
  }

  Scan scan(String start, @Nullable String end) {
    return Scan.over(range(start, end));
  }

  /** The suffixes of the keys of the scan, in its order, without separator. */
  String keys(Reader reader, Scan scan) {
    StringBuilder keys = new StringBuilder();
    try (Cursor cursor = reader.scan(scan)) {
      while (cursor.next()) {
        keys.append(suffix(cursor.key().toArray()));
      }
    }
    return keys.toString();
  }

  String keys(Reader reader) {
    return keys(reader, Scan.over(everything()));
  }

  /** The next key's suffix, or null at the end. */
  @Nullable String step(Cursor cursor) {
    return cursor.next() ? suffix(cursor.key().toArray()) : null;
  }

  private String suffix(byte[] key) {
    return new String(key, prefix.length, key.length - prefix.length, StandardCharsets.UTF_8);
  }

  static List<String> texts(List<byte[]> values) {
    List<String> texts = new ArrayList<>();
    for (byte[] value : values) {
      texts.add(value == null ? null : new String(value, StandardCharsets.UTF_8));
    }
    return texts;
  }

  static void expect(@Nullable Object found, @Nullable Object expected, String what) {
    boolean same =
        (found instanceof byte[] a && expected instanceof byte[] b)
            ? Arrays.equals(a, b)
            : Objects.equals(found, expected);
    if (!same) {
      throw new AssertionError(what + ": found " + show(found) + ", expected " + show(expected));
    }
  }

  static void expectThrown(Class<? extends Throwable> type, Runnable action, String what) {
    try {
      action.run();
    } catch (Throwable thrown) {
      if (type.isInstance(thrown)) {
        return;
      }
      throw new AssertionError(
          what + ": found " + thrown + ", expected " + type.getSimpleName(), thrown);
    }
    throw new AssertionError(what + ": nothing was thrown, expected " + type.getSimpleName());
  }

  private static String show(@Nullable Object value) {
    if (value instanceof byte[] bytes) {
      return bytes.length > 100 ? bytes.length + " bytes" : Bytes.toHex(bytes);
    }
    return String.valueOf(value);
  }

  void clear() {
    Batch batch = new Batch();
    batch.deleteRange(everything());
    store().write(batch);
  }
}
