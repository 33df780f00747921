package dev.keyfold.bench.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** What the forks print, and what is made of it. */
class StoreReportTest {
  private final StoreResults results = new StoreResults();

  @Test
  void ratioIsTakenWithinARound() {
    // The machine is slow in one round, for all alike.
    for (double slow : new double[] {1, 10, 1}) {
      add(Subject.KEYFOLD_ROCKSDB, "GET_1 FRESH 1000 " + 5000 * slow + " 9 24 NaN NaN");
      add(Subject.ROCKSDB_DIRECT, "GET_1 FRESH 1000 " + 4500 * slow + " 9 0 NaN NaN");
      add(Subject.ROCKSDB_ARRAYS, "GET_1 FRESH 1000 " + 6000 * slow + " 9 0 NaN NaN");
    }
    assertThat(new StoreReport(results, true).print(3, 2000))
        .contains("| gets, hit, 1 thread | 200 K/s | 222 K/s | 167 K/s |")
        .contains(
            "| gets, hit, 1 thread: keyfold rocksdb of rocksdbjni, direct buffers | ≥ 0.95× | 0.90× |"
                + " missed |")
        .contains(
            "| gets, hit, 1 thread: keyfold rocksdb of rocksdbjni, byte[] | ≥ 0.95× | 1.20× | met |");
  }

  @Test
  void duelCountsMoreThanForks() {
    add(Subject.KEYFOLD_ROCKSDB, "GET_1 FRESH 1000 9000 9 24 NaN NaN");
    add(Subject.ROCKSDB_DIRECT, "GET_1 FRESH 1000 4500 9 0 NaN NaN");
    results.addDuel("DUEL GET_1 5000 5500 4800\nDUEL MISS_1 1000 1000 1000");
    assertThat(new StoreReport(results, true).print(1, 2000))
        .contains("| gets, hit, 1 thread | 200 K/s | 182 K/s | 208 K/s |")
        .contains(
            "keyfold rocksdb of rocksdbjni, direct buffers, in turns | ≥ 0.95× | 1.10× | met |")
        .contains("keyfold rocksdb of rocksdbjni, byte[], in turns | ≥ 0.95× | 0.96× | met |")
        .doesNotContain("0.50×");
  }

  @Test
  void scansInMemoryAreComparedWithTheBestState() {
    add(Subject.KEYFOLD_MEMORY, "RANGE_1 FRESH 1 500 1 0 NaN NaN", "HEAP 180");
    add(
        Subject.SKIP_LIST,
        "RANGE_1 FRESH 1 2000 1 0 NaN NaN",
        "RANGE_1 COLLECTED 1 600 1 0 NaN NaN",
        "HEAP 240");
    assertThat(new StoreReport(results, false).print(1, 2000))
        .containsPattern("range scans.*keyfold memory of the skip list's best +≥ 1.00× +1.20× +met")
        .containsPattern("heap: keyfold memory of the skip list +≤ 0.99× +0.75× +met");
  }

  @Test
  void writesThatWaitForTheDiskAreComparedByItsRate() {
    add(Subject.KEYFOLD_ROCKSDB, "SYNC_1 FRESH 700 1 1 0 0.7 1000");
    add(Subject.SQLITE, "SYNC_1 FRESH 800 1 1 0 0.4 2000");
    assertThat(new StoreReport(results, false).print(1, 2000))
        .containsPattern("sync writes, 1 thread: keyfold rocksdb of SQLite +≥ 1.00× +1.75× +met")
        .containsPattern("sync writes.*of the disk's syncs +≥ 0.80× +0.70× +missed");
  }

  @Test
  void otherRowsAreRefused() {
    add(Subject.LMDB, "CHECK 42");
    assertThatThrownBy(() -> add(Subject.SQLITE, "CHECK 43"))
        .hasMessage("SQLITE has read other rows than those before it");
  }

  private void add(Subject subject, String... printed) {
    results.add(subject, 2000, String.join("\n", printed));
  }
}
