package dev.keyfold.sql.query;

import dev.keyfold.sql.SqlDatabase;
import dev.keyfold.sql.SqlResult;
import dev.keyfold.sql.SqlSession;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.StructuresOptions;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.Tables;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A small shop: users, orders, and structures, in memory. */
final class QueryFixture implements AutoCloseable {
  final Store store = Stores.open("memory:");
  final Tables tables = Tables.of(store);
  final Structures structures =
      Structures.over(store, StructuresOptions.defaults().withDurability(store.durability()));
  final SqlSession sql = SqlDatabase.of(tables, () -> structures).session();

  QueryFixture() {
    Table<Row> users =
        tables.create(
            new TableBuilder("users")
                .fields("id int64, email string, city string null, age int32 null")
                .key("id")
                .index("by_email: lower(email)")
                .index("by_city: city, age desc include email"));
    for (long i = 0; i < 200; i++) {
      put(
          users,
          "id",
          i,
          "email",
          "User" + i + "@example.com",
          "city",
          i % 9 == 0 ? null : "city" + i % 8,
          "age",
          i % 7 == 0 ? null : (int) (20 + i % 50));
    }
    Table<Row> orders =
        tables.create(
            new TableBuilder("orders")
                .fields(
                    "user_id int64, at timestamp, id int64, category string, amount decimal(10,2),"
                        + " note string null")
                .key("user_id, at desc, id")
                .index("by_category: category, at desc include amount")
                .index("by_id: id unique"));
    for (long i = 0; i < 2000; i++) {
      put(
          orders,
          "user_id",
          i % 200,
          "at",
          Instant.parse("2025-01-01T00:00:00Z").plusSeconds(i * 3600),
          "id",
          i,
          "category",
          "c" + i % 12,
          "amount",
          BigDecimal.valueOf(i * 7 % 10_000, 2),
          "note",
          i % 3 == 0 ? null : "note " + i);
    }
  }

  private static void put(Table<Row> table, Object... values) {
    Map<String, Object> row = new LinkedHashMap<>();
    for (int i = 0; i < values.length; i += 2) {
      row.put((String) values[i], values[i + 1]);
    }
    table.insert(Row.of(table.definition(), row));
  }

  List<List<Object>> rows(String query, Object... parameters) {
    try (SqlResult result = sql.execute(query, parameters)) {
      return new ArrayList<>(result.list());
    }
  }

  String plan(String query, Object... parameters) {
    StringBuilder text = new StringBuilder();
    for (List<Object> line : rows("explain " + query, parameters)) {
      text.append(line.get(0)).append('\n');
    }
    return text.toString();
  }

  @Override
  public void close() {
    sql.close();
    structures.close();
    store.close();
  }
}
