package dev.keyfold.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Scan;
import dev.keyfold.testkit.Seeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;

/** Databases with random settings of their own against a sorted map, through a foreign store. */
class ForeignModelTest {
  private static final byte[] ALPHABET = {0, 1, 'a', (byte) 0xFE, (byte) 0xFF};

  @TempDir(factory = FastDisk.class)
  Path directory;

  private Random random;

  @Test
  void scansAndLookupsAgreeWithASortedMap() {
    Seeds.each(
        source -> {
          random = source;
          for (int round = 0; round < 3; round++) {
            Path path = directory.resolve("db" + source.nextLong());
            NavigableMap<byte[], byte[]> model = new TreeMap<>(Bytes::compare);
            try (Database database = Database.open(path, settings())) {
              for (int part = 0; part < 3; part++) {
                change(database, model);
                // While it is open for writing, with part of it in the log only.
                compare(path, model);
              }
            }
            compare(path, model);
          }
        });
  }

  private ColumnFamilyOptions settings() {
    ColumnFamilyOptions settings =
        new ColumnFamilyOptions()
            .setWriteBufferSize(64 << 10)
            .setCompressionType(
                random.nextBoolean()
                    ? CompressionType.NO_COMPRESSION
                    : CompressionType.ZSTD_COMPRESSION);
    switch (random.nextInt(3)) {
      case 0 ->
          settings
              .setTableFormatConfig(
                  new BlockBasedTableConfig().setBlockSize(256).setFilterPolicy(new BloomFilter(5)))
              .useFixedLengthPrefixExtractor(1 + random.nextInt(3));
      case 1 -> settings.setEnableBlobFiles(true).setMinBlobSize(20);
      default -> {}
    }
    return settings;
  }

  private void change(Database database, NavigableMap<byte[], byte[]> model) throws Exception {
    for (int i = random.nextInt(300); i >= 0; i--) {
      byte[] key = key();
      if (random.nextInt(4) == 0) {
        database.db().delete(key);
        model.remove(key);
      } else {
        byte[] value = new byte[random.nextInt(60)];
        random.nextBytes(value);
        database.db().put(key, value);
        model.put(key, value);
      }
      if (random.nextInt(100) == 0) {
        database.flush();
      }
    }
  }

  private void compare(Path path, NavigableMap<byte[], byte[]> model) {
    try (ForeignStore store = ForeignStore.open(path, "default")) {
      compare(store, Scan.everything(), model);
      for (int i = 0; i < 40; i++) {
        Scan scan = Scan.over(range());
        scan = random.nextBoolean() ? scan.reverse() : scan;
        scan = random.nextInt(3) == 0 ? scan.limit(random.nextInt(9)) : scan;
        compare(store, random.nextInt(5) == 0 ? scan.inBulk() : scan, model);
        byte[] key = key();
        assertThat(store.get(key)).isEqualTo(model.get(key));
      }
    }
  }

  private static void compare(Reader store, Scan scan, NavigableMap<byte[], byte[]> model) {
    List<String> wanted = new ArrayList<>();
    NavigableMap<byte[], byte[]> ordered = scan.reversed() ? model.descendingMap() : model;
    ordered.forEach(
        (key, value) -> {
          if (scan.range().contains(key) && wanted.size() < scan.limit()) {
            wanted.add(Bytes.toHex(key) + "=" + Bytes.toHex(value));
          }
        });
    List<String> found = new ArrayList<>();
    try (Cursor cursor = store.scan(scan)) {
      while (cursor.next()) {
        found.add(cursor.key() + "=" + cursor.value());
      }
    }
    assertThat(found).as("%s", scan).isEqualTo(wanted);
  }

  private KeyRange range() {
    return switch (random.nextInt(4)) {
      case 0 -> KeyRange.of(new byte[0], key());
      case 1 -> KeyRange.of(key(), null);
      case 2 -> KeyRange.prefix(key());
      default -> KeyRange.of(key(), key());
    };
  }

  private byte[] key() {
    byte[] key = new byte[1 + random.nextInt(4)];
    for (int i = 0; i < key.length; i++) {
      key[i] = ALPHABET[random.nextInt(ALPHABET.length)];
    }
    return key;
  }
}
