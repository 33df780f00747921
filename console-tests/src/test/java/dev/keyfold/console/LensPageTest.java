package dev.keyfold.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.KeyFormat;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** The key lens. */
class LensPageTest extends ConsoleTesting {
  private String indexKey() {
    try (Cursor cursor = server.db().store().scan(Scan.prefix(new byte[] {0x11}))) {
      for (int i = 0; i < 100; i++) {
        cursor.next();
      }
      return Bytes.toHex(cursor.key().toArray());
    }
  }

  @Test
  void explainsAPastedKeyWithItsNeighbours() {
    browser.open("#/lens");
    browser.awaitText("h1", "Key lens");
    browser.awaitText("main", "Keys of this store");
    browser.type("textarea", indexKey());
    browser.clickText("Explain");
    browser.awaitText("#what", "entry of index by_category of table orders");
    assertThat(browser.text(".parts"))
        .contains("category", "order_date", "timestamp desc", "terminator");
    assertThat(browser.all(".keyview .run.f0 .byte")).isNotEmpty();
    assertThat(browser.all(".keyview .run.terminator")).isNotEmpty();
    assertThat(browser.text(".order")).contains("previous key", "next key");
    assertThat(browser.all(".order .byte.decides")).hasSize(2);
    browser.screenshot("lens-light");
  }

  @Test
  void isDarkWhereTheSystemIsAndCanBeSwitched() {
    browser.prefersDark(true);
    browser.open("#/lens?key=" + indexKey());
    browser.awaitText("#what", "by_category");
    Object dark = browser.script("return getComputedStyle(document.body).backgroundColor");
    assertThat(dark).isEqualTo("rgb(18, 22, 28)");
    browser.screenshot("lens-dark");
    browser.prefersDark(false);
    browser.click("#theme");
    assertThat(browser.script("return getComputedStyle(document.body).backgroundColor"))
        .isEqualTo(dark);
    browser.click("#theme");
    browser.click("#theme");
    browser.awaitText("#theme", "auto");
  }

  @Test
  void worksWithTheKeyboardAlone() {
    browser.open("#/metrics");
    browser.awaitText("h1", "Metrics");
    browser.press("g");
    browser.press("l");
    browser.awaitText("h1", "Key lens");
    browser.press("/");
    assertThat(browser.focused().getTagName()).isEqualTo("textarea");
    browser.press(indexKey());
    browser.press(Keys.ENTER);
    browser.awaitText("#what", "by_category");
    browser.press(Keys.TAB);
    assertThat(browser.focused().getTagName()).isEqualTo("select");
    browser.press(Keys.TAB);
    assertThat(browser.focused().getText()).isEqualTo("Explain");
    Object outline = browser.script("return getComputedStyle(document.activeElement).outlineStyle");
    assertThat(outline).isEqualTo("solid");
    browser.script("document.activeElement.blur()");
    browser.press("?");
    browser.awaitText("dialog", "Keyboard shortcuts");
    browser.press(Keys.ESCAPE);
    browser.await("no dialog", () -> browser.all("dialog").isEmpty());
  }

  @Test
  void aKeyWithEveryByteValue() {
    byte[] all = new byte[256];
    for (int i = 0; i < 256; i++) {
      all[i] = (byte) i;
    }
    byte[] key = KeySchema.parse("b bytes, n int32 desc").encode(all, 7);
    browser.open("#/lens?schema=b+bytes%2C+n+int32+desc&key=" + Bytes.toHex(key));
    browser.awaitText("#what", "key of the given schema");
    browser.await("all bytes", () -> browser.all(".keyview .byte").size() == key.length);
    assertThat(browser.all(".keyview .run.escape")).isNotEmpty();
    assertThat(browser.text(".parts")).contains("int32 desc");
    browser.screenshot("lens-every-byte");
  }

  @Test
  void explainsKeysOfEveryFormatBetweenTheirNeighbours() {
    for (KeyFormat format : KeyFormats.all()) {
      boolean compound = format.name().equals("compound");
      String text = compound ? "kind string, key string, sub string" : "user string, place string";
      KeySchema schema = KeySchema.parse(text, format);
      java.util.function.Function<String, String> key =
          last ->
              Bytes.toHex(compound ? schema.encode("H", "u1", last) : schema.encode("u1", last));
      browser.open("#/lens");
      browser.click("details summary");
      browser.type("#schema", text);
      browser.find("#format").sendKeys(format.name());
      browser.type("#others", key.apply("Aarau") + "\n" + key.apply("Chur"));
      browser.type("textarea[data-main]", key.apply("Bern"));
      browser.clickText("Explain");
      browser.awaitText("#what", "key of the given schema");
      browser.awaitText(".parts", "Bern");
      String last = compound ? "sub" : "place";
      assertThat(browser.text(".order"))
          .as(format.name())
          .contains(last + " \"Aarau\" comes before \"Bern\": byte")
          .contains(last + " \"Bern\" comes before \"Chur\": byte");
      assertThat(browser.text("#rules")).contains("then by " + last + " from low to high");
      assertThat(browser.all(".order .byte.decides")).hasSize(2);
    }
    browser.screenshot("lens-compare");
  }

  @Test
  void saysWhatIsWrongWithAKey() {
    browser.open("#/lens");
    browser.type("textarea", "10ff");
    browser.clickText("Explain");
    browser.awaitText("main [role=alert]", "expected");
    browser.type("textarea", "a\\q");
    browser.clickText("Explain");
    browser.awaitText("main [role=alert]", "character 1");
  }
}
