package dev.keyfold.sql.function;

import dev.keyfold.sql.errors.SqlStateException;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalAdjusters;
import java.util.Locale;
import org.apache.calcite.linq4j.function.Strict;

/** Functions of times. A timestamp is milliseconds since 1970 in UTC, a date is days since then. */
public final class TimeFunctions {
  private TimeFunctions() {}

  private static LocalDateTime local(long millis) {
    return LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), ZoneOffset.UTC);
  }

  private static long millis(LocalDateTime time) {
    return time.toInstant(ZoneOffset.UTC).toEpochMilli();
  }

  /** The beginning of the unit of time that the timestamp lies in. */
  @Strict
  public static long dateTrunc(String unit, long timestamp) {
    LocalDateTime time = local(timestamp);
    LocalDateTime day = time.truncatedTo(ChronoUnit.DAYS);
    int year = day.getYear();
    return millis(
        switch (unit.toLowerCase(Locale.ROOT)) {
          case "milliseconds", "millisecond", "microseconds", "microsecond" -> time;
          case "second" -> time.truncatedTo(ChronoUnit.SECONDS);
          case "minute" -> time.truncatedTo(ChronoUnit.MINUTES);
          case "hour" -> time.truncatedTo(ChronoUnit.HOURS);
          case "day" -> day;
          case "week" -> day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
          case "month" -> day.withDayOfMonth(1);
          case "quarter" -> day.with(IsoFields.DAY_OF_QUARTER, 1L);
          case "year" -> day.withDayOfYear(1);
          case "decade" -> day.withDayOfYear(1).withYear(Math.floorDiv(year, 10) * 10);
          case "century" -> day.withDayOfYear(1).withYear(Math.floorDiv(year - 1, 100) * 100 + 1);
          case "millennium" ->
              day.withDayOfYear(1).withYear(Math.floorDiv(year - 1, 1000) * 1000 + 1);
          default -> throw unknown(unit);
        });
  }

  private static SqlStateException unknown(String unit) {
    return new SqlStateException(
        "22023",
        "found the unit '"
            + unit
            + "', expected one of millisecond, second, minute, hour, day, week, month, quarter,"
            + " year, decade, century, millennium; date_part also knows dow, doy, isodow, isoyear,"
            + " epoch");
  }

  /** A part of a timestamp, as EXTRACT of PostgreSQL gives it. */
  @Strict
  public static BigDecimal datePart(String unit, long timestamp) {
    LocalDateTime time = local(timestamp);
    int year = time.getYear();
    long secondMillis = time.getSecond() * 1000L + time.getNano() / 1_000_000;
    long whole =
        switch (unit.toLowerCase(Locale.ROOT)) {
          case "microsecond", "microseconds" -> secondMillis * 1000;
          case "minute" -> time.getMinute();
          case "hour" -> time.getHour();
          case "day" -> time.getDayOfMonth();
          case "dow" -> time.getDayOfWeek().getValue() % 7;
          case "isodow" -> time.getDayOfWeek().getValue();
          case "doy" -> time.getDayOfYear();
          case "week" -> time.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR);
          case "isoyear" -> time.get(IsoFields.WEEK_BASED_YEAR);
          case "month" -> time.getMonthValue();
          case "quarter" -> time.get(IsoFields.QUARTER_OF_YEAR);
          case "year" -> year;
          case "decade" -> Math.floorDiv(year, 10);
          case "century" -> Math.floorDiv(year - 1, 100) + 1;
          case "millennium" -> Math.floorDiv(year - 1, 1000) + 1;
          case "millisecond", "milliseconds" -> secondMillis;
          case "second" -> -1;
          case "epoch" -> -2;
          default -> throw unknown(unit);
        };
    if (whole == -1) {
      return BigDecimal.valueOf(secondMillis, 3);
    }
    return unit.equalsIgnoreCase("epoch")
        ? BigDecimal.valueOf(timestamp, 3)
        : BigDecimal.valueOf(whole);
  }

  @Strict
  public static int makeDate(int year, int month, int day) {
    try {
      return (int) LocalDate.of(year, month, day).toEpochDay();
    } catch (DateTimeException e) {
      throw outOfRange(e);
    }
  }

  @Strict
  public static int makeTime(int hour, int minute, double second) {
    try {
      return (int) (LocalTime.of(hour, minute).get(ChronoField.MILLI_OF_DAY) + seconds(second));
    } catch (DateTimeException e) {
      throw outOfRange(e);
    }
  }

  private static long seconds(double second) {
    if (second < 0 || second >= 60) {
      throw new DateTimeException("Invalid value for seconds: " + second);
    }
    return Math.round(second * 1000);
  }

  @Strict
  public static long makeTimestamp(
      int year, int month, int day, int hour, int minute, double second) {
    try {
      return millis(LocalDateTime.of(year, month, day, hour, minute)) + seconds(second);
    } catch (DateTimeException e) {
      throw outOfRange(e);
    }
  }

  private static SqlStateException outOfRange(DateTimeException e) {
    return new SqlStateException("22008", "a date or time is out of range: " + e.getMessage());
  }

  /** From seconds since 1970. */
  @Strict
  public static long toTimestamp(double seconds) {
    return Math.round(seconds * 1000);
  }

  @Strict
  public static boolean isfinite(long timestamp) {
    return true;
  }

  public static long clockTimestamp() {
    return System.currentTimeMillis();
  }

  public static java.util.UUID genRandomUuid() {
    return java.util.UUID.randomUUID();
  }
}
