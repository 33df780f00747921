package dev.keyfold.cli;

import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Suggestions for a word that is not a command or option. */
final class Suggestions {
  /** What other programs call what a command here does. */
  private static final Map<String, String> ELSEWHERE =
      Map.ofEntries(
          Map.entry("select", "query"),
          Map.entry("find", "query"),
          Map.entry("insert", "import"),
          Map.entry("load", "import"),
          Map.entry("upsert", "import"),
          Map.entry("dump", "export"),
          Map.entry("remove", "table drop"),
          Map.entry("rm", "table drop"),
          Map.entry("drop", "table drop"),
          Map.entry("ls", "table list"),
          Map.entry("list", "table list"),
          Map.entry("tables", "table list"),
          Map.entry("show", "table list"),
          Map.entry("create", "table create"),
          Map.entry("alter", "table alter"),
          Map.entry("index", "table alter"),
          Map.entry("describe", "table describe"),
          Map.entry("desc", "table describe"),
          Map.entry("verify", "check"),
          Map.entry("repair", "check"),
          Map.entry("fsck", "check"),
          Map.entry("server", "serve"),
          Map.entry("start", "serve"),
          Map.entry("redis", "serve"),
          Map.entry("sql", "shell"),
          Map.entry("repl", "shell"));

  /** Not one of the commands, but understood wherever one may be. */
  static final String HELP = "help";

  private Suggestions() {}

  /** Commands or options of that command which the word is near to; perhaps none. */
  static List<String> of(CommandSpec command, String word) {
    if (word.startsWith("-")) {
      return options(command, Typo.name(word));
    }
    String known = command.parent() == null ? ELSEWHERE.get(word.toLowerCase(Locale.ROOT)) : null;
    if (known != null) {
      return List.of(known);
    }
    Set<String> names = new LinkedHashSet<>(command.subcommands().keySet());
    if (!names.isEmpty()) {
      names.add(HELP);
    }
    return near(word, names);
  }

  /** Options of the command itself; for a group without a command, of all its commands. */
  private static List<String> options(CommandSpec command, String word) {
    Set<String> names = new LinkedHashSet<>();
    collect(command, names);
    List<String> near = near(word, names);
    return near.isEmpty() ? withPart(word.replaceFirst("^-+", ""), names) : near;
  }

  private static void collect(CommandSpec command, Set<String> names) {
    for (OptionSpec option : command.options()) {
      names.add(option.longestName());
    }
    command.subcommands().values().forEach(below -> collect(below.getCommandSpec(), names));
  }

  /** {@code --port} and {@code --prot} may be any option of which one part is a port. */
  private static List<String> withPart(String word, Collection<String> names) {
    return names.stream()
        .filter(
            name ->
                Arrays.stream(name.substring(2).split("-", -1))
                    .anyMatch(part -> part.length() > 3 && distance(word, part) <= 1))
        .toList();
  }

  /** The nearest candidates within one or two typing errors, fewer for short words. */
  private static List<String> near(String word, Collection<String> names) {
    int most = Math.max(1, Math.min(2, word.replace("-", "").length() / 2));
    int nearest =
        names.stream().mapToInt(name -> distance(word, name)).min().orElse(Integer.MAX_VALUE);
    return nearest > most
        ? List.of()
        : names.stream().filter(name -> distance(word, name) == nearest).toList();
  }

  /** Letters to add, drop, replace or exchange with their neighbour. */
  private static int distance(String a, String b) {
    int[][] cost = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          cost[i][j] = i + j;
          continue;
        }
        int same = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        cost[i][j] =
            Math.min(cost[i - 1][j - 1] + same, Math.min(cost[i - 1][j] + 1, cost[i][j - 1] + 1));
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
        }
      }
    }
    return cost[a.length()][b.length()];
  }
}
