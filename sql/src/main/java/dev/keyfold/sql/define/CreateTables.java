package dev.keyfold.sql.define;

import dev.keyfold.sql.catalog.ColumnFacts;
import dev.keyfold.sql.catalog.SequenceFacts;
import dev.keyfold.sql.catalog.SqlCatalog;
import dev.keyfold.sql.catalog.TableFacts;
import dev.keyfold.sql.errors.SqlErrors;
import dev.keyfold.sql.errors.SqlStates;
import dev.keyfold.sql.parse.Cell;
import dev.keyfold.sql.parse.Cells;
import dev.keyfold.sql.parse.Fragment;
import dev.keyfold.sql.parse.Statement;
import dev.keyfold.sql.parse.Statement.Column;
import dev.keyfold.sql.parse.Statement.Constraint;
import dev.keyfold.sql.parse.Statement.Identity;
import dev.keyfold.sql.parse.Statement.KeyPart;
import dev.keyfold.sql.parse.Statement.Name;
import dev.keyfold.sql.parse.Statement.SequenceOptions;
import dev.keyfold.sql.result.SqlColumn;
import dev.keyfold.sql.row.Assigned;
import dev.keyfold.sql.row.Composed;
import dev.keyfold.sql.row.RowExpressions;
import dev.keyfold.sql.row.Values;
import dev.keyfold.sql.row.Workshop;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.schema.FieldDef;
import dev.keyfold.table.schema.TableDef;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** CREATE TABLE. */
public final class CreateTables {
  /** The generated key of a table that declares none. */
  public static final String HIDDEN_KEY = "_row_id";

  public static final List<String> OPTIONS = List.of("shards", "shard_by", "ttl", "versioned");

  private final Workshop shop;

  public CreateTables(Workshop shop) {
    this.shop = shop;
  }

  /** Creates the table; false if it was there and may be. */
  public boolean create(Statement.CreateTable statement) {
    Name name = statement.name();
    Workshop.checkSchema(name);
    if (shop.tables().has(name.text())) {
      if (statement.ifNotExists()) {
        return false;
      }
      throw SqlErrors.at(
          SqlStates.DUPLICATE_TABLE,
          "the table " + name.text() + " exists",
          name.at(),
          "Drop it first, or write CREATE TABLE IF NOT EXISTS.");
    }
    shop.catalog().checkFree(name.text(), name.at());
    Declared declared = new Declared(statement);
    var unused =
        shop.tables()
            .create(
                declared.builder, (def, also) -> SqlCatalog.put(also, def, declared.facts(def)));
    return true;
  }

  /** Columns for CREATE TABLE … AS. */
  public static List<Column> columns(List<SqlColumn> of) {
    List<Column> columns = new ArrayList<>();
    for (SqlColumn column : of) {
      columns.add(
          new Column(new Name("", column.name(), -1), DeclaredTypes.of(column), false, null, null));
    }
    return columns;
  }

  public static void checkName(Name name, String what) {
    if (!name.text().matches("[\\p{L}_][\\p{L}\\p{Nd}_]{0,99}")) {
      throw SqlErrors.at(
          "42602",
          "found the "
              + what
              + " name \""
              + name.text()
              + "\", expected a letter or _, then letters, digits or _, at most 100",
          name.at());
    }
  }

  public static SequenceFacts sequence(SequenceOptions options, long most, int offset) {
    long increment = options.increment() == null ? 1 : options.increment();
    long min = options.min() == null ? increment > 0 ? 1 : -most - 1 : options.min();
    long max = options.max() == null ? increment > 0 ? most : -1 : options.max();
    long start = options.start() == null ? increment > 0 ? min : max : options.start();
    if (options.start() != null && options.min() == null && increment > 0) {
      min = Math.min(min, start);
    }
    if (increment == 0 || min > max || start < min || start > max) {
      throw SqlErrors.at(
          SqlStates.INVALID_PARAMETER,
          "found start "
              + start
              + ", increment "
              + increment
              + ", minvalue "
              + min
              + ", maxvalue "
              + max
              + "; expected an increment other than 0, and a start between both values",
          offset);
    }
    return new SequenceFacts(start, increment, min, max, options.cycle());
  }

  public static @Nullable SequenceFacts identity(
      @Nullable Identity identity, String fieldType, int at) {
    if (identity == null) {
      return null;
    }
    long most =
        switch (fieldType) {
          case "int16" -> Short.MAX_VALUE;
          case "int32" -> Integer.MAX_VALUE;
          case "int64" -> Long.MAX_VALUE;
          default ->
              throw SqlErrors.at(
                  SqlStates.INVALID_DEFINITION,
                  "an identity column is a smallint, integer or bigint",
                  at);
        };
    return sequence(identity.options(), most, at);
  }

  /** Throws if the default cannot be evaluated, or does not fit the column. */
  public void checkDefault(FieldDef field, TableFacts facts, Fragment value) {
    Cell cell = Cells.of(value);
    if (cell instanceof Cell.Constant constant) {
      Object unused = Assigned.to(field, facts, constant.value(), cell.at());
    } else if (cell instanceof Cell.Parameter) {
      throw SqlErrors.at(
          SqlStates.INVALID_DEFINITION, "a default has no parameters", value.start());
    } else if (!Values.isCall(value)) {
      var unused = shop.plan(new Composed().add("SELECT ").add(value));
    }
  }

  /** A table as declared, before it has ids. */
  private final class Declared {
    private final Statement.CreateTable statement;
    private final TableBuilder builder;
    private final List<Column> columns;
    private final List<String> uniques = new ArrayList<>();
    private final List<TableFacts.Check> checks = new ArrayList<>();
    private @Nullable String keyName;
    private final boolean hidden;

    Declared(Statement.CreateTable statement) {
      this.statement = statement;
      this.columns = statement.columns();
      checkName(statement.name(), "table");
      this.builder = new TableBuilder(statement.name().text());
      Constraint.PrimaryKey key = key();
      this.hidden = key == null;
      Set<String> keyColumns =
          key == null
              ? Set.of()
              : key.parts().stream().map(KeyPart::expression).collect(Collectors.toSet());
      if (hidden) {
        builder.fields(HIDDEN_KEY + " int64");
      }
      addFields(keyColumns);
      builder.key(key == null ? HIDDEN_KEY : text(key.parts()));
      keyName = key == null ? null : key.name();
      TableOptions options = TableOptions.of(statement.options(), OPTIONS, statement.name().at());
      if (options.shards() > 0) {
        builder.shards(options.shards(), options.shardBy());
      }
      if (options.timeToLive() != null) {
        builder.timeToLive(options.timeToLive());
      }
      if (options.versioned()) {
        builder.versioned();
      }
      addConstraints();
    }

    private Constraint.@Nullable PrimaryKey key() {
      Constraint.PrimaryKey key = null;
      for (Constraint each : statement.constraints()) {
        if (each instanceof Constraint.PrimaryKey found) {
          if (key != null) {
            throw SqlErrors.at(
                "42P16", "found a second PRIMARY KEY, expected at most one", found.at());
          }
          key = found;
          found.parts().forEach(this::checkColumn);
        }
      }
      return key;
    }

    private void checkColumn(KeyPart part) {
      if (columns.stream().noneMatch(column -> column.name().text().equals(part.expression()))) {
        List<String> names = columns.stream().map(column -> column.name().text()).toList();
        throw SqlErrors.at(
            SqlStates.UNDEFINED_COLUMN,
            "found the column '"
                + part.expression()
                + "', expected one of the table: "
                + String.join(", ", names),
            part.at(),
            dev.keyfold.sql.parse.Nearest.hint(part.expression(), names));
      }
    }

    private void addFields(Set<String> keyColumns) {
      Set<String> seen = new HashSet<>();
      if (columns.isEmpty()) {
        throw SqlErrors.at(
            SqlStates.INVALID_DEFINITION, "a table needs a column", statement.name().at());
      }
      for (Column column : columns) {
        checkName(column.name(), "column");
        if (!seen.add(column.name().text())
            || (hidden && column.name().text().equals(HIDDEN_KEY))) {
          throw SqlErrors.at(
              SqlStates.DUPLICATE_COLUMN,
              "found the column '" + column.name().text() + "' twice, expected it once",
              column.name().at());
        }
        boolean notNull = column.notNull() || keyColumns.contains(column.name().text());
        builder.fields(
            column.name().text()
                + " "
                + DeclaredTypes.field(column.type())
                + (notNull ? "" : " null"));
      }
    }

    private void addConstraints() {
      String table = statement.name().text();
      for (Constraint each : statement.constraints()) {
        if (each instanceof Constraint.Unique unique) {
          unique.parts().forEach(this::checkColumn);
          String name = unique.name() == null ? uniqueName(table, unique.parts()) : unique.name();
          builder.index(name + ": " + text(unique.parts()) + " unique");
          uniques.add(name);
        } else if (each instanceof Constraint.Check check) {
          String name = check.name() == null ? nameOfCheck(table) : check.name();
          checks.add(new TableFacts.Check(name, check.condition().text()));
        }
      }
    }

    private String nameOfCheck(String table) {
      return table + "_check" + (checks.isEmpty() ? "" : checks.size());
    }

    /** With the ids that the fields got. */
    TableFacts facts(TableDef def) {
      TableFacts facts =
          TableFacts.NONE.withKeyName(keyName).withUniques(uniques).withChecks(checks);
      if (hidden) {
        int id = def.fields().get(0).id();
        facts = facts.with(id, old -> old.withIdentity(SequenceFacts.DEFAULT, true).asHidden());
      }
      for (Column column : columns) {
        FieldDef field = def.fields().get(def.indexOf(column.name().text()));
        facts = facts.with(field.id(), old -> columnFacts(old, column, field));
        if (column.defaultValue() != null) {
          checkDefault(field, facts, column.defaultValue());
        }
      }
      checkConditions(def);
      return facts;
    }

    private void checkConditions(TableDef def) {
      for (Constraint each : statement.constraints()) {
        if (each instanceof Constraint.Check check) {
          Composed query = new Composed().add("SELECT (").add(check.condition()).add(")");
          RowExpressions.from(query, def, def.name(), new Object[def.fields().size()]);
          var unused = shop.plan(query);
        }
      }
    }
  }

  public static ColumnFacts columnFacts(ColumnFacts old, Column column, FieldDef field) {
    Fragment value = column.defaultValue();
    return old.withType(DeclaredTypes.kept(column.type()))
        .withDefault(value == null ? null : value.text())
        .withIdentity(
            identity(column.identity(), field.type().toString(), column.name().at()),
            column.identity() != null && column.identity().always());
  }

  public static String uniqueName(String table, List<KeyPart> parts) {
    return table
        + parts.stream().map(part -> "_" + part.expression()).collect(Collectors.joining())
        + "_key";
  }

  public static String text(List<KeyPart> parts) {
    return parts.stream()
        .map(part -> part.expression() + (part.descending() ? " desc" : ""))
        .collect(Collectors.joining(", "));
  }
}
