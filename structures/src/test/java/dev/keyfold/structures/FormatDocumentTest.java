package dev.keyfold.structures;

import static dev.keyfold.structures.Opened.b;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** What {@code docs/FORMAT.md} says of the entries of structures is so, entry by entry. */
class FormatDocumentTest {
  private static final Path DOCUMENT = Path.of("..", "docs", "FORMAT.md");

  @Test
  void entriesAreAsDocumented() throws Exception {
    try (Opened opened = new Opened()) {
      opened.clock.set(1_700_000_000_000L);
      opened.change(space -> space.strings().set(b("flushed"), b("x")));
      opened.change(space -> space.keys().flush());
      opened.reclaimAll();
      opened.change(
          space -> {
            space.strings().set(b("a"), b("text"));
            space.hashes().put(b("h"), b("field"), b("value"));
            space.keys().expireAt(b("h"), 1_700_000_060_000L);
            for (int i = 0; i < 80; i++) {
              space.lists().pushLast(b("l"), b("e"));
            }
            space.lists().insert(b("l"), 40, b("between"));
            space.lists().trim(b("l"), 39, 42);
            space.sets().add(b("s"), b(""));
            space.sortedSets().put(b("z"), b("one"), 1);
            space.sortedSets().put(b("z"), b("minus"), -1.5);
          });
      opened.change(
          space -> {
            space.sets().add(b("gone"), b("m"));
            space.keys().delete(b("gone"));
          });
      assertThat(entries(opened)).isEqualTo(documented());
    }
  }

  private static List<String> entries(Opened opened) {
    List<String> lines = new ArrayList<>();
    try (Cursor cursor = opened.store.scan(Scan.everything())) {
      while (cursor.next()) {
        lines.add(Bytes.toHex(cursor.key().toArray()) + " " + cursor.value());
      }
    }
    lines.replaceAll(line -> line.strip().toLowerCase(Locale.ROOT));
    return lines;
  }

  /** Key, value if there is one, and after a hash sign what it is. */
  private static List<String> documented() throws Exception {
    List<String> lines = new ArrayList<>();
    boolean within = false;
    for (String line : Files.readAllLines(DOCUMENT)) {
      if (line.startsWith("```")) {
        within = line.equals("```structures");
      } else if (within) {
        String entry = line.replaceAll("#.*", "").strip();
        lines.add(entry.replaceAll(" +", " ").toLowerCase(Locale.ROOT));
      }
    }
    return lines;
  }
}
