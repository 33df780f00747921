package dev.keyfold.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.Limits;
import dev.keyfold.codec.ValueText;
import dev.keyfold.codec.bytes.Utf8;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads JSON arrays of the values of a key, in field order, exactly: integers of any size,
 * fractions as decimals. Values come out as {@link ValueText} takes them. Not thread-safe.
 */
final class JsonArrays {
  /** Most characters of a number: beyond what the codec takes, so that its own limit speaks. */
  private static final int NUMBER_LENGTH = Limits.DECIMAL_DIGITS * 2;

  /** Deepest arrays that are read at all; a schema takes {@link Limits#NESTING}. */
  private static final int NESTING = 1000;

  private final JsonFactory factory =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNumberLength(NUMBER_LENGTH)
                  .maxStringLength(Lines.LONGEST)
                  .maxNestingDepth(NESTING)
                  .build())
          .build();
  private final KeySchema schema;
  private final int fewest;
  private final List<Object> values = new ArrayList<>();

  JsonArrays(KeySchema schema) {
    this.schema = schema;
    int required = schema.size();
    while (schema.field(required - 1).added()) {
      required--;
    }
    this.fewest = required;
  }

  /**
   * The values of one array, which is all that the slice may hold; trailing added fields may be
   * missing. The list is valid until the next call.
   */
  List<Object> read(byte[] line, int from, int to) throws IOException {
    int malformed = Utf8.indexOfMalformed(line, from, to);
    if (malformed >= 0) {
      throw new BadInputException(
          "at byte "
              + (malformed - from)
              + ": found "
              + Integer.toHexString(line[malformed] & 0xFF)
              + ", expected UTF-8");
    }
    // From a string, because from bytes Jackson would guess the encoding, and guess UTF-16 at
    // times.
    String text = new String(line, from, to - from, StandardCharsets.UTF_8);
    try (JsonParser parser = factory.createParser(text)) {
      array(parser);
    } catch (StreamConstraintsException e) {
      throw tooMuch(e);
    } catch (JsonProcessingException e) {
      throw notJson(e);
    }
    return values;
  }

  private void array(JsonParser parser) throws IOException {
    values.clear();
    JsonToken first = parser.nextToken();
    if (first != JsonToken.START_ARRAY) {
      throw new BadInputException(
          "found "
              + (first == null ? "an empty line" : name(first))
              + ", expected a JSON array of the values, such as [\"a\",1]");
    }
    int count = 0;
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      if (count < schema.size()) {
        values.add(value(parser, token, schema.field(count)));
      } else {
        parser.skipChildren();
      }
      count++;
    }
    if (count < fewest || count > schema.size()) {
      throw new BadInputException(
          "found " + count + (count == 1 ? " value" : " values") + ", expected " + expected());
    }
    if (parser.nextToken() != null) {
      throw new BadInputException(
          "found " + name(parser.currentToken()) + " behind the array, expected one array a line");
    }
  }

  private String expected() {
    String count = (fewest < schema.size() ? fewest + " to " : "") + schema.size();
    return count + ": " + String.join(", ", schema.fields().stream().map(KeyField::name).toList());
  }

  /** The field decides only how numbers are kept and how deep arrays may go. */
  private static Object value(JsonParser parser, JsonToken token, KeyField field)
      throws IOException {
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
  private record Unsuitable(String name) {
    @Override
    public String toString() {
      return name;
    }
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
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      int index = list ? 0 : Math.min(elements.size(), fields.size() - 1);
      elements.add(value(parser, token, fields.get(index)));
    }
    return elements;
  }

  private static String name(JsonToken token) {
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

  private static BadInputException notJson(JsonProcessingException e) {
    String message = e.getOriginalMessage().lines().findFirst().orElse("");
    return new BadInputException(
        (e.getLocation() == null
                ? ""
                : "at character " + (e.getLocation().getColumnNr() - 1) + ": ")
            + "not JSON: "
            + message);
  }
}
