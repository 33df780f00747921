package dev.keyfold.table.schema;

import dev.keyfold.table.where.IndexDeclaration;
import dev.keyfold.table.where.IndexText;
import dev.keyfold.table.where.Where;

/**
 * An index of a table.
 *
 * @param id what its keys begin with, see {@link KeySpace}
 * @param state what it may be used for
 * @param text name, parts, included fields, uniqueness and condition, as declared
 * @param shards number of shards, 0 for none
 * @param shardBy number of leading parts the shard is taken of
 */
public record IndexDef(int id, IndexState state, IndexText text, int shards, int shardBy) {
  public String name() {
    return text.name();
  }

  /** As it is declared, shards included. */
  public IndexDeclaration declaration() {
    return new IndexDeclaration(text, shards, shardBy);
  }

  /** The same index with its condition written in another way. */
  IndexDef withCondition(Where where) {
    IndexText same = new IndexText(text.name(), text.parts(), text.include(), text.unique(), where);
    return new IndexDef(id, state, same, shards, shardBy);
  }

  /** The same index in another state. */
  public IndexDef withState(IndexState next) {
    return new IndexDef(id, next, text, shards, shardBy);
  }
}
