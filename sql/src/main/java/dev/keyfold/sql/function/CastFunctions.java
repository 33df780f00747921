package dev.keyfold.sql.function;

import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.errors.SqlStates;
import dev.keyfold.sql.result.TextForms;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Locale;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.avatica.util.DateTimeUtils;
import org.apache.calcite.linq4j.function.Strict;
import org.apache.calcite.sql.SqlOperator;

/** Casts that read or write other texts in PostgreSQL than in Calcite. */
public final class CastFunctions {
  public static final SqlOperator TEXT_TO_BOOLEAN =
      Signature.function(
          "text_to_boolean", CastFunctions.class, Signature.Of.BOOLEAN, Signature.Of.TEXT);

  public static final SqlOperator BOOLEAN_TO_TEXT =
      Signature.function(
          "boolean_to_text", CastFunctions.class, Signature.Of.TEXT, Signature.Of.BOOLEAN);

  /** With its milliseconds, which Calcite leaves out. */
  public static final SqlOperator TIMESTAMP_TO_TEXT =
      Signature.function(
          "timestamp_to_text", CastFunctions.class, Signature.Of.TEXT, Signature.Of.TIMESTAMP);

  public static final SqlOperator TEXT_TO_BYTES =
      Signature.function(
          "text_to_bytes", CastFunctions.class, Signature.Of.BYTES, Signature.Of.TEXT);

  public static final SqlOperator TEXT_TO_TIMESTAMP =
      Signature.function(
          "text_to_timestamp", CastFunctions.class, Signature.Of.TIMESTAMP, Signature.Of.TEXT);

  /** To the nearest integer, the even one if two are as near. */
  public static final SqlOperator NEAREST =
      Signature.function("nearest", CastFunctions.class, Signature.Of.DOUBLE, Signature.Of.DOUBLE);

  private CastFunctions() {}

  @Strict
  public static double nearest(double number) {
    return Math.rint(number);
  }

  @Strict
  public static boolean textToBoolean(String text) {
    return switch (text.strip().toLowerCase(Locale.ROOT)) {
      case "true", "tru", "tr", "t", "yes", "ye", "y", "on", "1" -> true;
      case "false", "fals", "fal", "fa", "f", "no", "n", "off", "of", "0" -> false;
      default ->
          throw new SqlStateException(
              SqlStates.INVALID_TEXT, "found '" + text + "', expected a boolean: true or false");
    };
  }

  @Strict
  public static String booleanToText(boolean value) {
    return value ? "true" : "false";
  }

  @Strict
  public static String timestampToText(long milliseconds) {
    return TextForms.print(Instant.ofEpochMilli(milliseconds));
  }

  @Strict
  public static ByteString textToBytes(String text) {
    try {
      return new ByteString(TextForms.bytes(text));
    } catch (IllegalArgumentException e) {
      throw new SqlStateException(
          SqlStates.INVALID_TEXT, "found '" + text + "', expected bytes such as '\\x00ff'");
    }
  }

  /** In milliseconds since 1970; what has no offset is in UTC. */
  @Strict
  public static long textToTimestamp(String text) {
    try {
      return TextForms.instant(text, 1_000_000).toEpochMilli();
    } catch (DateTimeException | IllegalArgumentException | IndexOutOfBoundsException e) {
      return loose(text);
    }
  }

  /** Also months, days and hours of one digit. */
  private static long loose(String text) {
    try {
      return DateTimeUtils.timestampStringToUnixDate(text.strip());
    } catch (RuntimeException e) {
      throw new SqlStateException(
          SqlStates.INVALID_DATETIME,
          "found '" + text + "', expected a timestamp such as '2024-02-29 10:11:12'");
    }
  }
}
