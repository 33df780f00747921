package dev.keyfold.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The first argument that looks like an option but is not valid at its position. The parser reports
 * missing options before unknown ones, and thus would blame the option that was mistyped.
 *
 * @param command the command that the arguments name, as far as they do
 * @param word the argument
 */
record Typo(CommandSpec command, String word) {
  private static final Pattern OPTION = Pattern.compile("--?[A-Za-z-].*", Pattern.DOTALL);

  /** The name of an option that may carry its value. */
  static String name(String argument) {
    int equals = argument.indexOf('=');
    return equals < 0 ? argument : argument.substring(0, equals);
  }

  /** Null if every option is known. */
  static @Nullable Typo find(CommandSpec program, List<String> args) {
    CommandSpec command = program;
    String found = null;
    for (int i = 0; i < args.size(); i++) {
      String arg = args.get(i);
      CommandLine below = command.subcommands().get(arg);
      OptionSpec option = command.optionsMap().get(name(arg));
      if (arg.equals("--")) {
        break;
      } else if (below != null) {
        command = below.getCommandSpec();
      } else if (option != null) {
        i += arg.indexOf('=') < 0 ? option.arity().min() : 0;
      } else if (found == null && isMistake(command, arg)) {
        found = arg;
      } else if (found == null && !arg.startsWith("-") && !command.subcommands().isEmpty()) {
        return null; // no command: the parser reports that, and options after it mean nothing
      }
    }
    return found == null ? null : new Typo(command, found);
  }

  /** Several short options, or a value, may follow a single dash. */
  private static boolean isMistake(CommandSpec command, String arg) {
    return arg.length() > 2
        && OPTION.matcher(arg).matches()
        && (arg.startsWith("--") || !Suggestions.of(command, arg).isEmpty());
  }

  /** The error of a valid option that precedes its command; null otherwise. */
  @Nullable String tooEarly() {
    if (!isKnown(command)) {
      return null;
    }
    String place =
        command.subcommands().isEmpty() ? "'" + command.qualifiedName() + "'" : "a command";
    return "found '%s' before the command, expected it after %s".formatted(name(word), place);
  }

  private boolean isKnown(CommandSpec in) {
    return in.optionsMap().containsKey(name(word))
        || in.subcommands().values().stream().anyMatch(below -> isKnown(below.getCommandSpec()));
  }

  /**
   * {@code help query} is {@code query --help}, and so is {@code table help create}: the word in
   * any place where a command may be.
   */
  static List<String> helpAsOption(CommandSpec program, List<String> args) {
    CommandSpec command = program;
    List<String> words = new ArrayList<>();
    boolean asked = false;
    for (String arg : args) {
      CommandLine below = command.subcommands().get(arg);
      if (below == null && arg.equals(Suggestions.HELP) && !command.subcommands().isEmpty()) {
        asked = true;
        continue;
      }
      command = below == null ? command : below.getCommandSpec();
      words.add(arg);
    }
    if (asked) {
      words.add("--help");
    }
    return words;
  }
}
