package dev.keyfold.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.db.Keyfold;
import dev.keyfold.structures.Work;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** Browse: the tree, rows, structures, changes with previews, subtree deletes. */
class BrowsePageTest extends ConsoleTesting {
  private static final int NAMES = 1_000_000;
  private static final int BIG = 5 << 20;

  @Override
  void fill(Keyfold db) {
    super.fill(db);
    for (int from = 0; from < NAMES; from += 50_000) {
      try (Work work = db.structures().begin()) {
        for (int i = from; i < from + 50_000; i++) {
          work.space(1).strings().set(bytes("dev:" + i / 1_000 + ":" + i), bytes("v"));
        }
        work.commit();
      }
    }
    byte[] big = new byte[BIG];
    java.util.Arrays.fill(big, (byte) 'x');
    try (Work work = db.structures().begin()) {
      work.space(0).strings().set(bytes("big"), big);
      for (int i = 0; i < 40; i++) {
        work.space(0).strings().set(bytes("old:" + i), bytes("v"));
      }
      work.commit();
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

  private void openNode(String label) {
    node(label).findElement(org.openqa.selenium.By.className("twist")).click();
    browser.await(label + " open", () -> "true".equals(node(label).getAttribute("aria-expanded")));
  }

  @Test
  void aRowWithItsIndexEntries() {
    browser.open("#/browse");
    openNode("orders");
    openNode("by_category");
    openNode("\"music\"");
    browser.await("dates", () -> browser.all(".node[aria-level='4']").size() >= 100);
    browser
        .all(".node[aria-level='4']")
        .get(0)
        .findElement(org.openqa.selenium.By.className("twist"))
        .click();
    browser.await("users", () -> !browser.all(".node[aria-level='5']").isEmpty());
    browser
        .all(".node[aria-level='5']")
        .get(0)
        .findElement(org.openqa.selenium.By.className("twist"))
        .click();
    browser.await("ids", () -> !browser.all(".node[aria-level='6']").isEmpty());
    browser.all(".node[aria-level='6']").get(0).click();
    browser.awaitText("#row", "Row of orders");
    browser.awaitText(".detail", "Index by_category");
    assertThat(browser.text(".detail"))
        .contains("Record key", "music", "shard prefix", "Stored value");
    browser.screenshot("browse-row");
  }

  @Test
  void editsARowAfterAPreview() {
    var row =
        server
            .db()
            .table("orders")
            .query("category = 'tools' order by order_date desc limit 1")
            .first();
    browser.open(
        "#/query?table=orders&q=category+%3D+%27tools%27+order+by+order_date+desc+limit+1");
    browser.clickText("Show");
    browser.awaitText("#row", "Row of orders");
    browser.clickText("Edit");
    browser.type("#edit-category", "garden");
    browser.clickText("Preview");
    browser.awaitText("dialog", "Index entries removed");
    assertThat(browser.text("dialog")).contains("\"tools\"", "\"garden\"", "Index entries added");
    browser.screenshot("browse-preview");
    browser.click("#confirm");
    browser.awaitText(".fields", "garden");
    var now =
        server
            .db()
            .table("orders")
            .get(row.get("user_id"), row.get("order_date"), row.get("order_id"));
    assertThat(now.get("category")).isEqualTo("garden");
    browser.clickText("Delete");
    browser.awaitText("dialog", "Delete this row?");
    browser.press(Keys.ESCAPE);
    browser.await("no dialog", () -> browser.all("dialog").isEmpty());
    assertThat(server.db().tables().check("orders", false).isClean()).isTrue();
  }

  @Test
  void aTreeOfAMillionNamesIsOpenAtOnce() {
    browser.open("#/browse");
    openNode("database 1");
    openNode("dev:");
    long start = System.nanoTime();
    browser.await("a page of groups", () -> browser.all(".node[aria-level='3']").size() >= 100);
    assertThat((System.nanoTime() - start) / 1e9).isLessThan(15);
    // Page by page it is complete and sorted.
    browser.click(".node.more");
    browser.await("two pages", () -> browser.all(".node[aria-level='3']").size() >= 200);
    java.util.List<?> labels =
        (java.util.List<?>)
            browser.script(
                "return [...document.querySelectorAll('.node[aria-level=\"3\"] .label')].map(e =>"
                    + " e.textContent)");
    assertThat(labels.stream().map(String::valueOf).toList())
        .isEqualTo(
            java.util.stream.IntStream.range(0, NAMES / 1_000)
                .mapToObj(i -> i + ":")
                .sorted()
                .limit(labels.size())
                .toList());
  }

  @Test
  void theTreeIsWalkedWithTheKeyboard() {
    browser.open("#/browse");
    node("orders");
    browser.script("document.querySelector('.node[tabindex=\"0\"]').focus()");
    browser.press(Keys.END);
    assertThat(browser.focused().getText()).contains("database 1");
    browser.press(Keys.HOME);
    assertThat(browser.focused().getText()).contains("orders");
    browser.press(Keys.ARROW_RIGHT);
    browser.await("keys", () -> browser.all(".node[aria-level='2']").size() == 2);
    browser.press(Keys.ARROW_DOWN);
    browser.press(Keys.ARROW_RIGHT);
    browser.await("users", () -> browser.all(".node[aria-level='3']").size() >= 101);
    browser.press(Keys.ARROW_DOWN);
    assertThat(browser.focused().getText()).contains("by shard");
    browser.press(Keys.ARROW_RIGHT);
    browser.await("shards", () -> browser.all(".node[aria-level='4']").size() == 16);
    browser.press(Keys.ARROW_LEFT);
    browser.press(Keys.ARROW_DOWN);
    assertThat(browser.focused().getText()).contains("\"USR_12000\"");
    browser.press(Keys.ARROW_UP);
    browser.press(Keys.ARROW_LEFT);
    assertThat(browser.focused().getText()).contains("primary key");
    browser.press(Keys.ENTER);
    browser.awaitText(".detail", "Table orders");
    browser.screenshot("browse-keyboard");
  }

  @Test
  void aValueOfFiveMegabytesIsCappedAndDownloaded() throws Exception {
    browser.open("#/browse?db=0&name=" + hex("big"));
    browser.awaitText("#structure", "big");
    browser.awaitText("#value", "5.0 MB, first 1 KB shown");
    assertThat(browser.text("#value").length()).isLessThan(2_000);
    browser.clickText("Download");
    Path file = browser.downloads().resolve("big.bin");
    browser.await("the download", () -> Files.exists(file) && file.toFile().length() == BIG);
    browser.screenshot("browse-big");
  }

  @Test
  void changesAStructure() {
    browser.open("#/browse?db=0&name=" + hex("user:bob"));
    browser.awaitText("#structure", "user:bob");
    browser.await("rows", () -> browser.all(".elements tbody tr").size() == 2);
    browser
        .all(".elements tbody tr")
        .get(0)
        .findElement(org.openqa.selenium.By.tagName("button"))
        .click();
    browser.awaitText("dialog", "Before: Bern");
    browser.type("#edit-value", "Basel");
    browser.click("#confirm");
    browser.awaitText(".elements", "Basel");
    assertThat(server.db().map("user:bob", String.class, String.class))
        .containsEntry("city", "Basel");
    browser.screenshot("browse-structure");
  }

  @Test
  void deletesASubtreeAfterTheCountWasTyped() {
    browser.open("#/browse");
    openNode("database 0");
    node("old:").click();
    browser.clickText("Delete everything below");
    browser.awaitText("#subtree-count", "40 names");
    assertThat(browser.find("#subtree-delete").isEnabled()).isFalse();
    browser.type("#subtree-confirm", "40");
    browser.screenshot("browse-subtree");
    browser.click("#subtree-delete");
    browser.await("no dialog", () -> browser.all("dialog").isEmpty());
    try (Work work = server.db().structures().read()) {
      assertThat(work.space(0).keys().exists(bytes("old:7"))).isFalse();
      assertThat(work.space(0).keys().exists(bytes("big"))).isTrue();
    }
  }
}
