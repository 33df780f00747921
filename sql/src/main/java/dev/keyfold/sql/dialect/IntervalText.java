package dev.keyfold.sql.dialect;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** PostgreSQL's intervals, {@code '1 day 02:30'}, as literals of the SQL standard. */
final class IntervalText {
  private static final Pattern PART =
      Pattern.compile(
          "\\s*([+-]?\\d+(?:\\.\\d+)?)\\s*([a-z]+)|\\s*([+-]?)(\\d+):(\\d+)(?::(\\d+(?:\\.\\d+)?))?");

  private static final Map<String, Integer> MONTHS =
      Map.ofEntries(
          Map.entry("mon", 1),
          Map.entry("month", 1),
          Map.entry("quarter", 3),
          Map.entry("y", 12),
          Map.entry("yr", 12),
          Map.entry("year", 12),
          Map.entry("decade", 120),
          Map.entry("century", 1200));

  private static final Map<String, Long> MILLIS =
      Map.ofEntries(
          Map.entry("ms", 1L),
          Map.entry("millisecond", 1L),
          Map.entry("s", 1000L),
          Map.entry("sec", 1000L),
          Map.entry("second", 1000L),
          Map.entry("m", 60_000L),
          Map.entry("min", 60_000L),
          Map.entry("minute", 60_000L),
          Map.entry("h", 3_600_000L),
          Map.entry("hr", 3_600_000L),
          Map.entry("hour", 3_600_000L),
          Map.entry("d", 86_400_000L),
          Map.entry("day", 86_400_000L),
          Map.entry("w", 604_800_000L),
          Map.entry("week", 604_800_000L));

  private static final Set<String> UNITS =
      Set.of(
          "second",
          "minute",
          "hour",
          "day",
          "week",
          "month",
          "quarter",
          "year",
          "seconds",
          "minutes",
          "hours",
          "days",
          "weeks",
          "months",
          "quarters",
          "years");

  private IntervalText() {}

  static boolean isUnit(String word) {
    return UNITS.contains(word);
  }

  /**
   * The literal; null if the text is no interval.
   *
   * @param sign the operator in front of it: months and days are then added one after another.
   *     Without one, an interval has only months, or only shorter units.
   */
  static @Nullable String of(String text, String sign) {
    String lower = text.toLowerCase(Locale.ROOT).strip();
    boolean ago = lower.endsWith(" ago");
    Matcher part = PART.matcher(ago ? lower.substring(0, lower.length() - 4) : lower);
    BigDecimal months = BigDecimal.ZERO;
    BigDecimal millis = BigDecimal.ZERO;
    int end = 0;
    while (part.find() && part.start() == end) {
      end = part.end();
      if (part.group(2) == null) {
        BigDecimal clock = clock(part);
        millis = millis.add(part.group(3).equals("-") ? clock.negate() : clock);
        continue;
      }
      String unit = singular(part.group(2));
      BigDecimal number = new BigDecimal(part.group(1));
      if (MONTHS.containsKey(unit)) {
        months = months.add(number.multiply(BigDecimal.valueOf(MONTHS.get(unit))));
      } else if (MILLIS.containsKey(unit)) {
        millis = millis.add(number.multiply(BigDecimal.valueOf(MILLIS.get(unit))));
      } else {
        return null;
      }
    }
    if (end == 0 || end < part.regionEnd()) {
      return null;
    }
    return written(ago ? months.negate() : months, ago ? millis.negate() : millis, sign);
  }

  private static BigDecimal clock(Matcher part) {
    BigDecimal seconds = part.group(6) == null ? BigDecimal.ZERO : new BigDecimal(part.group(6));
    return seconds
        .add(BigDecimal.valueOf(Long.parseLong(part.group(4)) * 3600))
        .add(BigDecimal.valueOf(Long.parseLong(part.group(5)) * 60))
        .movePointRight(3);
  }

  private static String singular(String unit) {
    return switch (unit) {
      case "centuries" -> "century";
      case "s", "ms", "hrs" -> unit.equals("hrs") ? "hr" : unit;
      default -> unit.endsWith("s") ? unit.substring(0, unit.length() - 1) : unit;
    };
  }

  private static @Nullable String written(BigDecimal months, BigDecimal millis, String sign) {
    if (months.stripTrailingZeros().scale() > 0) {
      return null;
    }
    List<String> literals = new ArrayList<>();
    if (months.signum() != 0) {
      literals.add(literal(months.toBigInteger().toString(), "MONTH(9)"));
    }
    if (millis.signum() != 0 || months.signum() == 0) {
      BigDecimal seconds = millis.setScale(0, RoundingMode.HALF_UP).movePointLeft(3);
      literals.add(literal(seconds.toPlainString(), "SECOND(10, 3)"));
    }
    if (literals.size() == 1) {
      return literals.get(0);
    }
    return sign.isEmpty() ? null : String.join(" " + sign + " ", literals);
  }

  private static String literal(String number, String unit) {
    return number.startsWith("-")
        ? "INTERVAL -'" + number.substring(1) + "' " + unit
        : "INTERVAL '" + number + "' " + unit;
  }
}
