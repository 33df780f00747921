package dev.keyfold.cli;

import dev.keyfold.codec.KeyExplainer;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.table.where.Where;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * The order key of the composite key specification, shown in at most 100 columns. Nothing shown is
 * written down here: every key, explanation and range is made while it runs.
 */
final class Demo {
  private static final String USER = "USR_12345";
  private static final Instant DATE = Instant.ofEpochMilli(1_737_100_800_000L);
  private static final UUID ORDER = UUID.fromString("550e8400-e29b-41d4-a716-446655440001");
  private static final String FIELDS = "user_id string(32), order_date timestamp, order_id uuid";
  private static final String FIELDS_DESC =
      "user_id string(32), order_date timestamp desc, order_id uuid";
  private static final int SHARDS = 256;
  private static final int BYTES_PER_LINE = 8;

  private final Console console;
  private final DemoPage page;
  private final KeySchema schema = KeySchema.parse(FIELDS).withShards(SHARDS);

  Demo(Console console) {
    this.console = console;
    this.page = new DemoPage(console);
  }

  void show() {
    page.say(
        page.paint(DemoPage.BOLD, "Keyfold")
            + " folds typed fields into one key that sorts right as plain bytes.");
    encode();
    explain();
    order();
    queries();
    new DemoTable(console, page, USER, DATE, ORDER).show();
  }

  void showNext() {
    page.title("Try next");
    page.command("keyfold table create --help             tables of your own");
    page.command("keyfold query --help                    questions, tokens, refusals");
    page.command("keyfold key --help                      how schemas and values are written");
    page.command("keyfold key range --help                conditions, and the bytes they select");
    page.command("keyfold key explain --schema 'n int32' 8000002a");
  }

  private void encode() {
    page.title(
        "1. In go the values of an order, out comes one key in one of " + SHARDS + " shards");
    String values = "[\"" + USER + "\"," + DATE.toEpochMilli() + ",\"" + ORDER + "\"]";
    String key = pipe(values, "encode");
    page.say("");
    pipe(key, "decode");
  }

  /** Shows a command with its input and output. */
  private String pipe(String input, String name) {
    page.command("echo '" + input + "' |");
    page.more("keyfold key " + name + " --shards " + SHARDS + " --schema \\");
    page.more("  '" + FIELDS + "'");
    String output = run(input, name);
    page.say("  " + output);
    return output;
  }

  /** Really runs the command that is shown. */
  private static String run(String input, String name) {
    String[] args = {"key", name, "--shards", Integer.toString(SHARDS), "--schema", FIELDS};
    InputStream in = new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int status = Main.run(args, in, out, out);
    String output = out.toString(StandardCharsets.UTF_8).strip();
    if (status != ExitCode.DONE) {
      throw new IllegalStateException(output);
    }
    return output;
  }

  private void explain() {
    page.title("2. Every byte has its reason");
    byte[] key = schema.encode(USER, DATE, ORDER);
    String text = new KeyExplainer(schema).explain(key).render(page.isColoured(), BYTES_PER_LINE);
    text.lines().skip(1).forEach(page::say); // the first line repeats the schema
  }

  private void order() {
    page.title("3. Why it sorts right: neighbours in the order of their bytes, shards left aside");
    sorted(KeySchema.parse(FIELDS), 1, 3, 0, 2);
    page.note(
        "USR_1 ends with 00, which no written text contains, so it comes before USR_12345 whatever");
    page.note("follows. Dates have their sign bit flipped, so 1969 comes before 2025.");
    page.say("");
    page.say(
        "  With order_date desc the bits of the date are inverted, and the latest comes first:");
    sorted(KeySchema.parse(FIELDS_DESC), 2, 0, 3);
  }

  /** Shows some of the neighbours in the order of their keys. */
  private void sorted(KeySchema plain, int... chosen) {
    Object[][] neighbours = {
      {USER, DATE, ORDER},
      {"USR_1", DATE, ORDER},
      {USER, DATE.plusSeconds(86_400), ORDER},
      {USER, Instant.parse("1969-07-20T20:17:40Z"), ORDER}
    };
    List<Object[]> rows = new ArrayList<>();
    for (int index : chosen) {
      rows.add(neighbours[index]);
    }
    rows.sort((a, b) -> Bytes.compare(plain.encode(a), plain.encode(b)));
    for (Object[] row : rows) {
      byte[] key = plain.encode(row);
      int user = plain.prefixLength(key, 1);
      int date = plain.prefixLength(key, 2);
      StringBuilder line = new StringBuilder("  ");
      line.append(page.paint(DemoPage.CYAN, Bytes.toHex(key, 0, user))).append(' ');
      line.append(page.paint(DemoPage.YELLOW, Bytes.toHex(key, user, date))).append(' ');
      line.append(page.paint(DemoPage.GREEN, Bytes.toHex(key, date, date + 2) + ".."));
      line.append(" ".repeat(24 - 2 * user)).append(row[0]);
      line.append(" ".repeat(12 - row[0].toString().length())).append(row[1]);
      page.say(line.toString());
    }
  }

  private void queries() {
    page.title("4. Three queries, and the bytes that a store has to read for each");
    query(
        "Exact lookup",
        "user_id = '" + USER + "' and order_date = " + DATE.toEpochMilli(),
        "and order_id = '" + ORDER + "'");
    query("Prefix scan", "user_id = '" + USER + "'", "");
    query(
        "Range scan",
        "user_id = '" + USER + "'",
        "and order_date >= '2025-01-01' and order_date < '2025-02-01'");
  }

  private void query(String name, String first, String rest) {
    page.say(
        "  "
            + page.paint(DemoPage.BOLD, name)
            + " ".repeat(14 - name.length())
            + page.paint(DemoPage.CYAN, first));
    if (!rest.isEmpty()) {
      page.say(" ".repeat(16) + page.paint(DemoPage.CYAN, rest));
    }
    for (KeyRange range : new WhereRanges(schema).of(Where.parse(first + " " + rest))) {
      page.say("    from " + Bytes.toHex(range.start()));
      page.say("    to   " + Bytes.toHex(range.end()));
    }
  }
}
