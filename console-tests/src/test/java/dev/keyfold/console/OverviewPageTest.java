package dev.keyfold.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.db.Keyfold;
import dev.keyfold.structures.Work;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The page that the console opens on. */
class OverviewPageTest extends ConsoleTesting {
  @Override
  void fill(Keyfold db) {
    super.fill(db);
    Table<Row> table =
        db.tables()
            .create(new TableBuilder("order_items_2025").fields("id int64, v string").key("id"));
    table.put(Row.of(table.definition(), Map.of("id", 1L, "v", "a")));
    db.map("user_names", String.class, String.class).put("first_name", "Ann");
  }

  @Test
  void showsTablesStructuresAndSizes() {
    browser.open("");
    browser.awaitText("h1", "Overview");
    browser.awaitText("#tables", "Tables");
    String text = browser.await("tables", () -> browser.text("main"));
    assertThat(text).contains("orders", "user_id, order_date, order_id", "by_category", "5,000");
    browser.awaitText("#sizes", "~5,001");
    assertThat(browser.text("#sizes")).contains("Tables\n2", "Structures\n5", "KB");
    browser.awaitText("main", "board:");
    browser.awaitText("main", "Hot right now");
    browser.screenshot("overview-light");
    browser.prefersDark(true);
    browser.open("");
    browser.awaitText("#sizes", "~5,001");
    browser.screenshot("overview-dark");
    browser.prefersDark(false);
  }

  @Test
  void leadsToTablesGroupsAndNames() {
    browser.open("");
    browser.awaitText("main", "user:");
    browser.clickText("user:");
    browser.awaitText("[role=tree]", "bob");
    browser.awaitText(".detail", "Names that start with user:");
    browser.open("");
    browser.awaitText("main", "order_items_2025");
    browser.clickText("order_items_2025");
    browser.awaitText(".detail", "Table order_items_2025");
    assertThat(browser.text("[role=tree] .selected")).contains("order_items_2025");
    browser.open("");
    browser.awaitText("main", "tags");
    browser.clickText("tags");
    browser.awaitText("#structure", "tags");
  }

  @Test
  void tablesAndStructuresAreCreatedHere() {
    browser.open("");
    browser.click("#new-table");
    browser.type("#table-name", "made_here");
    browser.click("#create-table .primary");
    browser.awaitText("[role=tree]", "made_here");
    browser.awaitText(".detail", "Table made_here");
    assertThat(server.db().table("made_here").definition().fields()).hasSize(5);
    browser.open("");
    browser.click("#new-structure");
    browser.type("#structure-name", "cart_of:ann");
    browser.click("#add-structure .primary");
    browser.awaitText("#structure", "cart_of:ann");
    server.db().tables().drop("made_here");
    try (Work work = server.db().structures().begin()) {
      work.space(0).keys().delete(bytes("cart_of:ann"));
      work.commit();
    }
  }

  /** In the middle of an underscore there is ink twice: the underscore, and below it the line. */
  @Test
  void linksDoNotHideUnderscores() throws IOException {
    browser.open("");
    browser.awaitText("main", "user_names");
    for (String text : new String[] {"order_items_2025", "user_names"}) {
      assertThat(browser.inkRunsAtUnderscore(text)).as(text).isEqualTo(2);
    }
    browser.open("#/browse");
    browser.await("the tree", () -> !browser.all(".node").isEmpty());
    browser.awaitText("[role=tree]", "order_items_2025");
    browser.screenshot("underscores");
    assertThat(browser.inkRunsAtUnderscore("order_items_2025")).isEqualTo(1);
  }
}
