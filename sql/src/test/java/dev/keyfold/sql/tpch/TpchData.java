package dev.keyfold.sql.tpch;

import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.Tables;
import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.io.BufferedWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The tables of TPC-H in Keyfold and in DuckDB, from the same generator. */
final class TpchData {
  private record Def(String fields, String key, List<String> indexes) {}

  private static final Map<String, Def> TABLES = new LinkedHashMap<>();

  static {
    TABLES.put(
        "region",
        new Def("r_regionkey int64, r_name string, r_comment string", "r_regionkey", List.of()));
    TABLES.put(
        "nation",
        new Def(
            "n_nationkey int64, n_name string, n_regionkey int64, n_comment string",
            "n_nationkey",
            List.of()));
    TABLES.put(
        "supplier",
        new Def(
            "s_suppkey int64, s_name string, s_address string, s_nationkey int64, s_phone string,"
                + " s_acctbal decimal(15,2), s_comment string",
            "s_suppkey",
            List.of("s_nation: s_nationkey")));
    TABLES.put(
        "customer",
        new Def(
            "c_custkey int64, c_name string, c_address string, c_nationkey int64, c_phone string,"
                + " c_acctbal decimal(15,2), c_mktsegment string, c_comment string",
            "c_custkey",
            List.of("c_nation: c_nationkey")));
    TABLES.put(
        "part",
        new Def(
            "p_partkey int64, p_name string, p_mfgr string, p_brand string, p_type string, p_size"
                + " int32, p_container string, p_retailprice decimal(15,2), p_comment string",
            "p_partkey",
            List.of()));
    TABLES.put(
        "partsupp",
        new Def(
            "ps_partkey int64, ps_suppkey int64, ps_availqty int32, ps_supplycost decimal(15,2),"
                + " ps_comment string",
            "ps_partkey, ps_suppkey",
            List.of("ps_supp: ps_suppkey")));
    TABLES.put(
        "orders",
        new Def(
            "o_orderkey int64, o_custkey int64, o_orderstatus string, o_totalprice decimal(15,2),"
                + " o_orderdate date, o_orderpriority string, o_clerk string, o_shippriority int32,"
                + " o_comment string",
            "o_orderkey",
            List.of("o_cust: o_custkey", "o_date: o_orderdate")));
    TABLES.put(
        "lineitem",
        new Def(
            "l_orderkey int64, l_partkey int64, l_suppkey int64, l_linenumber int32, l_quantity"
                + " decimal(15,2), l_extendedprice decimal(15,2), l_discount decimal(15,2), l_tax"
                + " decimal(15,2), l_returnflag string, l_linestatus string, l_shipdate date,"
                + " l_commitdate date, l_receiptdate date, l_shipinstruct string, l_shipmode"
                + " string, l_comment string",
            "l_orderkey, l_linenumber",
            List.of("l_part: l_partkey, l_suppkey", "l_ship: l_shipdate")));
  }

  private TpchData() {}

  static void load(Tables tables, double scale) {
    TABLES.forEach(
        (name, def) -> {
          TableBuilder builder = new TableBuilder(name).fields(def.fields).key(def.key);
          def.indexes.forEach(builder::index);
          Table<Row> table = tables.create(builder);
          String[] fields = def.fields.replaceAll("decimal\\(15,2\\)", "decimal").split(", ", -1);
          List<Row> rows = new ArrayList<>();
          for (TpchEntity entity : TpchTable.getTable(name).createGenerator(scale, 1, 1)) {
            String[] values = entity.toLine().split("\\|", -1);
            Map<String, Object> row = new LinkedHashMap<>();
            for (int i = 0; i < fields.length; i++) {
              String[] field = fields[i].split(" ", -1);
              row.put(field[0], value(field[1], values[i]));
            }
            rows.add(Row.of(table.definition(), row));
            if (rows.size() == 1000) {
              table.putAll(rows);
              rows.clear();
            }
          }
          table.putAll(rows);
        });
  }

  private static Object value(String type, String text) {
    return switch (type) {
      case "int64" -> Long.valueOf(text);
      case "int32" -> Integer.valueOf(text);
      case "decimal" -> new BigDecimal(text).setScale(2);
      case "date" -> LocalDate.parse(text);
      default -> text;
    };
  }

  static void load(Connection duckdb, double scale, Path directory)
      throws SQLException, IOException {
    try (Statement statement = duckdb.createStatement()) {
      for (Map.Entry<String, Def> table : TABLES.entrySet()) {
        Path file = directory.resolve(table.getKey() + ".tbl");
        try (BufferedWriter writer = Files.newBufferedWriter(file)) {
          for (TpchEntity entity :
              TpchTable.getTable(table.getKey()).createGenerator(scale, 1, 1)) {
            writer.write(entity.toLine().replaceAll("\\|$", ""));
            writer.newLine();
          }
        }
        String fields =
            table
                .getValue()
                .fields
                .replace(" int64", " bigint")
                .replace(" int32", " integer")
                .replace(" string", " varchar");
        statement.execute("create table " + table.getKey() + " (" + fields + ")");
        statement.execute(
            "copy "
                + table.getKey()
                + " from '"
                + file
                + "' (delimiter '|', header false, quote '')");
      }
    }
  }

  static String query(int number) throws IOException {
    return Files.readString(Path.of("../testdata/tpch", String.format("q%02d.sql", number)));
  }
}
