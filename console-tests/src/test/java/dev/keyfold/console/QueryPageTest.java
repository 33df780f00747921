package dev.keyfold.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** Queries: proposals, plans, refusals, pages, export; and the advisor. */
class QueryPageTest extends ConsoleTesting {
  @Test
  void proposesRunsAndDrawsThePlan() {
    browser.open("#/query?table=orders");
    browser.find("#query").click();
    browser.press("cat");
    browser.awaitText("#proposals", "category");
    // In one go, as a fast typist would: what follows a taken word stands behind it.
    browser.press(Keys.TAB, "= 'music' ord");
    browser.awaitText("#proposals", "order by");
    browser.press(Keys.TAB, "order_date desc limit 7");
    browser.press(Keys.ESCAPE);
    browser.press(Keys.ENTER);
    browser.awaitText(".plan", "PREFIX SCAN");
    assertThat(browser.find("#query").getAttribute("value"))
        .isEqualTo("category = 'music' order by order_date desc limit 7");
    assertThat(browser.all("#rows tbody tr")).hasSize(7);
    browser.click(".plan summary");
    assertThat(browser.text(".range")).contains("from", "up to");
    browser.screenshot("query-plan");
  }

  @Test
  void showsTheFieldsSelected() {
    browser.open("#/query?table=orders");
    browser.find("#query").click();
    browser.press("sel");
    browser.awaitText("#proposals", "select");
    browser.press(Keys.TAB, "order_date, am");
    browser.awaitText("#proposals", "amount");
    browser.press(Keys.TAB, "whe");
    browser.awaitText("#proposals", "where");
    browser.press(Keys.TAB, "category = 'music' limit 3");
    browser.press(Keys.ESCAPE);
    browser.press(Keys.ENTER);
    browser.awaitText(".plan", "not read: the index holds every field selected");
    assertThat(browser.text("#rows thead")).startsWith("order_date amount");
    assertThat(browser.all("#rows tbody tr")).hasSize(3);
  }

  @Test
  void refusedScansOfferTheIndexThatHelps() {
    browser.open("#/query?table=orders&q=status+%3D+%27open%27+order+by+order_date+limit+5");
    browser.awaitText("[role=alert]", "by_status_order_date: status, order_date");
    browser.screenshot("query-refused");
    browser.click("#create-index");
    browser.awaitText(".plan", "index by_status_order_date");
    assertThat(browser.all("#rows tbody tr")).hasSize(5);
    browser.open("#/advisor?table=orders");
    browser.awaitText("#advice", "Advice");
    browser.awaitText("main", "index on orders: by_status_order_date");
    browser.awaitText("main", "done");
    browser.awaitText("main", "Query log");
    browser.screenshot("advisor");
  }

  @Test
  void aRefusalWithoutAnIndexOffersALimitThatIsAccepted() {
    browser.open("#/query?table=orders&q=");
    browser.clickText("Run");
    browser.awaitText("[role=alert]", "Rejected: this query needs a full scan");
    assertThat(browser.all("#create-index")).isEmpty();
    browser.click("#add-limit");
    browser.awaitText(".plan", "ORDERED SCAN");
    assertThat(browser.find("#query").getAttribute("value")).isEqualTo("limit 100");
    assertThat(browser.all("[role=alert]")).isEmpty();
    assertThat(browser.all("#rows tbody tr")).hasSize(50);
  }

  /** A scan of 100,000 rows cannot reach the end of more rows: it is never offered for those. */
  @Test
  void theScanThatIsOfferedReachesTheEndOfABigTable() {
    Table<Row> big =
        server
            .db()
            .tables()
            .create(new TableBuilder("big_events").fields("id int64, kind string").key("id"));
    List<Row> rows = new ArrayList<>();
    for (long i = 0; i < 101_000; i++) {
      rows.add(Row.of(big.definition(), Map.of("id", i, "kind", i == 100_999 ? "rare" : "usual")));
    }
    big.putAll(rows);
    browser.open("#/query?table=big_events&q=kind+!%3D+%27usual%27");
    browser.awaitText("#allow-scan", "Scan up to 1,000,000 rows once");
    browser.screenshot("query-scan");
    browser.click("#allow-scan");
    browser.awaitText(".plan", "FULL SCAN");
    assertThat(browser.all("[role=alert]")).isEmpty();
    assertThat(browser.all("#rows tbody tr")).hasSize(1);
    server.db().tables().drop("big_events");
  }

  @Test
  void pagesGoOnWithAToken() {
    browser.open("#/query?table=orders&q=category+%3D+%27books%27+order+by+order_date+desc");
    browser.await("a page", () -> browser.all("#rows tbody tr").size() == 50);
    browser.click("#more");
    browser.await("two pages", () -> browser.all("#rows tbody tr").size() == 100);
    long distinct =
        browser.all("#rows tbody tr").stream().map(row -> row.getText()).distinct().count();
    assertThat(distinct).isEqualTo(100);
  }

  @Test
  void exportsWhatWasAsked() throws Exception {
    browser.open("#/query?table=orders&q=category+%3D+%27toys%27+order+by+order_date+desc+limit+3");
    browser.await("rows", () -> browser.all("#rows tbody tr").size() == 3);
    browser.clickText("CSV");
    Path file = browser.downloads().resolve("orders.csv");
    browser.await("the file", () -> Files.exists(file));
    browser.await("all of it", () -> read(file).size() == 4);
    assertThat(read(file).get(0)).isEqualTo("user_id,order_date,order_id,category,amount,status");
  }

  private static java.util.List<String> read(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (java.io.IOException e) {
      return java.util.List.of();
    }
  }

  @Test
  void anEmptyQuestionAndAWrongOne() {
    browser.open("#/query?table=orders&q=colour+%3D+1");
    browser.awaitText("[role=alert]", "colour");
    browser.prefersDark(true);
    browser.type("#query", "category = 'music' limit 2");
    browser.press(Keys.ESCAPE);
    browser.clickText("Run");
    browser.awaitText(".plan", "PREFIX SCAN");
    browser.screenshot("query-dark");
    browser.prefersDark(false);
  }
}
