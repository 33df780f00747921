package dev.keyfold.table.schema;

import org.jspecify.annotations.Nullable;

/**
 * What became of a table's primary key since the table was created.
 *
 * @param keyId what the keys of records begin with, see {@link KeySpace}; the table's own id until
 *     its shards are changed for the first time
 * @param added how many fields at the key's end were added behind records that exist without them
 * @param next the key that is being built beside it, null if there is none
 */
public record PrimaryDef(int keyId, int added, @Nullable Next next) {
  /**
   * The primary key with another number of shards: written by every write, not read yet.
   *
   * @param id what its keys begin with
   * @param shards number of shards, 0 for none
   * @param shardBy number of leading key fields the shard is taken of
   */
  public record Next(int id, int shards, int shardBy) {}

  /** The key of a new table. */
  static PrimaryDef of(int tableId) {
    return new PrimaryDef(tableId, 0, null);
  }

  PrimaryDef withAdded(int count) {
    return new PrimaryDef(keyId, count, next);
  }

  PrimaryDef withNext(@Nullable Next key) {
    return new PrimaryDef(keyId, added, key);
  }
}
