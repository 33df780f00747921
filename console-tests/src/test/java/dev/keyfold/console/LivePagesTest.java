package dev.keyfold.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** Shards and heat, and metrics, while something happens. */
class LivePagesTest extends ConsoleTesting {
  @Test
  void theHeatMapNamesWhatIsHot() throws Exception {
    Table<Row> events =
        server
            .db()
            .tables()
            .create(
                new TableBuilder("events")
                    .fields("at timestamp, device string, v int32")
                    .key("at, device"));
    Table<Row> orders = server.db().table("orders");
    Random random = new Random(7);
    for (int round = 0; round < 220; round++) {
      for (int i = 0; i < 20; i++) {
        events.put(
            Row.of(
                events.definition(),
                Map.of(
                    "at",
                    System.currentTimeMillis(),
                    "device",
                    "d" + random.nextInt(1_000),
                    "v",
                    i)));
      }
      for (int i = 0; i < 5; i++) {
        String user = "USR_" + (12_000 + random.nextInt(1_000));
        orders.query("user_id = '" + user + "' limit 20").list();
      }
      Thread.sleep(100);
    }
    browser.open("#/heat");
    browser.awaitText(
        "main",
        "Every write to table events goes to the end of the key range, because the key starts with"
            + " 'at'");
    browser.awaitText("main", "Put a field with many distinct values before 'at'");
    browser.awaitText("#hottest", "Hottest names and rows");
    browser.awaitText("main", "max/mean");
    Object drawn =
        browser.script(
            "const c = document.getElementById('heat'); const d ="
                + " c.getContext('2d').getImageData(0, 0, c.width, c.height).data; const seen = new"
                + " Set(); for (let i = 0; i < d.length; i += 4) seen.add(d[i] + ',' + d[i+1] + ','"
                + " + d[i+2]); return seen.size");
    assertThat((Long) drawn).isGreaterThan(20);
    browser.size(1280, 1150);
    browser.screenshot("heat-light");
    browser.prefersDark(true);
    browser.open("#/heat");
    browser.awaitText("main", "Every write to table events");
    browser.screenshot("heat-dark");
    browser.prefersDark(false);
    browser.size(1280, 900);
    browser.find("#show").sendKeys("writes");
    browser.press(Keys.TAB);
    assertThat(browser.focused().getTagName()).isEqualTo("select");
  }

  /** Elements of structures have keys with internal ids; people know the names. */
  @Test
  void theHeatMapSpeaksOfNamesAndRowKeys() throws Exception {
    Table<Row> users =
        server
            .db()
            .tables()
            .create(
                new TableBuilder("user_profiles").fields("user_id string, v int32").key("user_id"));
    for (int i = 0; i < 50; i++) {
      users.put(Row.of(users.definition(), Map.of("user_id", "USR_" + i, "v", i)));
    }
    try (Socket redis = new Socket(InetAddress.getLoopbackAddress(), server.redisPort())) {
      for (int round = 0; round < 60; round++) {
        String command = "HSET cart:77 sku_" + round % 7 + " 1\r\nHGETALL cart:77\r\n";
        redis.getOutputStream().write(command.repeat(10).getBytes(StandardCharsets.US_ASCII));
        redis.getInputStream().readNBytes(10);
        redis.getInputStream().skipNBytes(redis.getInputStream().available());
        for (int i = 0; i < 100; i++) {
          users.get("USR_7");
        }
        Thread.sleep(20);
      }
    }
    browser.open("#/heat");
    browser.awaitText("#hottest-keys", "cart:77");
    browser.awaitText("#hottest-keys", "table user_profiles");
    browser.awaitText("#hottest-keys", "user_id = \"USR_7\"");
    browser.awaitText(".findings", " structures go to cart:77.");
    browser.awaitText(
        ".findings", "of the reads of table user_profiles go to the row with user_id");
    assertThat(browser.text("main"))
        .doesNotContainPattern("\\bid \\d")
        .doesNotContain("fields and members");
    browser.size(1280, 1150);
    browser.screenshot("heat-names");
    browser.open("");
    browser.awaitText("#hottest-keys", "cart:77");
    browser.screenshot("overview-hot");
    browser.size(1280, 900);
    browser.clickText("user_id = \"USR_7\"");
    browser.awaitText("#row-key", "Record key");
    browser.open("");
    browser.awaitText("#hottest-keys", "cart:77");
    browser.clickText("cart:77");
    browser.awaitText("#structure", "cart:77");
    browser.awaitText(".elements", "sku_3");
  }

  @Test
  void metricsAreLive() throws Exception {
    browser.open("#/metrics");
    browser.awaitText("#live-state", "live");
    try (Socket redis = new Socket(InetAddress.getLoopbackAddress(), server.redisPort())) {
      for (int i = 0; i < 40; i++) {
        load(redis);
        Thread.sleep(100);
      }
      browser.await(
          "a rate",
          () -> {
            load(redis);
            String tile = browser.text(".tile .figure").replace(",", "");
            return tile.matches("\\d+") && Integer.parseInt(tile) > 10;
          });
    }
    browser.awaitText("#counters", "All counters");
    assertThat(browser.all(".charts canvas")).hasSize(4);
    browser.screenshot("metrics");
  }

  private static void load(Socket redis) {
    try {
      redis
          .getOutputStream()
          .write("SET a b\r\nGET a\r\n".repeat(50).getBytes(StandardCharsets.US_ASCII));
      redis.getInputStream().readNBytes(50 * ("+OK\r\n".length() + "$1\r\nb\r\n".length()));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
