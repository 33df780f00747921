package dev.keyfold.sql.define;

import dev.keyfold.sql.catalog.ColumnFacts;
import dev.keyfold.sql.catalog.SequenceFacts;
import dev.keyfold.sql.catalog.SqlCatalog;
import dev.keyfold.sql.catalog.SqlObject;
import dev.keyfold.sql.catalog.TableFacts;
import dev.keyfold.sql.result.SqlColumn;
import dev.keyfold.sql.row.FieldColumns;
import dev.keyfold.table.Tables;
import dev.keyfold.table.schema.FieldDef;
import dev.keyfold.table.schema.IndexDef;
import dev.keyfold.table.schema.TableDef;
import dev.keyfold.table.where.OrderItem;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * The tables of {@code information_schema} that tools read: schemata, tables, columns, views,
 * sequences and constraints, with the columns that PostgreSQL has and these tools use. Each is a
 * query over literals; the plan is made anew after every definition.
 */
public final class InformationSchema {
  public static final String PREFIX = "information_schema.";

  private static final String PUBLIC = "public";

  private final Tables tables;
  private final SqlCatalog catalog;

  public InformationSchema(Tables tables, SqlCatalog catalog) {
    this.tables = tables;
    this.catalog = catalog;
  }

  /** The query of one of the tables, null if none exists of that name. */
  public @Nullable String query(String name) {
    return switch (name) {
      case "schemata" -> schemata();
      case "tables" -> tables();
      case "columns" -> columns();
      case "views" -> views();
      case "sequences" -> sequences();
      case "table_constraints" -> tableConstraints();
      case "key_column_usage" -> keyColumns();
      default -> nothing(name);
    };
  }

  private static final class Rows {
    private final List<String> names;
    private final List<String> rows = new ArrayList<>();

    Rows(String... names) {
      this.names = List.of(names);
    }

    void add(@Nullable Object... values) {
      StringJoiner row = new StringJoiner(", ", "(", ")");
      for (int i = 0; i < values.length; i++) {
        row.add("CAST(" + literal(values[i]) + " AS " + type(names.get(i)) + ")");
      }
      rows.add(row.toString());
    }

    private static String literal(@Nullable Object value) {
      return value instanceof String text
          ? "'" + text.replace("'", "''") + "'"
          : String.valueOf(value);
    }

    private static String type(String name) {
      return name.endsWith("_precision") || name.endsWith("_scale") || name.endsWith("_position")
          ? "INTEGER"
          : "VARCHAR";
    }

    String query() {
      StringJoiner list = new StringJoiner(", ");
      names.forEach(name -> list.add('"' + name + '"'));
      boolean none = rows.isEmpty();
      if (none) {
        add(new Object[names.size()]);
      }
      return "SELECT * FROM (VALUES "
          + String.join(", ", rows)
          + ") AS \"v\" ("
          + list
          + ")"
          + (none ? " WHERE FALSE" : "");
    }
  }

  private static String schemata() {
    Rows rows = new Rows("catalog_name", "schema_name", "schema_owner");
    for (String schema : List.of("information_schema", "kv", PUBLIC)) {
      rows.add("keyfold", schema, "keyfold");
    }
    return rows.query();
  }

  private String tables() {
    Rows rows = new Rows("table_catalog", "table_schema", "table_name", "table_type");
    Set<String> foreign = new HashSet<>(); // views over stores of other programs
    for (TableDef def : tables.list()) {
      if (def.source() != null) {
        foreign.add(def.name());
      }
    }
    for (String name : tables.names()) {
      rows.add("keyfold", PUBLIC, name, foreign.contains(name) ? "FOREIGN" : "BASE TABLE");
    }
    catalog.views().forEach(view -> rows.add("keyfold", PUBLIC, view.name(), "VIEW"));
    return rows.query();
  }

  private String columns() {
    Rows rows =
        new Rows(
            "table_catalog",
            "table_schema",
            "table_name",
            "column_name",
            "ordinal_position",
            "column_default",
            "is_nullable",
            "data_type",
            "numeric_precision",
            "numeric_scale",
            "is_identity");
    for (TableDef def : tables.list()) {
      TableFacts facts = catalog.readableFacts(def);
      int number = 0;
      for (FieldDef field : facts.visible(def)) {
        SqlColumn column = FieldColumns.of(field, facts);
        ColumnFacts declared = facts.of(field);
        boolean numeric = Number.class.isAssignableFrom(column.javaClass());
        rows.add(
            "keyfold",
            PUBLIC,
            def.name(),
            field.name(),
            ++number,
            declared.defaultValue(),
            column.nullable() ? "YES" : "NO",
            declared.type().isEmpty()
                ? column.typeName().toLowerCase(Locale.ROOT)
                : declared.type().replaceAll("\\(.*?\\)", ""),
            numeric ? column.precision() : null,
            numeric ? column.scale() : null,
            declared.identity() == null ? "NO" : "YES");
      }
    }
    return rows.query();
  }

  private String views() {
    Rows rows = new Rows("table_catalog", "table_schema", "table_name", "view_definition");
    catalog.views().forEach(view -> rows.add("keyfold", PUBLIC, view.name(), view.query()));
    return rows.query();
  }

  private String sequences() {
    Rows rows =
        new Rows(
            "sequence_catalog",
            "sequence_schema",
            "sequence_name",
            "data_type",
            "start_value",
            "minimum_value",
            "maximum_value",
            "increment",
            "cycle_option");
    for (SqlObject object : catalog.objects()) {
      if (object instanceof SqlObject.Sequence sequence) {
        SequenceFacts facts = sequence.facts();
        rows.add(
            "keyfold",
            PUBLIC,
            sequence.name(),
            "bigint",
            Long.toString(facts.start()),
            Long.toString(facts.min()),
            Long.toString(facts.max()),
            Long.toString(facts.increment()),
            facts.cycle() ? "YES" : "NO");
      }
    }
    return rows.query();
  }

  /** A PRIMARY KEY or UNIQUE constraint and its columns. */
  private record Constraint(String table, String name, String type, List<String> columns) {}

  private List<Constraint> constraints() {
    List<Constraint> all = new ArrayList<>();
    for (TableDef def : tables.list()) {
      TableFacts facts = catalog.facts(def);
      if (facts.visible(def).size() == def.fields().size()) { // else the key is a hidden column
        String name = facts.keyName();
        all.add(
            new Constraint(
                def.name(),
                name == null ? def.name() + "_pkey" : name,
                "PRIMARY KEY",
                fields(def.key().parts())));
      }
      for (IndexDef index : def.indexes()) {
        if (facts.uniques().contains(index.name())) {
          all.add(new Constraint(def.name(), index.name(), "UNIQUE", fields(index.text().parts())));
        }
      }
    }
    return all;
  }

  private static List<String> fields(List<OrderItem> parts) {
    return parts.stream().map(part -> part.expression().toString()).toList();
  }

  private String tableConstraints() {
    Rows rows =
        new Rows(
            "constraint_catalog",
            "constraint_schema",
            "constraint_name",
            "table_catalog",
            "table_schema",
            "table_name",
            "constraint_type",
            "is_deferrable",
            "initially_deferred",
            "enforced");
    for (Constraint each : constraints()) {
      rows.add(
          "keyfold",
          PUBLIC,
          each.name,
          "keyfold",
          PUBLIC,
          each.table,
          each.type,
          "NO",
          "NO",
          "YES");
    }
    return rows.query();
  }

  private String keyColumns() {
    Rows rows =
        new Rows(
            "constraint_catalog",
            "constraint_schema",
            "constraint_name",
            "table_catalog",
            "table_schema",
            "table_name",
            "column_name",
            "ordinal_position",
            "position_in_unique_constraint");
    for (Constraint each : constraints()) {
      int position = 0;
      for (String column : each.columns) {
        position++;
        rows.add(
            "keyfold", PUBLIC, each.name, "keyfold", PUBLIC, each.table, column, position, null);
      }
    }
    return rows.query();
  }

  /** Tables that are always empty: Keyfold has no foreign keys, routines and grants in SQL. */
  private static @Nullable String nothing(String name) {
    String columns =
        switch (name) {
          case "referential_constraints" ->
              "constraint_catalog constraint_schema constraint_name unique_constraint_catalog"
                  + " unique_constraint_schema unique_constraint_name match_option update_rule"
                  + " delete_rule";
          case "constraint_column_usage" ->
              "table_catalog table_schema table_name column_name constraint_catalog"
                  + " constraint_schema constraint_name";
          case "table_privileges", "role_table_grants" ->
              "grantor grantee table_catalog table_schema table_name privilege_type is_grantable"
                  + " with_hierarchy";
          case "routines" ->
              "specific_catalog specific_schema specific_name routine_catalog routine_schema"
                  + " routine_name routine_type data_type routine_body routine_definition";
          case "parameters" ->
              "specific_catalog specific_schema specific_name ordinal_position parameter_mode"
                  + " parameter_name data_type";
          case "triggers" ->
              "trigger_catalog trigger_schema trigger_name event_manipulation event_object_schema"
                  + " event_object_table action_statement action_orientation action_timing";
          default -> "";
        };
    return columns.isEmpty() ? null : new Rows(columns.split(" ", -1)).query();
  }
}
