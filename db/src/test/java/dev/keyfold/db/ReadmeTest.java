package dev.keyfold.db;

import static dev.keyfold.table.where.Conditions.between;
import static dev.keyfold.table.where.Conditions.eq;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.table.Rows;
import dev.keyfold.table.ScanRefusedException;
import dev.keyfold.table.Table;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java of the README that opens a database is a region of this file. */
class ReadmeTest {
  private static final Path SOURCE =
      Path.of("src", "test", "java", "dev", "keyfold", "db", "ReadmeTest.java");

  @TempDir Path data;

  // region 1
  record Order(
      String userId, Instant orderDate, UUID orderId, String category, BigDecimal amount) {}

  // end

  private static final Order ORDER =
      new Order(
          "U001",
          Instant.parse("2025-01-17T08:00:00Z"),
          new UUID(1, 2),
          "BOOKS",
          new BigDecimal("12.50"));

  @Test
  void tables() {
    String url = "rocksdb:" + data.resolve("db");
    Instant from = ORDER.orderDate().minusSeconds(60);
    Instant to = ORDER.orderDate().plusSeconds(60);
    List<Order> seen = new ArrayList<>();
    String next;
    // region 2
    try (Keyfold db = Keyfold.open(url)) {
      Table<Order> orders =
          db.table(
              Order.class,
              t ->
                  t.key(k -> k.asc("userId").desc("orderDate").asc("orderId").shards(256))
                      .index("by_category", i -> i.asc("category").desc("orderDate")));
      orders.put(ORDER);
      try (Rows<Order> rows =
          orders.where(eq("userId", "U001"), between("orderDate", from, to)).limit(100).open()) {
        rows.forEach(seen::add);
        next = rows.token(); // goes on there, today or tomorrow; null: there is no more
      }
      System.out.println(orders.query("category = 'BOOKS' order by orderDate limit 10").explain());
    }
    // end
    assertThat(seen).containsExactly(ORDER);
    assertThat(next).isNull();
    try (Keyfold db = Keyfold.open(url)) {
      assertThatThrownBy(() -> db.table("order").query("amount = 12.50").list())
          .isInstanceOf(ScanRefusedException.class);
    }
  }

  @Test
  void structures() {
    String url = "rocksdb:" + data.resolve("structures");
    // region structures
    try (Keyfold db = Keyfold.open(url)) {
      Map<String, String> bob = db.map("bob", String.class, String.class);
      bob.put("email", "bob@example.com");
      db.array("log", String.class).addAll(List.of("a", "b"));
      db.sortedSet("scores", String.class).add("bob", 7);
    }
    // end
    try (Keyfold db = Keyfold.open(url)) {
      assertThat(db.map("bob", String.class, String.class))
          .containsEntry("email", "bob@example.com");
      assertThat(db.array("log", String.class)).containsExactly("a", "b");
      assertThat(db.sortedSet("scores", String.class).size()).isEqualTo(1);
    }
  }

  @Test
  void readmeShowsTheRegions() throws IOException {
    List<String> shown = all(Files.readString(Path.of("..", "README.md")), "```java db\n(.*?)```");
    List<String> regions = all(Files.readString(SOURCE), "// region \\d\n(.*?)// end\n");
    assertThat(shown).hasSize(1);
    assertThat(shown.get(0)).isEqualTo(String.join("", regions));
    assertThat(all(Files.readString(Path.of("..", "README.md")), "```java structures\n(.*?)```"))
        .isEqualTo(all(Files.readString(SOURCE), "// region structures\n(.*?)// end\n"));
  }

  /** What the pattern captures, without the space that formatting adds. */
  private static List<String> all(String text, String pattern) {
    List<String> found = new ArrayList<>();
    Matcher matcher = Pattern.compile(pattern, Pattern.DOTALL).matcher(text);
    while (matcher.find()) {
      found.add(matcher.group(1).replaceAll("\\s+", ""));
    }
    return found;
  }
}
