package dev.keyfold.console.http;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.keyfold.table.entry.BadInputException;
import dev.keyfold.table.entry.JsonText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields of a JSON object in a request, with errors about them. */
public final class Fields {
  private static final JsonText JSON = new JsonText();

  private final Map<String, Object> values;

  private Fields(Map<String, Object> values) {
    this.values = values;
  }

  static Fields of(byte[] body) {
    Object[] read = new Object[1];
    try {
      JSON.read(
          new String(body, StandardCharsets.UTF_8),
          parser -> {
            parser.nextToken();
            read[0] = value(parser);
          });
    } catch (BadInputException | IOException e) {
      throw new HttpException(400, "the request body is not valid JSON: " + e.getMessage());
    }
    if (read[0] instanceof Map<?, ?> map) {
      Map<String, Object> values = new LinkedHashMap<>();
      map.forEach((name, value) -> values.put((String) name, value));
      return new Fields(values);
    }
    throw new HttpException(400, "the request body is not a JSON object");
  }

  private static @Nullable Object value(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == null) {
      return null;
    }
    return switch (token) {
      case START_OBJECT -> {
        Map<String, Object> map = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
          String name = parser.currentName();
          parser.nextToken();
          map.put(name, value(parser));
        }
        yield map;
      }
      case START_ARRAY -> {
        List<Object> list = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          list.add(value(parser));
        }
        yield list;
      }
      case VALUE_NUMBER_INT -> parser.getNumberValue();
      case VALUE_NUMBER_FLOAT -> parser.getDecimalValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      default -> parser.getText();
    };
  }

  /** Whether it is there and not null. */
  public boolean has(String name) {
    return values.get(name) != null;
  }

  /** A text; throws if it is missing. */
  public String text(String name) {
    Object value = values.get(name);
    if (value instanceof String text) {
      return text;
    }
    throw wrong(name, value, "a text");
  }

  /** A text, or else. */
  public String text(String name, String otherwise) {
    return has(name) ? text(name) : otherwise;
  }

  /** A whole number within bounds, or else. */
  public long number(String name, long otherwise, long least, long most) {
    Object value = values.get(name);
    if (value == null) {
      return otherwise;
    }
    boolean whole = value instanceof Integer || value instanceof Long;
    if (whole && ((Number) value).longValue() >= least && ((Number) value).longValue() <= most) {
      return ((Number) value).longValue();
    }
    throw wrong(name, value, "a number from " + least + " to " + most);
  }

  /** Whether it is true; missing is false. */
  public boolean flag(String name) {
    return Boolean.TRUE.equals(values.get(name));
  }

  /** An object; throws if it is missing. */
  public Map<String, Object> object(String name) {
    if (values.get(name) instanceof Map<?, ?> map) {
      Map<String, Object> copy = new LinkedHashMap<>();
      map.forEach((key, value) -> copy.put((String) key, value));
      return copy;
    }
    throw wrong(name, values.get(name), "an object");
  }

  private static HttpException wrong(String name, @Nullable Object found, String expected) {
    return new HttpException(
        400,
        "field '"
            + name
            + "': found "
            + (found == null ? "nothing" : found)
            + ", expected "
            + expected);
  }
}
