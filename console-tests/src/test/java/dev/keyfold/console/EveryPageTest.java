package dev.keyfold.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** What holds for every page: without a mouse, without eyes, in the dark, in a narrow window. */
class EveryPageTest extends ConsoleTesting {
  /** Pages, and what is on them when they are there. */
  private Map<String, String> pages() {
    Map<String, String> pages = new LinkedHashMap<>();
    pages.put("", "Hot right now");
    pages.put("#/lens", "Keys of this store");
    pages.put("#/lens?key=10ff", "Sort order");
    pages.put("#/browse", "database 0");
    pages.put("#/browse?db=0&name=" + hex("user:bob"), "Raw key");
    pages.put("#/query?table=orders&q=category+%3D+%27music%27+limit+3", "Query plan");
    pages.put("#/query?table=orders&q=status+%3D+%27open%27", "Create this index");
    pages.put("#/heat", "Balance of shards");
    pages.put("#/advisor?table=orders", "Cardinality of fields");
    pages.put("#/metrics", "All counters");
    return pages;
  }

  @Test
  void nobodyIsShutOutInLightOrDark() {
    List<String> barriers = new ArrayList<>();
    for (boolean dark : new boolean[] {false, true}) {
      browser.prefersDark(dark);
      pages()
          .forEach(
              (page, text) -> {
                browser.open(page);
                browser.awaitText("main", text);
                browser
                    .barriers()
                    .forEach(found -> barriers.add((dark ? "dark " : "light ") + page + found));
              });
    }
    browser.prefersDark(false);
    assertThat(barriers).isEmpty();
  }

  @Test
  void everyPageIsReachedAndWalkedWithTheKeyboard() {
    browser.open("#/metrics");
    for (String key : List.of("o", "l", "b", "q", "h", "a", "m")) {
      browser.script("document.activeElement.blur()");
      browser.press("g");
      browser.press(key);
      Map<String, String> titles =
          Map.of(
              "o", "Overview",
              "l", "Key lens",
              "b", "Browse",
              "q", "Query",
              "h", "Shards and heat",
              "a", "Advisor",
              "m", "Metrics");
      browser.awaitText("h1", titles.get(key));
      List<String> stops = browser.tabStops(60);
      assertThat(stops).as(key).startsWith("Skip to content").hasSizeGreaterThan(8);
      assertThat(stops).as(key).noneMatch(stop -> stop.contains("WITHOUT OUTLINE"));
    }
    browser.script("document.activeElement.blur()");
    browser.press(Keys.TAB);
    browser.press(Keys.ENTER);
    assertThat(browser.focused().getAttribute("id")).isEqualTo("main");
  }

  @Test
  void fitsANarrowWindow() {
    browser.size(420, 800);
    pages()
        .forEach(
            (page, text) -> {
              browser.open(page);
              browser.awaitText("main", text);
              assertThat(browser.isTooWide()).as(page).isFalse();
              if (!page.contains("?")) {
                browser.screenshot("narrow-" + (page.isEmpty() ? "overview" : page.substring(2)));
              }
            });
    browser.size(1280, 900);
  }
}
