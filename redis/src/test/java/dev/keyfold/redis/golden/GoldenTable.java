package dev.keyfold.redis.golden;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A text file of commands and what Redis 7.0 answers and tells:
 *
 * <pre>
 *   # a comment
 *   SET key "a value" EX 10
 *     OK
 *     + set key               events of keys, in order; + 3:set key in another database
 *     + expire key
 *   wait 10000                lets time pass, in milliseconds
 *     + expired key
 * </pre>
 *
 * <p>Words are separated by blanks; in quotation marks {@code \xHH}, {@code \"} and {@code \\}.
 */
final class GoldenTable {
  /** A command with the lines that are expected after it. */
  record Entry(int line, String command, List<String> expected) {}

  private final List<Entry> entries = new ArrayList<>();

  private GoldenTable(String text) {
    int number = 0;
    for (String line : text.split("\n", -1)) {
      number++;
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      if (line.startsWith("  ")) {
        entries.get(entries.size() - 1).expected.add(line.substring(2));
      } else {
        entries.add(new Entry(number, line, new ArrayList<>()));
      }
    }
  }

  static GoldenTable load(String name) {
    try (InputStream in = GoldenTable.class.getResourceAsStream(name + ".txt")) {
      if (in == null) {
        throw new IllegalArgumentException("there is no table of name " + name);
      }
      return new GoldenTable(new String(in.readAllBytes(), StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<Entry> entries() {
    return entries;
  }

  static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    int i = 0;
    while (i < line.length()) {
      StringBuilder word = new StringBuilder();
      boolean quoted = line.charAt(i) == '"';
      i += quoted ? 1 : 0;
      while (i < line.length() && line.charAt(i) != (quoted ? '"' : ' ')) {
        char c = line.charAt(i++);
        if (quoted && c == '\\' && line.charAt(i) == 'x') {
          c = (char) Integer.parseInt(line.substring(i + 1, i + 3), 16);
          i += 3;
        } else if (quoted && c == '\\') {
          c = line.charAt(i++);
        }
        word.append(c);
      }
      words.add(word.toString());
      i += quoted ? 1 : 0;
      while (i < line.length() && line.charAt(i) == ' ') {
        i++;
      }
    }
    return words;
  }
}
