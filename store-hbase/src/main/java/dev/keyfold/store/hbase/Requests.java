package dev.keyfold.store.hbase;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Table;

/** A buffer of mutations, sent in batches. Not thread-safe. */
final class Requests {
  /** A request takes no more than this, unless a single value does. */
  private static final long REQUEST_BYTES = 4 << 20;

  private final Table table;
  private final int most;
  private final HBaseErrors errors;
  private final List<Mutation> waiting = new ArrayList<>();
  private long bytes;

  Requests(Table table, int most, HBaseErrors errors) {
    this.table = table;
    this.most = most;
    this.errors = errors;
  }

  void add(Mutation mutation) throws IOException {
    waiting.add(mutation);
    bytes += mutation.heapSize();
    if (waiting.size() >= most || bytes >= REQUEST_BYTES) {
      send();
    }
  }

  void send() throws IOException {
    if (waiting.isEmpty()) {
      return;
    }
    try {
      table.batch(waiting, new Object[waiting.size()]);
    } catch (InterruptedException e) {
      throw errors.interrupted("writing");
    }
    waiting.clear();
    bytes = 0;
  }
}
