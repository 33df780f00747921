package dev.keyfold.table;

import dev.keyfold.table.catalog.Definitions;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.maintenance.DefinitionAlteration;
import dev.keyfold.table.maintenance.ExpiredRecords;
import dev.keyfold.table.maintenance.IndexMaintenance;
import dev.keyfold.table.maintenance.Pace;
import dev.keyfold.table.maintenance.Resharding;
import dev.keyfold.table.maintenance.ShardStarts;
import dev.keyfold.table.maintenance.TableCheck;
import dev.keyfold.table.protocol.StoreProtocol;
import dev.keyfold.table.schema.ViewRefusals;
import dev.keyfold.table.upkeep.Alteration;
import dev.keyfold.table.upkeep.CheckResult;
import dev.keyfold.table.upkeep.IndexBuild;
import dev.keyfold.table.upkeep.Progress;
import dev.keyfold.table.write.TableState;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The maintenance of tables by name, for {@link Tables}; refuses what views do not have.
 * Thread-safe.
 *
 * @param states opens a table; throws if none exists of that name
 */
record TableUpkeep(
    Function<String, TableState> states, StoreProtocol protocol, Definitions definitions) {
  /** The state of a table that is no view; throws with this reason if it is one. */
  private TableState stored(String table, String why) {
    TableState state = states.apply(table);
    ViewRefusals.refuse(state.layout().def(), why);
    return state;
  }

  Alteration alter(String table) {
    return new DefinitionAlteration(
        stored(table, "can only be dropped and created again"), definitions);
  }

  IndexMaintenance indexes(String table) {
    return indexes(stored(table, "has no indexes"));
  }

  private IndexMaintenance indexes(TableState state) {
    return new IndexMaintenance(state, protocol.maintenance(state), definitions);
  }

  IndexBuild beginReshard(String table, int shards, int by) {
    TableState state = stored(table, "is not resharded");
    return Resharding.begin(state, protocol.maintenance(state), definitions, shards, by);
  }

  boolean abandonReshard(String table) {
    return Resharding.abandon(states.apply(table), definitions);
  }

  List<IndexBuild> unfinishedBuilds(String table) {
    TableState state = states.apply(table);
    List<IndexBuild> builds =
        new ArrayList<>(Resharding.unfinished(state, protocol.maintenance(state), definitions));
    builds.addAll(indexes(state).unfinished());
    return builds;
  }

  CheckResult check(String table, boolean repair, Consumer<Progress> listener) {
    TableState state = stored(table, "has nothing here to check");
    return TableCheck.run(state, protocol.maintenance(state), repair, listener);
  }

  List<byte[]> splitPoints(String table, int parts) {
    if (parts < 1) {
      throw new TableException("a table is split into at least 1 part; found " + parts);
    }
    return ShardStarts.of(stored(table, "is not split").layout(), parts);
  }

  long reclaim(String table, Pace pace) {
    TableState state = states.apply(table);
    return state.isView()
        ? 0
        : new ExpiredRecords(state, protocol.maintenance(state), pace).reclaim();
  }
}
