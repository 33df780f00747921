package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A store in a directory of its own, and commands on it. */
final class Shop {
  static final String FIELDS =
      "user string, at timestamp, id int32, category string, amount decimal(10,2) null";

  private final String url;

  Shop(Path directory) {
    url = "rocksdb:" + directory.resolve("store");
  }

  String url() {
    return url;
  }

  /** Runs a command with {@code --store} after its words, of which there are {@code words}. */
  private Cli run(String input, int words, String... args) {
    List<String> all = new ArrayList<>(List.of(args));
    all.addAll(words, List.of("--store", url));
    return Cli.run(input, all.toArray(new String[0]));
  }

  /** {@code table create} and the like. */
  Cli table(String... args) {
    List<String> all = new ArrayList<>(List.of(args));
    all.add(0, "table");
    return run("", 2, all.toArray(new String[0]));
  }

  Cli run(String... args) {
    return run("", 1, args);
  }

  Cli load(String input, String... args) {
    List<String> all = new ArrayList<>(List.of("import", "orders", "-"));
    all.addAll(List.of(args));
    return run(input, 1, all.toArray(new String[0]));
  }

  Cli query(String text, String... args) {
    List<String> all = new ArrayList<>(List.of("query", "orders", text));
    all.addAll(List.of(args));
    return run("", 1, all.toArray(new String[0]));
  }

  Cli explain(String text, String... args) {
    List<String> all = new ArrayList<>(List.of("explain", "orders", text));
    all.addAll(List.of(args));
    return run("", 1, all.toArray(new String[0]));
  }

  /** Makes the table of orders and puts rows into it. */
  Shop with(int rows) {
    table(
            "create",
            "orders",
            "--schema",
            FIELDS,
            "--key",
            "user, at desc, id",
            "--shards",
            "4",
            "--index",
            "by_category: category, at desc include amount")
        .gives("");
    Cli loaded = load(lines(0, rows));
    assertThat(loaded.status()).isZero();
    assertThat(loaded.out()).isEmpty();
    return this;
  }

  static String lines(int from, int to) {
    StringBuilder text = new StringBuilder();
    for (int i = from; i < to; i++) {
      text.append(line(i)).append('\n');
    }
    return text.toString();
  }

  /** Order {@code i}, as it is exported. */
  static String line(int i) {
    return String.format(
        "{\"user\":\"U%d\",\"at\":\"1970-01-01T00:00:%02dZ\",\"id\":%d,\"category\":\"%s\","
            + "\"amount\":%s}",
        i % 5,
        i / 5 % 60,
        i,
        i % 2 == 0 ? "book" : "toy",
        i % 3 == 0 ? "null" : "\"" + i + ".50\"");
  }

  /** Every entry of a store. */
  static Map<String, String> entries(String url) {
    Map<String, String> all = new TreeMap<>();
    try (Store store = Stores.open(url);
        Cursor cursor = store.scan(Scan.everything())) {
      while (cursor.next()) {
        all.put(cursor.key().toString(), cursor.value().toString());
      }
    }
    return all;
  }

  /** That nothing is left of what is made beside a place. */
  static void assertNothingBeside(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .noneMatch(name -> name.contains(".keyfold-"));
    }
  }
}
