package dev.keyfold.hbase;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.cli.Main;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * docs/FROM-PHOENIX.md: Phoenix runs its SQL, and the commands print what the page shows. {@code
 * -Dgolden=write} writes the output into the page.
 */
class FromPhoenixTest {
  private static final Path PAGE = Path.of("..", "..", "docs", "FROM-PHOENIX.md");

  @TempDir private Path directory;

  @Test
  void everyCommandPrintsWhatIsShown() throws IOException {
    PhoenixHBase phoenix = PhoenixHBase.shared();
    phoenix.sql("DROP TABLE IF EXISTS SHOP.ORDERS");
    String text = Files.readString(PAGE);
    StringBuilder page = new StringBuilder();
    StringBuilder sql = new StringBuilder();
    String fence = "";
    int commands = 0;
    for (String line : text.lines().toList()) {
      if (line.startsWith("```")) {
        fence = fence.isEmpty() ? line.substring(3) : "";
        page.append(line).append('\n');
      } else if (fence.equals("sql")) {
        page.append(line).append('\n');
        sql.append(line).append(' ');
        if (line.endsWith(";")) {
          phoenix.sql(sql.toString().replace(";", ""));
          sql.setLength(0);
        }
      } else if (fence.equals("console") && line.startsWith("$ ")) {
        page.append(line).append('\n').append(run(line.substring(2), phoenix));
        commands++;
      } else if (!fence.equals("console")) {
        page.append(line).append('\n');
      }
    }
    if ("write".equals(System.getProperty("golden"))) {
      Files.writeString(PAGE, page);
    }
    assertThat(text).isEqualTo(page.toString());
    assertThat(commands).isGreaterThan(10);
  }

  /** One line of a shell: words with quotes, and a file for the output. */
  private String run(String line, PhoenixHBase phoenix) throws IOException {
    List<String> words = words(line);
    Path file = null;
    int redirected = words.indexOf(">");
    if (redirected > 0) {
      file = directory.resolve(words.get(redirected + 1));
      words = words.subList(0, redirected);
    }
    if (words.get(0).equals("cat") || words.get(0).equals("tail")) {
      List<String> lines = Files.readAllLines(directory.resolve(words.get(words.size() - 1)));
      int shown = words.size() == 2 ? lines.size() : Integer.parseInt(words.get(1).substring(1));
      return String.join("\n", lines.subList(lines.size() - shown, lines.size())) + "\n";
    }
    assertThat(words.get(0)).isEqualTo("keyfold");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    String[] args = words.stream().skip(1).map(word -> real(word, phoenix)).toArray(String[]::new);
    int status = Main.run(args, new ByteArrayInputStream(new byte[0]), out, err);
    assertThat(status).as("%s: %s%s", line, out.toString(UTF_8), err.toString(UTF_8)).isZero();
    if (file != null) {
      Files.write(file, out.toByteArray());
      return "";
    }
    return phoenixOnly(words, out.toString(UTF_8)) + err.toString(UTF_8);
  }

  /** Other tests create tables, too: the list of all shows those of the page. */
  private static String phoenixOnly(List<String> words, String out) {
    return words.get(1).equals("ddl")
        ? String.join("\n", out.lines().filter(name -> name.startsWith("SHOP.")).toList()) + "\n"
        : out;
  }

  /** The page names a host and files that are elsewhere here. */
  private String real(String word, PhoenixHBase phoenix) {
    if (word.startsWith("hbase://zk1:2181/")) {
      return phoenix.url(word.replaceAll(".*/|[?].*", ""));
    }
    return word.endsWith(".sql")
        ? directory.resolve(word).toString()
        : word.replace("rocksdb:.", "rocksdb:" + directory);
  }

  private static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    char quote = ' ';
    boolean any = false;
    for (char c : (line + " ").toCharArray()) {
      if (quote == ' ' && (c == '\'' || c == '"')) {
        quote = c;
        any = true;
      } else if (quote != ' ' && c == quote) {
        quote = ' ';
      } else if (quote == ' ' && c == ' ') {
        if (any || !word.isEmpty()) {
          words.add(word.toString());
        }
        word.setLength(0);
        any = false;
      } else {
        word.append(c);
      }
    }
    return words;
  }
}
