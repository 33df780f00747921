package dev.keyfold.sql.statement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.sql.SqlDatabase;
import dev.keyfold.sql.SqlSession;
import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Store;
import dev.keyfold.store.Transaction;
import dev.keyfold.store.layer.forward.ForwardingStore;
import dev.keyfold.store.layer.forward.ForwardingTransaction;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.StructuresOptions;
import dev.keyfold.table.Tables;
import org.junit.jupiter.api.Test;

/** ADD COLUMN with a value for the rows that are there. */
class AddColumnTest extends SqlFixture {
  /** Ends, as a crash would, before one of its writes. */
  private static final class CrashingStore extends ForwardingStore {
    private int left;

    CrashingStore(Store store, int left) {
      super(store);
      this.left = left;
    }

    private void step() {
      if (left-- <= 0) {
        throw new IllegalStateException("crashed");
      }
    }

    @Override
    public void write(Batch batch, Durability durability) {
      step();
      super.write(batch, durability);
    }

    @Override
    public boolean compareAndSet(byte[] key, byte[] expected, byte[] value, Durability durability) {
      step();
      return super.compareAndSet(key, expected, value, durability);
    }

    @Override
    public Transaction transaction() {
      return new ForwardingTransaction(super.transaction(), durability()) {
        @Override
        public void commit(Durability durability) {
          step();
          super.commit(durability);
        }
      };
    }
  }

  @Test
  void theColumnIsThereWithAllValuesOrNotAtAll() {
    int seen = 0;
    int absent = 0;
    for (int writes = 0; seen < 2; writes++) {
      sql.close();
      store.close();
      openDatabase();
      run("create table t (id int primary key)");
      run("insert into t values (1), (2), (3)");
      Store crashing = new CrashingStore(store, writes);
      Tables its = Tables.of(crashing);
      boolean done = true;
      try (SqlSession session =
          SqlDatabase.of(its, () -> Structures.over(crashing, StructuresOptions.defaults()))
              .session()) {
        session.execute("alter table t add column c int not null default 7").close();
      } catch (RuntimeException e) {
        done = false;
      }
      reopen();
      String columns =
          rows("select count(*) from information_schema.columns where table_name = 't'");
      if (columns.equals("2")) {
        seen++;
        assertThat(rows("select * from t order by id")).isEqualTo("1 7 | 2 7 | 3 7");
      } else {
        absent++;
        assertThat(done).isFalse();
        assertThat(columns).isEqualTo("1");
        assertThat(rows("select * from t order by id")).isEqualTo("1 | 2 | 3");
        run("insert into t values (4)");
        run("alter table t add column c int not null default 8");
        assertThat(rows("select * from t order by id")).isEqualTo("1 8 | 2 8 | 3 8 | 4 8");
        run("alter table t drop column c");
        assertThat(rows("select * from t order by id")).isEqualTo("1 | 2 | 3 | 4");
      }
    }
    assertThat(absent).isGreaterThan(1);
  }

  @Test
  void aValueThatCannotBeGivenLeavesTheTableAsItWas() {
    run("create table t (id int primary key)");
    run("insert into t values (1), (2)");
    SqlStateException error =
        error("alter table t add column c smallint generated always as identity (start 32767)");
    assertThat(error.sqlState()).isNotEqualTo("XX000");
    assertThat(rows("select * from t order by id")).isEqualTo("1 | 2");
    run("alter table t add column c int generated always as identity");
    assertThat(rows("select id, c from t order by id")).isEqualTo("1 1 | 2 2");
    run("insert into t values (3)");
    assertThat(rows("select c from t where id = 3")).isEqualTo("3");
  }
}
