package dev.keyfold.table.where;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.Store;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.Tables;
import dev.keyfold.table.TestStores;
import dev.keyfold.table.schema.TableDef;
import dev.keyfold.testkit.Seeds;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random views survive print, parse, store and reopen, whatever their URLs and formats are. */
class StoredViewsTest {
  @Test
  void anyViewSurvivesStoreAndReopen() {
    Seeds.each(
        random -> {
          for (int i = 0; i < 48; i++) {
            try (Store store = TestStores.open()) {
              TableBuilder builder = view(random);
              TableDef def = Tables.of(store).create(builder).definition();
              assertThat(TableDef.parse(def.toString())).isEqualTo(def).hasToString(def.toString());
              assertThat(Tables.of(store).table("v").definition()).isEqualTo(def);
              assertThat(Tables.of(store).damaged()).isEmpty();
              assertThat(Tables.of(store).open(builder).definition()).isEqualTo(def);
              Tables.of(store).drop(def.name());
              assertThat(Tables.of(store).names()).isEmpty();
            }
          }
        });
  }

  private static TableBuilder view(Random random) {
    String path = RandomTyped.text(random).replace("\u0000", "'").replace('?', '!');
    String first = RandomTyped.text(random);
    TableBuilder builder =
        new TableBuilder("v")
            .fields("a string, b int32, c string null")
            .key("a, b")
            .over("bitcask:/" + path + (random.nextBoolean() ? "'" : ""))
            .format(
                List.of("native", "delimited:'", "delimited:#", "rowkey", "phoenix", "tuple")
                    .get(random.nextInt(6)))
            .values(
                List.of("json", "utf8:c", "hex", "schema:c string null").get(random.nextInt(4)));
    if (random.nextBoolean()) {
      builder.entriesWhere(new Where(List.of(Conditions.eq("a", first))).toString());
    }
    return random.nextBoolean() ? builder.skipBadEntries() : builder;
  }
}
