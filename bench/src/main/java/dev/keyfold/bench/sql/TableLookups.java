package dev.keyfold.bench.sql;

import static dev.keyfold.table.where.Conditions.eq;

import dev.keyfold.db.Keyfold;
import dev.keyfold.table.Row;
import dev.keyfold.table.Rows;
import dev.keyfold.table.Table;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The same lookups through the API of tables: what SQL costs beyond it. */
final class TableLookups implements Lookups {
  record Items(long id, int grp, String name, long price) {}

  private final Keyfold db;
  private final Table<Items> items;

  private TableLookups(Keyfold db) {
    this.db = db;
    items =
        db.table(
            Items.class,
            table ->
                table
                    .key(key -> key.asc("id"))
                    .index("by_grp", index -> index.asc("grp").include("price")));
  }

  static Lookups load(Path directory, boolean memory, int count) {
    String url = SqlSubject.store(directory, memory);
    TableLookups lookups = new TableLookups(Keyfold.open(url));
    List<Items> batch = new ArrayList<>();
    for (int id = 0; id < count; id++) {
      batch.add(new Items(id, Lookups.group(id, count), Lookups.name(id), Lookups.price(id)));
      if (batch.size() == 1000) {
        lookups.items.putAll(batch);
        batch.clear();
      }
    }
    lookups.items.putAll(batch);
    if (memory) {
      return lookups;
    }
    lookups.close();
    SqlSubject.compact(url);
    return new TableLookups(Keyfold.open(url));
  }

  @Override
  public long point(long id) {
    Items item = items.get(id);
    return Lookups.digest(0, id, item.name(), item.price());
  }

  @Override
  public long index(int group) {
    long sum = 0;
    try (Rows<Items> rows = items.where(eq("grp", group)).open()) {
      while (rows.step()) {
        Items item = rows.row();
        sum = Lookups.digest(sum, item.id(), item.name(), item.price());
      }
    }
    return sum;
  }

  @Override
  public long covered(int group) {
    long sum = 0;
    try (Rows<Row> rows = items.where(eq("grp", group)).select("id", "price").open()) {
      while (rows.step()) {
        Row row = rows.row();
        sum += (Long) row.get("id") * 31 + (Long) row.get("price");
      }
    }
    return sum;
  }

  @Override
  public void close() {
    db.close();
  }
}
