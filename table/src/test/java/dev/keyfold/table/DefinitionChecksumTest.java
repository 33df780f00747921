package dev.keyfold.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.store.Batch;
import dev.keyfold.store.Store;
import dev.keyfold.table.errors.DamagedTable;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.expr.Functions;
import dev.keyfold.table.schema.KeySpace;
import dev.keyfold.table.schema.TableDef;
import dev.keyfold.table.write.StoredDefinition;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A definition whose text is not what was stored is found, however well-formed it is. */
class DefinitionChecksumTest {
  private static final String NAME = "people";

  /** What versions without checksums stored for the table below. */
  private static final String WITHOUT_CHECKSUM =
      """
      table 1 people
      layout 3
      next-field 8
      field 1 id int32
      field 2 full_name string null first
      field 4 city string null first
      field 5 note string null first
      field 6 part string null first
      field 7 more string null first
      key id, part
      key-added 1
      shards 4 1
      option ttl PT24H
      option versioned true
      index 2 readable by_name: full_name unique
      index 3 readable lines: city where note = 'it''s \\ 1'
      index-shards 3 8 1
      escaped index 4 readable breaks: city where note = 'a\\nb\\\\'
      stored 1 2 name string null first
      stored 1 3 age int32
      stored 1 4 city string null first
      stored 1 5 note string null first
      stored 2 2 full_name string null first
      stored 2 4 city string null first
      stored 2 5 note string null first
      stored 3 2 full_name string null first
      stored 3 4 city string null first
      stored 3 5 note string null first
      stored 3 7 more string null first
      """;

  private final Store store = TestStores.open();
  private Tables tables = reopened();
  private byte[] text;

  @BeforeEach
  void create() {
    tables.create(
        new TableBuilder(NAME)
            .fields("id int32, name string null, age int32, city string null, note string null")
            .key("id")
            .shards(4)
            .versioned()
            .timeToLive(Duration.ofDays(1))
            .index("by_name: name unique")
            .index("lines: city where note = 'it''s \\ 1'", 8, 1)
            .index("breaks: city where note = 'a\nb\\'"));
    Table<Row> people = tables.table(NAME);
    people.put(Row.of(people.definition(), Map.of("id", 1, "name", "eve", "age", 30)));
    tables.alter(NAME).renameField("name", "full_name").removeField("age").apply();
    tables.alter(NAME).addKeyField("part string null").addField("more string null").apply();
    text = stored();
  }

  @AfterEach
  void close() {
    store.close();
  }

  private Tables reopened() {
    return Tables.of(store, Functions.builtIn(), System::currentTimeMillis, TestStores.AT_ONCE);
  }

  private byte[] stored() {
    return store.get(KeySpace.entry(KeySpace.TABLES, NAME));
  }

  private void store(byte[] changed) {
    Batch batch = new Batch();
    batch.put(KeySpace.entry(KeySpace.TABLES, NAME), changed);
    store.write(batch, store.durability());
    tables = reopened();
  }

  private static boolean isFound(byte[] changed) {
    try {
      TableDef unused = StoredDefinition.read(NAME, changed);
      return false;
    } catch (TableException e) {
      return true;
    }
  }

  @Test
  void everyChangedByteIsFound() {
    List<String> missed = new ArrayList<>();
    for (int at = 0; at < text.length; at++) {
      byte[] changed = text.clone();
      for (int other = 1; other < 256; other++) {
        changed[at] = (byte) (text[at] ^ other);
        if (!isFound(changed)) {
          missed.add("byte " + at + " as " + (changed[at] & 0xFF));
        }
      }
    }
    assertThat(missed).isEmpty();
  }

  @Test
  void everyMissingOrDoubledByteAndEveryTruncationIsFound() {
    List<String> missed = new ArrayList<>();
    for (int at = 0; at < text.length; at++) {
      byte[] missing = new byte[text.length - 1];
      System.arraycopy(text, 0, missing, 0, at);
      System.arraycopy(text, at + 1, missing, at, missing.length - at);
      byte[] doubled = new byte[text.length + 1];
      System.arraycopy(text, 0, doubled, 0, at + 1);
      System.arraycopy(text, at, doubled, at + 1, text.length - at);
      if (!isFound(missing) || !isFound(doubled) || !isFound(Arrays.copyOf(text, at))) {
        missed.add("at " + at);
      }
    }
    assertThat(missed).isEmpty();
  }

  @Test
  void everyMissingDoubledOrMovedLineIsFoundAndNamed() {
    List<String> lines = new String(text, StandardCharsets.UTF_8).lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      List<String> missing = new ArrayList<>(lines);
      missing.remove(i);
      assertDamaged(missing);
      List<String> doubled = new ArrayList<>(lines);
      doubled.add(i, lines.get(i));
      assertDamaged(doubled);
      List<String> moved = new ArrayList<>(missing);
      moved.add((i + 1) % lines.size(), lines.get(i));
      assertDamaged(moved);
    }
  }

  private void assertDamaged(List<String> lines) {
    store((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
    assertThat(tables.list()).as(lines.toString()).isEmpty();
    assertThat(tables.damaged()).extracting(DamagedTable::name).containsExactly(NAME);
    assertThatThrownBy(() -> tables.check(NAME, true))
        .isInstanceOf(TableException.class)
        .hasMessageStartingWith("table people is damaged: ");
  }

  @Test
  void theMessageSaysThatTheTextIsNotWhatWasStored() {
    String changed =
        new String(text, StandardCharsets.UTF_8).replace("field 4 city", "field 9 city");
    store(changed.getBytes(StandardCharsets.UTF_8));
    assertThat(tables.damaged().get(0).reason())
        .matches(
            "the definition has the checksum [0-9a-f]{8}, but was stored with [0-9a-f]{8}: its text"
                + " was changed or is incomplete");
  }

  @Test
  void theChecksumIsThatOfTheTextOfOlderVersions() {
    CRC32C crc = new CRC32C();
    crc.update(WITHOUT_CHECKSUM.getBytes(StandardCharsets.UTF_8));
    String sum = String.format("%08x", crc.getValue());
    assertThat(new String(text, StandardCharsets.UTF_8))
        .isEqualTo(WITHOUT_CHECKSUM.replace("layout 3", "layout 3 checksum " + sum));
  }

  @Test
  void definitionsOfOlderVersionsAreReadAndGetAChecksumWithTheirNextChange() {
    TableDef def = tables.table(NAME).definition();
    store(WITHOUT_CHECKSUM.getBytes(StandardCharsets.UTF_8));
    assertThat(tables.table(NAME).definition()).isEqualTo(def);
    assertThat(tables.table(NAME).get(1, null).get("full_name")).isEqualTo("eve");
    assertThat(stored()).asString(StandardCharsets.UTF_8).isEqualTo(WITHOUT_CHECKSUM);
    tables.alter(NAME).addField("last string null").apply();
    assertThat(stored())
        .asString(StandardCharsets.UTF_8)
        .containsPattern("(?m)^layout 4 checksum [0-9a-f]{8}$");
    assertThat(reopened().table(NAME).definition().fields()).hasSize(7);
  }
}
