package dev.keyfold.hbase.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;

/**
 * One subject in a JVM of its own. It ends when its input ends.
 *
 * <pre>
 *   open VARIANT                    ok                    the table is there
 *   close VARIANT                   ok                    until it is opened again
 *   load VARIANT FROM TO            ok                    orders of these numbers are written
 *   plans VARIANT                   ok PLANS              as they should be; tabs for ends of lines
 *   run VARIANT OPERATION ROUND T   ok MEASUREMENT        T times, the same in the same round
 *   anything that fails             error MESSAGE
 * </pre>
 */
final class SubjectMain {
  private final Subject subject;
  private final int port;
  private final Orders orders;
  private final Map<Variant, TableSubject> tables = new EnumMap<>(Variant.class);

  private SubjectMain(Subject subject, int port, Orders orders) {
    this.subject = subject;
    this.port = port;
    this.orders = orders;
  }

  /** Arguments: subject, ZooKeeper's port, number of orders. */
  public static void main(String[] args) throws IOException {
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    System.setOut(System.err); // whatever a library prints is not an answer
    SubjectMain main =
        new SubjectMain(
            Subject.valueOf(args[0]),
            Integer.parseInt(args[1]),
            new Orders(Integer.parseInt(args[2])));
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      out.println(main.answer(line.split(" ", -1)));
      out.flush();
    }
    Runtime.getRuntime().halt(0); // clients have threads that would go on
  }

  private String answer(String[] words) {
    try {
      return "ok " + answer(words[0], Variant.valueOf(words[1]), words).replace('\n', '\t');
    } catch (IOException | SQLException | RuntimeException | LinkageError e) {
      e.printStackTrace(); // into its file
      StringBuilder message = new StringBuilder("error");
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        message.append(" ").append(cause);
      }
      return message.toString().replace('\n', '\t');
    }
  }

  private String answer(String order, Variant variant, String[] words)
      throws IOException, SQLException {
    switch (order) {
      case "open" -> tables.put(variant, subject.open(port, variant));
      case "close" -> tables.remove(variant).close();
      case "load" -> {
        int to = Integer.parseInt(words[3]);
        for (int at = Integer.parseInt(words[2]); at < to; at += Operation.BATCH) {
          tables.get(variant).write(orders.batch(at, Math.min(to, at + Operation.BATCH)));
        }
      }
      case "plans" -> {
        return tables.get(variant).plans();
      }
      case "run" -> {
        Operation operation = Operation.valueOf(words[2]);
        return run(variant, operation, Integer.parseInt(words[3]), Integer.parseInt(words[4]))
            .text();
      }
      default -> throw new IllegalArgumentException("not an order: " + order);
    }
    return "";
  }

  private Measurement run(Variant variant, Operation operation, int round, int times)
      throws IOException, SQLException {
    TableSubject table = tables.get(variant);
    Random random = new Random(Orders.mix(operation.name().hashCode() * 1_000L + round));
    Rows rows = new Rows();
    int fresh = orders.count() + round * operation.times * Operation.BATCH;
    long requests = Requests.count();
    long cpu = cpuNanos();
    long start = System.nanoTime();
    for (int i = 0; i < times; i++) {
      operation.run(table, orders, random, fresh + i * Operation.BATCH, rows);
    }
    double nanos = System.nanoTime() - start;
    return new Measurement(
        nanos / times,
        (double) (cpuNanos() - cpu) / times,
        (double) (Requests.count() - requests) / times,
        rows.count(),
        rows.digest());
  }

  private static long cpuNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }
}
