package dev.keyfold.hbase.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What a run is asked to do.
 *
 * <pre>
 *   --rows N         how many orders each table has, a multiple of 1,000; 200,000
 *   --rounds N       how often all is measured, after one round that is not counted; 5
 *   --only TEXT      only lines whose name has this: scan, writes, lookups, salted; more may be given
 *   --subjects A,B   only these of shared, owned, phoenix, client
 *   --quick          one round, a tenth of each operation: to see that it runs
 *   --markdown       tables to be published
 *   --plans          how each subject answers the queries, before all else
 * </pre>
 */
final class Options {
  int rows = 200_000;
  int rounds = 5;
  int divisor = 1;
  boolean markdown;
  boolean plans;
  private final List<String> only = new ArrayList<>();
  private List<Subject> subjects = List.of(Subject.values());

  static Options parse(String... args) {
    Options options = new Options();
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--markdown" -> options.markdown = true;
        case "--plans" -> options.plans = true;
        case "--quick" -> {
          options.rounds = 1;
          options.divisor = 10;
        }
        case "--rows" -> options.rows = new Orders(number(args, ++i)).count();
        case "--rounds" -> options.rounds = number(args, ++i);
        case "--only" -> options.only.add(value(args, ++i).toLowerCase(Locale.ROOT));
        case "--subjects" ->
            options.subjects =
                Arrays.stream(value(args, ++i).split(",", -1)).map(Options::subject).toList();
        default ->
            throw new IllegalArgumentException(
                "found '"
                    + args[i]
                    + "', expected --rows N, --rounds N, --only TEXT, --subjects A,B, --quick,"
                    + " --markdown or --plans");
      }
    }
    if (options.lines().isEmpty()) {
      throw new IllegalArgumentException(
          "found --only " + options.only + ", expected part of one of " + allLines());
    }
    return options;
  }

  private static String value(String[] args, int at) {
    if (at == args.length) {
      throw new IllegalArgumentException("found nothing after " + args[at - 1]);
    }
    return args[at];
  }

  private static int number(String[] args, int at) {
    try {
      int number = Integer.parseInt(value(args, at));
      if (number > 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new IllegalArgumentException(
        "found '" + args[at] + "' after " + args[at - 1] + ", expected a positive number");
  }

  private static Subject subject(String name) {
    return Arrays.stream(Subject.values())
        .filter(subject -> subject.name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "found subject '"
                        + name
                        + "', expected one of shared, owned, phoenix, client"));
  }

  List<Subject> subjects() {
    return subjects;
  }

  /** What is measured, in the order of the report. */
  List<Results.Line> lines() {
    return allLines().stream()
        .filter(line -> only.isEmpty() || only.stream().anyMatch(line.label()::contains))
        .toList();
  }

  /** The variants that are measured; others need no table. */
  List<Variant> variants() {
    return lines().stream().map(Results.Line::variant).distinct().toList();
  }

  private static List<Results.Line> allLines() {
    List<Results.Line> lines = new ArrayList<>();
    for (Operation operation : Operation.values()) {
      for (Variant variant : Variant.values()) {
        lines.add(new Results.Line(operation, variant));
      }
    }
    return lines;
  }
}
