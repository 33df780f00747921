package dev.keyfold.table.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.store.Batch;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.Tables;
import dev.keyfold.table.TestStores;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.schema.KeySpace;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ImportTest implements Import.Listener {
  private static final String FIELDS = "k int32, v string null";

  private final Store store = TestStores.open();
  private final List<LoadProgress> progress = new ArrayList<>();
  private final List<String> bad = new ArrayList<>();
  private int stopAfter = Integer.MAX_VALUE;

  @Override
  public void progress(LoadProgress now) {
    progress.add(now);
  }

  @Override
  public void bad(long line, String message) {
    bad.add(line + ": " + message);
  }

  @Override
  public boolean goesOn() {
    return progress.size() < stopAfter;
  }

  @AfterEach
  void close() {
    store.close();
  }

  private LoadProgress run(Table<Row> table, String text) throws IOException {
    return run(table, Loads.stream(text), null, LoadProgress.NONE);
  }

  private LoadProgress run(
      Table<Row> table, InputStream in, LoadCheckpoint memory, LoadProgress from)
      throws IOException {
    RowReader reader = new JsonLinesReader(table.definition(), in, () -> {});
    return new Import(store, table, this).run(reader, memory, from);
  }

  private static String lines(int from, int to) {
    StringBuilder text = new StringBuilder();
    for (int i = from; i < to; i++) {
      text.append("{\"k\":").append(i).append(",\"v\":\"value ").append(i).append("\"}\n");
    }
    return text.toString();
  }

  private static long count(Table<Row> table) {
    return table.where().allowScan(Long.MAX_VALUE).count();
  }

  @Test
  void batchesAndTheirProgress() throws IOException {
    Table<Row> table = Loads.create(store, FIELDS, "k");
    String text = lines(0, 2500);
    LoadProgress done = run(table, text);
    assertThat(done).isEqualTo(new LoadProgress(2500, 0, new LinePosition(2500, text.length())));
    assertThat(progress).extracting(LoadProgress::rows).containsExactly(1000L, 2000L, 2500L);
    assertThat(count(table)).isEqualTo(2500);
    assertThat(table.get(1234).get("v")).isEqualTo("value 1234");
  }

  @Test
  void largeRowsMakeSmallBatches() throws IOException {
    Table<Row> table = Loads.create(store, FIELDS, "k");
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 20; i++) {
      text.append("{\"k\":" + i + ",\"v\":\"" + "x".repeat(1 << 19) + "\"}\n");
    }
    run(table, text.toString());
    assertThat(progress).extracting(LoadProgress::rows).containsExactly(8L, 16L, 20L);
  }

  @Test
  void nothing() throws IOException {
    Table<Row> table = Loads.create(store, FIELDS, "k");
    assertThat(run(table, "")).isEqualTo(LoadProgress.NONE);
    assertThat(count(table)).isZero();
  }

  @Test
  void whatTheTableRefusesIsNamedAndTheOthersWritten() throws IOException {
    Table<Row> table = Loads.create(store, "k string, u int32", "k", "by_u: u unique");
    String longKey = "x".repeat(70_000);
    LoadProgress done =
        run(
            table,
            """
            {"k":"a","u":1}
            {"k":"b","u":1}
            nonsense
            {"k":"%s","u":2}
            {"k":"c","u":3}
            """
                .formatted(longKey));
    assertThat(done.rows()).isEqualTo(2);
    assertThat(done.bad()).isEqualTo(3);
    assertThat(bad).hasSize(3);
    assertThat(bad.get(0)).startsWith("3: at character 0: not JSON");
    assertThat(bad.get(1)).startsWith("2: ").contains("by_u");
    assertThat(bad.get(2)).startsWith("4: ").contains("65535");
    assertThat(count(table)).isEqualTo(2);
    assertThat(table.get("a")).isNotNull();
    assertThat(table.get("c")).isNotNull();
  }

  /** A stream that breaks off, as a process does that is killed. */
  private static InputStream broken(String text, int after) {
    return new FilterInputStream(Loads.stream(text)) {
      private int left = after;

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        if (left <= 0) {
          throw new IOException("broken off");
        }
        int count = super.read(bytes, offset, Math.min(Math.min(length, left), 1000));
        left -= count;
        return count;
      }
    };
  }

  @Test
  void resumesBehindTheLastBatch() throws IOException {
    Table<Row> table = Loads.create(store, FIELDS, "k");
    String text = lines(0, 1500) + "bad\n" + lines(1500, 4000);
    LoadCheckpoint memory =
        new LoadCheckpoint(store, table.definition().id(), "f", text.length(), 7);
    assertThat(memory.recall()).isEqualTo(LoadProgress.NONE);
    assertThatThrownBy(
            () -> run(table, broken(text, text.length() * 5 / 8), memory, LoadProgress.NONE))
        .hasMessage("broken off");
    assertThat(count(table)).isEqualTo(2000);
    LoadProgress stopped = memory.recall();
    assertThat(stopped.rows()).isEqualTo(2000);
    assertThat(stopped.bad()).isEqualTo(1);
    assertThat(stopped.position().lines()).isEqualTo(2001);

    table.delete(5); // not to be written again
    LoadProgress done = run(table, Loads.stream(text), memory, stopped);
    assertThat(done).isEqualTo(new LoadProgress(4000, 1, new LinePosition(4001, text.length())));
    assertThat(count(table)).isEqualTo(3999);
    assertThat(bad).hasSize(1).first().asString().startsWith("1501: ");
    assertThat(memory.recall()).isEqualTo(LoadProgress.NONE);
    assertThat(imports()).isZero();
  }

  /** Rows and progress in one write, whichever way the rows go: with it every row comes once. */
  @Test
  void stopsAndGoesOnWithoutWritingTwice() throws IOException {
    for (String index : List.of("", "u: v unique")) {
      Table<Row> table = counted("t" + index.length(), index);
      String text = lines(0, 3500);
      LoadCheckpoint memory =
          new LoadCheckpoint(store, table.definition().id(), "f", text.length(), 7);
      progress.clear();
      stopAfter = 2;
      LoadProgress stopped = run(table, Loads.stream(text), memory, LoadProgress.NONE);
      assertThat(stopped.rows()).isEqualTo(2000);
      assertThat(memory.recall()).isEqualTo(stopped);
      stopAfter = Integer.MAX_VALUE;
      assertThat(run(table, Loads.stream(text), memory, stopped).rows()).isEqualTo(3500);
      for (int i = 0; i < 3500; i += 499) {
        assertThat(table.version(i)).isEqualTo(1);
      }
    }
  }

  private Table<Row> counted(String name, String index) {
    TableBuilder builder = new TableBuilder(name).fields(FIELDS).key("k").versioned();
    return Tables.of(store).create(index.isEmpty() ? builder : builder.index(index));
  }

  private int imports() {
    int count = 0;
    try (Cursor cursor = store.scan(Scan.over(KeySpace.entries(KeySpace.IMPORTS)))) {
      while (cursor.next()) {
        count++;
      }
    }
    return count;
  }

  @Test
  void memoryIsOfOneTableAndOneUnchangedFile() {
    LoadCheckpoint memory = new LoadCheckpoint(store, 1, "f", 100, 7);
    Batch batch = new Batch();
    memory.save(new LoadProgress(5, 1, new LinePosition(6, 60)), batch);
    store.write(batch);
    assertThat(memory.recall()).isEqualTo(new LoadProgress(5, 1, new LinePosition(6, 60)));
    assertThat(new LoadCheckpoint(store, 2, "f", 100, 7).recall()).isEqualTo(LoadProgress.NONE);
    assertThat(new LoadCheckpoint(store, 1, "g", 100, 7).recall()).isEqualTo(LoadProgress.NONE);
    assertThat(new LoadCheckpoint(store, 1, "f", 101, 7).recall()).isEqualTo(LoadProgress.NONE);
    assertThatThrownBy(() -> new LoadCheckpoint(store, 1, "f", 100, 8).recall())
        .isInstanceOf(TableException.class)
        .hasMessageContaining("has changed since its import was interrupted");
    store.put(
        KeySpace.entry(KeySpace.IMPORTS, "1 100 f"), "7 what".getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(memory::recall)
        .isInstanceOf(TableException.class)
        .hasMessageContaining("found '7 what'");
  }
}
