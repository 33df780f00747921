package dev.keyfold.cli.admin;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.SalvageReport;
import dev.keyfold.table.Tables;
import dev.keyfold.table.expr.Functions;
import dev.keyfold.table.schema.IndexLayout;
import dev.keyfold.table.schema.TableDef;
import dev.keyfold.table.schema.TableLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Describes the contents of lost key ranges, as far as the catalog is readable. */
final class LostSpaces {
  private final Map<String, KeyRange> spaces = new LinkedHashMap<>();

  private LostSpaces() {}

  static LostSpaces of(Tables tables) {
    LostSpaces known = new LostSpaces();
    known.spaces.put("the catalog", StoreStats.CATALOG);
    for (TableDef def : tables.list()) {
      known.add(def);
    }
    known.spaces.put("structures", StoreStats.STRUCTURES);
    return known;
  }

  private void add(TableDef def) {
    if (def.source() != null) {
      return; // its rows are in another store
    }
    TableLayout layout;
    try {
      layout = TableLayout.of(def, Functions.builtIn());
    } catch (RuntimeException functionOfAProgram) {
      spaces.put("possibly table " + def.name(), KeyRange.of(new byte[0], null));
      return;
    }
    spaces.put("table " + def.name(), layout.primary().everything());
    for (IndexLayout index : layout.indexes()) {
      spaces.put("index " + index.name() + " of " + def.name(), index.key().everything());
    }
  }

  List<String> of(SalvageReport.Loss loss) {
    KeyRange range = KeyRange.of(loss.from(), loss.to());
    if (loss.from().length == 0 && loss.to() == null) {
      return List.of("the whole store");
    }
    List<String> found = new ArrayList<>();
    spaces.forEach(
        (name, space) -> {
          if (!space.intersect(range).isEmpty()) {
            found.add(name);
          }
        });
    return found.isEmpty() ? List.of("keys outside every table of the copy") : found;
  }
}
