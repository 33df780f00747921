package dev.keyfold.store.hbase;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.errors.StoreLimitException;
import dev.keyfold.store.hbase.owned.BatchEffect;
import java.io.IOException;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Table;
import org.jspecify.annotations.Nullable;

/**
 * The write path. Thread-safe; callers hold the store's close guard.
 *
 * <p>A batch is first reduced to its net effect ({@link BatchEffect}), so that the order in which
 * servers get to their part does not matter. Then its ranges are deleted, without the keys that it
 * puts, then everything else is written, some at a time and to all servers at once. Others may see
 * any part of it meanwhile, and after a failure any part may be there; writing the same batch again
 * completes it.
 */
final class HBaseWrites {
  private final Connection connection;
  private final TableName name;
  private final HBaseOptions options;
  private final HBaseErrors errors;
  private final HBaseReads reads;

  /** Whether something acknowledged is in the servers' log and maybe not on their disks. */
  private final AtomicBoolean unsynced = new AtomicBoolean();

  HBaseWrites(
      Connection connection,
      TableName name,
      HBaseOptions options,
      HBaseErrors errors,
      HBaseReads reads) {
    this.connection = connection;
    this.name = name;
    this.options = options;
    this.errors = errors;
    this.reads = reads;
  }

  AtomicBoolean unsynced() {
    return unsynced;
  }

  void put(byte[] key, byte[] value, Durability durability) {
    checkValue(value.length);
    one(mutation(key, HBaseCells.stored(value), durability), durability);
  }

  void delete(byte[] key, Durability durability) {
    one(mutation(key, null, durability), durability);
  }

  private void one(Mutation mutation, Durability durability) {
    try (Table table = connection.getTable(name)) {
      note(durability);
      if (mutation instanceof Put put) {
        table.put(put);
      } else {
        table.delete((Delete) mutation);
      }
    } catch (IOException e) {
      throw errors.writing(e);
    }
  }

  void write(Batch batch, Durability durability) {
    BatchEffect effect = BatchEffect.of(batch);
    effect.entries().values().forEach(this::checkIfValue); // before anything is written
    try (Table table = connection.getTable(name)) {
      note(durability);
      for (KeyRange range : effect.cleared()) {
        clear(table, range, effect.entries(), durability);
      }
      Requests requests = new Requests(table, options.batch(), errors);
      for (Map.Entry<byte[], byte[]> entry : effect.entries().entrySet()) {
        byte[] value = entry.getValue();
        requests.add(
            mutation(entry.getKey(), value == null ? null : HBaseCells.stored(value), durability));
      }
      requests.send();
    } catch (IOException e) {
      throw errors.writingSeveral(e);
    }
  }

  /** Deletes what is in the range, but for keys that are written anyway. */
  private void clear(
      Table table, KeyRange range, NavigableMap<byte[], byte[]> except, Durability durability)
      throws IOException {
    Requests requests = new Requests(table, options.batch(), errors);
    Slice key = new Slice();
    Scan scan = Scan.over(range).withoutValues().inBulk();
    try (ResultScanner scanner = reads.open(scan, Long.MAX_VALUE)) {
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        for (Cell cell : row.rawCells()) {
          HBaseCells.key(cell, key);
          byte[] found = key.toArray();
          if (range.contains(found) && !except.containsKey(found)) {
            requests.add(mutation(found, null, durability));
          }
        }
      }
    }
    requests.send();
  }

  /** A put, or a delete if the stored value is null. */
  static Mutation mutation(byte[] key, byte @Nullable [] stored, Durability durability) {
    byte[] row = HBaseCells.row(key);
    byte[] qualifier = HBaseCells.qualifier(key);
    Mutation mutation =
        stored == null
            ? new Delete(row).addColumns(HBaseCells.FAMILY, qualifier)
            : new Put(row).addColumn(HBaseCells.FAMILY, qualifier, stored);
    mutation.setDurability(engine(durability));
    return mutation;
  }

  /**
   * What the servers do before they answer. {@code FSYNC_WAL} brings the log to the disks of all
   * its replicas; writers that come together share that. {@code SYNC_WAL} brings it into the memory
   * of all of them, where it survives the death of any process. {@code ASYNC_WAL} would lose
   * acknowledged writes with the server, which no durability of the contract allows.
   */
  static org.apache.hadoop.hbase.client.Durability engine(Durability durability) {
    return durability.isDurable()
        ? org.apache.hadoop.hbase.client.Durability.FSYNC_WAL
        : org.apache.hadoop.hbase.client.Durability.SYNC_WAL;
  }

  /** Before the write: a sync that begins in between must not believe that there was none. */
  void note(Durability durability) {
    if (!durability.isDurable()) {
      unsynced.set(true);
    }
  }

  private void checkIfValue(byte @Nullable [] value) {
    if (value != null) {
      checkValue(value.length);
    }
  }

  void checkValue(int length) {
    if (length > options.valueBytes()) {
      throw new StoreLimitException(
          "a value in HBase has at most "
              + options.valueBytes()
              + " bytes here; found "
              + length
              + ": raise value-max, and hbase.server.keyvalue.maxsize of the servers");
    }
  }
}
