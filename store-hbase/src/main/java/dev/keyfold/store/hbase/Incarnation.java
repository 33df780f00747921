package dev.keyfold.store.hbase;

import dev.keyfold.store.errors.StoreUnavailableException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.jspecify.annotations.Nullable;

/**
 * The identity of a table, which distinguishes it from its copies: its name, and when it was last
 * enabled. A clone has another name, or lies in another cluster and was enabled at another time. A
 * table must be disabled to be restored in place. Nothing within the table would do: a snapshot has
 * all of its data and its descriptor, and a restored one the same regions.
 *
 * <p>The time is that of the cell in {@code hbase:meta} that says so. Servers that start or die and
 * regions that move or split do not write it.
 */
final class Incarnation {
  private static final byte[] FAMILY = "table".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] STATE = "state".getBytes(StandardCharsets.US_ASCII);

  /** As the master writes it: field 1 is the state, 0 is enabled. */
  private static final byte[] ENABLED = {0x08, 0};

  private Incarnation() {}

  /** Waits for a table that is just being made or enabled. */
  static String of(
      Connection connection, TableName name, HBaseOptions options, HBaseErrors errors) {
    long until = System.nanoTime() + options.timeout().toNanos();
    while (true) {
      Cell state = state(connection, name, errors);
      if (state != null && Arrays.equals(CellUtil.cloneValue(state), ENABLED)) {
        return name.getNameWithNamespaceInclAsString() + "@" + state.getTimestamp();
      }
      if (System.nanoTime() - until >= 0) {
        throw new StoreUnavailableException(
            "the table " + name + " is not enabled; enable it in the HBase shell");
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(options.pause().toMillis()));
      if (Thread.interrupted()) {
        throw errors.interrupted("opening");
      }
    }
  }

  private static @Nullable Cell state(Connection connection, TableName name, HBaseErrors errors) {
    try (Table meta = connection.getTable(TableName.META_TABLE_NAME)) {
      Result row = meta.get(new Get(name.getName()).addColumn(FAMILY, STATE));
      return row.isEmpty() ? null : row.rawCells()[0];
    } catch (IOException e) {
      throw errors.reading(e);
    }
  }
}
