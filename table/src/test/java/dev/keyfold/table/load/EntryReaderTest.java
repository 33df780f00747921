package dev.keyfold.table.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Store;
import dev.keyfold.store.View;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TestStores;
import dev.keyfold.table.entry.EntryDecoder;
import dev.keyfold.table.entry.EntryValues;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Rows of the entries of a store, their import and its verification. */
class EntryReaderTest implements Import.Listener, ImportCheck.Listener {
  private static final KeySchema KEY = KeySchema.parse("k int32");

  private final Store source = TestStores.open();
  private final Store target = TestStores.open();
  private final Table<Row> table = Loads.create(target, "k int32, v string", "k");
  private final List<String> messages = new ArrayList<>();
  private int batches;
  private int stopAfter = Integer.MAX_VALUE;

  @AfterEach
  void close() {
    source.close();
    target.close();
  }

  @Override
  public void progress(LoadProgress progress) {
    batches++;
  }

  @Override
  public void progress(LinePosition position) {}

  @Override
  public void bad(long line, String message) {
    messages.add(line + ": " + message);
  }

  @Override
  public void differs(long entry, @Nullable Row found) {
    messages.add(entry + " differs: " + found);
  }

  @Override
  public boolean goesOn() {
    return batches < stopAfter;
  }

  private void fill(int from, int to) {
    for (int i = from; i < to; i++) {
      source.put(KEY.encode(i), ("v" + i).getBytes(StandardCharsets.UTF_8));
    }
  }

  private EntryReader reader(View view, KeyRange... ranges) {
    EntryValues values = EntryValues.parse("utf8", table.definition(), Set.of("k"));
    return new EntryReader(
        view, List.of(ranges), new EntryDecoder(table.definition(), KEY, Set.of(), values));
  }

  private static KeyRange everything() {
    return KeyRange.of(new byte[0], null);
  }

  /** One run, resumed from what the store remembers. */
  private LoadProgress run() throws IOException {
    batches = 0;
    try (View view = source.view();
        EntryReader reader = reader(view, everything())) {
      LoadCheckpoint memory = new LoadCheckpoint(target, table.definition().id(), "s", reader);
      return new Import(target, table, this).run(reader, memory, memory.recall());
    }
  }

  private ImportCheck.Result check() throws IOException {
    stopAfter = Integer.MAX_VALUE;
    try (View view = source.view();
        EntryReader reader = reader(view, everything())) {
      return ImportCheck.run(reader, table, this);
    }
  }

  @Test
  void aStoppedImportGoesOnBehindItsLastKey() throws IOException {
    fill(0, 3500);
    stopAfter = 1;
    assertThat(run().rows()).isEqualTo(1000);
    assertThat(run().rows()).isEqualTo(2000);
    fill(-10, 0); // before the place where it continues
    stopAfter = Integer.MAX_VALUE;
    assertThat(run().rows()).isEqualTo(3500);
    assertThat(run().rows()).isEqualTo(3510); // it came to its end, so this is another one
    assertThat(check().isSame()).isTrue();
    assertThat(messages).isEmpty();
  }

  @Test
  void whatWasLeftOutIsFound() throws IOException {
    fill(0, 1500);
    stopAfter = 1;
    run();
    fill(-2, 0);
    stopAfter = Integer.MAX_VALUE;
    run();
    table.put(Row.of(table.definition(), row(7, "other")));
    ImportCheck.Result result = check();
    assertThat(result.isSame()).isFalse();
    assertThat(result.matching()).isEqualTo(1499);
    assertThat(result.missing()).isEqualTo(2);
    assertThat(result.different()).isEqualTo(1);
    assertThat(result.sourceDigest()).isNotEqualTo(result.tableDigest());
    assertThat(messages)
        .containsExactly("1 differs: null", "2 differs: null", "10 differs: {k: 7, v: \"other\"}");
  }

  private static Map<String, Object> row(int k, String v) {
    return Map.of("k", k, "v", v);
  }

  @Test
  void theDigestDoesNotDependOnTheOrder() throws IOException {
    RowDigest one = new RowDigest();
    RowDigest other = new RowDigest();
    Row a = Row.of(table.definition(), row(1, "a"));
    Row b = Row.of(table.definition(), row(2, "b"));
    one.add(table.definition(), a);
    one.add(table.definition(), b);
    other.add(table.definition(), b);
    assertThat(one).asString().isNotEqualTo(other.toString());
    other.add(table.definition(), a);
    assertThat(one).asString().isEqualTo(other.toString()).hasSize(32);
  }

  @Test
  void severalRangesAndAPlaceInTheSecond() throws IOException {
    fill(0, 100);
    KeyRange[] ranges = {
      KeyRange.of(KEY.encode(10), KEY.encode(20)), KeyRange.of(KEY.encode(50), KEY.encode(60))
    };
    try (View view = source.view();
        EntryReader reader = reader(view, ranges)) {
      List<String> all = Loads.readAll(reader);
      assertThat(all).hasSize(20).startsWith("{k: 10, v: \"v10\"}").endsWith("{k: 59, v: \"v59\"}");
      assertThat(Bytes.toHex(reader.key(11))).isEqualTo("80000032");
      reader.placeAfter(KEY.encode(57));
      reader.skipTo(new LinePosition(18, 0));
      assertThat(Loads.readAll(reader)).containsExactly(all.get(18), all.get(19));
      reader.placeAfter(KEY.encode(19));
      reader.skipTo(new LinePosition(10, 0));
      assertThat(Loads.readAll(reader)).isEqualTo(all.subList(10, 20));
    }
  }
}
