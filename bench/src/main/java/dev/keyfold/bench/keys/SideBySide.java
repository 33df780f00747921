package dev.keyfold.bench.keys;

import dev.keyfold.bench.measure.Fork;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Measures all subjects in turns and prints ratios, with the targets and whether they are met.
 *
 * <p>JMH finishes one benchmark before it starts the next; where other programs come and go, two
 * subjects then see two different machines. Here every round starts one JVM for each operation and
 * subject, the subjects of an operation one after another, and the median of the rounds counts.
 * Each case has a JVM of its own, because what ran before shapes how a JVM compiles.
 */
final class SideBySide {
  /** No round starts that would probably end later than this. */
  private static final long LIMIT_NANOS = 225_000_000_000L;

  /**
   * A collector without threads of its own, and memory that is there before the first measurement.
   * Every operation is one call, for all subjects alike: left to itself, the compiler puts small
   * ones into the measuring loop and leaves large ones outside.
   */
  private static final List<String> JVM_OPTIONS =
      List.of(
          "-Xbatch",
          "-XX:+UseSerialGC",
          "-Xms96m",
          "-Xmx96m",
          "-Xmn64m",
          "-XX:+AlwaysPreTouch",
          "-XX:CompileCommand=quiet",
          "-XX:CompileCommand=dontinline,dev.keyfold.bench.*::encode*",
          "-XX:CompileCommand=dontinline,dev.keyfold.bench.*::decode",
          "-XX:CompileCommand=dontinline,dev.keyfold.bench.*::third*",
          "-XX:CompileCommand=dontinline,dev.keyfold.bench.*::escape",
          "-XX:CompileCommand=dontinline,dev.keyfold.bench.*::unescape*");

  private int rounds = 5;
  private int idleMillis = 150;
  private int measureMillis = 100;
  private boolean markdown;
  private final List<Operation> operations = new ArrayList<>();
  private final Results results = new Results();

  private SideBySide() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    SideBySide run = new SideBySide();
    run.parse(args);
    int done = run.measure();
    System.out.print(new Report(run.results, run.markdown).print(done));
  }

  private void parse(String[] args) {
    for (String arg : args) {
      if (arg.equals("--markdown")) {
        markdown = true;
      } else if (arg.equals("--quick")) {
        rounds = 1;
        idleMillis = 100;
        measureMillis = 50;
      } else if (arg.startsWith("--rounds=")) {
        rounds = Integer.parseInt(arg.substring("--rounds=".length()));
      } else {
        List<Operation> named =
            Arrays.stream(Operation.values())
                .filter(op -> op.name().startsWith(arg.toUpperCase(Locale.ROOT)))
                .toList();
        if (named.isEmpty()) {
          throw new IllegalArgumentException(
              "found '"
                  + arg
                  + "', expected --markdown, --quick, --rounds=n or the start of one of "
                  + Arrays.toString(Operation.values()));
        }
        operations.addAll(named);
      }
    }
    if (operations.isEmpty()) {
      operations.addAll(List.of(Operation.values()));
    }
  }

  /** Number of rounds that were measured. */
  private int measure() throws IOException, InterruptedException {
    long start = System.nanoTime();
    for (int round = 1; round <= rounds; round++) {
      long before = System.nanoTime();
      for (Operation operation : operations) {
        System.err.printf("round %d of %d: %s%n", round, rounds, operation.label);
        for (String subject : operation.subjects()) {
          fork(operation, subject);
        }
      }
      long now = System.nanoTime();
      if (now - start + (now - before) > LIMIT_NANOS) {
        return round;
      }
    }
    return rounds;
  }

  /** What {@link Measurement} prints in a JVM of its own. */
  static String measure(Operation operation, String subject, int idleMillis, int measureMillis)
      throws IOException, InterruptedException {
    return Fork.run(
        JVM_OPTIONS,
        Measurement.class,
        List.of(
            operation.name(),
            subject,
            Integer.toString(idleMillis),
            Integer.toString(measureMillis)));
  }

  private void fork(Operation operation, String subject) throws IOException, InterruptedException {
    String line = measure(operation, subject, idleMillis, measureMillis);
    String[] numbers = line.split(" ", -1);
    if (numbers.length != 3) {
      throw new IllegalStateException(operation + " of " + subject + " printed '" + line + "'");
    }
    results.add(operation, subject, Double.parseDouble(numbers[0]), Long.parseLong(numbers[1]));
  }
}
