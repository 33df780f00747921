package dev.keyfold.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.table.Row;
import dev.keyfold.table.Rows;
import dev.keyfold.table.Table;
import dev.keyfold.table.Tables;
import dev.keyfold.table.schema.KeySpace;
import dev.keyfold.table.schema.TableDef;
import dev.keyfold.table.upkeep.IndexBuild;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Tables that several processes share, while a region server is killed and regions are split and
 * moved: under writers, while an index is built, and in the middle of ordered scans over all
 * shards.
 */
class TablesFailoverTest {
  /** Servers killed under writers, one after the other. */
  private static final int KILLS = Integer.getInteger("failover.kills", 3);

  /** So long all is well before something happens. */
  private static final int SETTLE_SECONDS = Integer.getInteger("failover.settle", 2);

  private static final int WRITES_AFTER_KILL = 200;
  private static final Duration LONGEST = Duration.ofMinutes(2);
  private static final int ROWS = Integer.getInteger("failover.rows", 20_000);

  /** The first rows of those who write while an index is built, within the others and after. */
  private static final List<Integer> WRITERS = List.of(3_000, 11_000, 30_000);

  private static final String PATIENT = "?timeout=120s&rpc-timeout=5s";

  private final long seed =
      Long.getLong("seed", Long.getLong("seed.fresh", System.nanoTime() >>> 16));
  private final Acknowledged acknowledged = new Acknowledged();
  private final LostAnswers lost = new LostAnswers();
  private final AtomicBoolean goOn = new AtomicBoolean(true);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Future<?>> running = new ArrayList<>();

  @AfterEach
  void end() {
    goOn.set(false);
    threads.shutdownNow();
  }

  private <T> void run(Callable<T> work) {
    running.add(threads.submit(work));
  }

  private void write(Store store, int first) {
    run(
        () -> {
          new RowsWriter(RowsWriter.tables(lost.countedIn(store)), first, seed, acknowledged)
              .runWhile(goOn::get);
          return null;
        });
  }

  private void endAll() throws InterruptedException {
    goOn.set(false);
    for (Future<?> each : running) {
      try {
        each.get();
      } catch (ExecutionException e) {
        throw new AssertionError("-Dseed=" + seed + ": " + e.getCause(), e.getCause());
      }
    }
  }

  /** Where the shards begin, of the records and every key of an index. */
  private static List<byte[]> borders(TableDef table, int every) {
    List<byte[]> borders = new ArrayList<>();
    byte[] prefix = KeySpace.prefix(table.primary().keyId());
    for (int shard = 0; shard < table.shards(); shard += every) {
      borders.add(
          ByteBuffer.allocate(prefix.length + 2).put(prefix).putShort((short) shard).array());
    }
    table.indexes().forEach(index -> borders.add(KeySpace.prefix(index.id())));
    return borders;
  }

  @Test
  void whileRowsAreWritten() throws Exception {
    ClusterHBase cluster = ClusterHBase.shared();
    String url = cluster.url("things-written");
    try (Store one = Stores.open(url + PATIENT);
        Store two = Stores.open(url + PATIENT)) {
      Table<Row> things =
          RowsWriter.tables(one)
              .create(
                  RowsWriter.things()
                      .index("by_category: category, id")
                      .index("by_owner: owner unique"));
      one.splitAt(borders(things.definition(), 4));
      for (int writer = 0; writer < 8; writer++) { // so many answers a dying server can lose
        write(writer % 2 == 0 ? one : two, writer * 1_000);
      }
      int[] looks = {0};
      run(
          () -> {
            while (goOn.get()) {
              Things.look(RowsWriter.tables(two).table("things"), looks[0]++ % 5);
            }
            return null;
          });
      try (WriterProcess another = new WriterProcess(url + PATIENT, 8_000, seed, acknowledged)) {
        TimeUnit.SECONDS.sleep(SETTLE_SECONDS);
        one.splitAt(borders(things.definition(), 1));
        for (int kill = 1; kill <= KILLS; kill++) {
          ClusterHBase.shared(); // with two servers again
          cluster.moveAll(url);
          TimeUnit.SECONDS.sleep(SETTLE_SECONDS);
          if (kill == 1) {
            cluster.killServerOf(url);
          } else {
            cluster.killServerOfAtOnce(url);
          }
          long began = System.nanoTime();
          awaitWrites();
          System.out.printf(
              "tables failover: -Dseed=%d, kill %d of %d, writes went on after %.1f s; %d lost"
                  + " answers; %s%n",
              seed, kill, KILLS, (System.nanoTime() - began) / 1e9, lost.count(), acknowledged);
        }
        another.kill();
      }
      endAll();
      Things.verify(one, acknowledged);
      System.out.printf("tables failover: -Dseed=%d, %s, %d looks%n", seed, acknowledged, looks[0]);
    }
  }

  /** Writers stop at the first row that is away, so that many writes show that all are back. */
  private void awaitWrites() throws InterruptedException {
    int enough = acknowledged.writes() + WRITES_AFTER_KILL;
    long until = System.nanoTime() + LONGEST.toNanos();
    while (acknowledged.writes() < enough) {
      for (Future<?> each : running) {
        assertThat(each.isDone()).as("a thread failed; seed %d", seed).isFalse();
      }
      assertThat(System.nanoTime() - until).as("writes go on; %s", acknowledged).isNegative();
      TimeUnit.MILLISECONDS.sleep(100);
    }
  }

  @Test
  void whileAnIndexIsBuiltAndShardsAreScanned() throws Exception {
    ClusterHBase cluster = ClusterHBase.shared();
    String url = cluster.url("things-indexed");
    try (Store store = Stores.open(url + PATIENT + "&caching=100");
        Store other = Stores.open(url + PATIENT)) {
      Tables tables = RowsWriter.tables(store);
      Table<Row> things = tables.create(RowsWriter.things());
      store.splitAt(borders(things.definition(), 2));
      load(things);
      WRITERS.forEach(first -> write(other, first));

      AtomicBoolean killed = new AtomicBoolean();
      IndexBuild build =
          tables
              .beginIndex("things", "by_category: category, id", 0, 0)
              .rowsPerSecond(4_000)
              .onProgress(
                  progress -> {
                    if (progress.rows() > ROWS / 4 && killed.compareAndSet(false, true)) {
                      kill(cluster, url);
                    }
                  });
      assertThat(build.run()).isTrue();
      assertThat(killed).isTrue();
      tables.createIndex("things", "by_owner: owner unique");
      Things.look(things, 1);
      System.out.printf("tables failover: -Dseed=%d, built: %s%n", seed, acknowledged);

      ClusterHBase restored = ClusterHBase.shared();
      restored.moveAll(url);
      run(() -> scan(things, "id >= 0 order by id desc", null));
      run(() -> scan(things, "category = 'c2' order by id", null));
      List<Integer> ids = scan(things, "id >= 0 order by id", () -> kill(restored, url));
      assertThat(ids).hasSizeGreaterThan(ROWS - 3 * RowsWriter.ROWS);
      endAll();
      Things.verify(store, acknowledged);
      System.out.printf(
          "tables failover: -Dseed=%d, scanned: %d lost answers; %s%n",
          seed, lost.count(), acknowledged);
    }
  }

  private static void kill(ClusterHBase cluster, String url) {
    try {
      cluster.killServerOfAtOnce(url);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private void load(Table<Row> things) {
    List<Row> rows = new ArrayList<>();
    for (int id = 0; id < ROWS; id++) {
      Row row = RowsWriter.row(things, id, "c" + id % 5, id % 50 == 0 ? "x" + id : null, -1);
      rows.add(row);
      acknowledged.begin(id, RowsWriter.state(row));
      if (rows.size() == 1_000) {
        things.putAll(rows);
        rows.clear();
      }
    }
  }

  private static boolean isWritten(int id) {
    return WRITERS.stream().anyMatch(first -> id >= first && id < first + RowsWriter.ROWS);
  }

  /** Reads slowly, so that what happens meanwhile happens in its middle; the rows' ids. */
  private List<Integer> scan(Table<Row> things, String query, Runnable inItsMiddle)
      throws InterruptedException {
    List<Integer> ids = new ArrayList<>();
    try (Rows<Row> rows = things.query(query).open()) {
      for (Row row : rows) {
        ids.add((Integer) row.get("id"));
        if (ids.size() % 1_000 == 0) {
          Thread.sleep(100);
        }
        if (ids.size() == ROWS / 4 && inItsMiddle != null) {
          inItsMiddle.run();
        }
      }
    }
    List<Integer> ascending = new ArrayList<>(ids);
    if (query.endsWith("desc")) {
      Collections.reverse(ascending);
    }
    Things.assertAscending(ascending);
    int category = query.startsWith("category") ? 2 : -1;
    List<Integer> untouched =
        IntStream.range(0, ROWS)
            .filter(id -> !isWritten(id) && (category < 0 || id % 5 == category))
            .boxed()
            .toList();
    assertThat(ascending.stream().filter(id -> id < ROWS && !isWritten(id)).toList())
        .as("rows that nobody writes")
        .isEqualTo(untouched);
    return ids;
  }
}
