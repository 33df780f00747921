package dev.keyfold.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.Durability;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import java.io.IOException;
import java.util.Random;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Test;

/**
 * What happens within one millisecond, the unit of the servers' times. HBase by default hides a put
 * after a delete of the same millisecond, also if it came later; {@code NEW_VERSION_BEHAVIOR},
 * which shared tables are made with, goes by the order in which they came.
 */
class MillisecondTest {
  private static final byte[] FAMILY = {'k'};
  private static final byte[] QUALIFIER = {0};
  private static final int ROWS = 8;

  private final long seed =
      Long.getLong("seed", Long.getLong("seed.fresh", System.nanoTime() >>> 16));
  private final Random random = new Random(seed);

  /** The same time for all, so that it does not depend on how fast this machine is. */
  @Test
  void ofOneTimeTheLastToComeCounts() throws Exception {
    String url = StandaloneHBase.newTable("millisecond");
    Stores.open(url).close(); // makes the table
    TableName name = PlainClient.table(url);
    try (Connection connection = PlainClient.connect(url);
        Table table = connection.getTable(name);
        Admin admin = connection.getAdmin()) {
      long time = System.currentTimeMillis();
      byte[][] expected = new byte[ROWS][];
      for (int i = 0; i < 600; i++) {
        int row = random.nextInt(ROWS);
        if (random.nextBoolean()) {
          expected[row] = new byte[] {0, (byte) i, (byte) (i >> 8)};
          table.put(new Put(row(row)).addColumn(FAMILY, QUALIFIER, time, expected[row]));
        } else {
          expected[row] = null;
          table.delete(new Delete(row(row)).addColumns(FAMILY, QUALIFIER, time));
        }
        if (i % 100 == 99) {
          admin.flush(name);
        }
        if (i % 300 == 299) {
          compact(admin, name);
        }
        check(table, expected, i);
      }
      compact(admin, name);
      check(table, expected, -1);
    }
  }

  /** Why the setting is there: should this ever fail, it is not needed any more. */
  @Test
  void byDefaultADeleteHidesThePutBehindIt() throws Exception {
    String url = StandaloneHBase.newTable("default");
    TableName name = PlainClient.table(url);
    try (Connection connection = PlainClient.connect(url);
        Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(name)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .build());
      try (Table table = connection.getTable(name)) {
        table.delete(new Delete(row(0)).addColumns(FAMILY, QUALIFIER, 1_000));
        table.put(new Put(row(0)).addColumn(FAMILY, QUALIFIER, 1_000, QUALIFIER));
        assertThat(table.get(new Get(row(0))).isEmpty()).isTrue();
      }
    }
  }

  /** With the servers' own times, as fast as it goes, by the store itself. */
  @Test
  void aPutRightAfterADeleteIsThere() {
    try (Store store = Stores.open(StandaloneHBase.newTable("milliseconds"))) {
      byte[] key = {1};
      for (int i = 0; i < 400; i++) {
        byte[] value = {(byte) (i >> 8), (byte) i};
        store.put(key, value);
        if (i % 3 == 0) {
          assertThat(store.compareAndSet(key, value, null, Durability.ASYNC)).isTrue();
          assertThat(store.compareAndSet(key, null, value, Durability.ASYNC)).isTrue();
        }
        assertThat(store.get(key)).as("put %s", i).isEqualTo(value);
        store.delete(key);
      }
      assertThat(store.get(key)).isNull();
    }
  }

  private static byte[] row(int number) {
    return new byte[] {'r', (byte) number};
  }

  private void check(Table table, byte[][] expected, int step) throws IOException {
    int row = random.nextInt(ROWS);
    for (int i = step < 0 ? 0 : row; i < (step < 0 ? ROWS : row + 1); i++) {
      assertThat(table.get(new Get(row(i))).getValue(FAMILY, QUALIFIER))
          .as("seed %s, row %s after step %s", seed, i, step)
          .isEqualTo(expected[i]);
    }
  }

  private static void compact(Admin admin, TableName name) throws Exception {
    admin.flush(name);
    admin.majorCompact(name);
    long until = System.nanoTime() + 20_000_000_000L;
    Thread.sleep(500);
    while (admin.getCompactionState(name) != org.apache.hadoop.hbase.client.CompactionState.NONE
        && System.nanoTime() - until < 0) {
      Thread.sleep(100);
    }
  }

  /**
   * Tables with an owner go by the owner's times. What one that lost its table sends late is older
   * than what deleted it, and stays hidden although what deleted it was compacted.
   */
  @Test
  void aLatePutStaysHidden() throws Exception {
    String url = StandaloneHBase.newTable("late") + "?mode=owned";
    Stores.open(url).close(); // makes the table
    TableName name = PlainClient.table(url);
    try (Connection connection = PlainClient.connect(url);
        Table table = connection.getTable(name);
        Admin admin = connection.getAdmin()) {
      long time = System.currentTimeMillis();
      table.put(new Put(row(0)).addColumn(FAMILY, QUALIFIER, time - 30, QUALIFIER));
      table.delete(new Delete(row(0)).addColumns(FAMILY, QUALIFIER, time - 10));
      table.put(new Put(row(1)).addColumn(FAMILY, QUALIFIER, time - 10, QUALIFIER));
      compact(admin, name);
      for (int i = 0; i < 2; i++) {
        table.put(new Put(row(i)).addColumn(FAMILY, QUALIFIER, time - 20, FAMILY));
      }
      check(table, time);
      compact(admin, name);
      check(table, time);
    }
  }

  private static void check(Table table, long time) throws IOException {
    assertThat(table.get(new Get(row(0))).isEmpty()).as("deleted at %s", time - 10).isTrue();
    assertThat(table.get(new Get(row(1))).getValue(FAMILY, QUALIFIER)).isEqualTo(QUALIFIER);
  }
}
