package dev.keyfold.bench.sql;

import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tables and queries of TPC-H, in the dialect of each subject. */
final class Tpch {
  static final int QUERIES = 22;

  private static final Pattern SHIFTED =
      Pattern.compile("date '([-0-9]+)' ([-+]) interval '([0-9]+)' (day|month|year)");

  private record Def(String name, String columns, String key, List<String> indexes) {}

  private static final List<Def> TABLES =
      List.of(
          new Def(
              "region",
              "r_regionkey bigint, r_name varchar(25), r_comment varchar(152)",
              "r_regionkey",
              List.of()),
          new Def(
              "nation",
              "n_nationkey bigint, n_name varchar(25), n_regionkey bigint, n_comment varchar(152)",
              "n_nationkey",
              List.of()),
          new Def(
              "supplier",
              "s_suppkey bigint, s_name varchar(25), s_address varchar(40), s_nationkey bigint,"
                  + " s_phone varchar(15), s_acctbal decimal(15,2), s_comment varchar(101)",
              "s_suppkey",
              List.of("s_nation on supplier (s_nationkey)")),
          new Def(
              "customer",
              "c_custkey bigint, c_name varchar(25), c_address varchar(40), c_nationkey bigint,"
                  + " c_phone varchar(15), c_acctbal decimal(15,2), c_mktsegment varchar(10),"
                  + " c_comment varchar(117)",
              "c_custkey",
              List.of("c_nation on customer (c_nationkey)")),
          new Def(
              "part",
              "p_partkey bigint, p_name varchar(55), p_mfgr varchar(25), p_brand varchar(10),"
                  + " p_type varchar(25), p_size integer, p_container varchar(10), p_retailprice"
                  + " decimal(15,2), p_comment varchar(23)",
              "p_partkey",
              List.of()),
          new Def(
              "partsupp",
              "ps_partkey bigint, ps_suppkey bigint, ps_availqty integer, ps_supplycost"
                  + " decimal(15,2), ps_comment varchar(199)",
              "ps_partkey, ps_suppkey",
              List.of("ps_supp on partsupp (ps_suppkey)")),
          new Def(
              "orders",
              "o_orderkey bigint, o_custkey bigint, o_orderstatus varchar(1), o_totalprice"
                  + " decimal(15,2), o_orderdate date, o_orderpriority varchar(15), o_clerk"
                  + " varchar(15), o_shippriority integer, o_comment varchar(79)",
              "o_orderkey",
              List.of("o_cust on orders (o_custkey)", "o_date on orders (o_orderdate)")),
          new Def(
              "lineitem",
              "l_orderkey bigint, l_partkey bigint, l_suppkey bigint, l_linenumber integer,"
                  + " l_quantity decimal(15,2), l_extendedprice decimal(15,2), l_discount"
                  + " decimal(15,2), l_tax decimal(15,2), l_returnflag varchar(1), l_linestatus"
                  + " varchar(1), l_shipdate date, l_commitdate date, l_receiptdate date,"
                  + " l_shipinstruct varchar(25), l_shipmode varchar(10), l_comment varchar(44)",
              "l_orderkey, l_linenumber",
              List.of(
                  "l_part on lineitem (l_partkey, l_suppkey)", "l_ship on lineitem (l_shipdate)")));

  private Tpch() {}

  /** Creates and fills the tables, with the indexes that joins need. */
  static void load(SqlSubject subject, Connection connection, double scale) throws SQLException {
    for (Def def : TABLES) {
      try (Statement statement = connection.createStatement()) {
        statement.execute(
            "create table " + def.name + " (" + def.columns + ", primary key (" + def.key + "))");
        for (String index : def.indexes) {
          if (subject != SqlSubject.DUCKDB) { // which is slower with them
            statement.execute("create index " + index);
          }
        }
      }
      connection.setAutoCommit(false);
      String[] types = def.columns.replace("decimal(15,2)", "decimal").split(", ", -1);
      String values = "?, ".repeat(types.length - 1) + "?";
      try (PreparedStatement insert =
          connection.prepareStatement("insert into " + def.name + " values (" + values + ")")) {
        int rows = 0;
        for (TpchEntity entity : TpchTable.getTable(def.name).createGenerator(scale, 1, 1)) {
          String[] texts = entity.toLine().split("\\|", -1);
          for (int i = 0; i < types.length; i++) {
            insert.setObject(i + 1, value(subject, types[i].split(" ", -1)[1], texts[i]));
          }
          insert.addBatch();
          if (++rows % 1000 == 0) {
            insert.executeBatch();
            connection.commit();
          }
        }
        insert.executeBatch();
      }
      connection.commit();
      connection.setAutoCommit(true);
    }
  }

  /** SQLite has neither dates nor decimals: texts sort like dates, and doubles are its numbers. */
  private static Object value(SqlSubject subject, String type, String text) {
    boolean sqlite = subject == SqlSubject.SQLITE;
    return switch (type) {
      case "bigint" -> Long.valueOf(text);
      case "integer" -> Integer.valueOf(text);
      case "decimal" -> sqlite ? (Object) Double.valueOf(text) : new BigDecimal(text).setScale(2);
      case "date" -> sqlite ? (Object) text : LocalDate.parse(text);
      default -> text;
    };
  }

  static String query(SqlSubject subject, Path directory, int number) throws IOException {
    String text = Files.readString(directory.resolve(String.format("q%02d.sql", number)));
    return subject == SqlSubject.SQLITE ? sqlite(text) : text;
  }

  /** Dates are computed beforehand; parts of dates and texts have other names. */
  private static String sqlite(String query) {
    String text =
        SHIFTED
            .matcher(query)
            .replaceAll(found -> Matcher.quoteReplacement("'" + shifted(found) + "'"));
    return text.replaceAll("date '", "'")
        .replaceAll("extract\\(year from (\\w+)\\)", "cast(substr($1, 1, 4) as integer)")
        .replaceAll("substring\\((\\w+) from (\\d+) for (\\d+)\\)", "substr($1, $2, $3)");
  }

  private static LocalDate shifted(java.util.regex.MatchResult found) {
    long amount = Long.parseLong(found.group(3));
    ChronoUnit unit = ChronoUnit.valueOf(found.group(4).toUpperCase(Locale.ROOT) + "S");
    return LocalDate.parse(found.group(1))
        .plus(found.group(2).equals("-") ? -amount : amount, unit);
  }
}
