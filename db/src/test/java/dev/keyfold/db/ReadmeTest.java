package dev.keyfold.db;

import static dev.keyfold.table.where.Conditions.between;
import static dev.keyfold.table.where.Conditions.eq;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.table.Rows;
import dev.keyfold.table.Table;
import dev.keyfold.table.errors.ScanRefusedException;
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

  @Test
  void tablesAndMaps() {
    String url = "rocksdb:" + data.resolve("db");
    Instant at = Instant.parse("2025-01-17T08:00:00Z");
    Order order = new Order("U001", at, new UUID(1, 2), "BOOKS", new BigDecimal("12.50"));
    Instant from = at.minusSeconds(60);
    Instant to = at.plusSeconds(60);
    List<Order> found = new ArrayList<>();
    String next;
    // region 2
    try (Keyfold db = Keyfold.open(url)) {
      Table<Order> orders =
          db.table(
              Order.class,
              t ->
                  t.key(k -> k.asc("userId").desc("orderDate").asc("orderId").shards(256))
                      .index(
                          "by_category",
                          i -> i.asc("category").desc("orderDate").include("amount")));
      orders.put(order);
      try (Rows<Order> rows =
          orders.where(eq("userId", "U001"), between("orderDate", from, to)).limit(100).open()) {
        rows.forEach(found::add);
        next = rows.token(); // resumes after the last row, even after a restart; null: no more rows
      }
      Map<String, String> bob = db.map("bob", String.class, String.class);
      bob.put("email", "bob@example.com");
    }
    // end
    assertThat(found).containsExactly(order);
    assertThat(next).isNull();
    try (Keyfold db = Keyfold.open(url)) {
      assertThatThrownBy(() -> db.table("order").query("amount = 12.50").list())
          .isInstanceOf(ScanRefusedException.class);
      assertThat(db.map("bob", String.class, String.class))
          .containsEntry("email", "bob@example.com");
    }
  }

  @Test
  void readmeShowsTheRegions() throws IOException {
    String readme =
        Files.readString(Path.of("..", "README.md"))
            .replace("Keyfold.open(\"rocksdb:./orders\")", "Keyfold.open(url)");
    String source = Files.readString(SOURCE);
    List<String> shown = all(readme, "```java db\n(.*?)```");
    List<String> regions = all(source, "// region \\d\n(.*?)// end\n");
    assertThat(shown).hasSize(1);
    assertThat(shown.get(0)).isEqualTo(String.join("", regions));
    // The example compiles with these imports; Keyfold needs none here, as it is in this package.
    assertThat(readme).contains("import dev.keyfold.db.Keyfold;\n");
    List<String> imports =
        readme
            .lines()
            .filter(line -> line.startsWith("import ") && !line.endsWith(".Keyfold;"))
            .toList();
    assertThat(imports).hasSize(8).allSatisfy(line -> assertThat(source).contains(line + "\n"));
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
