package dev.keyfold.sql.statement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.keyfold.sql.SqlDatabase;
import dev.keyfold.sql.SqlResult;
import dev.keyfold.sql.SqlSession;
import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.result.TextForms;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.StructuresOptions;
import dev.keyfold.table.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A database in memory and a session. */
abstract class SqlFixture {
  Store store;
  Tables tables;
  SqlDatabase database;
  SqlSession sql;

  @BeforeEach
  void openDatabase() {
    store = Stores.open("memory:");
    open();
  }

  final void open() {
    tables = Tables.of(store);
    database = SqlDatabase.of(tables, () -> Structures.over(store, StructuresOptions.defaults()));
    sql = database.session();
  }

  /** As another process would see it. */
  final void reopen() {
    sql.close();
    open();
  }

  @AfterEach
  void closeDatabase() {
    sql.close();
    store.close();
  }

  /** Runs a statement; the number of rows that it changed. */
  final long run(String text, Object... values) {
    try (SqlResult result = sql.execute(text, values)) {
      return result.updateCount();
    }
  }

  /** The rows as text: values separated by blanks, rows by " | ". */
  final String rows(String text, Object... values) {
    return rows(sql, text, values);
  }

  static String rows(SqlSession session, String text, Object... values) {
    try (SqlResult result = session.execute(text, values)) {
      List<String> lines = new ArrayList<>();
      for (List<Object> row : result.list()) {
        lines.add(
            row.stream()
                .map(value -> value == null ? "null" : TextForms.print(value))
                .collect(Collectors.joining(" ")));
      }
      return String.join(" | ", lines);
    }
  }

  /** The error of a statement. */
  final SqlStateException error(String text, Object... values) {
    SqlStateException error =
        catchThrowableOfType(SqlStateException.class, () -> run(text, values));
    assertThat(error).as(text).isNotNull();
    return error;
  }

  final void fails(String state, String message, String text, Object... values) {
    SqlStateException error = error(text, values);
    assertThat(error).as(text).hasMessageContaining(message);
    assertThat(error.sqlState()).as(text + ": " + error.getMessage()).isEqualTo(state);
  }
}
