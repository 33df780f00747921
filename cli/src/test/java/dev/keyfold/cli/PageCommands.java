package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The commands of a Markdown page: in blocks fenced as {@code console}, a line that begins with
 * {@code $} is a command, and what follows it is its output. A real shell runs them in order, and
 * the page must show what they print. {@code -Dgolden=write} writes the output into the page.
 */
final class PageCommands {
  private static final String MARK = "--- command ";

  private final Path page;
  private final List<String> commands = new ArrayList<>();

  PageCommands(Path page) {
    this.page = page;
  }

  /**
   * Runs all commands of the page in a directory; {@code prelude} is shell code that runs first.
   */
  void assertOutputIsAsShown(Path directory, String prelude)
      throws IOException, InterruptedException {
    String text = Files.readString(page);
    String skeleton = cut(text);
    StringBuilder script = new StringBuilder(prelude);
    for (int i = 0; i < commands.size(); i++) {
      script.append("echo '").append(MARK).append(i).append("'\n").append(commands.get(i));
    }
    String output = ProcessTest.bash(directory, script.toString());
    for (int i = commands.size() - 1; i >= 0; i--) {
      int at = output.indexOf(MARK + i + "\n");
      String answer = output.substring(at + (MARK + i + "\n").length());
      output = output.substring(0, at);
      skeleton = skeleton.replace(MARK + i + "\n", answer);
    }
    if ("write".equals(System.getProperty("golden"))) {
      Files.writeString(page, skeleton);
    }
    assertThat(text).isEqualTo(skeleton);
  }

  int size() {
    return commands.size();
  }

  /** The page with a mark in the place of each command's output. */
  private String cut(String text) {
    StringBuilder skeleton = new StringBuilder();
    boolean inside = false;
    boolean open = false;
    for (String line : text.lines().toList()) {
      if (!inside || line.equals("```")) {
        mark(skeleton, open);
        open = false;
        inside = line.equals("```console");
        skeleton.append(line).append('\n');
      } else if (line.startsWith("$ ")) {
        mark(skeleton, open);
        commands.add(line.substring(2) + "\n");
        skeleton.append(line).append('\n');
        open = true;
      } else if (open && isOpen(commands.get(commands.size() - 1))) {
        commands.set(commands.size() - 1, commands.get(commands.size() - 1) + line + "\n");
        skeleton.append(line).append('\n');
      }
    }
    return skeleton.toString();
  }

  private void mark(StringBuilder skeleton, boolean open) {
    if (open) {
      skeleton.append(MARK).append(commands.size() - 1).append('\n');
    }
  }

  /** Whether a command continues on the next line: a quote or a pipe is open, or it says so. */
  private static boolean isOpen(String command) {
    String text = command.stripTrailing();
    boolean quoted = command.chars().filter(c -> c == '\'').count() % 2 == 1;
    return quoted || text.endsWith("\\") || text.endsWith("|");
  }
}
