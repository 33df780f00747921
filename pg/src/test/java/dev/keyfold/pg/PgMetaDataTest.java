package dev.keyfold.pg;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What tools ask pgjdbc about tables. */
class PgMetaDataTest {
  private static PgFixture fixture;
  private static Connection connection;
  private static DatabaseMetaData meta;

  @BeforeAll
  static void start() throws SQLException {
    fixture = new PgFixture();
    connection = fixture.connect();
    meta = connection.getMetaData();
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "create table orders (customer bigint, at timestamp, amount numeric(10,2) not null,"
              + " status varchar(20) default 'open', tags text[],"
              + " primary key (customer, at desc))");
      statement.execute("create unique index by_status on orders (status, at desc)");
      statement.execute("create view paid as select amount from orders where status = 'paid'");
    }
  }

  @AfterAll
  static void stop() throws SQLException {
    connection.close();
    fixture.close();
  }

  private static List<String> rows(ResultSet result, String... columns) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (result) {
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (String column : columns) {
          row.add(String.valueOf(result.getString(column)));
        }
        rows.add(String.join(" ", row));
      }
    }
    return rows;
  }

  @Test
  void tables() throws SQLException {
    assertThat(
            rows(
                meta.getTables(null, "public", "%", new String[] {"TABLE", "VIEW"}),
                "TABLE_NAME",
                "TABLE_TYPE"))
        .containsExactly("orders TABLE", "paid VIEW");
  }

  @Test
  void columns() throws SQLException {
    assertThat(
            rows(
                meta.getColumns(null, null, "orders", "%"),
                "COLUMN_NAME",
                "TYPE_NAME",
                "COLUMN_SIZE",
                "DECIMAL_DIGITS",
                "IS_NULLABLE",
                "COLUMN_DEF",
                "ORDINAL_POSITION"))
        .containsExactly(
            "customer int8 19 0 NO null 1",
            "at timestamp 29 6 NO null 2",
            "amount numeric 10 2 NO null 3",
            "status varchar 20 0 YES 'open' 4",
            "tags _text 2147483647 0 YES null 5");
  }

  @Test
  void keysAndIndexes() throws SQLException {
    assertThat(
            rows(
                meta.getPrimaryKeys(null, "public", "orders"), "COLUMN_NAME", "KEY_SEQ", "PK_NAME"))
        .containsExactlyInAnyOrder("at 2 orders_pkey", "customer 1 orders_pkey");
    assertThat(
            rows(
                meta.getIndexInfo(null, "public", "orders", false, false),
                "INDEX_NAME",
                "NON_UNIQUE",
                "ORDINAL_POSITION",
                "COLUMN_NAME",
                "ASC_OR_DESC"))
        .containsExactly(
            "by_status f 1 status A",
            "by_status f 2 at D",
            "orders_pkey f 1 customer A",
            "orders_pkey f 2 at D");
    assertThat(rows(meta.getImportedKeys(null, "public", "orders"), "FK_NAME")).isEmpty();
    assertThat(rows(meta.getExportedKeys(null, "public", "orders"), "FK_NAME")).isEmpty();
    assertThat(
            rows(
                meta.getBestRowIdentifier(
                    null, "public", "orders", DatabaseMetaData.bestRowSession, false),
                "COLUMN_NAME"))
        .contains("customer", "at");
  }

  @Test
  void namesOfSchemasDatabasesAndTypes() throws SQLException {
    assertThat(rows(meta.getSchemas(), "TABLE_SCHEM")).contains("public", "pg_catalog");
    assertThat(rows(meta.getCatalogs(), "TABLE_CAT")).containsExactly("shop");
    assertThat(rows(meta.getTableTypes(), "TABLE_TYPE")).contains("TABLE", "VIEW");
    assertThat(rows(meta.getTypeInfo(), "TYPE_NAME")).contains("int4", "text", "numeric");
    assertThat(rows(meta.getProcedures(null, null, "%"), "PROCEDURE_NAME")).isEmpty();
    assertThat(rows(meta.getFunctions(null, null, "%"), "FUNCTION_NAME")).isEmpty();
    assertThat(meta.getUserName()).isEqualTo("open");
    assertThat(connection.getCatalog()).isEqualTo("shop");
    assertThat(connection.getSchema()).isEqualTo("public");
  }
}
