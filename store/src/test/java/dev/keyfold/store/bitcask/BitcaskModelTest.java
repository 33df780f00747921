package dev.keyfold.store.bitcask;

import static dev.keyfold.testkit.FerricLogWriter.bytes;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.Cursor;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Snapshot;
import dev.keyfold.testkit.FerricLogWriter;
import dev.keyfold.testkit.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random logs with random damage, compared with a map of what their intact records say. */
class BitcaskModelTest {
  private static final long NOW = 1_000_000;

  @TempDir Path directory;

  /** A record and where it lies; a null value deletes. */
  private record Written(
      int shard, int number, long offset, int size, String key, String value, long expiresAt) {}

  private record Hit(int shard, int number, long offset) {}

  @Test
  void randomLogs() {
    int[] run = {0};
    Seeds.each(
        random -> {
          for (int i = 0; i < 60; i++) {
            one(random, directory.resolve("run" + run[0]++));
          }
        });
  }

  /** What the fuzz target does, with inputs that need no fuzzer. */
  @Test
  void randomBytes() {
    Seeds.each(
        random -> {
          for (int i = 0; i < 200; i++) {
            byte[] input = new byte[random.nextInt(2_000)];
            random.nextBytes(input);
            BitcaskFuzzTest.check(directory, input);
            BitcaskFuzzTest.check(directory, BitcaskFuzzTest.repaired(input));
          }
        });
  }

  private static void one(Random random, Path data) throws IOException {
    FerricLogWriter logs = new FerricLogWriter(data);
    List<Written> written = write(random, logs);
    List<Hit> hits = damage(random, logs, written);
    NavigableMap<String, String> expected = oracle(written, hits);
    try (BitcaskStore store = BitcaskStore.open(data, Contents.at(NOW));
        Snapshot snapshot = store.snapshot()) {
      assertThat(Contents.of(store)).isEqualTo(expected);
      assertThat(store.report().liveKeys()).isEqualTo(expected.size());
      long intact = written.stream().filter(record -> !isHit(record, hits)).count();
      assertThat(store.report().records()).isEqualTo(intact);
      for (int i = 0; i < 40; i++) {
        scan(random, i % 2 == 0 ? store : snapshot, expected);
      }
    }
  }

  private static String key(Random random) {
    return "k".repeat(random.nextInt(3)) + (char) random.nextInt(256) + random.nextInt(30);
  }

  private static List<Written> write(Random random, FerricLogWriter logs) throws IOException {
    List<Written> written = new ArrayList<>();
    int shards = 1 + random.nextInt(3);
    int count = 1 + random.nextInt(300);
    int perFile = 1 + random.nextInt(200);
    for (int i = 0; i < count; i++) {
      String key = key(random);
      int shard = Math.floorMod(key.hashCode(), shards);
      String value = random.nextInt(4) == 0 ? null : value(random);
      long expiresAt =
          value == null || random.nextInt(3) > 0 ? 0 : NOW + random.nextInt(2_000) - 1_000;
      byte[] record =
          value == null
              ? FerricLogWriter.tombstone(i, bytes(key))
              : FerricLogWriter.record(i, expiresAt, bytes(key), bytes(value));
      long offset = logs.append(shard, i / perFile, record);
      written.add(new Written(shard, i / perFile, offset, record.length, key, value, expiresAt));
    }
    return written;
  }

  private static String value(Random random) {
    byte[] value = new byte[random.nextInt(10) == 0 ? random.nextInt(3_000) : random.nextInt(40)];
    random.nextBytes(value);
    return new String(value, ISO_8859_1);
  }

  /** Changes a byte in some of the logs. */
  private static List<Hit> damage(Random random, FerricLogWriter logs, List<Written> written)
      throws IOException {
    List<Hit> hits = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      Written victim = written.get(random.nextInt(written.size()));
      Path log = logs.log(victim.shard(), victim.number());
      // Once per log: a wrong size may lead past an intact record, from one damage to another.
      if (hits.stream().noneMatch(hit -> log.equals(logs.log(hit.shard(), hit.number())))) {
        int offset = (int) victim.offset() + random.nextInt(victim.size());
        byte[] bytes = Files.readAllBytes(log);
        bytes[offset] ^= (byte) (1 + random.nextInt(255));
        Files.write(log, bytes);
        hits.add(new Hit(victim.shard(), victim.number(), offset));
      }
    }
    return hits;
  }

  private static boolean isHit(Written record, List<Hit> hits) {
    return hits.stream()
        .anyMatch(
            hit ->
                hit.shard() == record.shard()
                    && hit.number() == record.number()
                    && hit.offset() >= record.offset()
                    && hit.offset() < record.offset() + record.size());
  }

  private static NavigableMap<String, String> oracle(List<Written> written, List<Hit> hits) {
    List<Written> inOrder = new ArrayList<>(written);
    inOrder.sort(Comparator.comparingInt(Written::number).thenComparingLong(Written::offset));
    Map<String, Written> newest = new TreeMap<>();
    inOrder.stream()
        .filter(record -> !isHit(record, hits))
        .forEach(record -> newest.put(record.key(), record));
    NavigableMap<String, String> expected = new TreeMap<>(); // ISO 8859-1 sorts like its bytes
    newest.forEach(
        (key, record) -> {
          boolean expired = record.expiresAt() != 0 && record.expiresAt() <= NOW;
          if (record.value() != null && !expired) {
            expected.put(key, record.value());
          }
        });
    return expected;
  }

  private static void scan(Random random, Reader reader, NavigableMap<String, String> expected) {
    String from = random.nextInt(4) == 0 ? "" : key(random);
    String to = random.nextInt(4) == 0 ? null : key(random);
    if (to != null && to.compareTo(from) < 0) {
      String swap = to;
      to = from;
      from = swap;
    }
    boolean reversed = random.nextBoolean();
    int limit = random.nextInt(50);
    NavigableMap<String, String> range =
        to == null ? expected.tailMap(from, true) : expected.subMap(from, true, to, false);
    if (reversed) {
      range = range.descendingMap();
    }
    String seek = random.nextBoolean() ? null : key(random);
    List<String> wanted = new ArrayList<>();
    for (Map.Entry<String, String> entry : range.entrySet()) {
      int order = seek == null ? 0 : entry.getKey().compareTo(seek);
      if (wanted.size() < limit && (reversed ? order <= 0 : order >= 0)) {
        wanted.add(entry.getKey() + "=" + entry.getValue());
      }
    }
    Scan scan = Scan.between(bytes(from), to == null ? null : bytes(to)).limit(limit);
    List<String> found = new ArrayList<>();
    try (Cursor cursor = reader.scan(reversed ? scan.reverse() : scan)) {
      if (seek != null) {
        cursor.seek(bytes(seek));
      }
      while (cursor.next()) {
        found.add(text(cursor.key().toArray()) + "=" + text(cursor.value().toArray()));
      }
    }
    assertThat(found).isEqualTo(wanted);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, ISO_8859_1);
  }
}
