package dev.keyfold.bench.foreign;

import dev.keyfold.bench.measure.Directories;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Prints how a scan of a foreign database compares with the engine by hand, and an import from one
 * with the import of a file.
 *
 * <pre>
 *   --keys=10000000     entries that are scanned
 *   --rows=1000000      entries that are imported
 *   --rounds=3          each time all ways in turn; medians are printed
 *   --dir=PATH          where the databases are made, and removed
 * </pre>
 */
public final class ForeignSideBySide {
  /** What the scan and the import are to reach, as shares of the speed that they compare with. */
  private static final double SCAN_TARGET = 0.8;

  private static final double IMPORT_TARGET = 0.7;

  private ForeignSideBySide() {}

  /** Runs everything; the status is 1 if a target is missed. */
  public static void main(String[] args) throws Exception {
    int keys = Integer.parseInt(value(args, "--keys=", "10000000"));
    int rows = Integer.parseInt(value(args, "--rows=", "1000000"));
    int rounds = Integer.parseInt(value(args, "--rounds=", "3"));
    String at = value(args, "--dir=", "");
    Path directory =
        at.isEmpty()
            ? Files.createTempDirectory("keyfold-foreign")
            : Path.of(at).resolve("foreign");
    Files.createDirectories(directory);
    try {
      boolean scan = scan(directory.resolve("scan"), keys, rounds);
      boolean load = load(directory.resolve("import"), rows, rounds);
      System.exit(scan && load ? 0 : 1);
    } finally {
      Directories.delete(directory);
    }
  }

  private static String value(String[] args, String option, String otherwise) {
    return Arrays.stream(args)
        .filter(arg -> arg.startsWith(option))
        .map(arg -> arg.substring(option.length()))
        .findFirst()
        .orElse(otherwise);
  }

  private static boolean scan(Path directory, int keys, int rounds) throws Exception {
    ForeignScan scan = new ForeignScan(directory, keys);
    scan.make();
    List<long[]> all = new ArrayList<>();
    for (int i = 0; i <= rounds; i++) {
      long[] nanos = scan.round();
      if (i > 0) { // the first one warms up the compiler and the file cache
        all.add(nanos);
      }
    }
    Directories.delete(directory);
    double arrays = median(all, 0) / keys;
    double buffers = median(all, 1) / keys;
    double ours = median(all, 2) / keys;
    double ratio = Math.min(arrays, buffers) / ours;
    System.out.printf(
        Locale.ROOT,
        "scan of %,d foreign keys, CPU ns per entry: by hand %.0f with arrays, %.0f with direct"
            + " buffers; foreign store %.0f: %.2f of the faster one's speed, target %.1f%n",
        keys,
        arrays,
        buffers,
        ours,
        ratio,
        SCAN_TARGET);
    return ratio >= SCAN_TARGET;
  }

  private static boolean load(Path directory, int rows, int rounds) throws Exception {
    ForeignImport load = new ForeignImport(directory, rows);
    load.make();
    List<long[]> all = new ArrayList<>();
    for (int i = 0; i <= rounds; i++) {
      long[] nanos = load.round();
      if (i > 0) {
        all.add(nanos);
      }
    }
    Directories.delete(directory);
    double file = median(all, 0) / rows;
    double store = median(all, 1) / rows;
    double ratio = file / store;
    System.out.printf(
        Locale.ROOT,
        "import of %,d rows, CPU ns per row: JSON lines %.0f, foreign store %.0f: %.2f of its"
            + " speed, target %.1f%n",
        rows,
        file,
        store,
        ratio,
        IMPORT_TARGET);
    return ratio >= IMPORT_TARGET;
  }

  private static double median(List<long[]> rounds, int way) {
    long[] sorted = rounds.stream().mapToLong(round -> round[way]).sorted().toArray();
    return sorted[sorted.length / 2];
  }
}
