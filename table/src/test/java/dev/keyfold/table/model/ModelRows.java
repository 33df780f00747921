package dev.keyfold.table.model;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Random rows and conditions over the fields of {@link ModelSchema}. */
final class ModelRows {
  private static final String[] USERS = {"", "U1", "U10", "U2", "a\u0000b", "Ü", "\uD83D\uDE00"};
  private static final String[] NOTES = {"x", "X", "xyz", "Xy", ""};
  private static final String[] TAGS = {"red", "blue", "", "re"};
  private static final String[] PRICES = {"2.5", "2.50", "0", "0.00", "1E+3", "1000", "-7.10"};
  private static final long DAY = 86_400_000L;

  /** Texts of two or four bytes so often are longer than a key may be. */
  private static final int LONG = 33_000;

  private final Random random;

  ModelRows(Random random) {
    this.random = random;
  }

  Map<String, Object> row() {
    Map<String, Object> row = new HashMap<>();
    row.put("id", random.nextInt(300));
    row.put("user", pick(USERS));
    row.put("at", at());
    row.put("kind", pick("A", "B", "C"));
    row.put("amount", random.nextInt(5) == 0 ? null : amount());
    row.put("note", random.nextInt(3) == 0 ? null : pick(NOTES));
    List<String> tags = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      tags.add(pick(TAGS));
    }
    row.put("tags", tags);
    row.put("flag", random.nextBoolean());
    row.put("price", random.nextInt(5) == 0 ? null : new BigDecimal(pick(PRICES)));
    List<BigDecimal> steps = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      steps.add(new BigDecimal(pick(PRICES)));
    }
    row.put("steps", steps);
    return row;
  }

  private String pick(String... values) {
    return values[random.nextInt(values.length)];
  }

  private Instant at() {
    return Instant.ofEpochMilli(DAY * random.nextInt(3) + random.nextInt(4));
  }

  private BigDecimal amount() {
    return BigDecimal.valueOf(random.nextInt(12) * 50L, 2);
  }

  /** A condition as text. */
  String condition() {
    return switch (random.nextInt(19)) {
      case 0 -> "id " + sign() + " " + random.nextInt(300);
      case 1 -> "id in (" + random.nextInt(300) + ", " + random.nextInt(300) + ")";
      case 2 -> "user = " + quoted(pick(USERS));
      case 3 -> "user in (" + quoted(pick(USERS)) + ", " + quoted(pick(USERS)) + ")";
      case 4 -> "user like '" + pick("U", "U1", "a", "") + "%'";
      case 5 -> "at " + sign() + " '" + at() + "'";
      case 6 -> "at between '" + at() + "' and '" + at() + "'";
      case 7 -> "kind " + sign() + " '" + pick("A", "B", "C") + "'";
      case 8 -> "amount " + sign() + " " + amount();
      case 9 -> pick("amount is null", "amount is not null", "note is null", "note is not null");
      case 10 -> "note = '" + pick(NOTES) + "'";
      case 11 -> pick("lower(note) = 'x'", "lower(note) like 'x%'", "day(at) = '1970-01-02'");
      case 13 -> "price " + sign() + " " + pick(PRICES);
      case 12, 14 -> "tags contains '" + pick(TAGS) + "'";
      case 18 -> "steps " + sign() + " [" + pick(PRICES) + "]";
      case 15 -> "id = " + random.nextInt(300);
      case 16 -> // of a field that is never null, and of functions of one
          pick("id", "user", "at", "kind", "tags", "flag", "day(at)", "lower(user)") + " is null";
      case 17 -> // seldom longer than any key: such texts make everything slow that prints them
          pick("user", "note", "lower(note)")
              + pick(" = ", " < ", " <= ", " > ", " >= ", " != ")
              + quoted(pick("U1", "x", "\uD83D\uDE00").repeat(random.nextInt(20) == 0 ? LONG : 3));
      default -> "flag = " + random.nextBoolean();
    };
  }

  private String sign() {
    return pick("=", "<", "<=", ">", ">=", "!=");
  }

  private static String quoted(String text) {
    return "'" + text + "'";
  }

  /** An order as text, empty for none. */
  String order() {
    if (random.nextInt(3) == 0) {
      return "";
    }
    List<String> items = new ArrayList<>();
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      String item =
          pick(
              "id",
              "user",
              "at",
              "kind",
              "amount",
              "note",
              "flag",
              "price",
              "steps",
              "lower(note)",
              "day(at)");
      if (items.stream().noneMatch(other -> other.startsWith(item))) {
        items.add(item + pick("", " desc", " desc"));
      }
    }
    return " order by " + String.join(", ", items);
  }
}
