package dev.keyfold.db;

import static dev.keyfold.table.where.Conditions.eq;
import static dev.keyfold.table.where.Conditions.ge;
import static dev.keyfold.table.where.Conditions.in;
import static dev.keyfold.table.where.OrderItem.desc;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.KeyExplainer;
import dev.keyfold.codec.KeyFormatException;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.compound.CompoundKeys;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.structures.view.Counter;
import dev.keyfold.structures.view.ScoredSet;
import dev.keyfold.table.Row;
import dev.keyfold.table.Rows;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.TableOperations;
import dev.keyfold.table.advise.Advice;
import dev.keyfold.table.errors.DuplicateKeyException;
import dev.keyfold.table.errors.ScanRefusedException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The Java of docs/GUIDE.md is the regions of this file and of two others, which need a server, by
 * their names, and does what it says. Its commands are run by GuideCommandsTest of module cli.
 */
class GuideTest {
  private static final List<Path> SOURCES =
      List.of(
          Path.of("src/test/java/dev/keyfold/db/GuideTest.java"),
          Path.of("../redis/src/test/java/dev/keyfold/redis/clients/GuideOnRedisTest.java"),
          Path.of("../hbase/tests/src/test/java/dev/keyfold/hbase/GuideOnHBaseTest.java"));
  private static final Path PAGE = Path.of("..", "docs", "GUIDE.md");

  private final UUID id = UUID.fromString("550e8400-e29b-41d4-a716-446655440001");
  private final Instant at = Instant.parse("2025-01-17T08:00:00Z");

  // region record
  record Order(String userId, Instant at, UUID id, String category, BigDecimal amount) {}

  // end

  private Order order(String user, int day, String category) {
    return new Order(
        user, at.plusSeconds(day * 86_400L), new UUID(7, day), category, BigDecimal.ONE);
  }

  private static Table<Order> orders(Keyfold db) {
    // region table
    Table<Order> orders =
        db.table(
            Order.class,
            t ->
                t.key(k -> k.asc("userId").desc("at").asc("id").shards(16))
                    .index("by_category", i -> i.asc("category").desc("at").include("amount"))
                    .index("by_id", i -> i.asc("id").unique()));
    // end
    return orders;
  }

  @Test
  void keys() {
    // region keys
    KeySchema schema = KeySchema.parse("user string, at timestamp desc, id uuid, note string null");
    byte[] key = schema.encode("U1", at, id, null);
    List<Object> values = schema.decode(key);
    List<KeyRange> all = schema.select().eq("user", "U1").ranges(); // what a store has to read
    String bytes = new KeyExplainer(schema).explain(key).toString(); // what each byte is for
    // end
    assertThat(values).containsExactly("U1", at, id, null);
    assertThat(all).hasSize(1);
    assertThat(all.get(0).contains(key)).isTrue();
    assertThat(bytes).contains("string \"U1\"", "end of the value");
    byte[] broken = {1, 2, 3};
    assertThatThrownBy(() -> schema.decode(broken)).isInstanceOf(KeyFormatException.class);
  }

  @Test
  void writing() {
    try (Keyfold db = Keyfold.open("memory:")) {
      Table<Order> orders = orders(db);
      Order order = order("U1", 0, "books");
      Order changed = new Order("U1", order.at(), order.id(), "books", new BigDecimal("12.50"));
      // region write
      orders.put(order); // adds or replaces; insert and update insist on one of both
      orders.putAll(List.of(order, changed)); // all of them or none
      boolean done = orders.compareAndSet(changed, order); // only if it still is as expected
      Order found = orders.get("U1", order.at(), order.id());
      orders.delete("U1", order.at(), order.id());
      // end
      assertThat(done).isTrue();
      assertThat(found).isEqualTo(order);
      orders.put(order);
      assertThatThrownBy(
              () -> orders.insert(new Order("U2", order.at(), order.id(), "toys", BigDecimal.TEN)))
          .isInstanceOf(DuplicateKeyException.class);
    }
  }

  private static Store hashes() {
    Store store = Stores.open("memory:");
    byte[] value = "bob@example.com".getBytes(StandardCharsets.UTF_8);
    store.put(CompoundKeys.ESCAPED.hashField("bob", "email"), value);
    store.put(CompoundKeys.ESCAPED.hashField("bobby", "email"), value);
    store.put(CompoundKeys.ESCAPED.setMember("bob", "x"), new byte[0]);
    return store;
  }

  @Test
  void views() {
    try (Keyfold db = Keyfold.open("memory:")) {
      db.tables().openSourcesWith(url -> hashes(), Duration.ofMinutes(1));
      // region view
      Table<Row> hashes =
          db.tables()
              .open(
                  new TableBuilder("hashes")
                      .over("bitcask:/var/lib/ferric")
                      .format("compound")
                      .entriesWhere("kind = 'H'")
                      .fields("kind string, name string, field string, value string")
                      .key("kind, name, field")
                      .values("utf8:value"));
      List<Row> bob =
          hashes.query("name = 'bob'").list(); // the fields of the hash bob, in their order
      // end
      assertThat(bob).hasSize(1);
      assertThat(bob.get(0).get("value")).isEqualTo("bob@example.com");
      assertThat(hashes.where().allowScan(10).count()).isEqualTo(2);
    }
  }

  @Test
  void transactions() {
    try (Keyfold db = Keyfold.open("memory:")) {
      Table<Order> orders = orders(db);
      Order order = order("U1", 0, "books");
      orders.put(order);
      // region transaction
      db.transact(
          tx -> {
            TableOperations<Order> here = tx.on(orders); // reads see one snapshot
            Order old = here.get("U1", order.at(), order.id());
            here.delete("U1", old.at(), old.id());
            here.insert(new Order("U2", old.at(), old.id(), old.category(), old.amount()));
            return null;
          });
      // end
      assertThat(orders.get("U1", order.at(), order.id())).isNull();
      assertThat(orders.get("U2", order.at(), order.id())).isNotNull();
    }
  }

  @Test
  void asking() {
    try (Keyfold db = Keyfold.open("memory:")) {
      Table<Order> orders = orders(db);
      for (int day = 0; day < 60; day++) {
        orders.put(order("U" + day % 3, day, day % 2 == 0 ? "books" : "toys"));
      }
      List<Order> seen = new ArrayList<>();
      String token = null;
      // region page
      do {
        try (Rows<Order> page =
            orders.where(eq("userId", "U1")).orderBy(desc("at")).limit(6).after(token).open()) {
          page.forEach(seen::add);
          token = page.token(); // a text: store it, resume tomorrow
        }
      } while (token != null);
      // end
      assertThat(seen).hasSize(20).isSortedAccordingTo((a, b) -> b.at().compareTo(a.at()));
      // region ask
      List<Order> some = orders.where(in("userId", "U1", "U2"), ge("at", at)).list();
      long count = orders.query("category = 'toys' and at < '2025-02-01'").count();
      String plan = orders.query("category = 'toys' order by at desc limit 3").explain();
      // end
      assertThat(some).hasSize(40);
      assertThat(count).isEqualTo(7);
      assertThat(plan).startsWith("PREFIX SCAN of index by_category");
      // region select
      List<Row> amounts = orders.where(eq("category", "toys")).select("at", "amount").list();
      // end
      assertThat(amounts).hasSize(30);
      assertThat(amounts.get(0).toMap()).containsOnlyKeys("at", "amount");
      assertThat(orders.where(eq("category", "toys")).select("at", "amount").explain())
          .contains("not read: the index holds every field selected");
      String refusal = "";
      // region refused
      try {
        orders.query("amount = 1").list();
      } catch (ScanRefusedException e) {
        refusal = e.getMessage(); // ... This index would serve it: by_amount: amount ...
      }
      List<Order> read = orders.query("amount = 1").allowScan(1_000).list(); // if it must be
      // end
      assertThat(refusal).contains("This index would serve it: by_amount: amount");
      assertThat(read).hasSize(60);
    }
  }

  @Test
  void changing() {
    try (Keyfold db = Keyfold.open("memory:")) {
      Table<Order> orders = orders(db);
      orders.put(order("U1", 0, "books"));
      // region change
      db.tables().createIndex("order", "by_amount: amount desc"); // while others read and write
      db.tables().alter("order").addField("note string null").apply();
      db.tables().reshard("order", 64, 1);
      // end
      assertThat(db.tables().table("order").definition().shards()).isEqualTo(64);
      assertThat(db.table("order").query("amount = 1").list()).hasSize(1);
    }
  }

  @Test
  void advice() {
    try (Keyfold db = Keyfold.open("memory:")) {
      Table<Order> orders = orders(db);
      for (int i = 0; i < 3000; i++) {
        orders.put(new Order("U" + i % 9, at, new UUID(1, i), "books", BigDecimal.valueOf(i)));
      }
      assertThatThrownBy(() -> orders.query("amount = 7").list())
          .isInstanceOf(ScanRefusedException.class);
      // region advice
      List<Advice> advice = orders.advise(); // from what was asked, also in vain
      // end
      assertThat(advice.stream().map(Advice::index)).contains("by_amount: amount");
    }
  }

  @Test
  void rowsWithoutAClass() {
    try (Keyfold db = Keyfold.open("memory:")) {
      // region rows
      Table<Row> notes =
          db.tables().open(new TableBuilder("notes").fields("id int32, text string").key("id"));
      notes.put(Row.of(notes.definition(), Map.of("id", 1, "text", "hello")));
      String text = (String) notes.get(1).get("text");
      // end
      assertThat(text).isEqualTo("hello");
    }
  }

  @Test
  void structures() {
    try (Keyfold db = Keyfold.open("memory:")) {
      // region structures
      ConcurrentMap<String, Integer> stock = db.map("stock", String.class, Integer.class);
      stock.put("apples", 3);
      stock.merge("apples", 2, Integer::sum); // one entry is read and written, whatever the size
      List<String> log = db.array("log", String.class);
      log.add("first");
      log.add(0, "before it"); // in the middle too, without moving the rest
      Set<String> tags = db.set("tags", String.class);
      tags.addAll(List.of("b", "a")); // kept in the order of their bytes
      // end
      assertThat(stock).containsEntry("apples", 5);
      assertThat(log).containsExactly("before it", "first");
      assertThat(tags).containsExactly("a", "b");
      // region scores
      ScoredSet<String> scores = db.sortedSet("scores", String.class);
      scores.add("bob", 7);
      scores.add("eve", 9);
      long rank = scores.rank("eve").orElseThrow(); // 1: the second
      Counter visits = db.counter("visits");
      long seen = visits.add(1);
      // end
      assertThat(rank).isEqualTo(1);
      assertThat(seen).isEqualTo(1);
    }
  }

  @Test
  void theGuideShowsTheseRegions() throws IOException {
    Map<String, String> regions = new TreeMap<>();
    for (Path source : SOURCES) {
      all(Files.readString(source), "// region ([a-z]+)\n(.*?)// end")
          .forEach((name, text) -> assertThat(regions.put(name, text)).as(name).isNull());
    }
    Map<String, String> shown = all(Files.readString(PAGE), "```java ([a-z]+)\n(.*?)```");
    assertThat(shown).isNotEmpty().isEqualTo(regions);
  }

  /** Nothing on the page is only written down: it is a region or a command that is run. */
  @Test
  void everySnippetIsTested() throws IOException {
    List<String> opened = new ArrayList<>();
    boolean inside = false;
    for (String line : Files.readAllLines(PAGE)) {
      if (line.startsWith("```")) {
        if (!inside) {
          opened.add(line);
        }
        inside = !inside;
      } else {
        assertThat(!inside && line.startsWith("    ")).as("without a test: " + line).isFalse();
      }
    }
    assertThat(inside).isFalse();
    assertThat(opened)
        .hasSizeGreaterThan(20)
        .allSatisfy(line -> assertThat(line).matches("```(console|java [a-z]+)"));
  }

  /** Texts by name, without the space that formatting adds. */
  private static Map<String, String> all(String text, String pattern) {
    Map<String, String> found = new TreeMap<>();
    Matcher matcher = Pattern.compile(pattern, Pattern.DOTALL).matcher(text);
    while (matcher.find()) {
      found.put(matcher.group(1), matcher.group(2).replaceAll("\\s+", ""));
    }
    return found;
  }
}
