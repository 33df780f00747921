package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.shell.Shell;
import dev.keyfold.store.memory.MemoryStore;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.Tables;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The transcripts of docs/WHICH-KEY.md are what a shell answers. {@code -Dgolden=write} writes them
 * again.
 */
class WhichKeyTest {
  private static final Path PAGE = Path.of("..", "docs", "WHICH-KEY.md");
  private static final String FIELDS =
      "user_id string(32), order_date timestamp, order_id int32, category string, status string";
  private static final String PROMPT = "keyfold> ";
  private static final String OPEN = "```transcript";
  private static final int ORDERS = 20_000;
  private static final int USERS = 1_000;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final Console console =
      new Console(InputStream.nullInputStream(), out, out, Map.of(), false);

  @Test
  void everyTranscriptIsTrue() throws IOException {
    String page = Files.readString(PAGE);
    String now;
    try (MemoryStore store = MemoryStore.open()) {
      Tables tables = Tables.of(store);
      fill(tables);
      console.session(tables);
      now = answered(page, new Shell(Main.PROGRAM, console, tables, false));
    }
    if ("write".equals(System.getProperty("golden"))) {
      Files.writeString(PAGE, now);
    }
    assertThat(page).isEqualTo(now);
    assertThat(page).contains("EXACT LOOKUP", "RANGE SCAN", "PREFIX SCAN", "SKIP SCAN", "refused");
  }

  private static void fill(Tables tables) {
    List<TableBuilder> builders =
        List.of(
            new TableBuilder("orders").key("user_id, order_date, order_id"),
            new TableBuilder("orders_by_date").key("order_date, user_id, order_id"),
            new TableBuilder("orders_by_state").key("status, order_date, order_id"),
            new TableBuilder("orders_sharded").key("user_id, order_date, order_id").shards(16));
    String[] states = {"open", "paid", "sent", "done"};
    Instant begin = Instant.parse("2025-01-01T00:00:00Z");
    for (TableBuilder builder : builders) {
      Table<Row> table = tables.create(builder.fields(FIELDS));
      List<Row> rows = new ArrayList<>();
      for (int i = 0; i < ORDERS; i++) {
        // Eighteen days after one another for a user, and users some minutes apart.
        long seconds = (i / USERS) * 18L * 86_400 + (i % USERS) * 1_543L;
        rows.add(
            Row.of(
                table.definition(),
                Map.of(
                    "user_id",
                    String.format("U%04d", i % USERS),
                    "order_date",
                    begin.plusSeconds(seconds),
                    "order_id",
                    i,
                    "category",
                    String.format("C%02d", i * 7 % 50),
                    "status",
                    states[i * 31 % 127 % 4])));
      }
      table.putAll(rows);
    }
  }

  /** The page with what the shell answers to its lines. */
  private String answered(String page, Shell shell) {
    StringBuilder text = new StringBuilder();
    boolean inside = false;
    for (String line : page.lines().toList()) {
      if (line.equals(OPEN)) {
        inside = true;
        text.append(line).append('\n');
      } else if (line.equals("```")) {
        inside = false;
        text.append(line).append('\n');
      } else if (!inside) {
        text.append(line).append('\n');
      } else if (line.startsWith(PROMPT)) {
        text.append(line).append('\n').append(answer(shell, line.substring(PROMPT.length())));
      }
    }
    return text.toString();
  }

  /** Times are left out: they are different every time. */
  private String answer(Shell shell, String line) {
    out.reset();
    shell.run(line);
    console.flush();
    return out.toString(StandardCharsets.UTF_8).replaceAll(", [0-9.]+ ms\n", "\n");
  }
}
