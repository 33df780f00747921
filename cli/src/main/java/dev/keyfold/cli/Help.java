package dev.keyfold.cli;

import dev.keyfold.cli.command.Console;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * Help texts, written by hand like manual pages, one resource per command; a line {@code {name}}
 * includes a shared part. A test compares them with the declared options.
 */
final class Help {
  private static final String BOLD = "\u001b[1m";
  private static final String CYAN = "\u001b[36m";
  private static final String RESET = "\u001b[0m";

  private final Console console;

  Help(Console console) {
    this.console = console;
  }

  /** Shows the help of a command, {@code keyfold-key-encode}. */
  void show(String command) {
    for (String line : text(command).lines().toList()) {
      console.out().text(console.coloured() ? paint(line) : line).endLine();
    }
  }

  private static String paint(String line) {
    if (line.endsWith(":") && !line.startsWith(" ")) {
      return BOLD + line + RESET;
    }
    return line.startsWith("    $ ") ? CYAN + line + RESET : line;
  }

  /** The help of a command, with all that it includes. */
  static String text(String command) {
    StringBuilder text = new StringBuilder();
    for (String line : resource("help/" + command + ".txt").lines().toList()) {
      boolean include = line.startsWith("{") && line.endsWith("}");
      text.append(include ? text(line.substring(1, line.length() - 1)) : line + "\n");
    }
    return text.toString();
  }

  /** The version of the program. */
  static String version() {
    return resource("version.txt").strip();
  }

  private static String resource(String name) {
    try (InputStream in = Help.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("resource " + name + " is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException("resource " + name + " cannot be read", e);
    }
  }
}
