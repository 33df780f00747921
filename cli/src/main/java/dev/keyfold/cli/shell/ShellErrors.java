package dev.keyfold.cli.shell;

import dev.keyfold.cli.command.Console;
import dev.keyfold.codec.KeyException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The position of an error in a line, for a caret below it. */
final class ShellErrors {
  private static final String RED = "\u001b[1;31m";
  private static final String RESET = "\u001b[0m";
  private static final Pattern QUOTED = Pattern.compile("'([^']+)'");

  private ShellErrors() {}

  /**
   * The place in the text at which an error points: its offset, or the word that it quotes; -1 if
   * neither.
   */
  static int place(String text, Throwable error) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof KeyException key && key.offset() >= 0) {
        return Math.min(key.offset(), text.length());
      }
    }
    Matcher quoted = QUOTED.matcher(String.valueOf(error.getMessage()));
    while (quoted.find()) {
      Matcher word = Pattern.compile("\\b" + Pattern.quote(quoted.group(1)) + "\\b").matcher(text);
      if (word.find()) {
        return word.start();
      }
    }
    return -1;
  }

  /**
   * Prints the line with a caret below the error, in red on a colour terminal.
   *
   * @param line the input
   * @param place the column of the error
   */
  static void point(Console console, String line, int place) {
    boolean coloured = console.coloured();
    console.err().text("  " + line).endLine();
    String caret = (coloured ? RED : "") + "^" + (coloured ? RESET : "");
    console.err().text("  " + " ".repeat(place) + caret).endLine();
  }
}
