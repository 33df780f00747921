package dev.keyfold.bench.shards;

import dev.keyfold.bench.measure.Table;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Prints how evenly shards are filled, as Markdown: for each distribution of the first field and
 * each number of shards how many times the mean the busiest shard has, and its share of all rows.
 *
 * <p>Arguments: number of rows (1,000,000 if absent) and seed (1). One run takes some seconds.
 */
public final class ShardBalance {
  static final List<Integer> SHARDS = List.of(8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096);

  static final List<Tenants> DISTRIBUTIONS =
      List.of(
          Tenants.uniform(),
          Tenants.zipf(0.8),
          Tenants.zipf(1.0),
          Tenants.zipf(1.2),
          Tenants.oneHot(0.2),
          Tenants.sequential());

  private static final int MOST_ROWS = 50_000_000;

  private ShardBalance() {}

  /** See the class. */
  public static void main(String[] args) {
    int rows = 1_000_000;
    long seed = 1;
    try {
      rows = args.length > 0 ? Integer.parseInt(args[0]) : rows;
      seed = args.length > 1 ? Long.parseLong(args[1]) : seed;
    } catch (NumberFormatException e) {
      rows = 0;
    }
    if (rows < 1 || rows > MOST_ROWS || args.length > 2) {
      System.err.println(
          "found "
              + String.join(" ", args)
              + ", expected: [ROWS, 1 to "
              + MOST_ROWS
              + "] [SEED, a whole number]");
      System.exit(2);
    }
    System.out.print(print(rows, seed));
  }

  /** Two tables: the shard taken of the first field, and of the whole key. */
  static String print(int rows, long seed) {
    StringBuilder out = new StringBuilder();
    for (int by = 1; by <= ShardCounts.SCHEMA.fields().size(); by++) {
      Table.print(table(rows, seed, by), true, out);
    }
    return out.toString();
  }

  private static List<List<String>> table(int rows, long seed, int by) {
    List<List<String>> table = new ArrayList<>();
    List<String> header = new ArrayList<>();
    header.add(by == 1 ? "by the first field" : "by the whole key");
    SHARDS.forEach(shards -> header.add(shards.toString()));
    table.add(header);
    for (Tenants tenants : DISTRIBUTIONS) {
      ShardCounts counts = ShardCounts.of(tenants.draw(rows, seed), by);
      List<String> line = new ArrayList<>();
      line.add(tenants.name());
      SHARDS.forEach(shards -> line.add(cell(counts, shards)));
      table.add(line);
    }
    return table;
  }

  private static String cell(ShardCounts counts, int shards) {
    double share = 100.0 * counts.most(shards) / counts.rows();
    int digits = share >= 10 ? 1 : share >= 1 ? 2 : 3;
    return String.format(Locale.ROOT, "%.2f, ", counts.maxToMean(shards))
        + BigDecimal.valueOf(share).setScale(digits, RoundingMode.HALF_UP)
        + " %";
  }
}
