package dev.keyfold.store.hbase;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.errors.StoreCorruptedException;
import dev.keyfold.store.hbase.owned.LeaseRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.jspecify.annotations.Nullable;

/**
 * The lease row: row 00 of the family for what is no entry.
 *
 * <pre>
 *   column       value
 *   owner        see Owner
 *   beat         a number, 8 bytes
 *   applied      number of the last log cell in its rows, 8 bytes; time of the last write, 8
 *                                                           at the timestamp: the log's last number
 *   l, slot 2    time 8, 01 if the batch ends here else 00, image      at the timestamp: its number
 * </pre>
 *
 * <p>The timestamp of a log cell is its number: so the cells after a number can be asked for
 * without reading the others, and a cell is overwritten only by a later one, also if a request that
 * the client has given up and sent again arrives after others.
 */
final class HBaseLeaseRow implements LeaseRow {
  static final byte[] ROW = {0};
  private static final byte[] OWNER = {'o', 'w', 'n', 'e', 'r'};
  private static final byte[] BEAT = {'b', 'e', 'a', 't'};
  private static final byte[] APPLIED = {'a', 'p', 'p', 'l', 'i', 'e', 'd'};
  private static final byte LOG = 'l';
  private static final int LOG_HEADER = 9;
  private static final byte[] FAMILY = HBaseCells.OWN_FAMILY;
  private static final long RESULT_BYTES = 8L << 20;

  private final Connection connection;
  private final TableName name;
  private final HBaseErrors errors;

  HBaseLeaseRow(Connection connection, TableName name, HBaseErrors errors) {
    this.connection = connection;
    this.name = name;
    this.errors = errors;
  }

  @Override
  public State read() {
    try (Table table = connection.getTable(name)) {
      Result row =
          table.get(
              new Get(ROW)
                  .addColumn(FAMILY, OWNER)
                  .addColumn(FAMILY, BEAT)
                  .addColumn(FAMILY, APPLIED));
      byte[] beat = row.getValue(FAMILY, BEAT);
      byte[] applied = row.getValue(FAMILY, APPLIED);
      return new State(
          row.getValue(FAMILY, OWNER),
          beat == null ? 0 : Bytes.getLong(beat, 0),
          applied == null ? 0 : Bytes.getLong(applied, 0),
          applied == null ? 0 : Bytes.getLong(applied, Long.BYTES));
    } catch (IOException e) {
      throw errors.during("reading the lease of", e);
    }
  }

  @Override
  public boolean replaceOwner(byte @Nullable [] seen, byte[] owner) {
    Put put = new Put(ROW).addColumn(FAMILY, OWNER, owner);
    return change(seen, put, true);
  }

  @Override
  public boolean beat(byte[] owner, long beat, boolean durable) {
    return change(owner, new Put(ROW).addColumn(FAMILY, BEAT, longs(beat)), durable);
  }

  @Override
  public boolean append(byte[] owner, List<LogCell> cells, Progress progress, boolean durable) {
    byte[] applied = longs(progress.applied(), progress.time());
    Put put = new Put(ROW).addColumn(FAMILY, APPLIED, progress.end(), applied);
    for (LogCell cell : cells) {
      byte[] value = new byte[LOG_HEADER + cell.image().length];
      Bytes.putLong(value, 0, cell.time());
      value[LOG_HEADER - 1] = (byte) (cell.last() ? 1 : 0);
      System.arraycopy(cell.image(), 0, value, LOG_HEADER, cell.image().length);
      put.addColumn(FAMILY, slot(cell.number()), cell.number(), value);
    }
    return change(owner, put, durable);
  }

  /**
   * By the patient connection: sent again after a lost answer, a change meets either the same owner
   * and does the same again, or another one, and then it is as if it had failed.
   */
  private boolean change(byte @Nullable [] expected, Put put, boolean durable) {
    put.setDurability(durable ? Durability.FSYNC_WAL : Durability.SYNC_WAL);
    CheckAndMutate.Builder check = CheckAndMutate.newBuilder(ROW);
    if (expected == null) {
      check.ifNotExists(FAMILY, OWNER);
    } else {
      check.ifEquals(FAMILY, OWNER, expected);
    }
    try (Table table = connection.getTable(name)) {
      return table.checkAndMutate(check.build(put)).isSuccess();
    } catch (IOException e) {
      throw errors.writing(e);
    }
  }

  @Override
  public List<LogCell> logAfter(long number) {
    List<LogCell> cells = new ArrayList<>();
    try (Table table = connection.getTable(name)) {
      Scan scan =
          new Scan()
              .withStartRow(ROW, true)
              .withStopRow(ROW, true)
              .addFamily(FAMILY)
              .setTimeRange(number + 1, Long.MAX_VALUE)
              .setAllowPartialResults(true)
              .setMaxResultSize(RESULT_BYTES);
      try (ResultScanner scanner = table.getScanner(scan)) {
        for (Result part = scanner.next(); part != null; part = scanner.next()) {
          for (Cell cell : part.rawCells()) {
            if (cell.getQualifierLength() == 3
                && cell.getQualifierArray()[cell.getQualifierOffset()] == LOG) {
              cells.add(logCell(cell));
            }
          }
        }
      }
    } catch (IOException e) {
      throw errors.during("reading the log of", e);
    }
    cells.sort(Comparator.comparingLong(LogCell::number));
    return cells;
  }

  private static LogCell logCell(Cell cell) {
    byte[] value = CellUtil.cloneValue(cell);
    if (value.length < LOG_HEADER) {
      throw new StoreCorruptedException(
          "cell " + cell.getTimestamp() + " of the log has " + value.length + " bytes");
    }
    return new LogCell(
        cell.getTimestamp(),
        Bytes.getLong(value, 0),
        value[LOG_HEADER - 1] == 1,
        Arrays.copyOfRange(value, LOG_HEADER, value.length));
  }

  private static byte[] slot(long number) {
    int slot = (int) (number % SLOTS);
    return new byte[] {LOG, (byte) (slot >> 8), (byte) slot};
  }

  private static byte[] longs(long... numbers) {
    byte[] bytes = new byte[Long.BYTES * numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      Bytes.putLong(bytes, i * Long.BYTES, numbers[i]);
    }
    return bytes;
  }
}
