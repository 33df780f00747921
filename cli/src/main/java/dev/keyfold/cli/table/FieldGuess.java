package dev.keyfold.cli.table;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.keyfold.table.entry.BadInputException;
import java.io.IOException;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The type of a field, guessed from its values in a sample: the narrowest that holds all of them.
 * Not thread-safe.
 */
final class FieldGuess {
  private static final Pattern UUID =
      Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");
  private static final Pattern DATE = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");
  private static final Pattern TIMESTAMP =
      Pattern.compile("[0-9]{4}-.*T.*[0-9](\\.[0-9]+)?(Z|[+-][0-9:]+)");
  private static final BigInteger LONGEST = BigInteger.ONE.shiftLeft(63);

  /** What a value looks like. */
  private enum Look {
    BOOL,
    LONG,
    INTEGER,
    DECIMAL,
    DOUBLE,
    UUID,
    DATE,
    TIMESTAMP,
    TEXT,
    LIST
  }

  /** The values with the line on which each first occurred. */
  private final Map<Look, Integer> looks = new EnumMap<>(Look.class);

  private final Set<String> values = new HashSet<>();
  private @Nullable FieldGuess elements;
  private boolean elementNull;
  private boolean repeats;
  private boolean nulls;
  private int digits;
  private long count;

  /** Reads the value at the parser's position and leaves the parser at its end. */
  void add(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    count++;
    if (token == JsonToken.VALUE_NULL) {
      nulls = true;
      return;
    }
    if (token == JsonToken.START_ARRAY) {
      addList(parser);
      return;
    }
    String text = parser.getText();
    looks.putIfAbsent(look(parser, token, text), parser.currentTokenLocation().getLineNr());
    repeats |= !values.add(text);
  }

  private Look look(JsonParser parser, JsonToken token, String text) throws IOException {
    return switch (token) {
      case VALUE_TRUE, VALUE_FALSE -> Look.BOOL;
      case VALUE_NUMBER_INT ->
          parser.getBigIntegerValue().abs().compareTo(LONGEST) < 0 ? Look.LONG : Look.INTEGER;
      case VALUE_NUMBER_FLOAT -> text.matches("[-0-9.]+") ? Look.DECIMAL : Look.DOUBLE;
      case VALUE_STRING -> textLook(text);
      default ->
          throw new BadInputException(
              "found an object, expected a value or a list of values; flatten it into fields of"
                  + " their own, such as address_city for city in address");
    };
  }

  private Look textLook(String text) {
    if (UUID.matcher(text).matches()) {
      return Look.UUID;
    }
    try {
      if (DATE.matcher(text).matches()) {
        LocalDate.parse(text);
        return Look.DATE;
      }
      if (TIMESTAMP.matcher(text).matches()) {
        int nanos = OffsetDateTime.parse(text).getNano();
        digits = Math.max(digits, nanos % 1_000_000 == 0 ? 3 : nanos % 1_000 == 0 ? 6 : 9);
        return Look.TIMESTAMP;
      }
    } catch (DateTimeException e) {
      return Look.TEXT; // it only looked like one
    }
    return Look.TEXT;
  }

  private void addList(JsonParser parser) throws IOException {
    looks.putIfAbsent(Look.LIST, parser.currentTokenLocation().getLineNr());
    repeats = true; // a list is no key
    if (elements == null) {
      elements = new FieldGuess();
    }
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      elementNull |= parser.currentToken() == JsonToken.VALUE_NULL;
      elements.add(parser);
    }
  }

  /** Whether the values are unique and never missing. */
  boolean isDifferentInEach(long records) {
    return !repeats && !nulls && count == records;
  }

  /** The type and whether it may be null, in the words of a schema. */
  String text(String field, long records) {
    return type(field) + (nulls || count < records ? " null" : "");
  }

  /** What values look like, and where that was first seen. */
  private String lines() {
    return looks.entrySet().stream()
        .map(look -> look.getKey().name().toLowerCase(Locale.ROOT) + " on line " + look.getValue())
        .collect(Collectors.joining(", "));
  }

  private String type(String field) {
    if (looks.isEmpty()) {
      return "string"; // never anything but null
    }
    if (elements != null) { // there were lists
      if (looks.size() > 1) {
        throw new BadInputException(
            "field "
                + field
                + ": found lists and other values, expected one or the other: "
                + lines());
      }
      return "list<" + elements.type(field) + (elementNull ? " null" : "") + ">";
    }
    Set<Look> numbers = EnumSet.of(Look.LONG, Look.INTEGER, Look.DECIMAL, Look.DOUBLE);
    if (numbers.containsAll(looks.keySet())) {
      if (looks.containsKey(Look.DOUBLE)) {
        return "double";
      }
      if (looks.containsKey(Look.DECIMAL)) {
        return "decimal";
      }
      return looks.containsKey(Look.INTEGER) ? "integer" : "int64";
    }
    if (looks.size() > 1) {
      Set<Look> texts = EnumSet.of(Look.UUID, Look.DATE, Look.TIMESTAMP, Look.TEXT);
      if (!texts.containsAll(looks.keySet())) {
        throw new BadInputException(
            "field " + field + ": found values of several kinds, expected one: " + lines());
      }
      return "string";
    }
    return switch (looks.keySet().iterator().next()) {
      case BOOL -> "bool";
      case UUID -> "uuid";
      case DATE -> "date";
      case TIMESTAMP -> digits <= 3 ? "timestamp" : "timestamp(" + digits + ")";
      default -> "string";
    };
  }
}
