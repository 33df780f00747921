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

  private static final String BOLD = "\u001b[1m";
  private static final String DIM = "\u001b[2m";
  // The three fields, in the colours that the explainer gives them.
  private static final String CYAN = "\u001b[36m";
  private static final String YELLOW = "\u001b[33m";
  private static final String GREEN = "\u001b[32m";
  private static final String RESET = "\u001b[0m";

  private final Console console;
  private final boolean coloured;
  private final KeySchema schema = KeySchema.parse(FIELDS).withShards(SHARDS);

  Demo(Console console) {
    this.console = console;
    this.coloured = console.coloured();
  }

  void show() {
    say(
        paint(BOLD, "Keyfold")
            + " folds typed fields into one key that sorts right as plain bytes.");
    encode();
    explain();
    order();
    queries();
  }

  void showNext() {
    title("Try next");
    command("keyfold key --help                      how schemas and values are written");
    command("keyfold key range --help                conditions, and the bytes they select");
    command("keyfold key explain --schema 'n int32' 8000002a");
  }

  private void encode() {
    title("1. In go the values of an order, out comes one key in one of " + SHARDS + " shards");
    String values = "[\"" + USER + "\"," + DATE.toEpochMilli() + ",\"" + ORDER + "\"]";
    String key = pipe(values, "encode");
    say("");
    pipe(key, "decode");
  }

  /** Shows a command with its input and output. */
  private String pipe(String input, String name) {
    command("echo '" + input + "' |");
    say(paint(CYAN, "      keyfold key " + name + " --shards " + SHARDS + " --schema \\"));
    say(paint(CYAN, "        '" + FIELDS + "'"));
    String output = run(input, name);
    say("  " + output);
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
    title("2. Every byte has its reason");
    byte[] key = schema.encode(USER, DATE, ORDER);
    String text = new KeyExplainer(schema).explain(key).render(coloured, BYTES_PER_LINE);
    text.lines().skip(1).forEach(this::say); // the first line repeats the schema
  }

  private void order() {
    title("3. Why it sorts right: neighbours in the order of their bytes, shards left aside");
    sorted(KeySchema.parse(FIELDS), 1, 3, 0, 2);
    note(
        "USR_1 ends with 00, which no written text contains, so it comes before USR_12345 whatever");
    note("follows. Dates have their sign bit flipped, so 1969 comes before 2025.");
    say("");
    say("  With order_date desc the bits of the date are inverted, and the latest comes first:");
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
      line.append(paint(CYAN, Bytes.toHex(key, 0, user))).append(' ');
      line.append(paint(YELLOW, Bytes.toHex(key, user, date))).append(' ');
      line.append(paint(GREEN, Bytes.toHex(key, date, date + 2) + ".."));
      line.append(" ".repeat(24 - 2 * user)).append(row[0]);
      line.append(" ".repeat(12 - row[0].toString().length())).append(row[1]);
      say(line.toString());
    }
  }

  private void queries() {
    title("4. Three queries, and the bytes that a store has to read for each");
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
    say("  " + paint(BOLD, name) + " ".repeat(14 - name.length()) + paint(CYAN, first));
    if (!rest.isEmpty()) {
      say(" ".repeat(16) + paint(CYAN, rest));
    }
    for (KeyRange range : new WhereRanges(schema).of(Where.parse(first + " " + rest))) {
      say("    from " + Bytes.toHex(range.start()));
      say("    to   " + Bytes.toHex(range.end()));
    }
  }

  private void title(String text) {
    say("");
    say(paint(BOLD, text));
  }

  private void note(String text) {
    say("  " + paint(DIM, text));
  }

  private void command(String text) {
    say("  $ " + paint(CYAN, text));
  }

  private void say(String line) {
    console.out().text(line).endLine();
  }

  private String paint(String paint, String text) {
    return coloured ? paint + text + RESET : text;
  }
}
