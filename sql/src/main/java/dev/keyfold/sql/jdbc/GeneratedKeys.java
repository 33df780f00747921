package dev.keyfold.sql.jdbc;

import dev.keyfold.sql.catalog.TableFacts;
import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.parse.Statement;
import dev.keyfold.sql.parse.StatementParser;
import dev.keyfold.table.schema.FieldDef;
import dev.keyfold.table.schema.TableDef;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An INSERT whose generated keys are asked for: it gets a RETURNING.
 *
 * @param sql the statement to run
 * @param added whether RETURNING was added, so that its rows are the keys
 */
record GeneratedKeys(String sql, boolean added) {
  /**
   * @param columns the columns asked for; empty for those that are generated; null for none
   */
  static GeneratedKeys of(
      KeyfoldConnection connection, String sql, @Nullable List<String> columns) {
    if (columns == null || !Words.first(sql).equals("insert")) {
      return new GeneratedKeys(sql, false);
    }
    try {
      if (!(StatementParser.parse(sql) instanceof Statement.Insert insert)
          || insert.returning() != null
          || !connection.database().tables().has(insert.table().text())) {
        return new GeneratedKeys(sql, false);
      }
      TableDef table = connection.database().tables().table(insert.table().text()).definition();
      List<String> names = columns.isEmpty() ? generated(connection, table) : known(columns, table);
      String list =
          names.stream()
              .map(name -> '"' + name.replace("\"", "\"\"") + '"')
              .collect(Collectors.joining(", "));
      String plain = sql.strip();
      String open = plain.endsWith(";") ? plain.substring(0, plain.length() - 1) : plain;
      return new GeneratedKeys(open + "\nRETURNING " + list, true);
    } catch (SqlStateException wrong) {
      return new GeneratedKeys(sql, false); // running it says what is wrong
    }
  }

  /** Names as they are stored: programs write them in upper case too. */
  private static List<String> known(List<String> columns, TableDef table) {
    return columns.stream()
        .map(
            column ->
                table.fields().stream()
                    .map(FieldDef::name)
                    .filter(name -> name.equalsIgnoreCase(column))
                    .findFirst()
                    .orElse(column))
        .toList();
  }

  /** Identity columns; without any, those with a default in the key, and else the key. */
  private static List<String> generated(KeyfoldConnection connection, TableDef table) {
    TableFacts facts = connection.database().catalog().facts(table);
    List<String> identities =
        table.fields().stream()
            .filter(field -> facts.of(field).identity() != null && !facts.of(field).hidden())
            .map(FieldDef::name)
            .toList();
    return identities.isEmpty() ? table.key().fields() : identities;
  }
}
