package dev.keyfold.cli;

import dev.keyfold.codec.bytes.EditDistance;
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
    // A part with one typing error is a better guess than a whole name with two.
    boolean sure = !near.isEmpty() && EditDistance.of(word, near.get(0)) <= 1;
    List<String> parts = sure ? List.of() : withPart(word.replaceFirst("^-+", ""), names);
    return parts.isEmpty() ? near : parts;
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
                    .anyMatch(part -> part.length() > 3 && EditDistance.of(word, part) <= 1))
        .toList();
  }

  /** The nearest candidates within one or two typing errors, fewer for short words. */
  private static List<String> near(String word, Collection<String> names) {
    int most = Math.max(1, Math.min(2, word.replace("-", "").length() / 2));
    int nearest =
        names.stream()
            .mapToInt(name -> EditDistance.of(word, name))
            .min()
            .orElse(Integer.MAX_VALUE);
    return nearest > most
        ? List.of()
        : names.stream().filter(name -> EditDistance.of(word, name) == nearest).toList();
  }
}
