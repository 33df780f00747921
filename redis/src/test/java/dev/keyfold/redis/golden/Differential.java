package dev.keyfold.redis.golden;

import dev.keyfold.redis.testing.RandomCommands;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Sends the same random commands to two servers and compares replies and events of keys. Run by
 * hand beside a Redis 7.0; both lose their data.
 *
 * <pre>
 *   java ... dev.keyfold.redis.golden.Differential PORT REDIS_PORT SEED COMMANDS
 * </pre>
 */
final class Differential {
  /** Whose replies have no order; Redis gives that of its hash table. */
  private static final List<String> UNORDERED =
      List.of(
          "KEYS",
          "SCAN",
          "HGETALL",
          "HKEYS",
          "HVALS",
          "HSCAN",
          "SMEMBERS",
          "SINTER",
          "SUNION",
          "SDIFF",
          "EXEC");

  /** What is compared by asking again, or up to a second, which the reply of EXEC cannot be. */
  private static final List<String> NOT_QUEUED = List.of("TTL", "SORT", "SORT_RO");

  private final RandomCommands commands;

  /** Whether both servers only queue commands, since MULTI. */
  private boolean queues;

  /** Whether a SCAN with TYPE is among the commands that the last reply answers. */
  private boolean scansByType;

  private Differential(long seed) {
    Random random = new Random(seed);
    commands = new RandomCommands(random, () -> "k" + random.nextInt(8)).withConnectionCommands();
  }

  public static void main(String[] arguments) throws Exception {
    int port = Integer.parseInt(arguments[0]);
    int redisPort = Integer.parseInt(arguments[1]);
    long seed = Long.parseLong(arguments[2]);
    int commands = Integer.parseInt(arguments[3]);
    System.exit(compare(port, redisPort, seed, commands) == 0 ? 0 : 1);
  }

  /** How many replies differ; each is printed. */
  static int compare(int port, int redisPort, long seed, int commands) throws Exception {
    int differences = new Differential(seed).run(port, redisPort, commands);
    System.out.println("seed " + seed + ": " + commands + " commands, " + differences + " differ");
    return differences;
  }

  private int run(int port, int redisPort, int count) throws Exception {
    int differences = 0;
    try (GoldenRun ours = new GoldenRun(port, Thread::sleep);
        GoldenRun redis = new GoldenRun(redisPort, Thread::sleep)) {
      for (int i = 0; i < count && differences < 20; i++) {
        List<String> words = commands.next();
        if (queues && NOT_QUEUED.contains(words.get(0))) {
          continue;
        }
        boolean sorts = words.get(0).startsWith("SORT");
        if (sorts) {
          // Redis takes a range error of an earlier command for one of SORT, until it reads a
          // score.
          redis.run(entry(i, List.of("ZADD", "none", "XX", "1.5", "m")));
        }
        GoldenTable.Entry entry = entry(i, words);
        List<String> found = ours.run(entry);
        List<String> expected = redis.run(entry);
        // What is due is told at once by the one and a little later by the other.
        found.removeIf(line -> line.matches("\\+ (\\d+:)?expired .*"));
        expected.removeIf(line -> line.matches("\\+ (\\d+:)?expired .*"));
        if (words.get(0).equals("BITOP")) {
          // Redis tells of a target that is due and not yet removed as deleted, ours as expired.
          expected.removeIf(line -> line.matches("\\+ (\\d+:)?del .*") && !found.contains(line));
        }
        scansByType |= words.get(0).equals("SCAN") && words.contains("TYPE");
        if (scansByType) {
          // To filter by type, Redis reads the keys that are due and not yet removed, too, and
          // tells of each as a miss. Which are there depends on when it removed others.
          found.removeIf(line -> line.matches("\\+ (\\d+:)?keymiss .*"));
          expected.removeIf(line -> line.matches("\\+ (\\d+:)?keymiss .*"));
        }
        scansByType &= queues;
        switch (words.get(0)) {
          case "MULTI" -> queues = true;
          case "EXEC", "DISCARD" -> {
            queues = false;
            scansByType = false;
          }
          default -> {}
        }
        boolean ordered = !UNORDERED.contains(words.get(0)) && !sortsSetByNothing(words, redis);
        if (sorts && words.contains("BY")) {
          // Of elements with the same weight either may come first, and may be the one that fails.
          ordered = false;
          dropEventsOfErrors(found);
          dropEventsOfErrors(expected);
        }
        if (!same(words.get(0), ordered, found, expected)) {
          differences++;
          System.out.println(i + ": " + entry.command() + "\n  redis " + expected);
          System.out.println("  ours  " + found);
        }
      }
    }
    return differences;
  }

  private static GoldenTable.Entry entry(int number, List<String> words) {
    List<String> quoted = words.stream().map(TranscriptClient::quote).toList();
    return new GoldenTable.Entry(number, String.join(" ", quoted), new ArrayList<>());
  }

  private static void dropEventsOfErrors(List<String> lines) {
    if (lines.get(0).startsWith("(error)")) {
      lines.subList(1, lines.size()).clear();
    }
  }

  /** The elements of a list keep their order there, and those of a sorted set theirs. */
  private static boolean sortsSetByNothing(List<String> words, GoldenRun redis) throws Exception {
    return words.get(0).startsWith("SORT")
        && words.contains("BY")
        && words.stream().noneMatch(word -> word.contains("*"))
        && redis.run(entry(0, List.of("TYPE", words.get(1)))).get(0).matches("\\W?set\\W?");
  }

  private static boolean same(
      String command, boolean ordered, List<String> found, List<String> expected) {
    if (command.equals("TTL") && !found.equals(expected)) {
      return Math.abs(Long.parseLong(found.get(0)) - Long.parseLong(expected.get(0))) <= 1;
    }
    return ordered ? found.equals(expected) : sorted(found).equals(sorted(expected));
  }

  /** Order apart; which value belongs to which field, HGET compares. */
  private static List<String> sorted(List<String> lines) {
    List<String> parts = new ArrayList<>();
    for (String line : lines) {
      parts.addAll(Arrays.asList(line.replaceAll("[\\[\\]]", "").split(", ")));
    }
    Collections.sort(parts);
    return parts;
  }
}
