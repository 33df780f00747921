package dev.keyfold.store.hbase;

import dev.keyfold.store.Durability;
import dev.keyfold.store.errors.StoreException;
import java.io.IOException;
import java.net.ConnectException;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.hbase.CallQueueTooBigException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.ipc.RemoteException;
import org.jspecify.annotations.Nullable;

/**
 * Compare-and-set of one key, as the servers' check-and-mutate of one row. Thread-safe.
 *
 * <p>It has its own connection without retries. If the response to a check-and-mutate is lost and
 * the client repeats it, the second one finds what the first one wrote and reports "not as
 * expected", although it was replaced. So only failures of which it is sure that nothing was done
 * are tried again here; after any other the caller gets an exception and has to look.
 */
final class Compares {
  /** Thrown by a server before it begins, or by the client before it sends. */
  private static final Set<String> NOT_BEGUN =
      Set.of(
          "FailedServerException",
          "NoServerForRegionException",
          "RegionServerStoppedException",
          "ServerNotRunningYetException",
          "UnknownHostException",
          "WrongRegionException");

  private static final int LONGEST_PAUSE_MILLIS = 2_000;

  private final Connection once;
  private final TableName name;
  private final HBaseOptions options;
  private final HBaseErrors errors;

  /**
   * Over a connection that the caller closes.
   *
   * @param once a connection without retries
   */
  Compares(Connection once, TableName name, HBaseOptions options, HBaseErrors errors) {
    this.once = once;
    this.name = name;
    this.options = options;
    this.errors = errors;
  }

  boolean compareAndSet(
      byte[] key, byte @Nullable [] expected, byte @Nullable [] update, Durability durability) {
    CheckAndMutate request = request(key, expected, update, durability);
    long until = System.nanoTime() + options.timeout().toNanos();
    long pauseMillis = options.pause().toMillis();
    while (true) {
      try (Table table = once.getTable(name)) {
        return table.checkAndMutate(request).isSuccess();
      } catch (IOException e) {
        if (!isNotBegun(e)) {
          throw errors.comparing(e);
        }
        if (System.nanoTime() - until >= 0) {
          throw errors.writing(e);
        }
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(pauseMillis));
      if (Thread.interrupted()) {
        throw failed();
      }
      pauseMillis = Math.min(pauseMillis * 2, LONGEST_PAUSE_MILLIS);
    }
  }

  private StoreException failed() {
    return errors.interrupted("writing");
  }

  static CheckAndMutate request(
      byte[] key, byte @Nullable [] expected, byte @Nullable [] update, Durability durability) {
    byte[] qualifier = HBaseCells.qualifier(key);
    CheckAndMutate.Builder check = CheckAndMutate.newBuilder(HBaseCells.row(key));
    if (expected == null) {
      check.ifNotExists(HBaseCells.FAMILY, qualifier);
    } else {
      check.ifEquals(HBaseCells.FAMILY, qualifier, HBaseCells.stored(expected));
    }
    Mutation mutation =
        HBaseWrites.mutation(key, update == null ? null : HBaseCells.stored(update), durability);
    return mutation instanceof Put put ? check.build(put) : check.build((Delete) mutation);
  }

  /** Whether it is sure that the server did nothing. */
  static boolean isNotBegun(Throwable e) {
    for (Throwable next = e; next != null; next = next.getCause()) {
      if (next instanceof NotServingRegionException
          || next instanceof RegionTooBusyException
          || next instanceof CallQueueTooBigException
          || next instanceof ConnectException) {
        return true;
      }
      if (next.getCause() == next) {
        break;
      }
    }
    return has(e, NOT_BEGUN);
  }

  /** Whether it, or what caused it here or on the server, has one of the simple names. */
  static boolean has(Throwable e, Set<String> names) {
    for (Throwable next = e; next != null; next = next.getCause()) {
      if (names.contains(next.getClass().getSimpleName())) {
        return true;
      }
      if (next instanceof RemoteException remote && remote.getClassName() != null) {
        String name = remote.getClassName();
        if (names.contains(
            name.substring(1 + Math.max(name.lastIndexOf('.'), name.lastIndexOf('$'))))) {
          return true;
        }
      }
      if (next.getCause() == next) {
        return false;
      }
    }
    return false;
  }
}
