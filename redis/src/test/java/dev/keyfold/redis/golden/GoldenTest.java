package dev.keyfold.redis.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.port.ServerOptions;
import dev.keyfold.redis.RedisServer;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every table, on memory and on RocksDB, under a clock that stands still. With {@code
 * -Dgolden.port=6379} the tables are run against the server there instead: a Redis 7.0 must pass.
 */
class GoldenTest {
  private static final List<String> TABLES =
      List.of(
          "string",
          "string-numbers",
          "generic",
          "expiry",
          "scan",
          "hash",
          "bitmap",
          "list",
          "set",
          "zset",
          "zset-combined",
          "sort",
          "edges");
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  @TempDir Path directory;

  static Stream<Arguments> tablesAndStores() {
    return TABLES.stream()
        .flatMap(
            table -> Stream.of("memory:", "rocksdb:").map(store -> Arguments.of(table, store)));
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("tablesAndStores")
  void repliesAreThoseOfRedis(String table, String storeKind) throws Exception {
    Integer other = Integer.getInteger("golden.port");
    if (other != null) {
      check(GoldenTable.load(table), other, Thread::sleep);
      return;
    }
    AtomicLong millis = new AtomicLong(START.toEpochMilli());
    String url = storeKind.equals("memory:") ? storeKind : storeKind + directory.resolve("data");
    ServerOptions options =
        ServerOptions.defaults().withPort(0).withClock(() -> Instant.ofEpochMilli(millis.get()));
    try (Store store = Stores.open(url);
        RedisServer server = RedisServer.start(store, options)) {
      check(GoldenTable.load(table), server.port(), millis::addAndGet);
    }
  }

  private static void check(GoldenTable table, int port, GoldenRun.Clock clock)
      throws IOException, InterruptedException {
    List<String> found = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    try (GoldenRun run = new GoldenRun(port, clock)) {
      for (GoldenTable.Entry entry : table.entries()) {
        String head = "line " + entry.line() + ": " + entry.command() + "\n";
        expected.add(head + String.join("\n", entry.expected()));
        found.add(head + String.join("\n", run.run(entry)));
      }
    }
    assertThat(expected).isNotEmpty();
    assertThat(found).containsExactlyElementsOf(expected);
  }
}
