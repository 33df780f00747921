package dev.keyfold.sql.query;

import com.google.common.collect.ImmutableMultimap;
import com.google.common.collect.Multimap;
import dev.keyfold.sql.system.SystemSchema;
import dev.keyfold.sql.system.SystemTable;
import java.util.Map;
import java.util.TreeMap;
import org.apache.calcite.schema.Function;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.impl.AbstractSchema;
import org.apache.calcite.schema.impl.ScalarFunctionImpl;

/** A computed schema as Calcite sees it. */
final class SystemLookup extends AbstractSchema {
  private final Map<String, Table> tables = new TreeMap<>();
  private final Multimap<String, Function> functions;

  private SystemLookup(SystemSchema schema) {
    for (String name : schema.tables()) {
      SystemTable table = schema.table(name);
      if (table != null) {
        tables.put(name, new SqlTable(new SystemTarget(schema.name() + "." + name, table)));
      }
    }
    ImmutableMultimap.Builder<String, Function> made = ImmutableMultimap.builder();
    schema
        .functions()
        .forEach(
            (name, methods) ->
                methods.forEach(method -> made.put(name, ScalarFunctionImpl.create(method))));
    this.functions = made.build();
  }

  static SystemLookup of(SystemSchema schema) {
    return new SystemLookup(schema);
  }

  @Override
  protected Map<String, Table> getTableMap() {
    return tables;
  }

  @Override
  protected Multimap<String, Function> getFunctionMultimap() {
    return functions;
  }
}
