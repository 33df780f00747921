package dev.keyfold.table.maintenance;

import dev.keyfold.codec.KeyException;
import dev.keyfold.store.Batch;
import dev.keyfold.table.catalog.Definitions;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.schema.IndexDef;
import dev.keyfold.table.schema.IndexState;
import dev.keyfold.table.schema.KeySpace;
import dev.keyfold.table.schema.TableDef;
import dev.keyfold.table.upkeep.IndexBuild;
import dev.keyfold.table.where.IndexDeclaration;
import dev.keyfold.table.where.IndexText;
import dev.keyfold.table.write.TableState;
import java.util.List;

/** Adds indexes to a table that is in use, and removes them. */
public final class IndexMaintenance {
  private final TableState state;
  private final RowMaintenance maintenance;
  private final Definitions definitions;

  public IndexMaintenance(TableState state, RowMaintenance maintenance, Definitions definitions) {
    this.state = state;
    this.maintenance = maintenance;
    this.definitions = definitions;
  }

  public IndexBuild begin(String text, int givenShards, int givenBy) {
    IndexDeclaration declared = parse(text, givenShards, givenBy);
    IndexText parsed = declared.text();
    int shards = declared.shards();
    int by = declared.shardBy();
    // Compiled before an id is spent on it.
    TableDef now = state.layout().def();
    definitions.prepare(free(now, parsed).adding(def(Integer.MAX_VALUE >>> 4, parsed, shards, by)));
    IndexDef index = def(definitions.nextId(), parsed, shards, by);
    definitions.change(
        state,
        (def, also) -> {
          TableDef without = free(def, parsed);
          IndexDef disabled = def.index(parsed.name());
          if (disabled != null) {
            remove(also, disabled);
          }
          return without.adding(index);
        });
    return build(index);
  }

  private static IndexDef def(int id, IndexText text, int shards, int by) {
    return new IndexDef(id, IndexState.WRITE_ONLY, text, shards, shards == 0 ? 0 : by);
  }

  private IndexDeclaration parse(String text, int shards, int by) {
    try {
      return IndexDeclaration.parse(text).orShards(shards, by);
    } catch (KeyException e) {
      throw new TableException(
          "an index of table " + state.layout().def().name() + ": " + e.getMessage(), e);
    }
  }

  /** The definition without a disabled index of that name; throws if there is another one. */
  private static TableDef free(TableDef def, IndexText text) {
    if (def.primary().next() != null) {
      throw new TableException(
          "table "
              + def.name()
              + " is being resharded; create the index when that has finished, or"
              + " abandonReshard(\""
              + def.name()
              + "\") first");
    }
    IndexDef old = def.index(text.name());
    if (old == null) {
      return def;
    }
    if (old.state() == IndexState.DISABLED) {
      return def.without(old);
    }
    throw new TableException(
        "table "
            + def.name()
            + " has the index "
            + old.text()
            + (old.state() == IndexState.WRITE_ONLY
                ? " already, being built: continue that build, or drop it first"
                : " already; drop it first"));
  }

  private IndexBuild build(IndexDef index) {
    return new OnlineBuild(
        state, maintenance, new IndexTarget(state, maintenance, definitions, index));
  }

  public List<IndexBuild> unfinished() {
    return state.layout().def().indexes().stream()
        .filter(index -> index.state() == IndexState.WRITE_ONLY)
        .map(this::build)
        .toList();
  }

  public void drop(String name) {
    maintenance.retire(definitions, name);
    definitions.change(
        state,
        (def, also) -> {
          IndexDef index = def.index(name);
          if (index == null) {
            List<String> names = def.indexes().stream().map(IndexDef::name).toList();
            throw new TableException(
                "table "
                    + def.name()
                    + " has no index "
                    + name
                    + "; it has "
                    + (names.isEmpty() ? "none" : String.join(", ", names)));
          }
          remove(also, index);
          return def.without(index);
        });
  }

  private static void remove(Batch also, IndexDef index) {
    also.deleteRange(KeySpace.range(index.id()));
    also.deleteRange(KeySpace.claims(index.id()));
    also.delete(BuildPosition.key(index.id()));
  }
}
