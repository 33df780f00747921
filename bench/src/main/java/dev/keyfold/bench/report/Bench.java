package dev.keyfold.bench.report;

import dev.keyfold.bench.keys.KeyJobs;
import dev.keyfold.bench.measure.Directories;
import dev.keyfold.bench.store.StoreJobs;
import dev.keyfold.bench.table.TableJobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** {@code keyfold bench}: runs all jobs and writes the report. Its help is with the others. */
public final class Bench {
  private static final int USAGE = 2;
  private static final int FAILED = 70;
  private static final int IO = 74;

  private boolean quick;
  private boolean restart;
  private boolean json;
  private int most;
  private Path out = Path.of("keyfold-bench");
  private List<Figure> before = List.of();
  private final List<String> groups = new ArrayList<>();

  private Bench() {}

  public static void main(String[] args) throws InterruptedException {
    try {
      Bench bench = new Bench();
      bench.parse(args);
      System.exit(bench.run());
    } catch (IllegalArgumentException e) {
      System.err.println("keyfold: " + e.getMessage());
      System.err.println("keyfold: Try 'keyfold bench --help'.");
      System.exit(USAGE);
    } catch (IOException e) {
      System.err.println("keyfold: " + e.getMessage());
      System.exit(IO);
    }
  }

  private void parse(String[] args) throws IOException {
    for (int i = 0; i < args.length; i++) {
      String name = args[i].replaceAll("=.*", "");
      switch (name) {
        case "--quick" -> quick = true;
        case "--restart" -> restart = true;
        case "--json" -> json = true;
        case "--records", "--out", "--compare" -> {
          boolean joined = args[i].contains("=");
          if (!joined && i + 1 == args.length) {
            throw new IllegalArgumentException(name + " needs a value");
          }
          take(name, joined ? args[i].substring(name.length() + 1) : args[++i]);
        }
        case "keys", "stores", "tables" -> groups.add(name);
        default ->
            throw new IllegalArgumentException(
                "found '" + args[i] + "', expected keys, stores, tables or an option");
      }
    }
    if (most == 0) {
      most = quick ? 100_000 : 10_000_000;
    }
  }

  private void take(String name, String value) throws IOException {
    switch (name) {
      case "--records" -> {
        most = value.matches("[0-9]{4,8}") ? Integer.parseInt(value) / 1000 * 1000 : 0;
        if (most < 1000) {
          throw new IllegalArgumentException(
              "--records: found '" + value + "', expected a number from 1000 to 99999999");
        }
      }
      case "--out" -> out = Path.of(value);
      default -> {
        try {
          before = BenchJson.read(Path.of(value));
        } catch (IOException e) {
          throw new IOException("cannot read " + value + ": " + e.getMessage(), e);
        }
      }
    }
  }

  /** The exit status. */
  private int run() throws IOException, InterruptedException {
    Files.createDirectories(out);
    Path unfinished = out.resolve("unfinished.jsonl");
    if (restart) {
      Files.deleteIfExists(unfinished);
    }
    Kept kept = Kept.open(unfinished, name());
    Path work = Files.createTempDirectory("keyfold-bench");
    Run run = new Run(jobs(work), kept, Boolean.getBoolean("keyfold.terminal.err"));
    Thread hook = new Thread(() -> stop(run, work), "keyfold-signal");
    Runtime.getRuntime().addShutdownHook(hook);
    boolean all;
    try {
      all = run.measure();
    } finally {
      Runtime.getRuntime().removeShutdownHook(hook);
      Directories.delete(work);
    }
    write(run);
    if (all) {
      kept.delete();
    }
    return all ? 0 : FAILED;
  }

  /** What the figures depend on: a run goes on only where all of it is the same. */
  private String name() {
    return String.format(
        Locale.ROOT, "%s, %d orders, Java %s", quick ? "quick" : "full", most, Runtime.version());
  }

  /** On a signal: nothing goes on measuring, nothing is left behind but what was measured. */
  private static void stop(Run run, Path work) {
    run.stop();
    try {
      Directories.delete(work);
    } catch (IOException e) {
      System.err.println("keyfold: " + work + " could not be removed: " + e.getMessage());
    }
  }

  private List<Job> jobs(Path work) {
    List<Job> jobs = new ArrayList<>();
    if (wants("keys")) {
      jobs.addAll(KeyJobs.of(quick));
    }
    if (wants("stores")) {
      jobs.addAll(StoreJobs.of(quick, work));
    }
    if (wants("tables")) {
      jobs.addAll(TableJobs.of(quick, most, work));
    }
    return jobs;
  }

  private boolean wants(String group) {
    return groups.isEmpty() || groups.contains(group);
  }

  private void write(Run run) throws IOException {
    List<Figure> figures = run.figures();
    Map<String, String> about = new LinkedHashMap<>();
    about.put("date", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    about.put("mode", quick ? "quick: one short round, good for a first look only" : "full");
    about.put("took", Math.round(run.seconds()) + " s");
    int processors = Runtime.getRuntime().availableProcessors();
    about.put("processors", Integer.toString(processors));
    String busy =
        run.load() > processors + 1
            ? ": others were at work, so look at CPU times and not at rates and latencies"
            : "";
    about.put("highest load", String.format(Locale.ROOT, "%.1f%s", run.load(), busy));
    if (!busy.isEmpty()) {
      System.err.println("keyfold: highest load " + about.get("highest load"));
    }
    about.put("java", Runtime.version().toString());
    Path data = out.resolve("report.json");
    Path page = out.resolve("report.html");
    BenchJson.write(data, about, figures);
    Files.writeString(page, new HtmlReport(about, figures).page(before));
    List<Comparison> changes =
        Comparison.of(before, figures).stream().filter(c -> c.isBetter() || c.isWorse()).toList();
    if (json) {
      System.out.println(BenchJson.summary(page, data, changes));
      return;
    }
    System.out.println("report: " + page);
    System.out.println("json:   " + data);
    for (Comparison one : changes) {
      System.out.printf(
          "%s: %s, %s, %s%n",
          one.text(), one.now().line(), one.now().subject(), one.now().measure());
    }
  }
}
