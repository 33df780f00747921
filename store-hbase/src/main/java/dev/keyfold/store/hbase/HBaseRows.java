package dev.keyfold.store.hbase;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.RangeEstimate;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.hbase.owned.CallGuard;
import dev.keyfold.store.hbase.owned.TimedRows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Table;
import org.jspecify.annotations.Nullable;

/** The rows of an owned table: entries as {@link HBaseCells}, with timestamps from the owner. */
final class HBaseRows implements TimedRows {
  private static final int PORTION = 1_000;

  private final Connection connection;
  private final TableName name;
  private final HBaseOptions options;
  private final HBaseErrors errors;
  private final CallGuard gate;
  private final HBaseReads reads;
  private final Regions regions;
  private final HBaseEstimates estimates;
  private final Helpers helpers;

  /** Over a connection that it closes. */
  HBaseRows(
      Connection connection,
      TableName name,
      HBaseAddress address,
      HBaseOptions options,
      HBaseErrors errors) {
    this.connection = connection;
    this.name = name;
    this.options = options;
    this.errors = errors;
    gate = new CallGuard("the store " + address);
    reads = new HBaseReads(connection, name, options, errors);
    regions = new Regions(connection, name, options, errors);
    helpers = new Helpers("hbase " + address.table());
    estimates = new HBaseEstimates(reads, regions, errors);
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    return reads.get(key);
  }

  @Override
  public List<byte[]> getAll(List<byte[]> keys) {
    return reads.getAll(keys);
  }

  @Override
  public Cursor scan(Scan scan) {
    return cursor(scan);
  }

  @Override
  public List<Cursor> scanAll(List<Scan> scans) {
    return helpers.prefetch(scans.stream().map(this::cursor).toList());
  }

  private HBaseCursor cursor(Scan scan) {
    return new HBaseCursor(gate, errors, reads::open, options, scan);
  }

  @Override
  public void write(List<Timed> entries) {
    try (Table table = connection.getTable(name)) {
      Requests requests = new Requests(table, options.batch(), errors);
      for (Timed entry : entries) {
        requests.add(mutation(entry));
      }
      requests.send();
    } catch (IOException e) {
      throw errors.writingSeveral(e);
    }
  }

  private static Mutation mutation(Timed entry) {
    byte[] row = HBaseCells.row(entry.key());
    byte[] qualifier = HBaseCells.qualifier(entry.key());
    Mutation mutation =
        entry.value() == null
            ? new Delete(row).addColumns(HBaseCells.FAMILY, qualifier, entry.time())
            : new Put(row)
                .addColumn(
                    HBaseCells.FAMILY, qualifier, entry.time(), HBaseCells.stored(entry.value()));
    // On the disks: once it is here, its place in the log is given away.
    return mutation.setDurability(Durability.FSYNC_WAL);
  }

  @Override
  public void clear(KeyRange range, long time, boolean values, Consumer<List<Timed>> doomed) {
    Scan scan = Scan.over(range).inBulk();
    List<Timed> portion = new ArrayList<>();
    Slice key = new Slice();
    try (ResultScanner scanner = reads.open(values ? scan : scan.withoutValues(), Long.MAX_VALUE)) {
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        for (Cell cell : row.rawCells()) {
          HBaseCells.key(cell, key);
          byte[] found = key.toArray();
          if (cell.getTimestamp() < time && range.contains(found)) {
            portion.add(new Timed(found, values ? HBaseCells.value(cell) : null, time));
          }
        }
        if (portion.size() >= PORTION) {
          remove(portion, doomed);
          portion.clear();
        }
      }
    } catch (IOException e) {
      throw errors.writingSeveral(e);
    }
    remove(portion, doomed);
  }

  private void remove(List<Timed> portion, Consumer<List<Timed>> doomed) {
    if (portion.isEmpty()) {
      return;
    }
    doomed.accept(List.copyOf(portion));
    write(portion.stream().map(entry -> new Timed(entry.key(), null, entry.time())).toList());
  }

  @Override
  public RangeEstimate estimate(KeyRange range) {
    return estimates.of(range);
  }

  @Override
  public String incarnation() {
    return Incarnation.of(connection, name, options, errors);
  }

  @Override
  public int splitAt(List<byte[]> keys) {
    return regions.splitAt(keys);
  }

  @Override
  public Map<String, Long> metrics() {
    return regions.metrics();
  }

  @Override
  public void close() {
    if (gate.shut()) {
      helpers.close();
      HBaseStore.closeQuietly(connection);
    }
  }
}
