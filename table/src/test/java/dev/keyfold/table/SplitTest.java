package dev.keyfold.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.store.errors.UnsupportedStoreException;
import dev.keyfold.table.errors.TableException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Where an engine that is divided by key is asked to begin its parts. */
class SplitTest {
  private static final int ROWS = 2_000;

  private final List<byte[]> asked = new ArrayList<>();

  /** At how many keys the store could begin a part. */
  private int possible;

  /** A store that says it is divided and remembers where it was asked to be. */
  @SuppressWarnings("unchecked")
  private Store divided(Store store) {
    return (Store)
        Proxy.newProxyInstance(
            Store.class.getClassLoader(),
            new Class<?>[] {Store.class},
            (proxy, method, args) -> {
              if (method.getName().equals("capabilities")) {
                EnumSet<Capability> all = EnumSet.copyOf(store.capabilities());
                all.add(Capability.SPLIT);
                return all;
              }
              if (method.getName().equals("has")) {
                return args[0] == Capability.SPLIT || store.has((Capability) args[0]);
              }
              if (method.getName().equals("splitAt")) {
                asked.addAll((List<byte[]>) args[0]);
                return possible;
              }
              try {
                return method.invoke(store, args);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static Table<Row> fill(Tables tables) {
    Table<Row> things =
        tables.create(
            new TableBuilder("things")
                .fields("id int32, category string, name string")
                .key("id")
                .shards(16)
                .index("by_category: category", 3, 1)
                .index("by_name: name"));
    for (int i = 0; i < ROWS; i++) {
      things.put(
          Row.of(things.definition(), Map.of("id", i, "category", "c" + i % 300, "name", "n" + i)));
    }
    return things;
  }

  @Test
  void partsBeginWithShards() {
    try (Store store = Stores.open("memory:")) {
      Tables tables = Tables.of(divided(store));
      fill(tables);
      tables.split("things", 8);
      assertThat(asked).as("of the table, of its indexes").hasSize(8 + 3 + 1);
      List<Integer> sizes = new ArrayList<>();
      for (int i = 0; i < asked.size(); i++) {
        byte[] start = asked.get(i);
        byte[] next = i + 1 < asked.size() ? asked.get(i + 1) : null;
        assertThat(next == null || Bytes.compare(start, next) < 0).as("in order").isTrue();
        int entries = 0;
        try (Cursor cursor = store.scan(Scan.over(KeyRange.of(start, next)))) {
          while (cursor.next()) {
            if (entries++ == 0) {
              assertThat(cursor.key().startsWith(start)).as("begins with a shard").isTrue();
            }
          }
        }
        sizes.add(entries);
      }
      assertThat(sizes.subList(0, 8)).as("two shards of 16 in each").allMatch(n -> n > ROWS / 16);
      assertThat(sizes.subList(0, 8).stream().mapToInt(n -> n).sum()).isEqualTo(ROWS);
      assertThat(sizes.subList(8, 11).stream().mapToInt(n -> n).sum()).isEqualTo(ROWS);
      assertThat(sizes.get(11)).isGreaterThanOrEqualTo(ROWS);
    }
  }

  @Test
  void neverMorePartsThanShards() {
    try (Store store = Stores.open("memory:")) {
      Tables tables = Tables.of(divided(store));
      fill(tables);
      possible = 7;
      SplitResult result = tables.split("things", 1_000);
      assertThat(asked).hasSize(16 + 3 + 1);
      assertThat(result).isEqualTo(new SplitResult(20, 7));
      assertThat(result.isComplete()).isFalse();
      assertThat(tables.splitPoints("things", 1_000)).hasSize(20);
      assertThatThrownBy(() -> tables.split("things", 0))
          .isInstanceOf(TableException.class)
          .hasMessageContaining("found 0");
    }
  }

  @Test
  void storesThatAreNotDividedSaySo() {
    try (Store store = Stores.open("memory:")) {
      Tables tables = Tables.of(store);
      fill(tables);
      assertThatThrownBy(() -> tables.split("things", 4))
          .isInstanceOf(UnsupportedStoreException.class)
          .hasMessageContaining("no regions to split");
    }
  }
}
