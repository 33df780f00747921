package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.testkit.Seeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code keyfold scan} and {@code get} of any bytes against a sorted map. */
class ScanModelTest {
  private static final byte[] ALPHABET = {
    0, '\t', '\n', '\\', 'x', 'a', '\'', (byte) 0xC3, (byte) 0xBC, (byte) 0x85, (byte) 0xFF
  };

  @TempDir private Path directory;

  private Random random;

  @Test
  void scansAsASortedMap() {
    Seeds.each(
        source -> {
          random = source;
          Path path = directory.resolve("db" + source.nextLong());
          NavigableMap<byte[], byte[]> model = new TreeMap<>(Bytes::compare);
          try (ForeignDatabase database = new ForeignDatabase(path)) {
            for (int i = 0; i < 150; i++) {
              byte[] key = bytes(1 + random.nextInt(5));
              byte[] value = bytes(random.nextInt(9));
              database.put(key, value);
              model.put(key, value);
            }
          }
          for (int i = 0; i < 25; i++) {
            scan("rocksdb:" + path + "?foreign=true", model);
          }
          compareText("rocksdb:" + path + "?foreign=true", model);
        });
  }

  private void scan(String store, NavigableMap<byte[], byte[]> model) {
    List<String> args = new ArrayList<>(List.of("scan", "--store", store, "--hex"));
    args.addAll(List.of("--values", "hex"));
    KeyRange range = KeyRange.of(new byte[0], null);
    if (random.nextInt(3) == 0) {
      byte[] prefix = bytes(1 + random.nextInt(2));
      range = KeyRange.prefix(prefix);
      args.addAll(List.of("--prefix", Bytes.toHex(prefix)));
    } else {
      byte[] from = bytes(random.nextInt(3));
      byte[] to = random.nextBoolean() ? null : bytes(1 + random.nextInt(3));
      range = KeyRange.of(from, to);
      args.addAll(List.of("--from", Bytes.toHex(from)));
      if (to != null) {
        args.addAll(List.of("--to", Bytes.toHex(to)));
      }
    }
    int limit = 1 + random.nextInt(200);
    args.addAll(List.of("--limit", Integer.toString(limit)));
    List<String> wanted = new ArrayList<>();
    for (Map.Entry<byte[], byte[]> entry : model.entrySet()) {
      if (range.contains(entry.getKey())) {
        wanted.add(Bytes.toHex(entry.getKey()) + "\t" + Bytes.toHex(entry.getValue()));
      }
    }
    Cli run = Cli.run("", args.toArray(new String[0]));
    assertThat(run.status()).as(run.err()).isZero();
    boolean cut = wanted.size() > limit;
    assertThat(run.out().lines().toList())
        .as("%s", args)
        .isEqualTo(cut ? wanted.subList(0, limit) : wanted);
    assertThat(run.err().isEmpty()).as(run.err()).isEqualTo(!cut);
  }

  /** Keys and values as text: a line each, whatever bytes they have, and each can be typed. */
  private static void compareText(String store, NavigableMap<byte[], byte[]> model) {
    Cli run = Cli.run("", "scan", "--store", store, "--limit", "1000");
    List<String> lines = run.out().lines().toList();
    assertThat(lines).hasSize(model.size());
    int at = 0;
    for (Map.Entry<byte[], byte[]> entry : model.entrySet()) {
      String[] parts = lines.get(at).split("\t", -1);
      assertThat(parts).hasSize(2);
      if (at % 8 == 0 && !parts[0].startsWith("-")) {
        Cli.run("", "get", "--store", store, "--values", "hex", parts[0])
            .gives(Bytes.toHex(entry.getValue()) + "\n");
      }
      at++;
    }
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = ALPHABET[random.nextInt(ALPHABET.length)];
    }
    return bytes;
  }
}
