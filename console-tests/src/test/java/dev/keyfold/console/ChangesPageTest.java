package dev.keyfold.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.structures.Work;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** What changes something, always after it was shown: new rows, deletes, shards, expiry. */
class ChangesPageTest extends ConsoleTesting {
  private void chooseTable() {
    browser.open("#/browse");
    browser.await("the tree", () -> !browser.all(".node").isEmpty());
    browser.script("document.querySelector('.node[tabindex=\"0\"]').focus()");
    browser.press(Keys.ENTER);
    browser.awaitText(".detail", "Table orders");
  }

  @Test
  void insertsARowWithTheKeyboardAfterAPreview() {
    chooseTable();
    browser.find("#insert-row").sendKeys(Keys.ENTER);
    browser.awaitText(".detail", "Insert a row into orders");
    browser.press(Keys.ENTER); // where the focus is, nothing is sent
    browser.find("#edit-user_id").sendKeys("USR_new");
    browser.press(Keys.ENTER);
    browser.awaitText("[role=alert]", "order_date");
    browser.find("#edit-order_date").sendKeys("2030-01-31T12:00:00Z");
    browser.find("#edit-order_id").sendKeys("123e4567-e89b-12d3-a456-426614174000");
    browser.find("#edit-category").sendKeys("music");
    browser.find("#edit-amount").sendKeys("12.50");
    browser.find("#edit-status").sendKeys("open");
    browser.press(Keys.ENTER);
    browser.awaitText("dialog", "Index entries added");
    assertThat(browser.text("dialog")).contains("USR_new", "by_category", "shard prefix");
    assertThat(browser.barriers()).isEmpty();
    browser.screenshot("insert-preview");
    assertThat(server.db().table("orders").query("user_id = 'USR_new'").count()).isZero();
    browser.click("#confirm");
    browser.awaitText("#row", "Row of orders");
    assertThat(server.db().table("orders").query("user_id = 'USR_new'").count()).isEqualTo(1);

    browser.clickText("Delete …");
    browser.awaitText("dialog", "Delete this row?");
    assertThat(browser.text("dialog")).contains("record", "by_category");
    browser.click("#confirm");
    browser.await("no dialog", () -> browser.all("dialog").isEmpty());
    assertThat(server.db().table("orders").query("user_id = 'USR_new'").count()).isZero();
  }

  @Test
  void changesShardsWithProgress() {
    chooseTable();
    browser.click("#reshard");
    browser.awaitText("#reshard-preview", "No change");
    browser.type("#shard-count", "4");
    browser.awaitText("#reshard-preview", "4 shards, chosen by user_id");
    assertThat(browser.text("#reshard-preview")).contains("16 shards", "Rewrites about");
    assertThat(browser.barriers()).isEmpty();
    browser.screenshot("reshard");
    browser.click("#confirm");
    browser.await("4 shards", () -> server.db().table("orders").definition().shards() == 4);
    browser.open("#/advisor?table=orders");
    browser.awaitText("#jobs ~ .jobs, .jobs", "shards of orders: 4");
    browser.awaitText(".jobs", "done");
    assertThat(server.db().table("orders").query("user_id = 'USR_12001'").list()).isNotEmpty();
  }

  /** With what was loaded before, every further attempt would be rejected in the same way. */
  @Test
  void aConflictLeadsToTheCurrentRowAndNotToTheSameRefusal() {
    Table<Row> orders = server.db().table("orders");
    String query = "category = 'books' order by order_date desc limit 1";
    Row row = orders.query(query).first();
    browser.open("#/query?table=orders&q=" + query.replace(" ", "+").replace("=", "%3D"));
    browser.clickText("Show");
    browser.awaitText("#row", "Row of orders");
    browser.clickText("Edit");
    browser.type("#edit-status", "lost");
    browser.clickText("Preview");
    browser.awaitText("dialog", "Change this row?");
    Map<String, Object> other = new HashMap<>(row.toMap());
    other.put("amount", "99.99");
    orders.put(Row.of(orders.definition(), other));
    browser.click("#confirm");
    browser.awaitText("dialog [role=alert]", "this row was changed after you loaded it");
    assertThat(browser.all("#confirm")).isEmpty();
    browser.click("#reload-row");
    browser.await("no dialog", () -> browser.all("dialog").isEmpty());
    browser.await(
        "the current row",
        () -> "99.99".equals(browser.find("#edit-amount").getAttribute("value")));
    assertThat(browser.find("#edit-status").getAttribute("value")).isEqualTo("lost");
    browser.clickText("Preview");
    browser.click("#confirm");
    browser.await("the change", () -> orders.query(query).first().get("status").equals("lost"));
    assertThat(orders.query(query).first().get("amount").toString()).isEqualTo("99.99");
  }

  @Test
  void aListThatHasChangedIsLoadedAgain() {
    browser.open("#/browse?db=0&name=" + hex("queue:mail"));
    browser.awaitText(".elements", "second");
    browser.click("[aria-label='Remove element 1']");
    browser.awaitText("dialog", "Remove this element?");
    server.db().array("queue:mail", String.class).remove(0);
    browser.click("#confirm");
    browser.awaitText("dialog [role=alert]", "element 1 was changed after you loaded it");
    browser.click("#reload-structure");
    browser.await("two are left", () -> browser.all(".elements tbody tr").size() == 2);
    browser.click("[aria-label='Remove element 0']");
    browser.click("#confirm");
    browser.await("one is left", () -> browser.all(".elements tbody tr").size() == 1);
    assertThat(server.db().array("queue:mail", String.class)).containsExactly("third");
  }

  @Test
  void aSubtreeThatHasGrownIsCountedAgain() {
    for (int i = 0; i < 5; i++) {
      server.db().map("temp:" + i, String.class, String.class).put("a", "b");
    }
    browser.open("#/browse?db=0&prefix=" + hex("temp:"));
    browser.clickText("Delete everything below");
    browser.awaitText("#subtree-count", "5 names");
    browser.type("#subtree-confirm", "5");
    server.db().map("temp:5", String.class, String.class).put("a", "b");
    browser.click("#subtree-delete");
    browser.awaitText("dialog [role=alert]", "the number has changed from 5 to 6");
    browser.awaitText("#subtree-count", "6 names");
    browser.type("#subtree-confirm", "6");
    browser.click("#subtree-delete");
    browser.await("no dialog", () -> browser.all("dialog").isEmpty());
    assertThat(server.db().map("temp:5", String.class, String.class)).isEmpty();
  }

  @Test
  void setsAndTakesAwayAnExpiry() {
    browser.open("#/browse?db=0&name=" + hex("tags"));
    browser.awaitText("#structure", "tags");
    browser.click("#expiry");
    browser.awaitText("#expiry-preview", "never");
    browser.find("#expiry-choice").sendKeys("at a time");
    browser.find("#expiry-time").sendKeys("tomorrow");
    browser.awaitText("#expiry-preview", "expected a time such as");
    assertThat(browser.find("#confirm").isEnabled()).isFalse();
    browser.type("#expiry-time", "2040-01-31T12:00:00Z");
    browser.awaitText("#expiry-preview", "2040-01-31T12:00:00.000Z");
    assertThat(browser.barriers()).isEmpty();
    browser.screenshot("expiry");
    browser.click("#confirm");
    browser.awaitText(".detail", "expires 2040-01-31T12:00:00Z");
    browser.click("#expiry");
    browser.find("#expiry-choice").sendKeys("never");
    browser.click("#confirm");
    browser.await("no expiry", () -> !browser.text(".detail").contains("expires 2040"));
    try (Work work = server.db().structures().read()) {
      assertThat(work.space(0).keys().exists(bytes("tags"))).isTrue();
    }
  }
}
