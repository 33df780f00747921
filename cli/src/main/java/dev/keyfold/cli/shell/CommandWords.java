package dev.keyfold.cli.shell;

import dev.keyfold.cli.command.Command;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The words of a command that was written as a line. */
public final class CommandWords {
  private CommandWords() {}

  /** Words as a command line has them: split at blanks, unless within quotes. */
  public static List<String> of(String line) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean within = false;
    char quote = 0;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (quote != 0) {
        if (c == quote) {
          quote = 0;
        } else {
          word.append(c);
        }
      } else if (c == '\'' || c == '"') {
        quote = c;
        within = true;
      } else if (Character.isWhitespace(c)) {
        if (within) {
          words.add(word.toString());
        }
        word.setLength(0);
        within = false;
      } else {
        word.append(c);
        within = true;
      }
    }
    if (within) {
      words.add(word.toString());
    }
    return words;
  }

  /** The same command with JSON output, if it supports it. */
  static List<String> withJson(CommandSpec program, List<String> words) {
    CommandSpec named = program;
    for (String word : words) {
      CommandLine below = named.subcommands().get(word);
      if (below == null) {
        break;
      }
      named = below.getCommandSpec();
    }
    boolean knows = named.optionsMap().containsKey(Command.JSON);
    if (!knows || words.contains(Command.JSON) || words.contains("--csv")) {
      return words;
    }
    List<String> more = new ArrayList<>(words);
    more.add(Command.JSON);
    return more;
  }
}
