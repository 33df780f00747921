package dev.keyfold.sql.query;

import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.impl.AbstractSchema;
import org.apache.calcite.schema.lookup.LikePattern;
import org.apache.calcite.schema.lookup.Lookup;
import org.apache.calcite.schema.lookup.Named;
import org.jspecify.annotations.Nullable;

/** A schema whose tables are looked up one by one: a store may have many. */
final class TableLookup extends AbstractSchema {
  private final Lookup<Table> lookup;

  TableLookup(
      Function<String, @Nullable Table> byName, Supplier<? extends Iterable<String>> names) {
    this.lookup =
        new Lookup<>() {
          @Override
          @SuppressWarnings("NullAway") // Calcite's interface returns null where none exists
          public Table get(String name) {
            return byName.apply(name);
          }

          @Override
          @SuppressWarnings("NullAway")
          public Named<Table> getIgnoreCase(String name) {
            for (String each : names.get()) {
              if (each.equalsIgnoreCase(name)) {
                Table table = byName.apply(each);
                return table == null ? null : new Named<>(each, table);
              }
            }
            return null;
          }

          @Override
          public Set<String> getNames(LikePattern pattern) {
            Set<String> all = new TreeSet<>();
            names.get().forEach(all::add);
            all.removeIf(name -> !pattern.matcher().apply(name));
            return all;
          }
        };
  }

  @Override
  public Lookup<Table> tables() {
    return lookup;
  }
}
