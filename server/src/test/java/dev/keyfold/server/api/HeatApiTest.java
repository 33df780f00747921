package dev.keyfold.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.keyfold.port.ServerOptions;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.testkit.RespClient;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The map, and what is said of it. */
class HeatApiTest extends HttpTesting {
  private final AtomicLong now = new AtomicLong(1_700_000_000_000L);

  @Override
  ServerOptions options() {
    return ServerOptions.defaults().withPort(0).withClock(() -> Instant.ofEpochMilli(now.get()));
  }

  private JsonNode finding(String segment) throws Exception {
    JsonNode heat = get("/api/heat");
    for (JsonNode finding : heat.get("findings")) {
      if (finding.get("segment").asText().equals(segment)) {
        return finding;
      }
    }
    throw new AssertionError("nothing is said of " + segment + ": " + heat.get("findings"));
  }

  @Test
  void rowsThatOnlyGrowAreBlamedOnTheFieldThatGrows() throws Exception {
    Table<Row> events =
        db().tables().create(new TableBuilder("events").fields("at timestamp, v int32").key("at"));
    for (int i = 0; i < 300; i++) {
      events.put(Row.of(events.definition(), Map.of("at", now.addAndGet(100), "v", i)));
    }
    JsonNode finding = finding("events");
    assertThat(finding.get("level").asText()).isEqualTo("hot");
    assertThat(finding.get("field").asText()).isEqualTo("at");
    assertThat(finding.get("text").asText())
        .contains(
            "Every write to table events goes to the end of the key range, because the key starts"
                + " with 'at'");
    assertThat(finding.get("help").asText()).contains("shards");
  }

  @Test
  void oneValueThatIsReadByAllIsNamed() throws Exception {
    Table<Row> orders =
        db().tables()
            .create(
                new TableBuilder("orders").fields("user string, n int32").key("user, n").shards(8));
    for (int i = 0; i < 200; i++) {
      orders.put(Row.of(orders.definition(), Map.of("user", "u" + i % 40, "n", i)));
    }
    now.addAndGet(20 * 60_000); // the load is forgotten
    for (int i = 0; i < 600; i++) {
      now.addAndGet(20);
      orders.get(i % 3 == 0 ? "u" + i % 40 : "u7", 7 + 40 * (i % 5));
    }
    JsonNode finding = finding("orders");
    assertThat(finding.get("level").asText()).isEqualTo("hot");
    assertThat(finding.get("field").asText()).isEqualTo("user");
    assertThat(finding.get("text").asText())
        .matches("6\\d % of the reads of table orders go to rows with user = \"u7\"\\.");
    assertThat(finding.get("help").asText()).contains("user and n together");
    JsonNode balance = get("/api/shards").get("keys").get(0);
    assertThat(balance.get("loadMaxMean").asDouble()).isGreaterThan(3);
    assertThat(balance.get("chance").asDouble()).isBetween(1.0, 2.0);
  }

  @Test
  void anEvenLoadIsCalledEven() throws Exception {
    for (int i = 0; i < 400; i++) {
      redis0().call("SET", "key:" + i * 7919 % 1000, "v");
      now.addAndGet(50);
    }
    JsonNode heat = get("/api/heat");
    assertThat(finding("structures").get("level").asText()).isEqualTo("fine");
    long writes = 0;
    for (JsonNode row : heat.get("rows")) {
      for (JsonNode cell : row.get("writes")) {
        writes += cell.asLong();
      }
      assertThat(row.get("writes")).hasSize(heat.get("columns").size());
    }
    assertThat(writes).isGreaterThanOrEqualTo(300);
    assertThat(texts(heat.get("rows"), "label")).anyMatch(label -> label.startsWith("key:"));
  }

  private RespClient client;

  private RespClient redis0() throws Exception {
    if (client == null) {
      client = redis();
    }
    return client;
  }

  @Test
  void oneHotNameIsNamed() throws Exception {
    for (int i = 0; i < 400; i++) {
      redis0().call("INCR", i % 4 == 0 ? "other:" + i : "counter");
      now.addAndGet(50);
    }
    JsonNode finding = finding("structures");
    assertThat(finding.get("level").asText()).isEqualTo("hot");
    assertThat(finding.get("text").asText()).contains("counter");
  }

  private JsonNode hottest(String label) throws Exception {
    JsonNode heat = get("/api/heat");
    for (JsonNode each : heat.get("hottest")) {
      if (each.get("label").asText().equals(label)) {
        return each;
      }
    }
    throw new AssertionError(label + " is not among the hottest: " + heat.get("hottest"));
  }

  private void fields(String hash, int times) throws Exception {
    for (int i = 0; i < times; i++) {
      redis0().call("HSET", hash, "sku_" + i % 20, "1");
      redis0().call("HGETALL", hash);
      now.addAndGet(20);
    }
  }

  @Test
  void elementsCountForTheNameOfTheirStructure() throws Exception {
    fields("cart:77", 100);
    for (int i = 0; i < 20; i++) {
      redis0().call("ZADD", "board_2025", String.valueOf(i), "member" + i);
      redis0().call("RPUSH", "queue", "x");
    }
    JsonNode cart = hottest("cart:77");
    assertThat(cart.get("segment").asText()).isEqualTo("structures");
    assertThat(cart.get("name").asText()).isEqualTo(hex("cart:77"));
    assertThat(cart.get("reads").asLong()).isGreaterThan(1_000);
    assertThat(cart.get("writes").asLong()).isGreaterThan(90);
    assertThat(hottest("board_2025").get("writes").asLong()).isGreaterThan(20);
    hottest("queue");
    JsonNode heat = get("/api/heat");
    assertThat(texts(heat.get("rows"), "segment")).containsOnly("structures");
    assertThat(texts(heat.get("rows"), "label")).containsOnly("cart:77", "board_2025", "queue");
    assertThat(finding("structures").get("text").asText())
        .matches("\\d+ % of the (reads of|writes to) structures go to cart:77\\.");
  }

  @Test
  void aRenamedStructureHasItsNewNameAndADeletedOneNone() throws Exception {
    fields("cart:77", 60);
    assertThat(hottest("cart:77").get("reads").asLong()).isPositive();
    redis0().call("RENAME", "cart:77", "cart:78");
    assertThat(hottest("cart:78").get("reads").asLong()).isGreaterThan(500);
    redis0().call("DEL", "cart:78");
    JsonNode heat = get("/api/heat");
    assertThat(texts(heat.get("rows"), "segment")).contains("deleted structures");
    assertThat(heat.toString()).doesNotContainPattern("\\bid \\d");
  }

  /** Flushing and swapping give a database another number in the keys. */
  @Test
  void databasesHaveTheNumbersThatUsersKnow() throws Exception {
    redis0().call("SET", "before", "1");
    redis0().call("FLUSHALL");
    fields("cart:77", 60);
    assertThat(hottest("cart:77").get("db").asInt()).isZero();
    redis0().call("SWAPDB", "0", "3");
    assertThat(hottest("cart:77").get("db").asInt()).isEqualTo(3);
    assertThat(hottest("cart:77").get("segment").asText()).isEqualTo("structures of database 3");
  }

  /** A scan reads many elements and the name once, which may not be sampled: it is looked up. */
  @Test
  void aNameThatWasNotSampledIsFound() throws Exception {
    for (int i = 0; i < 12_000; i++) {
      redis0().call("SET", "name:" + i, "v");
    }
    for (int i = 0; i < 50; i++) {
      redis0().call("SADD", "zoo", "animal" + i);
    }
    now.addAndGet(20 * 60_000); // the load is forgotten
    for (int i = 0; i < 20; i++) {
      try (Cursor cursor = db().store().scan(Scan.prefix(new byte[] {(byte) 0xD1}))) {
        while (cursor.next()) {
          assertThat(cursor.key().length()).isPositive();
        }
      }
    }
    JsonNode rows = get("/api/heat").get("rows");
    for (int i = 0; i < 4 && !texts(rows, "label").contains("zoo"); i++) {
      rows = get("/api/heat").get("rows");
    }
    assertThat(texts(rows, "label")).containsExactly("zoo");
  }

  @Test
  void aRowThatIsReadByAllIsNamedByItsTableAndKey() throws Exception {
    Table<Row> users =
        db().tables()
            .create(new TableBuilder("users").fields("user_id string, v int32").key("user_id"));
    users.put(Row.of(users.definition(), Map.of("user_id", "USR_7", "v", 1)));
    for (int i = 0; i < 100; i++) {
      users.get("USR_7");
    }
    JsonNode row = hottest("user_id = \"USR_7\"");
    assertThat(row.get("segment").asText()).isEqualTo("table users");
    assertThat(get("/api/row", "table", "users", "key", row.get("row").asText()).get("fields"))
        .hasSize(2);
  }

  @Test
  void lookingMakesNoHeat() throws Exception {
    fields("cart:77", 10);
    now.addAndGet(20 * 60_000); // the load is forgotten
    for (int i = 0; i < 10; i++) {
      get("/api/overview");
      get("/api/tree/names", "db", 0);
      get("/api/structure", "db", 0, "name", hex("cart:77"));
      get("/api/heat");
    }
    assertThat(get("/api/heat").get("rows")).isEmpty();
  }

  /** With an engine on disk most reads of a busy name never get to the store. */
  @Nested
  class OfWhatWasUsedLately extends HttpTesting {
    @TempDir Path directory;

    @Override
    Store store() {
      return Stores.open("rocksdb:" + directory.resolve("data"));
    }

    @Test
    void readsAreCountedToo() throws Exception {
      RespClient redis = redis();
      redis.call("SET", "busy", "v");
      for (int i = 0; i < 3_000; i++) {
        redis.call("GET", "busy");
      }
      long reads = 0;
      for (JsonNode row : get("/api/heat").get("rows")) {
        for (JsonNode cell : row.get("reads")) {
          reads += row.get("label").asText().startsWith("busy") ? cell.asLong() : 0;
        }
      }
      assertThat(reads).isBetween(2_000L, 4_500L);
    }
  }
}
