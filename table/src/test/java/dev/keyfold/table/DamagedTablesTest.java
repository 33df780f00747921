package dev.keyfold.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.KeyType;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.table.errors.DamagedTable;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.expr.Functions;
import dev.keyfold.table.schema.KeySpace;
import dev.keyfold.table.schema.TableDef;
import dev.keyfold.table.upkeep.Reclaiming;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A definition that nobody can read hides no other table, and can be removed. */
class DamagedTablesTest {
  private final Store store = TestStores.open();
  private Tables tables = reopened(Functions.builtIn());

  @BeforeEach
  void fill() {
    for (String name : List.of("before", "middle", "z")) {
      Table<Row> table =
          tables.create(
              new TableBuilder(name)
                  .fields("k int32, s string null")
                  .key("k")
                  .shards(2)
                  .index("by_s: s unique"));
      for (int i = 0; i < 5; i++) {
        table.put(Row.of(table.definition(), Map.of("k", i, "s", name + i)));
      }
    }
  }

  @AfterEach
  void close() {
    store.close();
  }

  private Tables reopened(Functions functions) {
    return Tables.of(store, functions, System::currentTimeMillis, TestStores.AT_ONCE);
  }

  private void damage(byte[] text) {
    Batch batch = new Batch();
    batch.put(KeySpace.entry(KeySpace.TABLES, "middle"), text);
    store.write(batch, store.durability());
    tables = reopened(Functions.builtIn());
  }

  /** Without its checksum, which would find all damage before anything else is looked at. */
  private String stored() {
    return tables.table("middle").definition().toString();
  }

  /** How many entries begin with each byte. */
  private Map<Integer, Integer> entries() {
    Map<Integer, Integer> counts = new TreeMap<>();
    try (Cursor cursor = store.scan(Scan.everything())) {
      while (cursor.next()) {
        counts.merge(cursor.key().toArray()[0] & 0xFF, 1, Integer::sum);
      }
    }
    return counts;
  }

  private static String without(String text, String beginning) {
    return String.join("\n", text.lines().filter(line -> !line.startsWith(beginning)).toList());
  }

  private void assertOthersWork() {
    assertThat(tables.list()).extracting(TableDef::name).containsExactly("before", "z");
    for (String name : List.of("before", "z")) {
      Table<Row> table = tables.table(name);
      assertThat(table.query("s = '" + name + "3'").list()).containsExactly(table.get(3));
      assertThat(table.query("").allowScan(100).count()).isEqualTo(5);
      assertThat(tables.check(name, false).isClean()).isTrue();
      assertThat(tables.check(name, false).records()).isEqualTo(5);
    }
    assertThat(tables.unfinishedBuilds()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\n",
        "table",
        "nonsense",
        "table x middle",
        "table 3 other\nfield 1 k int32\nnext-field 2\nlayout 1\nkey k",
        "drop:key",
        "drop:field",
        "drop:table",
        "drop:layout",
        "drop:next-field",
        "add:index 9 sleeping i: k",
        "add:index 9 readable i: k where s = 'open",
        "add:index 9 readable i: k where",
        "add:field 7 x nothing",
        "add:layout 2000000000",
        "add:stored 9 2 s string null first",
        "add:escaped index 9 readable i: k where s = '\\x'",
        "add:escaped",
        "table:2147483647",
        "table:-1",
        "add:primary -1",
        "add:next-key 2147483647 0 0",
        "add:index -1 readable i: k",
        "add:index 9 readable i: k\nindex 9 readable j: k",
        "add:field 1 x int32 null",
        "add:field -3 x int32 null",
        "add:from-a-newer-version 1"
      })
  void oneDamagedDefinitionHidesNoOtherTable(String kind) {
    String text =
        kind.startsWith("drop:")
            ? without(stored(), kind.substring(5) + " ")
            : kind.startsWith("add:")
                ? stored() + kind.substring(4) + "\n"
                : kind.startsWith("table:")
                    ? stored().replaceFirst("table [0-9]+", "table " + kind.substring(6))
                    : kind;
    damage(text.getBytes(StandardCharsets.UTF_8));

    assertOthersWork();
    assertThat(tables.damaged()).extracting(DamagedTable::name).containsExactly("middle");
    assertThat(tables.damaged().get(0).reason()).isNotEmpty().hasLineCount(1);
    assertThat(tables.names()).containsExactly("before", "middle", "z");
    assertThat(tables.has("middle")).isTrue();
    assertThatThrownBy(() -> tables.table("middle"))
        .isInstanceOf(TableException.class)
        .hasMessageStartingWith("table middle is damaged: " + tables.damaged().get(0).reason())
        .hasMessageContaining("drop the table");
    TableBuilder builder = new TableBuilder("middle").fields("k int32").key("k");
    assertThatThrownBy(() -> tables.create(builder))
        .hasMessage("table middle already exists; open it, or drop it first");
    assertThatThrownBy(() -> tables.open(builder)).hasMessageContaining("is damaged");

    tables.drop("middle");
    assertThat(tables.damaged()).isEmpty();
    assertThat(tables.has("middle")).isFalse();
    assertOthersWork();
    Table<Row> again = tables.create(builder);
    assertThat(again.query("").allowScan(100).count()).isZero();
  }

  @Test
  void bytesThatAreNoTextAreDamage() {
    damage(new byte[] {'t', 'a', (byte) 0xff, 0});
    assertOthersWork();
    assertThat(tables.damaged())
        .containsExactly(new DamagedTable("middle", "the definition is not UTF-8 text"));
    tables.drop("middle");
    assertOthersWork();
  }

  @Test
  void droppingADamagedTableRemovesItsRecordsAndNothingElse() {
    tables.saveKnowledge();
    Map<Integer, Integer> before = entries();
    int middle = tables.table("middle").definition().id();
    int other = tables.table("z").definition().id();
    damage(
        (stored() + "key k,\nindex " + other + " readable x: k\n")
            .getBytes(StandardCharsets.UTF_8));
    tables.drop("middle");

    Map<Integer, Integer> after = entries();
    assertThat(after).doesNotContainKeys(0x0F + middle, 0x0F + middle + 1);
    assertThat(after.get(0x0F + other)).isEqualTo(before.get(0x0F + other));
    assertThat(after.get(0x0F + other + 1)).isEqualTo(before.get(0x0F + other + 1));
    assertOthersWork();
  }

  /** A program with functions of its own declared it; this one has none. */
  @Test
  void aTableThatLacksAFunctionHidesNoOtherAndCanBeDropped() {
    tables.drop("middle");
    Functions more =
        Functions.builtIn().with("shout", String.class, KeyType.STRING, text -> text + "!");
    Table<Row> middle =
        reopened(more)
            .create(
                new TableBuilder("middle")
                    .fields("k int32, s string null")
                    .key("k")
                    .timeToLive(Duration.ofHours(1))
                    .index("loud: shout(s)"));
    middle.put(Row.of(middle.definition(), Map.of("k", 1, "s", "a")));
    tables = reopened(Functions.builtIn());
    assertThat(tables.list()).hasSize(3);
    assertThat(tables.unfinishedBuilds()).isEmpty();
    assertThatThrownBy(() -> tables.table("middle"))
        .isInstanceOf(TableException.class)
        .hasMessageContaining("table middle")
        .hasMessageContaining("the function shout");
    tables.drop("middle");
    assertOthersWork();
    assertThat(entries()).doesNotContainKey(0x0F + middle.definition().id());
  }

  @Test
  void expiredRecordsOfOtherTablesAreReclaimed() {
    long[] now = {1_000};
    Tables timed = Tables.of(store, Functions.builtIn(), () -> now[0], TestStores.AT_ONCE);
    Table<Row> brief =
        timed.create(
            new TableBuilder("zz").fields("k int32").key("k").timeToLive(Duration.ofMillis(5)));
    brief.put(Row.of(brief.definition(), Map.of("k", 1)));
    now[0] = 2_000;
    Functions more =
        Functions.builtIn().with("shout", String.class, KeyType.STRING, text -> text + "!");
    reopened(more)
        .create(new TableBuilder("a").fields("k int32, s string").key("k").index("loud: shout(s)"));
    try (Reclaiming reclaiming = timed.reclaimEvery(Duration.ofMillis(1))) {
      long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
      while ((reclaiming.removed() == 0 || reclaiming.failure() == null)
          && System.nanoTime() < end) {
        Thread.onSpinWait();
      }
      assertThat(reclaiming.removed()).isEqualTo(1);
      assertThat(reclaiming.failure()).hasMessageContaining("shout");
    }
  }
}
