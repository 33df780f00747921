package dev.keyfold.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.port.ServerOptions;
import dev.keyfold.server.ForeignServer;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

/** The store of another program: what its keys are, its tree, an entry, the key lens. */
@TestInstance(Lifecycle.PER_CLASS)
class ForeignPageTest {
  private ForeignServer server;
  private Browser browser;

  @BeforeAll
  void start(@TempDir Path directory) throws IOException {
    KeySchema schema =
        KeySchema.parse("user string, at timestamp", KeyFormats.named("delimited:#"));
    String url = "rocksdb:" + directory.resolve("db");
    try (Store store = Stores.open(url)) {
      Batch batch = new Batch();
      for (int i = 0; i < 600; i++) {
        Instant at = Instant.ofEpochSecond(1_737_100_800L + i * 977L);
        batch.put(
            schema.encode("USR_" + i % 5, at),
            ("{\"n\":" + i + "}").getBytes(StandardCharsets.UTF_8));
      }
      store.write(batch);
    }
    server = ForeignServer.open(url + "?foreign=true", notice -> {}, ServerOptions.defaults(), 0);
    browser = new Browser(server.httpPort());
  }

  @AfterEach
  void nothingFailedInTheBrowser() {
    assertThat(browser.complaints()).isEmpty();
  }

  @AfterAll
  void stop() {
    if (browser != null) {
      browser.close();
    }
    if (server != null) {
      server.close();
    }
  }

  private WebElement node(String label) {
    return browser.await(
        "a node " + label,
        () ->
            browser.all(".node").stream()
                .filter(n -> n.getText().lines().anyMatch(line -> line.trim().equals(label)))
                .findFirst()
                .orElse(null));
  }

  @Test
  void proposesASchemaAndBrowsesWithIt() {
    browser.open("#/");
    browser.awaitText("#main", "This is the store of another program");
    browser.awaitText("#main", "delimited:#");
    assertThat(browser.text("nav")).contains("Browse", "Key lens").doesNotContain("Query");
    assertThat(browser.barriers()).isEmpty();
    browser.clickText("Browse with this schema");
    node("\"USR_3\"").findElement(By.className("twist")).click();
    browser.await("times", () -> browser.all(".node[aria-level='2']").size() >= 100);
    browser.all(".node[aria-level='2']").get(0).click();
    browser.awaitText("#entry-key", "USR_");
    browser.awaitText("#entry-value", "\"n\":");
    assertThat(browser.barriers()).isEmpty();
    browser.screenshot("browse-foreign");
    browser.clickText("Show the key in the key lens");
    browser.awaitText("#main", "Show this key");
  }

  @Test
  void keysAsTheyAreAndAFormatByHand() {
    browser.open("#/browse");
    node("USR_0#2025-01-17T08:00:00Z");
    browser.type("#format", "delimited:#");
    browser.type("#schema", "user string, at string");
    browser.clickText("Show");
    node("\"USR_4\"");
    browser.type("#schema", "user strin");
    browser.clickText("Show");
    browser.awaitText(".note.error", "strin");
  }
}
