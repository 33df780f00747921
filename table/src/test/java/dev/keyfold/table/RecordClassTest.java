package dev.keyfold.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.record.Added;
import dev.keyfold.codec.record.Desc;
import dev.keyfold.codec.record.Nulls;
import dev.keyfold.codec.record.Nulls.Placement;
import dev.keyfold.codec.record.Scale;
import dev.keyfold.codec.record.Unsigned;
import dev.keyfold.codec.record.Width;
import dev.keyfold.store.Store;
import dev.keyfold.table.errors.TableException;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A table takes each annotation of a record class for what it says, or refuses the class. */
class RecordClassTest {
  private final Store store = TestStores.open();
  private final Tables tables = Tables.of(store);

  record Down(long id, @Desc long at) {}

  record NullsLast(long id, @Nulls(Placement.LAST) String note) {}

  record Later(long id, @Nulls(Placement.FIRST) @Added String note) {}

  record Everything(
      @Unsigned int id,
      @Width(8) String code,
      @Scale(value = 2, precision = 10) BigDecimal amount,
      @Nulls(Placement.FIRST) String note,
      List<@Nulls(Placement.LAST) Integer> sizes,
      Inner inner) {}

  record Inner(@Desc int a, @Nulls(Placement.LAST) Integer b) {}

  @AfterEach
  void close() {
    store.close();
  }

  private void refused(Class<? extends Record> type, String message) {
    assertThatThrownBy(() -> tables.table("t", type, t -> t.key("id")))
        .isInstanceOf(TableException.class)
        .hasMessage(message);
    assertThat(tables.has("t")).isFalse();
  }

  @Test
  void annotationsOfKeysAreRefused() {
    refused(
        Down.class,
        "table t cannot use record Down: component at has @Desc, but in tables only keys and"
            + " indexes have directions; remove it and write \"at desc\" in the key or index");
    refused(
        NullsLast.class,
        "table t cannot use record NullsLast: component note has @Nulls(LAST), but in tables null"
            + " sorts before all values; write @Nulls(FIRST), and \"note desc\" in a key or index"
            + " where null is to come last");
    refused(
        Later.class,
        "table t cannot use record Later: component note has @Added, which is for keys only; remove"
            + " it, and add fields to a table with tables.alter(\"t\").addField(\"note string"
            + " null\").apply()");
  }

  @Test
  void anOpenTableRefusesThemToo() {
    tables.create(new TableBuilder("t").fields("id int64, at int64").key("id, at desc"));
    assertThatThrownBy(() -> tables.table("t", Down.class, t -> t.key("id, at desc")))
        .isInstanceOf(TableException.class)
        .hasMessageContaining("component at has @Desc");
  }

  @Test
  void annotationsOfTypesAreKept() {
    Table<Everything> table = tables.table("t", Everything.class, t -> t.key("id"));
    assertThat(table.definition().fields().stream().map(Object::toString))
        .containsExactly(
            "id uint32",
            "code string(8)",
            "amount decimal(10,2)",
            "note string null",
            "sizes list<int32 null last>",
            "inner tuple<a int32 desc, b int32 null last>");
  }
}
