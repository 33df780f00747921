package dev.keyfold.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.store.Capability;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.store.errors.StoreUnavailableException;
import dev.keyfold.store.errors.UnsupportedStoreException;
import dev.keyfold.store.memory.MemoryStore;
import dev.keyfold.store.testkit.SingleRowStore;
import dev.keyfold.table.errors.DuplicateKeyException;
import dev.keyfold.table.errors.RowException;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.expr.Functions;
import dev.keyfold.table.schema.IndexState;
import dev.keyfold.table.schema.KeySpace;
import dev.keyfold.table.schema.RowHeader;
import dev.keyfold.table.schema.Sharing;
import dev.keyfold.table.write.Stamps;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two processes that share the tables of a store with single rows only. */
class SharedTablesTest {
  private final Store memory = MemoryStore.open();
  private final AtomicLong clock = new AtomicLong(1000);
  private final AtomicLong otherClock = new AtomicLong(1000);
  private final Tables tables = tables(clock);
  private final Tables others = tables(otherClock);
  private final Table<Row> table =
      tables.create(
          new TableBuilder("t")
              .fields("id int32, name string, kind string")
              .key("id")
              .index("by_name: name unique")
              .index("by_kind: kind include name"));

  private Tables tables(AtomicLong now) {
    return tables(now, (operation, key) -> {});
  }

  private Tables tables(AtomicLong now, SingleRowStore.Gate gate) {
    Store store = new SingleRowStore(memory, new Random(0), gate);
    return Tables.of(store, Functions.builtIn(), now::get, Sharing.every(0));
  }

  @AfterEach
  void close() {
    memory.close();
  }

  private Row row(int id, String name, String kind) {
    return Row.of(table.definition(), Map.of("id", id, "name", name, "kind", kind));
  }

  private long count(byte kind) {
    long count = 0;
    try (Cursor cursor = memory.scan(Scan.over(KeySpace.entries(kind)))) {
      while (cursor.next()) {
        count++;
      }
    }
    return count;
  }

  @Test
  void clocksThatDifferDoNotGiveAUniqueValueTwice() {
    table.put(row(1, "x", "k"), Duration.ofMillis(500));
    otherClock.set(2000); // for the others it has expired
    Table<Row> theirs = others.table("t");
    theirs.insert(row(2, "x", "k"));
    assertThatThrownBy(() -> table.update(row(1, "x", "l")))
        .isInstanceOf(DuplicateKeyException.class)
        .hasMessageContaining("another record has the same values in the unique index by_name");
    assertThat(theirs.query("name = 'x'").list()).containsExactly(row(2, "x", "k"));
  }

  @Test
  void definitionsAreThoseOfAllProcesses() {
    table.put(row(1, "x", "k"));
    Table<Row> theirs = others.table("t");
    others.createIndex("t", "more: kind desc, name");
    assertThat(table.query("kind = 'k' order by kind desc").list()).hasSize(1);
    table.put(row(2, "y", "l"));
    assertThat(table.definition().index("more").state()).isEqualTo(IndexState.READABLE);
    tables.dropIndex("t", "more");
    theirs.put(row(3, "z", "m"));
    assertThat(theirs.definition().index("more")).isNull();
    assertThat(tables.check("t", false).isClean()).isTrue();
    assertThatThrownBy(() -> others.create(new TableBuilder("t").fields("id int32").key("id")))
        .hasMessageContaining("already exists");
    Row late = row(4, "a", "b");
    tables.drop("t");
    assertThatThrownBy(() -> theirs.put(late))
        .isInstanceOf(TableException.class)
        .hasMessageContaining("was dropped by another process");
    assertThat(count(KeySpace.CLAIMS)).isZero();
    tables.create(new TableBuilder("t").fields("id int32").key("id"));
    assertThat(others.table("t").definition().fields()).hasSize(1);
  }

  @Test
  void aQueryRepairsWhatIsLeftForLong() {
    table.put(row(1, "x", "k"));
    byte[] entry = entryOf("k");
    byte[] stale = entry.clone();
    stale[1] = 'j'; // an entry (j, 1) that the record has not
    memory.put(stale, RowHeader.stampOnly(Stamps.next()));
    assertThat(table.query("kind = 'j'").list()).isEmpty();
    assertThat(memory.get(stale)).as("young: somebody may be writing it").isNotNull();
    long old = System.currentTimeMillis() - 120_000;
    memory.put(stale, RowHeader.stampOnly(old << 20 | 1));
    assertThat(table.query("kind = 'j'").list()).isEmpty();
    assertThat(memory.get(stale)).isNull();
    assertThat(table.query("kind = 'k'").list()).containsExactly(row(1, "x", "k"));
  }

  private byte[] entryOf(String kind) {
    int id = table.definition().index("by_kind").id();
    try (Cursor cursor = memory.scan(Scan.over(KeySpace.range(id)))) {
      assertThat(cursor.next()).isTrue();
      assertThat(cursor.key().at(1)).isEqualTo((byte) kind.charAt(0));
      return cursor.key().toArray();
    }
  }

  @Test
  void aTransactionThatDiedBehindItsDecisionHasHappened() {
    table.putAll(List.of(row(1, "x", "k"), row(2, "y", "k")));
    boolean[] dead = {false};
    SingleRowStore.Gate gate =
        new SingleRowStore.Gate() {
          @Override
          public void pass(String operation, byte[] key) {
            if (dead[0]) {
              throw new StoreUnavailableException("dead");
            }
          }

          @Override
          public void written(String operation, byte[] key) {
            byte[] decision = key[0] == KeySpace.DECISIONS ? memory.get(key) : null;
            dead[0] |= decision != null && decision[1] == 1;
          }
        };
    Tables dying = tables(clock, gate);
    Table<Row> theirs = dying.table("t");
    dying.transact(
        t -> {
          t.on(theirs).put(row(1, "y", "k"));
          t.on(theirs).put(row(2, "x", "l"));
          return null;
        });
    assertThat(dead[0]).isTrue();
    assertThat(count(KeySpace.DECISIONS)).isEqualTo(1);
    assertThat(table.get(1)).isEqualTo(row(1, "y", "k"));
    assertThat(table.query("kind = 'l'").list()).containsExactly(row(2, "x", "l"));
    assertThatThrownBy(() -> table.insert(row(3, "x", "k")))
        .isInstanceOf(DuplicateKeyException.class);
    assertThat(tables.check("t", true).isClean()).isFalse();
    assertThat(count(KeySpace.DECISIONS)).isZero();
    assertThat(tables.check("t", false).isClean()).isTrue();
    assertThat(table.get(2)).isEqualTo(row(2, "x", "l"));
  }

  @Test
  void whatThisStoreCannotDoIsSaid() {
    assertThatThrownBy(() -> tables.reshard("t", 4, 1))
        .isInstanceOf(UnsupportedStoreException.class)
        .hasMessageContaining("export it and import it into a table with 4 shards");
    Table<Row> plain = tables.create(new TableBuilder("plain").fields("id int32").key("id"));
    assertThatThrownBy(() -> tables.<Row>transact(t -> t.on(plain).get(1)))
        .isInstanceOf(UnsupportedStoreException.class)
        .hasMessageContaining("with the option versioned");
    assertThatThrownBy(
            () ->
                tables.transact(
                    t -> {
                      t.on(table).put(row(1, "x", "k"));
                      return t.on(table).query("kind = 'k'").list();
                    }))
        .isInstanceOf(UnsupportedStoreException.class)
        .hasMessageContaining("run the query before writing");
    assertThat(table.get(1)).isNull();
    assertThat(tables.store().has(Capability.ATOMIC_BATCH)).isFalse();
  }

  @Test
  void aBatchWithABadRowWritesNothing() {
    assertThatThrownBy(
            () -> table.putAll(List.of(row(1, "x", "k"), row(2, "y".repeat(70_000), "k"))))
        .isInstanceOf(RowException.class);
    assertThat(table.get(1)).isNull();
    table.putAll(List.of(row(1, "x", "k"), row(2, "y", "k"), row(1, "z", "k"), row(3, "x", "l")));
    assertThat(table.query("id >= 0").list())
        .containsExactly(row(1, "z", "k"), row(2, "y", "k"), row(3, "x", "l"));
    assertThat(tables.check("t", false).isClean()).isTrue();
  }

  /** The build has read a record with the value when others give it to another record. */
  @Test
  void aUniqueValueThatMovesWhileItsIndexIsBuiltIsNoDouble() {
    table.putAll(List.of(row(1, "x", "a"), row(2, "y", "b")));
    Table<Row> theirs = others.table("t");
    boolean[] moved = {false};
    SingleRowStore.Gate gate =
        (operation, key) -> {
          if (key[0] == KeySpace.CLAIMS && !moved[0]) {
            moved[0] = true;
            theirs.put(row(1, "x", "c"));
            theirs.put(row(2, "y", "a"));
          }
        };
    tables(clock, gate).createIndex("t", "one_a_kind: kind unique");
    assertThat(moved[0]).isTrue();
    assertThat(theirs.query("kind = 'a'").list()).containsExactly(row(2, "y", "a"));
    tables.check("t", true);
    assertThat(tables.check("t", false).isClean()).isTrue();
    assertThatThrownBy(() -> table.put(row(3, "z", "a"))).isInstanceOf(DuplicateKeyException.class);
  }
}
