package dev.keyfold.cli.structure;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.keyfold.cli.structure.Elements.Element;
import dev.keyfold.codec.KeyException;
import dev.keyfold.structures.type.StructureType;
import dev.keyfold.table.entry.BadInputException;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One line of an export: a structure, or a part of one.
 *
 * <pre>
 *   {"name":"bob","type":"map","elements":{"email":"bob@example.com"}}
 *   {"name":"log","type":"array","elements":["a","b"],"more":true}     continued by the next line
 *   {"name":"tags","type":"set","elements":["x"],"expires":"2026-01-31T08:00:00Z"}
 *   {"name":"board","type":"sorted-set","elements":{"ann":7,"bob":"inf"}}
 *   {"name":"n","type":"string","value":"41","database":3}
 * </pre>
 *
 * <p>Names and elements are bytes: text with escapes, or with {@code "hex":true} hexadecimal.
 *
 * @param database null if the line does not say
 * @param expires in milliseconds since 1970; 0 for never
 * @param more whether the next line continues the structure
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record StructureLine(
    @Nullable Integer database,
    byte[] name,
    StructureType type,
    long expires,
    List<Element> elements,
    boolean more) {
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES) // keys of maps, all different
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(1 << 20)
                  .build())
          .build();

  /** As text, without a line feed. */
  static String write(StructureLine line, Notation notation) {
    StringBuilder text = new StringBuilder();
    text.append("{\"name\":").append(quoted(notation, line.name));
    text.append(",\"type\":\"").append(TypeWord.of(line.type)).append('"');
    if (line.database != null && line.database != 0) {
      text.append(",\"database\":").append(line.database.intValue());
    }
    if (line.expires != 0) {
      text.append(",\"expires\":\"").append(Instant.ofEpochMilli(line.expires)).append('"');
    }
    if (notation == Notation.HEX) {
      text.append(",\"hex\":true");
    }
    if (line.more) {
      text.append(",\"more\":true");
    }
    if (line.type == StructureType.STRING) {
      text.append(",\"value\":").append(quoted(notation, line.elements.get(0).key()));
    } else {
      elements(text, line, notation);
    }
    return text.append('}').toString();
  }

  private static void elements(StringBuilder text, StructureLine line, Notation notation) {
    boolean object = line.isObject();
    text.append(",\"elements\":").append(object ? '{' : '[');
    boolean first = true;
    for (Element element : line.elements) {
      if (!first) {
        text.append(',');
      }
      first = false;
      text.append(quoted(notation, element.key()));
      byte[] value = element.value();
      if (value != null) {
        text.append(':').append(quoted(notation, value));
      } else if (object) {
        text.append(':').append(ElementLines.jsonScore(element.score()));
      }
    }
    text.append(object ? '}' : ']');
  }

  private boolean isObject() {
    return type == StructureType.HASH || type == StructureType.SORTED_SET;
  }

  private static String quoted(Notation notation, byte[] bytes) {
    return ElementLines.quoted(notation.write(bytes));
  }

  /** A score as text, also infinities; a {@link NumberFormatException} if it is none. */
  static double score(String text) {
    double score =
        switch (text) {
          case "inf", "+inf" -> Double.POSITIVE_INFINITY;
          case "-inf" -> Double.NEGATIVE_INFINITY;
          default -> Double.parseDouble(text);
        };
    if (Double.isNaN(score) || (Double.isInfinite(score) && !text.endsWith("inf"))) {
      throw new NumberFormatException("a score is a number that a double can hold");
    }
    return score;
  }

  /** Reads a line; throws {@link BadInputException} with what is wrong. */
  static StructureLine read(byte[] bytes, int from, int length) throws IOException {
    // A copy: Jackson reads beyond the end of a part of an array if it does not keep names.
    byte[] copy = Arrays.copyOfRange(bytes, from, from + length);
    try (JsonParser parser = JSON.createParser(copy)) {
      StructureLine line = new LineReader(parser).read();
      if (parser.nextToken() != null) {
        throw new BadInputException("found more after the object, expected one object per line");
      }
      return line;
    } catch (JsonProcessingException e) {
      throw new BadInputException(
          "not JSON at column "
              + (e.getLocation() == null ? "?" : Integer.toString(e.getLocation().getColumnNr()))
              + ": "
              + e.getOriginalMessage());
    } catch (KeyException e) {
      throw new BadInputException(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Members may come in any order, so what they mean is decided at the end: elements are kept as
   * text until type and notation are known.
   */
  private static final class LineReader {
    private final JsonParser parser;
    private @Nullable String name;
    private @Nullable String type;
    private @Nullable Integer database;
    private @Nullable String value;
    private long expires;
    private boolean hex;
    private boolean more;
    private @Nullable List<String> keys;
    private final List<String> values = new ArrayList<>();
    private boolean object;

    LineReader(JsonParser parser) {
      this.parser = parser;
    }

    StructureLine read() throws IOException {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw found("a JSON object");
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String member = parser.currentName();
        parser.nextToken();
        member(member);
      }
      return line();
    }

    private void member(String member) throws IOException {
      switch (member) {
        case "name" -> name = text(member);
        case "type" -> type = text(member);
        case "value" -> value = text(member);
        case "database" -> {
          if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT) {
            throw found("database: a number");
          }
          database = parser.getIntValue();
        }
        case "expires" -> expires = time(text(member));
        case "hex" -> hex = flag(member);
        case "more" -> more = flag(member);
        case "elements" -> elements();
        default ->
            throw new BadInputException(
                "found the member '"
                    + member
                    + "', expected name, type, database, expires, hex, more, elements or value");
      }
    }

    private BadInputException found(String expected) throws IOException {
      JsonToken token = parser.currentToken();
      return new BadInputException(
          "found " + (token == null ? "nothing" : parser.getText()) + ", expected " + expected);
    }

    private String text(String member) throws IOException {
      if (parser.currentToken() != JsonToken.VALUE_STRING) {
        throw found(member + ": a string");
      }
      return parser.getText();
    }

    private boolean flag(String member) throws IOException {
      if (!parser.currentToken().isBoolean()) {
        throw found(member + ": true or false");
      }
      return parser.getBooleanValue();
    }

    private static long time(String text) {
      try {
        long millis = Instant.parse(text).toEpochMilli();
        if (millis > 0) {
          return millis;
        }
      } catch (DateTimeException | ArithmeticException e) {
        // reported like a time before 1970
      }
      throw new BadInputException(
          "expires: found '" + text + "', expected a time such as 2026-01-31T08:00:00Z");
    }

    private void elements() throws IOException {
      List<String> read = new ArrayList<>();
      object = parser.currentToken() == JsonToken.START_OBJECT;
      if (!object && parser.currentToken() != JsonToken.START_ARRAY) {
        throw found("elements: an array, or an object for a map or a sorted set");
      }
      JsonToken token = parser.nextToken();
      while (token != JsonToken.END_ARRAY && token != JsonToken.END_OBJECT) {
        if (object) {
          read.add(parser.currentName());
          token = parser.nextToken();
        }
        if (token == JsonToken.VALUE_STRING || (object && token.isNumeric())) {
          (object ? values : read).add(parser.getText());
        } else {
          throw found(object ? "a string or a score" : "a string");
        }
        token = parser.nextToken();
      }
      keys = read;
    }

    private StructureLine line() {
      if (name == null) {
        throw new BadInputException("found no member name, expected the name of the structure");
      }
      if (type == null) {
        throw new BadInputException("found no member type, expected " + TypeWord.expected());
      }
      StructureType known = TypeWord.type(type);
      if (known == null) {
        throw new BadInputException("type: found '" + type + "', expected " + TypeWord.expected());
      }
      Notation notation = hex ? Notation.HEX : Notation.TEXT;
      if (known == StructureType.STRING && more) {
        throw new BadInputException("found more, expected a string on one line");
      }
      return new StructureLine(
          database, notation.read(name), known, expires, elements(known, notation), more);
    }

    private List<Element> elements(StructureType known, Notation notation) {
      if (known == StructureType.STRING) {
        if (value == null || keys != null) {
          throw new BadInputException("found no value, expected the value of a string");
        }
        return List.of(new Element(notation.read(value), null, 0));
      }
      if (keys == null || value != null || keys.isEmpty()) {
        throw new BadInputException(
            "found no elements, expected at least one: there are no empty structures");
      }
      boolean pairs = known == StructureType.HASH || known == StructureType.SORTED_SET;
      if (pairs != object) {
        throw new BadInputException(
            "elements: found "
                + (object ? "an object" : "an array")
                + ", expected "
                + (pairs ? "an object" : "an array")
                + " for "
                + TypeWord.of(known));
      }
      List<Element> elements = new ArrayList<>(keys.size());
      for (int i = 0; i < keys.size(); i++) {
        byte[] key = notation.read(keys.get(i));
        elements.add(
            switch (known) {
              case HASH -> new Element(key, notation.read(values.get(i)), 0);
              case SORTED_SET -> new Element(key, null, number(values.get(i)));
              default -> new Element(key, null, 0);
            });
      }
      return elements;
    }

    private static double number(String text) {
      try {
        return score(text);
      } catch (NumberFormatException e) {
        throw new BadInputException(
            "score: found '" + text + "', expected a number, \"inf\" or \"-inf\"");
      }
    }
  }
}
