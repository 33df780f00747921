package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The commands of docs/GUIDE.md, run one after another by a real shell, give what stands below
 * them. {@code -Dgolden=write} writes that anew.
 */
class GuideCommandsTest {
  private static final Path PAGE = Path.of("..", "docs", "GUIDE.md");
  private static final String MARK = "--- command ";

  @TempDir private Path directory;

  @Test
  void everyCommandGivesWhatIsShown() throws IOException, InterruptedException {
    String page = Files.readString(PAGE);
    List<String> commands = new ArrayList<>();
    String skeleton = cut(page, commands);
    StringBuilder script = new StringBuilder();
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
      Files.writeString(PAGE, skeleton);
    }
    assertThat(commands).hasSizeGreaterThan(15);
    assertThat(page).isEqualTo(skeleton);
  }

  /** The page with a mark in the place of each command's output. */
  private static String cut(String page, List<String> commands) {
    StringBuilder skeleton = new StringBuilder();
    boolean inside = false;
    boolean goesOn = false;
    for (String line : page.lines().toList()) {
      if (!inside || line.equals("```")) {
        goesOn = end(skeleton, commands, goesOn);
        inside = line.equals("```console");
        skeleton.append(line).append('\n');
      } else if (line.startsWith("$ ")) {
        end(skeleton, commands, goesOn);
        commands.add(line.substring(2) + "\n");
        skeleton.append(line).append('\n');
        goesOn = true;
      } else if (goesOn && isOpen(commands.get(commands.size() - 1))) {
        commands.set(commands.size() - 1, commands.get(commands.size() - 1) + line + "\n");
        skeleton.append(line).append('\n');
      }
    }
    return skeleton.toString();
  }

  private static boolean end(StringBuilder skeleton, List<String> commands, boolean open) {
    if (open) {
      skeleton.append(MARK).append(commands.size() - 1).append('\n');
    }
    return false;
  }

  /** Whether a command goes on in the next line: a quote or a pipe is open, or it says so. */
  private static boolean isOpen(String command) {
    String text = command.stripTrailing();
    boolean quoted = command.chars().filter(c -> c == '\'').count() % 2 == 1;
    return quoted || text.endsWith("\\") || text.endsWith("|");
  }
}
