package dev.keyfold.table.schema;

import dev.keyfold.codec.KeyFormat;
import dev.keyfold.codec.KeyFormats;
import org.jspecify.annotations.Nullable;

/**
 * How the keys of a table's records are written, and what became of them since it was created.
 *
 * @param keyId what the keys of records begin with, see {@link KeySpace}; the table's own id until
 *     its shards are changed for the first time
 * @param added how many fields at the key's end were added after records that exist without them
 * @param next the key that is being built beside it, null if none exists
 * @param format the name of the key format; {@link #NATIVE} unless the table was created with
 *     another one. Index keys are always native
 * @param source of a view, where its rows are; null for a table
 */
public record PrimaryDef(
    int keyId, int added, @Nullable Next next, String format, @Nullable SourceDef source) {
  /** The name of the format that tables have unless they ask for another one. */
  public static final String NATIVE = KeyFormats.NATIVE.name();

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
    return new PrimaryDef(tableId, 0, null, NATIVE, null);
  }

  /** The format that keys are written in. */
  public KeyFormat keyFormat() {
    return KeyFormats.named(format);
  }

  PrimaryDef withAdded(int count) {
    return new PrimaryDef(keyId, count, next, format, source);
  }

  PrimaryDef withNext(@Nullable Next key) {
    return new PrimaryDef(keyId, added, key, format, source);
  }

  /** The key that was being built in place of this one. */
  PrimaryDef movedTo(Next key) {
    return new PrimaryDef(key.id(), added, null, format, source);
  }

  PrimaryDef writtenIn(String name, @Nullable SourceDef from) {
    return new PrimaryDef(keyId, added, next, name, from);
  }
}
