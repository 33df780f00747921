package dev.keyfold.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.keyfold.port.ServerOptions;
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
            "every write to events goes to the end of its keys, because they begin with the field"
                + " 'at'");
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
        .matches("6\\d % of what is read of orders is of user \"u7\"");
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
    assertThat(finding("names of database 0").get("level").asText()).isEqualTo("fine");
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
    JsonNode finding = finding("names of database 0");
    assertThat(finding.get("level").asText()).isEqualTo("hot");
    assertThat(finding.get("text").asText()).contains("counter");
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
