package dev.keyfold.table.maintenance;

import dev.keyfold.codec.bytes.Counted;
import dev.keyfold.store.Batch;
import dev.keyfold.table.catalog.Definitions;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.schema.IndexState;
import dev.keyfold.table.schema.KeyLayout;
import dev.keyfold.table.schema.KeySpace;
import dev.keyfold.table.schema.PrimaryDef;
import dev.keyfold.table.schema.RowView;
import dev.keyfold.table.schema.TableDef;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.upkeep.IndexBuild;
import dev.keyfold.table.write.NextKeys;
import dev.keyfold.table.write.TableState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Online resharding: the primary key is built with the new number of shards next to the old one,
 * like an index that holds whole records, and replaces it in one change of the definition, which
 * also deletes the old range. Index entries do not contain the shard of the primary key, so they
 * stay.
 */
public final class Resharding implements BuildTarget {
  private final TableState state;
  private final Definitions definitions;
  private final PrimaryDef.Next next;
  private final String table;

  /** Null before {@link #begin(TableLayout)}. */
  private @Nullable TableLayout layout;

  private @Nullable NextKeys keys;

  private Resharding(TableState state, Definitions definitions, PrimaryDef.Next next) {
    this.state = state;
    this.definitions = definitions;
    this.next = next;
    this.table = state.layout().def().name();
  }

  public static IndexBuild begin(
      TableState state, RowMaintenance maintenance, Definitions definitions, int shards, int by) {
    int shardBy = shards == 0 ? 0 : by;
    maintenance.checkReshardable(shards);
    TableDef now = state.layout().def();
    check(now, shards, shardBy);
    definitions.prepare(
        now.withNextKey(new PrimaryDef.Next(Integer.MAX_VALUE >>> 4, shards, shardBy)));
    var next = new PrimaryDef.Next(definitions.nextId(), shards, shardBy);
    definitions.change(
        state,
        (def, also) -> {
          check(def, shards, shardBy);
          return def.withNextKey(next);
        });
    return new OnlineBuild(state, maintenance, new Resharding(state, definitions, next));
  }

  private static void check(TableDef def, int shards, int by) {
    String problem = null;
    if (def.shards() == shards && def.shardBy() == by) {
      problem =
          shards == 0
              ? "it has no shards already"
              : "it already has " + Counted.of(shards, "shard") + " by " + by;
    } else if (def.primary().next() != null) {
      problem =
          "it is being resharded to "
              + Counted.of(def.primary().next().shards(), "shard")
              + "; wait for it, or call abandonReshard(\""
              + def.name()
              + "\")";
    } else if (def.indexes().stream().anyMatch(i -> i.state() == IndexState.WRITE_ONLY)) {
      problem = "one of its indexes is being built; wait for it, or drop the index";
    }
    if (problem != null) {
      throw new TableException("table " + def.name() + " cannot be resharded now: " + problem);
    }
  }

  public static List<IndexBuild> unfinished(
      TableState state, RowMaintenance maintenance, Definitions definitions) {
    PrimaryDef.Next next = state.layout().def().primary().next();
    return next == null
        ? List.of()
        : List.of(new OnlineBuild(state, maintenance, new Resharding(state, definitions, next)));
  }

  /** Takes the key that is being built away; whether there was one. */
  public static boolean abandon(TableState state, Definitions definitions) {
    PrimaryDef.Next next = state.layout().def().primary().next();
    if (next != null) {
      new Resharding(state, definitions, next).abandon();
    }
    return next != null;
  }

  @Override
  public int id() {
    return next.id();
  }

  @Override
  public String describe() {
    return "primary key of table " + table + " with " + Counted.of(next.shards(), "shard");
  }

  @Override
  public String startOver() {
    return "call tables.abandonReshard(\"" + table + "\") and reshard it again";
  }

  @Override
  public void begin(TableLayout now) {
    checkStill(now.def());
    KeyLayout built = now.next();
    if (layout != now && built != null) { // checked above
      layout = now;
      keys = new NextKeys(now, built);
    }
  }

  @Override
  public boolean isDone(TableDef now) {
    return now.primary().keyId() == next.id();
  }

  private void checkStill(TableDef def) {
    if (!next.equals(def.primary().next())) {
      throw new TableException(
          "the " + describe() + " was finished or abandoned by somebody else while it was built");
    }
  }

  @Override
  public void add(RowView record, byte[] key, byte[] value, Batch out) {
    if (keys == null) {
      throw new IllegalStateException("begin() comes before add()");
    }
    out.put(keys.of(key), value);
  }

  @Override
  public void finish() {
    definitions.change(
        state,
        (def, also) -> {
          checkStill(def);
          also.deleteRange(KeySpace.range(def.primary().keyId()));
          also.delete(BuildPosition.key(next.id()));
          return def.movedToNextKey();
        });
  }

  @Override
  public void abandon() {
    definitions.change(
        state,
        (def, also) -> {
          checkStill(def);
          also.deleteRange(KeySpace.range(next.id()));
          also.delete(BuildPosition.key(next.id()));
          return def.withNextKey(null);
        });
  }
}
