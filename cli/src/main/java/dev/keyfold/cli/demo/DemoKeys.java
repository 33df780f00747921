package dev.keyfold.cli.demo;

import dev.keyfold.codec.KeyExplainer;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeyPart;
import dev.keyfold.codec.KeyPart.Role;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.bytes.Bytes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One order's key, in the specification's bytes and in native ones, and why such keys sort right.
 */
final class DemoKeys {
  private static final String FIELDS_DESC =
      "user_id string(32), order_date timestamp desc, order_id uuid";
  private static final int BYTES_PER_LINE = 9;
  private static final int CELL = 33;
  private static final int NAME = 12;

  private final DemoPage page;

  DemoKeys(DemoPage page) {
    this.page = page;
  }

  void show() {
    page.title("1. An order encoded as a key, in one of " + Demo.SHARDS + " shards");
    page.say("  user_id " + Demo.USER + "   order_date " + Demo.DATE);
    page.say("  order_id " + Demo.ORDER);
    page.say("");
    KeySchema fields = KeySchema.parse(Demo.KEY_FIELDS);
    sideBySide(
        KeySchema.parse(Demo.KEY_FIELDS, KeyFormats.named("delimited")).withShards(Demo.SHARDS),
        fields.withShards(Demo.SHARDS));
    order(fields);
  }

  private void sideBySide(KeySchema left, KeySchema right) {
    byte[] leftKey = left.encode(Demo.USER, Demo.DATE, Demo.ORDER);
    byte[] rightKey = right.encode(Demo.USER, Demo.DATE, Demo.ORDER);
    page.fact(
        "key", Map.of("specification", Bytes.toHex(leftKey), "native", Bytes.toHex(rightKey)));
    List<KeyPart> leftParts = new KeyExplainer(left).explain(leftKey).parts();
    List<KeyPart> rightParts = new KeyExplainer(right).explain(rightKey).parts();
    String title =
        pad("the specification's " + leftKey.length + " bytes", CELL)
            + ("native, " + rightKey.length + " bytes");
    page.say("  " + " ".repeat(NAME) + page.paint(DemoPage.BOLD, title));
    for (int field = -1; field < left.size(); field++) {
      List<String> one = cell(leftKey, leftParts, field);
      List<String> other = cell(rightKey, rightParts, field);
      String name = field < 0 ? "shard" : left.field(field).name();
      for (int i = 0; i < Math.max(one.size(), other.size()); i++) {
        String line =
            pad(i < one.size() ? one.get(i) : "", CELL) + (i < other.size() ? other.get(i) : "");
        page.say(
            "  " + pad(i == 0 ? name : "", NAME) + page.paint(paint(field), line.stripTrailing()));
      }
    }
    page.note("The first pads user_id to 32 bytes and separates fields with a delimiter; a");
    page.note("longer user id does not fit. The second terminates strings with 00, flips the");
    page.note("sign bit of the date, and accepts values of any length.");
  }

  private static String paint(int field) {
    return switch (field) {
      case 0 -> DemoPage.CYAN;
      case 1 -> DemoPage.YELLOW;
      case 2 -> DemoPage.GREEN;
      default -> DemoPage.DIM;
    };
  }

  /** The bytes of one field, with a word on those that are not its value. */
  private static List<String> cell(byte[] key, List<KeyPart> parts, int field) {
    List<String> lines = new ArrayList<>();
    for (KeyPart part : parts) {
      if (part.field() != field) {
        continue;
      }
      if (part.role() == Role.PADDING) {
        lines.add("00 × " + part.length() + "  " + part.text());
        continue;
      }
      for (int at = part.offset(); at < part.end(); at += BYTES_PER_LINE) {
        lines.add(spaced(key, at, Math.min(part.end(), at + BYTES_PER_LINE)));
      }
      if (part.role() != Role.VALUE) {
        lines.set(lines.size() - 1, lines.get(lines.size() - 1) + "  " + part.text());
      }
    }
    return lines;
  }

  private static String spaced(byte[] key, int from, int to) {
    StringBuilder text = new StringBuilder();
    for (int i = from; i < to; i++) {
      text.append(i == from ? "" : " ").append(Bytes.toHex(key[i]));
    }
    return text.toString();
  }

  private static String pad(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()));
  }

  private void order(KeySchema fields) {
    page.title("2. Why keys sort correctly: in byte order, without the shard");
    sorted(fields, 1, 3, 0, 2);
    page.note("USR_1 ends with 00, which no encoded text contains, so it sorts before");
    page.note("USR_12345 whatever follows. With the sign flipped, 1969 sorts before 2025.");
    page.say("");
    page.say("  With order_date desc its bits are inverted, and the latest comes first:");
    sorted(KeySchema.parse(FIELDS_DESC), 2, 0, 3);
  }

  /** Shows some of the neighbours in the order of their keys. */
  private void sorted(KeySchema plain, int... chosen) {
    Object[][] neighbours = {
      {Demo.USER, Demo.DATE, Demo.ORDER},
      {"USR_1", Demo.DATE, Demo.ORDER},
      {Demo.USER, Demo.DATE.plusSeconds(86_400), Demo.ORDER},
      {Demo.USER, Instant.parse("1969-07-20T20:17:40Z"), Demo.ORDER}
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
      page.say(
          "  "
              + page.paint(DemoPage.CYAN, Bytes.toHex(key, 0, user))
              + ' '
              + page.paint(DemoPage.YELLOW, Bytes.toHex(key, user, date))
              + ' '
              + page.paint(DemoPage.GREEN, Bytes.toHex(key, date, date + 1) + "..")
              + " ".repeat(22 - 2 * user)
              + pad(row[0].toString(), 11)
              + row[1]);
    }
  }
}
