package dev.keyfold.sql.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What DBeaver's generic driver asks for: when it connects, when somebody opens the tree of a
 * table, and when somebody reads or edits its rows.
 */
class DBeaverTest {
  private static final String URL = "jdbc:keyfold:memory:dbeaver";

  @BeforeEach
  void tables() throws SQLException {
    try (Connection connection = DriverManager.getConnection(URL);
        Statement statement = connection.createStatement()) {
      statement.execute("drop view if exists names");
      statement.execute("drop table if exists person");
      statement.execute(
          "create table person (id bigint generated always as identity primary key,"
              + " name varchar(50) not null, born date, score numeric(8,2) default 0)");
      statement.execute("create unique index by_name on person (name)");
      statement.execute("create view names as select name from person");
      statement.execute("insert into person (name, born) values ('Ann', '1990-01-02')");
    }
  }

  private static List<String> column(ResultSet rows, String name) throws SQLException {
    List<String> values = new ArrayList<>();
    try (rows) {
      while (rows.next()) {
        values.add(rows.getString(name));
      }
    }
    return values;
  }

  @Test
  void connects() throws SQLException {
    try (Connection connection = DriverManager.getConnection(URL)) {
      DatabaseMetaData meta = connection.getMetaData();
      assertThat(meta.getDatabaseProductName()).isNotBlank();
      assertThat(meta.getDatabaseProductVersion()).isNotBlank();
      assertThat(meta.getDriverName()).isNotBlank();
      assertThat(meta.getDriverVersion()).isNotBlank();
      assertThat(meta.getIdentifierQuoteString()).isEqualTo("\"");
      assertThat(meta.getSearchStringEscape()).isNotNull();
      assertThat(meta.getSQLKeywords()).isNotNull();
      assertThat(meta.getStringFunctions()).isNotNull();
      assertThat(meta.getNumericFunctions()).isNotNull();
      assertThat(meta.getTimeDateFunctions()).isNotNull();
      assertThat(meta.getSystemFunctions()).isNotNull();
      assertThat(meta.getExtraNameCharacters()).isNotNull();
      assertThat(meta.getCatalogTerm()).isNotNull();
      assertThat(meta.getSchemaTerm()).isNotNull();
      assertThat(meta.getProcedureTerm()).isNotNull();
      assertThat(meta.supportsTransactions()).isTrue();
      assertThat(meta.supportsSavepoints()).isTrue();
      assertThat(meta.supportsBatchUpdates()).isTrue();
      assertThat(meta.supportsResultSetType(ResultSet.TYPE_FORWARD_ONLY)).isTrue();
      assertThat(meta.getDefaultTransactionIsolation())
          .isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
      assertThat(column(meta.getTableTypes(), "TABLE_TYPE")).contains("TABLE", "VIEW");
      assertThat(column(meta.getTypeInfo(), "TYPE_NAME")).isNotEmpty();
      assertThat(column(meta.getCatalogs(), "TABLE_CAT")).hasSizeLessThan(2);
      assertThat(column(meta.getSchemas(), "TABLE_SCHEM")).contains("public");
      assertThat(connection.isValid(5)).isTrue();
      assertThat(connection.getSchema()).isEqualTo("public");
      connection.getWarnings();
      connection.getClientInfo();
    }
  }

  @Test
  void opensTheTree() throws SQLException {
    try (Connection connection = DriverManager.getConnection(URL)) {
      DatabaseMetaData meta = connection.getMetaData();
      String catalog = connection.getCatalog();
      assertThat(column(meta.getTables(catalog, "public", "%", null), "TABLE_NAME"))
          .contains("person", "names");
      assertThat(column(meta.getColumns(catalog, "public", "person", "%"), "COLUMN_NAME"))
          .containsExactly("id", "name", "born", "score");
      assertThat(column(meta.getPrimaryKeys(catalog, "public", "person"), "COLUMN_NAME"))
          .containsExactly("id");
      assertThat(column(meta.getIndexInfo(catalog, "public", "person", false, true), "INDEX_NAME"))
          .contains("by_name");
      assertThat(column(meta.getImportedKeys(catalog, "public", "person"), "FK_NAME")).isEmpty();
      assertThat(column(meta.getExportedKeys(catalog, "public", "person"), "FK_NAME")).isEmpty();
      assertThat(column(meta.getProcedures(catalog, "public", "%"), "PROCEDURE_NAME")).isEmpty();
      assertThat(column(meta.getFunctions(catalog, "public", "%"), "FUNCTION_NAME")).isNotNull();
      assertThat(column(meta.getUDTs(catalog, "public", "%", null), "TYPE_NAME")).isEmpty();
      assertThat(column(meta.getTablePrivileges(catalog, "public", "person"), "PRIVILEGE"))
          .isNotNull();
    }
  }

  @Test
  void readsAndEditsRows() throws SQLException {
    try (Connection connection = DriverManager.getConnection(URL);
        Statement statement =
            connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY)) {
      statement.setFetchSize(200);
      statement.setMaxRows(200);
      assertThat(statement.execute("SELECT x.* FROM public.person x")).isTrue();
      try (ResultSet rows = statement.getResultSet()) {
        assertThat(rows.getMetaData().getColumnLabel(2)).isEqualTo("name");
        assertThat(rows.getMetaData().getTableName(2)).isNotNull();
        assertThat(rows.next()).isTrue();
        assertThat(rows.getObject(2)).isEqualTo("Ann");
      }
      connection.setAutoCommit(false);
      try (var update = connection.prepareStatement("UPDATE public.person SET name=? WHERE id=?")) {
        update.setString(1, "Anna");
        update.setLong(2, 1);
        assertThat(update.executeUpdate()).isEqualTo(1);
      }
      connection.commit();
      assertThat(column(statement.executeQuery("select name from names"), "name"))
          .containsExactly("Anna");
    }
  }
}
