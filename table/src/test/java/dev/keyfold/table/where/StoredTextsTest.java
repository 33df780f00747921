package dev.keyfold.table.where;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.Store;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.Tables;
import dev.keyfold.table.TestStores;
import dev.keyfold.table.schema.TableDef;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Any text in the condition of an index survives print, parse, store and reopen. */
class StoredTextsTest {
  private static Tables open(Store store) {
    return Tables.of(store);
  }

  private static void assertSame(Store store, TableDef def) {
    assertThat(open(store).table(def.name()).definition())
        .isEqualTo(def)
        .hasToString(def.toString());
    assertThat(open(store).damaged()).isEmpty();
  }

  /** No record can hold it, but {@code != } and {@code <} may ask for it. */
  @Test
  void textThatUtf8CannotHoldSurvivesToo() {
    for (String text : List.of("\ud800", "a\udfff", "\udc00\ud800" + "\\" + "ud800")) {
      try (Store store = TestStores.open()) {
        TableBuilder builder =
            new TableBuilder("t")
                .fields("k int32, s string")
                .key("k")
                .index("i", i -> i.asc("k").where(Conditions.ne("s", text)));
        TableDef def = open(store).create(builder).definition();
        assertSame(store, def);
        assertThat(def.index("i").text().where().conditions().get(0).value().value())
            .isEqualTo(text);
        assertThat(open(store).open(builder).definition()).isEqualTo(def);
      }
    }
  }

  /** Alone, at both ends and in the middle; and each means itself after a reopen. */
  @Test
  void everyControlCharacterQuoteAndSurrogateSurvives() {
    StringBuilder all = new StringBuilder("'\"`\\\u2028\u2029\ufeff\ufffe\uffff");
    for (char c = 0; c < 256; c++) {
      if (Character.isISOControl(c)) {
        all.append(c);
      }
    }
    assertThat(all).hasSize(9 + 65);
    for (int c = Character.MIN_SURROGATE; c < Character.MAX_SURROGATE; c += 31) {
      all.append((char) c);
    }
    List<Object> texts = new ArrayList<>(List.of(all.toString(), "\ud83d\ude00"));
    for (int i = 0; i < all.length(); i++) {
      String c = all.substring(i, i + 1);
      texts.addAll(List.of(c, c + "a", "a" + c + "n", "a" + c, c + c));
    }
    try (Store store = TestStores.open()) {
      TableBuilder builder = new TableBuilder("t").fields("k int32, s string").key("k");
      builder.index("none", i -> i.asc("k").where(Conditions.notIn("s", texts)));
      TableDef def = open(store).create(builder).definition();
      assertSame(store, def);
      assertThat(open(store).open(builder).definition()).isEqualTo(def);
      assertThat(def.index("none").text().where().conditions().get(0).values())
          .extracting(Literal::value)
          .containsExactlyInAnyOrderElementsOf(texts);
    }
  }
}
