package dev.keyfold.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
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
    browser.awaitText("main", "What was asked");
    browser.screenshot("advisor");
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
