package dev.keyfold.table.maintenance;

import dev.keyfold.table.schema.IndexDef;
import dev.keyfold.table.schema.KeySpace;
import dev.keyfold.table.schema.TableDef;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Where the keys of a table and of its indexes begin, for an engine that is divided by key: the
 * first key of every so many shards, or of a key without shards its beginning.
 *
 * <pre>
 *   +----+-------+
 *   | id | shard |    shard: two bytes, as in every key behind it
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
  public static List<byte[]> of(TableDef table, int most) {
    List<byte[]> starts = new ArrayList<>();
    add(starts, table.primary().keyId(), table.shards(), most);
    for (IndexDef index : table.indexes()) {
      add(starts, index.id(), index.shards(), most);
    }
    return starts;
  }

  private static void add(List<byte[]> starts, int id, int shards, int most) {
    byte[] prefix = KeySpace.prefix(id);
    int parts = Math.min(shards, most);
    if (parts == 0) {
      starts.add(prefix);
    }
    for (int part = 0; part < parts; part++) {
      int shard = (int) ((long) part * shards / parts);
      byte[] start = Arrays.copyOf(prefix, prefix.length + 2);
      start[prefix.length] = (byte) (shard >>> 8);
      start[prefix.length + 1] = (byte) shard;
      starts.add(start);
    }
  }
}
