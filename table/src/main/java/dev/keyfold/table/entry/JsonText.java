package dev.keyfold.table.entry;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.Limits;
import dev.keyfold.codec.ValueText;
import dev.keyfold.codec.bytes.Utf8;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON exactly: integers of any size, fractions as decimals. Values come out as {@link
 * ValueText} takes them. Whatever is wrong with a text is a {@link BadInputException} that says
 * where. Thread-safe.
 */
public final class JsonText {
  /** Most characters of a number: beyond what the codec takes, so that its own limit speaks. */
  private static final int NUMBER_LENGTH = Limits.DECIMAL_DIGITS * 2;

  /** Longest text or line in bytes. */
  public static final int LONGEST = 8 << 20;

  /** Deepest arrays that are read at all; a schema takes {@link Limits#NESTING}. */
  private static final int NESTING = 1000;

  private final JsonFactory factory =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNumberLength(NUMBER_LENGTH)
                  .maxStringLength(LONGEST)
                  .maxNestingDepth(NESTING)
                  .build())
          .build();

  /** With the limits of Keyfold on numbers and nesting. */
  public JsonText() {}

  /** What to do with a text. */
  @FunctionalInterface
  public interface Reading {
    /** Reads tokens; need not read all of them. */
    void read(JsonParser parser) throws IOException;
  }

  /** Reads the bytes from {@code from} to {@code to} (exclusive), which must be UTF-8. */
  public void read(byte[] line, int from, int to, Reading reading) throws IOException {
    // From a string, because from bytes Jackson would guess the encoding, and guess UTF-16 at
    // times.
    read(utf8(line, from, to), reading);
  }

  /** Reads a text. */
  public void read(String text, Reading reading) throws IOException {
    try (JsonParser parser = factory.createParser(text)) {
      reading.read(parser);
    } catch (StreamConstraintsException e) {
      throw tooMuch(e);
    } catch (JsonProcessingException e) {
      throw notJson(e);
    }
  }

  /** Bytes as text; nothing is replaced. */
  public static String utf8(byte[] line, int from, int to) {
    int malformed = Utf8.indexOfMalformed(line, from, to);
    if (malformed >= 0) {
      throw new BadInputException(
          "at byte "
              + (malformed - from)
              + ": found "
              + Integer.toHexString(line[malformed] & 0xFF)
              + ", expected UTF-8");
    }
    return new String(line, from, to - from, StandardCharsets.UTF_8);
  }

  /**
   * The value that the parser stands on. The field decides only how numbers are kept and how deep
   * arrays may go; what it cannot be, {@link ValueText} refuses.
   */
  public static @Nullable Object value(JsonParser parser, KeyField field) throws IOException {
    JsonToken token = parser.currentToken();
    return switch (token) {
      case VALUE_STRING -> parser.getText();
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(parser, token, field.type().kind());
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      case START_ARRAY -> field.type().fields().isEmpty() ? skip(parser) : elements(parser, field);
      default -> skip(parser);
    };
  }

  /** Something that no field of this type can be; {@link ValueText} will say so. */
  record Unsuitable(String name) {
    @Override
    public String toString() {
      return name;
    }
  }

  /** Whether a value is, or a list has somewhere, what no field can be. */
  static boolean hasUnsuitable(@Nullable Object value) {
    return value instanceof Unsuitable
        || (value instanceof List<?> list && list.stream().anyMatch(JsonText::hasUnsuitable));
  }

  private static Unsuitable skip(JsonParser parser) throws IOException {
    Unsuitable skipped = new Unsuitable(name(parser.currentToken()));
    parser.skipChildren();
    return skipped;
  }

  private static Object number(JsonParser parser, JsonToken token, Kind kind) throws IOException {
    if (kind == Kind.FLOAT || kind == Kind.DOUBLE) {
      // As text: a decimal would lose the sign of -0.0, which is a key of its own.
      return parser.getText();
    }
    if (token == JsonToken.VALUE_NUMBER_FLOAT) {
      return decimal(parser);
    }
    return parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
        ? parser.getBigIntegerValue()
        : (Object) parser.getLongValue();
  }

  private static BigDecimal decimal(JsonParser parser) throws IOException {
    try {
      return parser.getDecimalValue();
    } catch (NumberFormatException e) {
      throw new BadInputException(
          "found " + parser.getText() + ", expected a number whose exponent fits 32 bits");
    }
  }

  private static List<Object> elements(JsonParser parser, KeyField field) throws IOException {
    List<KeyField> fields = field.type().fields();
    boolean list = field.type().kind() == Kind.LIST;
    List<Object> elements = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      int index = list ? 0 : Math.min(elements.size(), fields.size() - 1);
      elements.add(value(parser, fields.get(index)));
    }
    return elements;
  }

  /** What a token is, in words; null is the end. */
  public static String name(@Nullable JsonToken token) {
    if (token == null) {
      return "the end";
    }
    return switch (token) {
      case START_ARRAY -> "an array";
      case START_OBJECT -> "an object";
      case VALUE_STRING -> "a string";
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
      case VALUE_TRUE -> "true";
      case VALUE_FALSE -> "false";
      case VALUE_NULL -> "null";
      default -> token.asString();
    };
  }

  private static BadInputException tooMuch(StreamConstraintsException e) {
    return new BadInputException(
        e.getOriginalMessage().startsWith("Number")
            ? "found a number of more than " + NUMBER_LENGTH + " characters, expected fewer"
            : "found arrays more than " + NESTING + " deep, expected at most " + Limits.NESTING);
  }

  /** The parser's own words for where something began: its line is always the first here. */
  private static String withoutSource(String message) {
    return message.replaceAll(" \\(start marker at \\[Source: [^\\]]*\\]\\)", "");
  }

  private static BadInputException notJson(JsonProcessingException e) {
    String message = withoutSource(e.getOriginalMessage().lines().findFirst().orElse(""));
    return new BadInputException(
        (e.getLocation() == null
                ? ""
                : "at character " + (e.getLocation().getColumnNr() - 1) + ": ")
            + "not JSON: "
            + message);
  }
}
