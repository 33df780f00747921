package dev.keyfold.sql.catalog;

import dev.keyfold.sql.catalog.FactLines.Line;
import dev.keyfold.table.schema.FieldDef;
import dev.keyfold.table.schema.TableDef;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The SQL declarations of a table beyond its definition: {@code key = 0B, table id}.
 *
 * <pre>
 *   sql 1
 *   type 3 character varying(20)       by the id of the field, which outlives renaming
 *   default 3 'new'
 *   identity 1 1 1 1 9223372036854775807    start, increment, least, greatest [cycle]
 *   always 1                           GENERATED ALWAYS
 *   not-null 4
 *   hidden 1
 *   key orders_pkey                    the name of the PRIMARY KEY constraint
 *   unique by_email                    an index that was declared as a constraint
 *   check positive amount &gt; 0
 *   named-check 11 not too old age &lt; 99    length of its name, which has a blank
 * </pre>
 *
 * Immutable.
 *
 * @param columns by field id
 * @param keyName name of the PRIMARY KEY constraint; null for the default
 * @param uniques names of indexes that are constraints
 * @param checks in the order of their declaration
 */
public record TableFacts(
    Map<Integer, ColumnFacts> columns,
    @Nullable String keyName,
    List<String> uniques,
    List<Check> checks) {
  /** A condition that no row may violate. */
  public record Check(String name, String condition) {}

  /** Nothing declared. */
  public static final TableFacts NONE = new TableFacts(Map.of(), null, List.of(), List.of());

  public TableFacts {
    columns = Map.copyOf(columns);
    uniques = List.copyOf(uniques);
    checks = List.copyOf(checks);
  }

  /** What is declared of the field. */
  public ColumnFacts of(FieldDef field) {
    return columns.getOrDefault(field.id(), ColumnFacts.NONE);
  }

  /** The fields that {@code *} represents. */
  public List<FieldDef> visible(TableDef table) {
    return table.fields().stream().filter(field -> !of(field).hidden()).toList();
  }

  /** Whether a column takes no null. */
  public boolean refusesNull(FieldDef field) {
    return !field.nullable() || of(field).notNull();
  }

  /** The same with another declaration of a field. */
  public TableFacts with(int fieldId, UnaryOperator<ColumnFacts> change) {
    Map<Integer, ColumnFacts> next = new TreeMap<>(columns);
    next.put(fieldId, change.apply(columns.getOrDefault(fieldId, ColumnFacts.NONE)));
    return new TableFacts(next, keyName, uniques, checks);
  }

  public TableFacts without(int fieldId) {
    Map<Integer, ColumnFacts> next = new TreeMap<>(columns);
    next.remove(fieldId);
    return new TableFacts(next, keyName, uniques, checks);
  }

  public TableFacts withKeyName(@Nullable String name) {
    return new TableFacts(columns, name, uniques, checks);
  }

  public TableFacts withUniques(List<String> names) {
    return new TableFacts(columns, keyName, names, checks);
  }

  public TableFacts withChecks(List<Check> next) {
    return new TableFacts(columns, keyName, uniques, next);
  }

  static TableFacts parse(byte[] stored, String table) {
    TableFacts facts = NONE;
    List<String> uniques = new ArrayList<>();
    List<Check> checks = new ArrayList<>();
    String keyName = null;
    for (Line line : FactLines.parse(stored, "table " + table)) {
      try {
        switch (line.word()) {
          case "key" -> keyName = line.rest();
          case "unique" -> uniques.add(line.rest());
          case "check" -> {
            String[] words = line.rest().split(" ", 2);
            checks.add(new Check(words[0], words[1]));
          }
          case "named-check" -> {
            String[] words = line.rest().split(" ", 2);
            int length = Integer.parseInt(words[0]);
            checks.add(new Check(words[1].substring(0, length), words[1].substring(length + 1)));
          }
          default -> {
            String[] words = line.rest().split(" ", 2);
            String rest = words.length > 1 ? words[1] : "";
            facts = facts.with(Integer.parseInt(words[0]), column(line, rest, table));
          }
        }
      } catch (NumberFormatException | IndexOutOfBoundsException e) {
        throw FactLines.unknown(line, "table " + table);
      }
    }
    return new TableFacts(facts.columns, keyName, uniques, checks);
  }

  private static UnaryOperator<ColumnFacts> column(Line line, String rest, String table) {
    return switch (line.word()) {
      case "type" -> old -> old.withType(rest);
      case "default" -> old -> old.withDefault(rest);
      case "identity" -> old -> old.withIdentity(SequenceFacts.parse(rest), old.always());
      case "always" -> old -> old.withIdentity(old.identity(), true);
      case "not-null" -> old -> old.withNotNull(true);
      case "hidden" -> ColumnFacts::asHidden;
      default -> throw FactLines.unknown(line, "table " + table);
    };
  }

  /** The stored form, null if nothing is declared; checked to be read back as the same. */
  byte @Nullable [] bytes(String table) {
    FactLines lines = text();
    if (lines.isEmpty()) {
      return null;
    }
    byte[] bytes = lines.bytes();
    Map<Integer, ColumnFacts> declared = new TreeMap<>(columns);
    declared.values().removeIf(ColumnFacts.NONE::equals);
    TableFacts expected = new TableFacts(declared, keyName, uniques, checks);
    FactLines.checkSame(expected, parse(bytes, table), "table " + table);
    return bytes;
  }

  private FactLines text() {
    FactLines lines = new FactLines();
    new TreeMap<>(columns)
        .forEach(
            (id, column) -> {
              if (!column.type().isEmpty()) {
                lines.add("type", id + " " + column.type());
              }
              if (column.defaultValue() != null) {
                lines.add("default", id + " " + column.defaultValue());
              }
              if (column.identity() != null) {
                lines.add("identity", id + " " + column.identity());
              }
              if (column.always()) {
                lines.add("always", id.toString());
              }
              if (column.notNull()) {
                lines.add("not-null", id.toString());
              }
              if (column.hidden()) {
                lines.add("hidden", id.toString());
              }
            });
    if (keyName != null) {
      lines.add("key", keyName);
    }
    uniques.forEach(name -> lines.add("unique", name));
    for (Check check : checks) {
      String text = check.name() + " " + check.condition();
      if (check.name().indexOf(' ') < 0) {
        lines.add("check", text);
      } else {
        lines.add("named-check", check.name().length() + " " + text);
      }
    }
    return lines;
  }
}
