package dev.keyfold.cli.entry;

import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.StoreCommand;
import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.phoenix.PhoenixCatalog;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.store.View;
import dev.keyfold.table.Tables;
import dev.keyfold.table.entry.JsonWriter;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParseResult;

/** {@code keyfold ddl}: what the catalog of Phoenix says about a table or an index. */
public final class DdlCommand extends StoreCommand {
  /** After so many rows that are none of a catalog, the store is not one. */
  private static final int MOST_BAD = 10;

  public DdlCommand(Console console) {
    super("ddl", console);
    mayNameTable();
    flag(JSON);
  }

  @Override
  public int run(ParseResult args, Store store, Supplier<Tables> tables) throws IOException {
    return run(args, store);
  }

  @Override
  public int run(ParseResult args, Tables tables) throws IOException {
    return run(args, tables.store());
  }

  private int run(ParseResult args, Store store) throws IOException {
    String asked = tableName(args);
    PhoenixCatalog catalog = new PhoenixCatalog();
    try (View view = store.view()) {
      if (asked.isEmpty()) {
        read(view, KeyRange.of(new byte[0], null), catalog);
        if (catalog.isEmpty()) {
          console.badInput(
              "found no Phoenix table; --store must be the table SYSTEM.CATALOG of Phoenix");
        }
        for (String name : catalog.tables()) {
          print(args, name, null);
        }
        return console.status();
      }
      String name = asked.toUpperCase(Locale.ROOT); // as SQL takes a name without quotes
      read(view, PhoenixCatalog.range(asked), catalog);
      if (catalog.isEmpty() && !name.equals(asked)) {
        read(view, PhoenixCatalog.range(name), catalog);
      } else {
        name = asked;
      }
      String table = catalog.tableOf(name);
      if (table != null) {
        read(view, PhoenixCatalog.range(table), catalog);
      }
      print(args, name, catalog.ddl(name));
    } catch (KeyException e) {
      console.badInput("ddl: " + e.getMessage());
    }
    return console.status();
  }

  private void print(ParseResult args, String name, @Nullable String ddl) throws IOException {
    if (args.hasMatchedOption(JSON)) {
      Map<String, Object> line = new LinkedHashMap<>(Map.of("name", name));
      if (ddl != null) {
        line.put("ddl", ddl);
      }
      new JsonWriter(console.out()).line(line);
    } else if (ddl != null) {
      console.out().text(ddl);
    } else {
      console.out().text(name).endLine();
    }
  }

  private void read(View view, KeyRange range, PhoenixCatalog catalog) {
    int bad = 0;
    try (Cursor rows = view.scan(Scan.over(range))) {
      while (bad < MOST_BAD && rows.next()) {
        byte[] key = rows.key().toArray();
        try {
          catalog.add(key, rows.value().toArray());
        } catch (KeyException e) {
          bad++;
          console.badInput(
              "row "
                  + Bytes.toHex(key)
                  + ": "
                  + e.getMessage()
                  + "; --store must be the table SYSTEM.CATALOG of Phoenix");
        }
      }
    }
  }
}
