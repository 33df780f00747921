package dev.keyfold.sql.define;

import dev.keyfold.sql.errors.SqlErrors;
import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.errors.SqlStates;
import dev.keyfold.sql.parse.Nearest;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** WITH (shards = 256, shard_by = 2, ttl = '7 days', versioned). */
public record TableOptions(
    int shards, int shardBy, @Nullable Duration timeToLive, boolean ttlGiven, boolean versioned) {
  private static final Pattern AMOUNT = Pattern.compile("(\\d{1,12})\\s*([a-z]*)");

  public static TableOptions of(Map<String, String> options, List<String> allowed, int offset) {
    for (String name : options.keySet()) {
      if (!allowed.contains(name)) {
        throw SqlErrors.at(
            SqlStates.INVALID_PARAMETER,
            "found the option '" + name + "', expected one of " + String.join(", ", allowed),
            offset,
            Nearest.hint(name, allowed));
      }
    }
    String ttl = options.get("ttl");
    return new TableOptions(
        number(options, "shards", 0, 65_536),
        number(options, "shard_by", 1, 100),
        ttl == null || ttl.equals("none") ? null : duration(ttl),
        ttl != null,
        Boolean.parseBoolean(options.getOrDefault("versioned", "false")));
  }

  private static int number(Map<String, String> options, String name, int absent, int most) {
    String value = options.get(name);
    if (value == null || value.equals("none")) {
      return absent;
    }
    try {
      int number = Integer.parseInt(value);
      if (number >= 0 && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    throw new SqlStateException(
        SqlStates.INVALID_PARAMETER,
        "the option " + name + " found '" + value + "', expected a number from 0 to " + most);
  }

  /** Seconds, {@code '7 days'} or {@code 'P7D'}. */
  private static Duration duration(String value) {
    String text = value.strip().toLowerCase(Locale.ROOT);
    Matcher amount = AMOUNT.matcher(text);
    try {
      if (amount.matches()) {
        long number = Long.parseLong(amount.group(1));
        return switch (amount.group(2)) {
          case "", "s", "sec", "second", "seconds" -> Duration.ofSeconds(number);
          case "ms", "millisecond", "milliseconds" -> Duration.ofMillis(number);
          case "min", "minute", "minutes" -> Duration.ofMinutes(number);
          case "h", "hour", "hours" -> Duration.ofHours(number);
          case "d", "day", "days" -> Duration.ofDays(number);
          default -> throw new DateTimeException(text);
        };
      }
      return Duration.parse(value.strip());
    } catch (DateTimeException | ArithmeticException e) {
      throw new SqlStateException(
          SqlStates.INVALID_PARAMETER,
          "the option ttl found '"
              + value
              + "', expected seconds, or a time such as '30 minutes', '7 days' or 'PT12H'");
    }
  }
}
