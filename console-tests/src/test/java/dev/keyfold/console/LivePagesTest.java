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
        "every write to events goes to the end of its keys, because they begin with the field"
            + " 'at'");
    browser.awaitText("main", "What helps: put a field with many values before 'at'");
    browser.awaitText("#hottest", "Hottest ranges");
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
    browser.awaitText("main", "every write to events");
    browser.screenshot("heat-dark");
    browser.prefersDark(false);
    browser.size(1280, 900);
    browser.find("#show").sendKeys("writes");
    browser.press(Keys.TAB);
    assertThat(browser.focused().getTagName()).isEqualTo("select");
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
