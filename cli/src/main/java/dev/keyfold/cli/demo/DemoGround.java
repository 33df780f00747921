package dev.keyfold.cli.demo;

import dev.keyfold.cli.command.RefusedException;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.StructuresOptions;
import dev.keyfold.structures.Work;
import dev.keyfold.structures.errors.StructuresException;
import dev.keyfold.structures.view.Views;
import dev.keyfold.table.schema.KeySpace;
import java.nio.charset.StandardCharsets;

/**
 * Whether a store is suitable for the demo: empty, or with nothing but the data of an earlier demo.
 * Only reads, as a wrong store must stay unchanged.
 */
final class DemoGround {
  private static final KeyRange ROWS = KeyRange.of(new byte[] {0x10}, new byte[] {(byte) 0xD0});
  private static final KeyRange UNUSED = KeyRange.of(new byte[] {(byte) 0xF0}, null);

  private final Store store;

  DemoGround(Store store) {
    this.store = store;
  }

  /** Throws {@link RefusedException} if the store contains data that the demo did not create. */
  void check() {
    boolean orders = checkTables();
    // Rows of an orders table are accepted here; creating the table reports a conflicting
    // definition.
    if ((!orders && has(ROWS)) || has(UNUSED)) {
      throw refused("entries outside any table");
    }
    StructuresOptions options = StructuresOptions.defaults().withBackground(false);
    try (Structures structures = Structures.over(store, options)) {
      checkStructures(structures);
    } catch (StructuresException e) {
      throw refused("structures that it cannot read: " + e.getMessage());
    }
  }

  /** Whether the table of orders exists; a different definition is rejected. */
  private boolean checkTables() {
    boolean orders = false;
    try (Cursor cursor = store.scan(Scan.over(KeySpace.entries(KeySpace.TABLES)))) {
      while (cursor.next()) {
        String name = KeySpace.name(cursor.key().toArray());
        if (!name.equals(DemoOrders.TABLE)) {
          throw refused("table " + name);
        }
        orders = true;
      }
    }
    return orders;
  }

  private boolean has(KeyRange range) {
    try (Cursor cursor = store.scan(Scan.over(range))) {
      return cursor.next();
    }
  }

  private static void checkStructures(Structures structures) {
    Views views = Views.of(structures, 0);
    try (Work work = structures.read()) {
      for (int i = 0; i < structures.options().databases(); i++) {
        int database = i;
        work.space(i)
            .keys()
            .scan(
                null,
                bytes -> {
                  String name = new String(bytes.toArray(), StandardCharsets.UTF_8);
                  if (database != 0 || !DemoStructures.isOwn(views, name)) {
                    throw refused("structure " + name + " in database " + database);
                  }
                  return true;
                });
      }
    }
  }

  private static RefusedException refused(String what) {
    return new RefusedException(
        "the store has data that the demo did not create: "
            + what
            + "; nothing was written. Use --store with a new directory, or omit it");
  }
}
