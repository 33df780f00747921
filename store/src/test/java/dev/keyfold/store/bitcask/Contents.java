package dev.keyfold.store.bitcask;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.Cursor;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Scan;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.TreeMap;

/** All entries of a store as text, so that maps of them can be compared and printed. */
final class Contents {
  private Contents() {}

  static Clock at(long millis) {
    return Clock.fixed(Instant.ofEpochMilli(millis), ZoneOffset.UTC);
  }

  static BitcaskStore open(Path data) {
    return BitcaskStore.open(data, at(1_000_000));
  }

  /** By a scan; every value is compared with that of a get. */
  static Map<String, String> of(Reader reader) {
    Map<String, String> entries = new TreeMap<>();
    try (Cursor cursor = reader.scan(Scan.everything())) {
      while (cursor.next()) {
        String key = new String(cursor.key().toArray(), ISO_8859_1);
        String value = new String(cursor.value().toArray(), ISO_8859_1);
        assertThat(entries.put(key, value)).isNull();
        assertThat(reader.get(key.getBytes(ISO_8859_1))).isEqualTo(value.getBytes(ISO_8859_1));
      }
    }
    return entries;
  }
}
