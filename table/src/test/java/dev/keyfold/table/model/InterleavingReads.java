package dev.keyfold.table.model;

import static dev.keyfold.table.model.Interleaving.IDS;
import static dev.keyfold.table.model.Interleaving.KINDS;
import static dev.keyfold.table.model.Interleaving.NAMES;
import static dev.keyfold.table.model.Interleaving.TAGS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The reads of an {@link Interleaving}: gets and queries, each of whose rows is recorded as an
 * observation of its record, to be explained by the writes.
 */
final class InterleavingReads {
  private final Registers registers;
  private final Map<Long, Row> written;

  /**
   * Records into these registers.
   *
   * @param written all rows ever written, by their number
   */
  InterleavingReads(Registers registers, Map<Long, Row> written) {
    this.registers = registers;
    this.written = written;
  }

  static int id(Row row) {
    return (Integer) row.get("id");
  }

  static long number(Row row) {
    return row == null ? 0 : (Long) row.get("n");
  }

  Row get(Table<Row> table, int id) {
    long begin = registers.now();
    Row row = table.get(id);
    saw(id, begin, row, "get");
    return row;
  }

  private void saw(int id, long begin, Row row, String how) {
    long n = number(row);
    if (row != null) {
      assertThat(row).as(how).isEqualTo(written.get(n));
    }
    registers.did(id, begin, before -> before == n ? before : null, how + ": " + n);
  }

  static Predicate<Row> kind(String kind) {
    return row -> kind.equals(row.get("kind"));
  }

  void queries(Random own, Table<Row> table) {
    String kind = KINDS[own.nextInt(KINDS.length)];
    String name = NAMES[own.nextInt(NAMES.length)];
    String tag = TAGS[own.nextInt(TAGS.length)];
    switch (own.nextInt(6)) {
      case 0 -> query(table, "id >= 0", row -> true);
      case 1 -> query(table, "kind = '" + kind + "'", kind(kind));
      case 2 -> query(table, "name = '" + name + "'", row -> name.equals(row.get("name")));
      case 3 -> query(table, "kind >= 'A' order by kind desc", null);
      case 4 -> query(table, "tags contains '" + tag + "' and kind = 'A' order by n desc", null);
      default -> {
        long count = table.query("kind = '" + kind + "'").count();
        assertThat(count).isBetween(0L, (long) IDS);
      }
    }
  }

  /**
   * A query.
   *
   * @param complete what rows it asks for, if none may be missing that was there all the time; null
   *     where a row may move behind the reader
   */
  void query(Table<Row> table, String text, Predicate<Row> complete) {
    long begin = registers.now();
    List<Row> rows = table.query(text).list();
    Set<Integer> shown = new HashSet<>();
    for (Row row : rows) {
      assertThat(shown.add(id(row))).as(text + " has a row twice: " + rows).isTrue();
      assertThat(complete == null || complete.test(row)).as(text + ": " + row).isTrue();
      saw(id(row), begin, row, text);
    }
    for (int id = 0; id < IDS && complete != null; id++) {
      if (!shown.contains(id)) {
        registers.did(
            id,
            begin,
            before -> before != 0 && complete.test(written.get(before)) ? null : before,
            text + ": none");
      }
    }
  }
}
