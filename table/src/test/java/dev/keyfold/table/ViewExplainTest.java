package dev.keyfold.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.table.errors.TableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * The plans of views in each format against a golden file: a line {@code = FORMAT SHARDS KEY
 * SCHEMA} begins a view, each {@code ? query} stands before what its explanation must say. {@code
 * -Dgolden.write=true} writes the file again, to be read before it is committed.
 */
class ViewExplainTest {
  private static final Path GOLDEN =
      Path.of("src/test/resources/dev/keyfold/table/explain-views.txt");

  @Test
  void plansOfViewsAreThoseOfTheGoldenFile() throws IOException {
    String golden = Files.readString(GOLDEN);
    StringBuilder written = new StringBuilder();
    int queries = 0;
    try (Store store = TestStores.open()) {
      Table<Row> view = null;
      Tables tables = Tables.of(store);
      for (String line : golden.lines().toList()) {
        if (line.startsWith("= ")) {
          written.append(line).append("\n\n");
          view = view(tables, line.substring(2).split(" ", 3));
        } else if (line.startsWith("? ")) {
          written.append(line).append('\n').append(explain(view, line.substring(2))).append('\n');
          queries++;
        }
      }
      tables.closeSources();
    }
    if (Boolean.getBoolean("golden.write")) {
      Files.writeString(GOLDEN, written.toString());
    }
    assertThat(written.toString()).isEqualTo(golden);
    assertThat(queries).isGreaterThan(20);
  }

  private static Table<Row> view(Tables tables, String[] words) {
    KeySchema schema = KeySchema.parse(words[2], KeyFormats.named(words[0]));
    int shards = Integer.parseInt(words[1]);
    KeySchema key = shards == 0 ? schema : schema.withShards(shards);
    tables.openSourcesWith(url -> source(key), Duration.ofHours(1));
    List<String> fields = new ArrayList<>();
    List<String> parts = new ArrayList<>();
    for (var field : schema.fields()) {
      boolean descending = field.order().isDescending();
      fields.add(field.name() + " " + field.type() + (field.order().isNullable() ? " null" : ""));
      parts.add(field.name() + (descending ? " desc" : ""));
    }
    TableBuilder builder =
        new TableBuilder("v" + tables.names().size())
            .fields(String.join(", ", fields) + ", note string")
            .key(String.join(", ", parts))
            .format(words[0])
            .over("bitcask:/their/data")
            .values("utf8");
    return tables.create(shards == 0 ? builder : builder.shards(shards));
  }

  private static Store source(KeySchema key) {
    Store store = Stores.open("memory:");
    for (int i = 0; i < 200; i++) {
      Object[] values = new Object[key.size()];
      for (int field = 0; field < values.length; field++) {
        values[field] =
            switch (key.field(field).type().kind()) {
              case STRING -> key.field(field).name().equals("kind") ? "H" : "U" + i % 10;
              case UUID -> new UUID(0, i);
              case TIMESTAMP_MILLIS -> java.time.Instant.ofEpochMilli(1_000L * i);
              default -> i;
            };
      }
      store.put(
          key.encode(values), ("note " + i).getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
    return store;
  }

  private static String explain(Table<Row> view, String query) {
    try {
      return view.query(query).explain();
    } catch (TableException refused) {
      return refused.getClass().getSimpleName() + ": " + refused.getMessage() + "\n";
    }
  }
}
