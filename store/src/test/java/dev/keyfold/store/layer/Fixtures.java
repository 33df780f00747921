package dev.keyfold.store.layer;

import dev.keyfold.store.Batch;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Scan;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Short words for tests of layers: keys and values are text. */
public final class Fixtures {
  private Fixtures() {}

  public static byte[] b(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  public static String text(byte[] bytes) {
    return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
  }

  public static String get(Reader reader, String key) {
    return text(reader.get(b(key)));
  }

  public static List<String> getAll(Reader reader, String... keys) {
    List<byte[]> asked = new ArrayList<>();
    for (String key : keys) {
      asked.add(b(key));
    }
    List<String> found = new ArrayList<>();
    reader.getAll(asked).forEach(value -> found.add(text(value)));
    return found;
  }

  /** {@code a=1, b=2}: what a scan sees. */
  public static String rows(Reader reader, Scan scan) {
    try (Cursor cursor = reader.scan(scan)) {
      return rest(cursor);
    }
  }

  public static String all(Reader reader) {
    return rows(reader, Scan.everything());
  }

  public static String rest(Cursor cursor) {
    List<String> rows = new ArrayList<>();
    while (cursor.next()) {
      rows.add(text(cursor.key().toArray()) + "=" + text(cursor.value().toArray()));
    }
    return String.join(", ", rows);
  }

  /** {@code batch("a=1", "-b")}: puts and deletes. */
  public static Batch batch(String... writes) {
    Batch batch = new Batch();
    for (String write : writes) {
      if (write.startsWith("-")) {
        batch.delete(b(write.substring(1)));
      } else {
        String[] pair = write.split("=", 2);
        batch.put(b(pair[0]), b(pair[1]));
      }
    }
    return batch;
  }
}
