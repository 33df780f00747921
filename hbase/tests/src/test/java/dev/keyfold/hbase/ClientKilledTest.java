package dev.keyfold.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.hbase.VictimProcess.Kind;
import dev.keyfold.hbase.VictimProcess.Victim;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.Tables;
import dev.keyfold.table.errors.DuplicateKeyException;
import dev.keyfold.table.model.Images;
import dev.keyfold.table.schema.KeySpace;
import dev.keyfold.table.upkeep.CheckResult;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * A client killed at every phase of a write: {@link VictimProcess} has one write of each kind
 * before each of its operations when it gets its kill -9. Others then read each row as it was or as
 * it was to be, the same by every key; write it; take unique values that nobody has; and find
 * nothing but superfluous entries, which a repair removes.
 */
class ClientKilledTest {
  private final long seed =
      Long.getLong("seed", Long.getLong("seed.fresh", System.nanoTime() >>> 16));
  private final String url = StandaloneHBase.newTable("killed-clients");

  @Test
  void othersFindTheOldOrTheNewAndCanGoOn() throws Exception {
    try (Store store = Stores.open(url)) {
      Tables tables = RowsWriter.tables(store);
      Table<Row> things =
          tables.create(
              RowsWriter.things()
                  .index("by_category: category, id")
                  .index("by_owner: owner unique"));
      List<Row> rows = new ArrayList<>();
      for (Victim victim : Victim.all()) {
        victim.ids().stream()
            .map(id -> victim.before(things, id))
            .filter(Objects::nonNull)
            .forEach(rows::add);
      }
      things.putAll(rows);
      Set<String> ended = runAndKill();
      Map<Kind, Integer> phases = phases(ended);

      Map<Integer, Row> found = read(things, ended);
      CheckResult left = tables.check("things", false);
      assertOnlySuperfluous(left);
      takeUniqueValues(things, found);
      found = read(things, ended);
      writeAll(things, found, 0);
      assertOnlySuperfluous(tables.check("things", true));
      writeAll(things, found, 1);
      tables.check("things", true);
      CheckResult last = tables.check("things", false);
      assertThat(last.isClean()).as("-Dseed=%d: %s", seed, last).isTrue();
      assertThat(Images.problems(store)).as("-Dseed=%d", seed).isEmpty();
      // One had touched no row yet: a check that finds it a minute old removes it.
      assertThat(decisions(store)).as("-Dseed=%d: transactions", seed).isLessThanOrEqualTo(1);
      System.out.printf(
          "client killed: -Dseed=%d, operations of a write %s; superfluous entries left %s%n",
          seed, phases, left.indexes().stream().map(index -> index.dangling()).toList());
    }
  }

  /** Those that came to their end. */
  private Set<String> runAndKill() throws IOException, InterruptedException {
    Process process = WriterProcess.start(VictimProcess.class, url, Long.toString(seed));
    Set<String> ended = new HashSet<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String line = lines.readLine();
      for (; line != null && !line.equals(VictimProcess.READY); line = lines.readLine()) {
        ended.add(line);
      }
      assertThat(line).as("-Dseed=%d, it said %s", seed, ended).isNotNull();
    } finally {
      process.destroyForcibly().waitFor();
    }
    return ended;
  }

  /** How many operations a write has: it survives if it is to be stopped after them. */
  private Map<Kind, Integer> phases(Set<String> ended) {
    Map<Kind, Integer> phases = new TreeMap<>();
    for (Victim victim : Victim.all()) {
      if (!ended.contains(victim.toString())) {
        phases.merge(victim.kind(), victim.stop(), Math::max);
      }
    }
    phases.forEach(
        (kind, most) ->
            assertThat(most).as("%s survives in the end", kind).isBetween(4, kind.most - 1));
    return phases;
  }

  /** By every key, the old or the new state; the new one if it was acknowledged. */
  private Map<Integer, Row> read(Table<Row> things, Set<String> ended) {
    Map<Integer, Row> found = new TreeMap<>();
    for (Victim victim : Victim.all()) {
      Set<Boolean> changed = new HashSet<>();
      for (int id : victim.ids()) {
        Row row = things.get(id);
        boolean isNew = Objects.equals(row, victim.after(things, id));
        assertThat(isNew || Objects.equals(row, victim.before(things, id)))
            .as("-Dseed=%d, %s: %s", seed, victim, row)
            .isTrue();
        changed.add(isNew);
        if (row != null) {
          found.put(id, row);
        }
      }
      assertThat(changed).as("-Dseed=%d, %s: all or nothing", seed, victim).hasSize(1);
      if (ended.contains(victim.toString())) {
        assertThat(changed).as("-Dseed=%d, %s: acknowledged", seed, victim).containsExactly(true);
      }
    }
    Things.assertAnswers(things, found);
    return found;
  }

  private void assertOnlySuperfluous(CheckResult result) {
    assertThat(result.damaged()).as("-Dseed=%d: %s", seed, result).isZero();
    result
        .indexes()
        .forEach(
            index ->
                assertThat(index.missing() + index.wrong() + index.duplicates())
                    .as("-Dseed=%d: %s", seed, result)
                    .isZero());
  }

  /** What a dead process has claimed and no row has is free; what a row has is not. */
  private void takeUniqueValues(Table<Row> things, Map<Integer, Row> found) {
    Set<Object> taken = new HashSet<>();
    found.values().forEach(row -> taken.add(row.get("owner")));
    int id = 100_000;
    for (Victim victim : Victim.all()) {
      if (victim.stop() % 4 != 0) {
        continue;
      }
      for (int own : victim.ids()) {
        Row after = victim.after(things, own);
        Object owner = after == null ? "o" + own : after.get("owner");
        Row other = RowsWriter.row(things, id++, "c4", (String) owner, 0);
        if (taken.contains(owner)) {
          assertThatThrownBy(() -> things.insert(other))
              .as("-Dseed=%d, %s", seed, victim)
              .isInstanceOf(DuplicateKeyException.class);
        } else {
          things.insert(other);
          assertThat(things.query("owner = '" + owner + "'").list())
              .as("-Dseed=%d, %s", seed, victim)
              .containsExactly(other);
          assertThat(things.delete(other.get("id"))).isTrue();
        }
      }
    }
  }

  /** Every second victim's rows, as they were to be. */
  private void writeAll(Table<Row> things, Map<Integer, Row> found, int which) {
    for (Victim victim : Victim.all()) {
      for (int id : victim.ids()) {
        if (victim.stop() % 2 != which) {
          continue;
        }
        if (victim.kind() == Kind.TRANSACTION) {
          things.put(RowsWriter.row(things, id, "c2", null, 2)); // each alone
        } else if (victim.kind() == Kind.DELETE) {
          assertThat(things.delete(id)).as("%s", victim).isEqualTo(found.containsKey(id));
        } else if (victim.kind() == Kind.INSERT && !found.containsKey(id)) {
          things.insert(victim.after(things, id));
        } else {
          things.put(victim.after(things, id));
        }
      }
    }
  }

  private static int decisions(Store store) {
    int count = 0;
    try (Cursor cursor = store.scan(Scan.prefix(new byte[] {KeySpace.DECISIONS}))) {
      while (cursor.next()) {
        count++;
      }
    }
    return count;
  }
}
