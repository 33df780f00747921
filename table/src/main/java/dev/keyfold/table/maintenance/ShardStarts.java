package dev.keyfold.table.maintenance;

import dev.keyfold.table.schema.IndexLayout;
import dev.keyfold.table.schema.KeyLayout;
import dev.keyfold.table.schema.TableLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * Where the keys of a table and of its indexes begin, for an engine that is divided by key: the
 * first key of every so many shards, or of a key without shards its beginning.
 *
 * <pre>
 *   +----+-------+
 *   | id | shard |    shard: as in every key after it, two bytes in the native format
 *   +----+-------+
 * </pre>
 */
public final class ShardStarts {
  private ShardStarts() {}

  /**
   * The keys at which shards of a table and of its indexes begin.
   *
   * @param most starts of each key; fewer if it has fewer shards
   */
  public static List<byte[]> of(TableLayout table, int most) {
    List<byte[]> starts = new ArrayList<>();
    add(starts, table.primary(), most);
    for (IndexLayout index : table.indexes()) {
      add(starts, index.key(), most);
    }
    return starts;
  }

  private static void add(List<byte[]> starts, KeyLayout key, int most) {
    int shards = key.schema().shards();
    int parts = Math.min(shards, most);
    if (parts == 0) {
      starts.add(key.prefix());
      return;
    }
    for (int part = 0; part < parts; part++) {
      int shard = (int) ((long) part * shards / parts);
      starts.add(key.shardStart(shard));
    }
  }
}
