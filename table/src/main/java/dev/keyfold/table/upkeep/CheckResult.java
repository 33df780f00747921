package dev.keyfold.table.upkeep;

import dev.keyfold.codec.bytes.Counted;
import dev.keyfold.table.Tables;
import dev.keyfold.table.schema.IndexState;
import java.util.List;
import java.util.Locale;

/**
 * The result of {@link Tables#check}, exact for the snapshot that it read.
 *
 * @param table its name
 * @param records records read, also expired ones that are not reclaimed yet
 * @param expired how many of them have expired
 * @param damaged records that cannot be read, or that an index cannot hold; never repaired
 * @param indexes one for each index that is kept up to date, in the order of their creation
 * @param examples the first few findings of all, in words
 */
public record CheckResult(
    String table,
    long records,
    long expired,
    long damaged,
    List<IndexResult> indexes,
    List<String> examples) {
  /** How many findings are described in {@link #examples}. */
  public static final int EXAMPLES = 20;

  /**
   * What was found in one index.
   *
   * @param name its name
   * @param state its state; of one that is being built missing entries are not looked for
   * @param entries entries read
   * @param missing entries that a record should have and has not
   * @param dangling entries without a record, or that their record should not have
   * @param wrong entries whose value is not what it should be
   * @param duplicates values that are in a unique index more than once; never repaired
   * @param repaired how many of the missing, dangling and wrong ones were put right; the others
   *     were put right by writes in the meantime
   */
  public record IndexResult(
      String name,
      IndexState state,
      long entries,
      long missing,
      long dangling,
      long wrong,
      long duplicates,
      long repaired) {
    /** Whether the index is the exact image of the records. */
    public boolean isClean() {
      return missing == 0 && dangling == 0 && wrong == 0 && duplicates == 0;
    }
  }

  public CheckResult {
    indexes = List.copyOf(indexes);
    examples = List.copyOf(examples);
  }

  /** Whether nothing was wrong. */
  public boolean isClean() {
    return damaged == 0 && indexes.stream().allMatch(IndexResult::isClean);
  }

  /** As the command line prints it: a line for the table, one for each index, and the examples. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "table %s: %s, %,d of them expired, %,d damaged%n",
            table,
            Counted.of(records, "record"),
            expired,
            damaged));
    for (IndexResult index : indexes) {
      text.append(
          String.format(
              Locale.ROOT,
              "index %s (%s): %s, %,d missing, %,d dangling, %,d wrong, %s; %,d repaired%n",
              index.name,
              index.state.word(),
              Counted.of(index.entries, "entry"),
              index.missing,
              index.dangling,
              index.wrong,
              Counted.of(index.duplicates, "duplicate value"),
              index.repaired));
    }
    examples.forEach(example -> text.append("  ").append(example).append(String.format("%n")));
    return text.toString();
  }
}
