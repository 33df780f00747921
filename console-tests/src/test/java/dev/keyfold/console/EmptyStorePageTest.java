package dev.keyfold.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.db.Keyfold;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The overview of an empty store: each of its next steps works as it is shown. */
class EmptyStorePageTest extends ConsoleTesting {
  @Override
  void fill(Keyfold db) {}

  @BeforeEach
  void empty() throws IOException {
    redis("FLUSHALL");
    server.db().tables().list().forEach(table -> server.db().tables().drop(table.name()));
    browser.open("");
    browser.awaitText("#empty-store", "This store is empty");
  }

  private String redis(String command) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.redisPort())) {
      socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readNBytes(3), StandardCharsets.US_ASCII);
    }
  }

  @Test
  void nobodyIsShutOut() {
    browser.screenshot("overview-empty");
    assertThat(browser.barriers()).isEmpty();
    browser.size(420, 900);
    assertThat(browser.isTooWide()).isFalse();
    browser.screenshot("narrow-empty");
    browser.size(1280, 900);
  }

  @Test
  void theTableOfTheExampleIsCreatedAndTakesARow() {
    browser.clickText("Create table");
    browser.awaitText(".detail", "Table orders");
    browser.click("#insert-row");
    browser.type("#edit-customer", "ann");
    browser.type("#edit-ordered_at", "2030-01-31T12:00:00Z");
    browser.type("#edit-order_id", "123e4567-e89b-12d3-a456-426614174000");
    browser.type("#edit-amount", "12.50");
    browser.type("#edit-status", "open");
    browser.click("#insert-preview");
    browser.click("#confirm");
    browser.awaitText("#row-key", "Record key");
    browser.open("#/query?table=orders&q=customer+%3D+%27ann%27");
    browser.await("the row", () -> browser.all("#rows tbody tr").size() == 1);
  }

  @Test
  void theStructureOfTheExampleIsAdded() {
    browser.clickText("Add hash");
    browser.awaitText("#structure", "cart:77");
    assertThat(server.db().map("cart:77", String.class, String.class)).containsEntry("apples", "3");
    browser.open("");
    browser.awaitText("#sizes", "Structures\n1");
  }

  @Test
  void theCommandForRedisClientsHasTheRightPort() throws IOException {
    String shown = browser.text("#redis-command");
    assertThat(shown).isEqualTo("redis-cli -p " + server.redisPort() + " SET hello world");
    assertThat(redis(shown.substring(shown.indexOf("SET")))).isEqualTo("+OK");
    browser.awaitText("main", "hello"); // without a reload
  }

  @Test
  void otherPagesLeadHere() {
    for (String page : new String[] {"#/browse", "#/query", "#/advisor", "#/lens"}) {
      browser.open(page);
      browser.await("a link on " + page, () -> !browser.all("main a[href='#/']").isEmpty());
      browser.click("main a[href='#/']");
      browser.awaitText("#empty-store", "This store is empty");
    }
  }
}
