package dev.keyfold.cli.key;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.ValueText;
import dev.keyfold.table.entry.BadInputException;
import dev.keyfold.table.entry.JsonText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads JSON arrays of the values of a key, in field order. Values come out as {@link ValueText}
 * takes them. Not thread-safe.
 */
public final class JsonArrays {
  private final JsonText json = new JsonText();
  private final KeySchema schema;
  private final int fewest;
  private final List<Object> values = new ArrayList<>();

  /** Of whole keys. */
  JsonArrays(KeySchema schema) {
    this(schema, required(schema));
  }

  private JsonArrays(KeySchema schema, int fewest) {
    this.schema = schema;
    this.fewest = fewest;
  }

  private static int required(KeySchema schema) {
    int required = schema.size();
    while (schema.field(required - 1).added()) {
      required--;
    }
    return required;
  }

  /**
   * The values of a whole key that a text has, as {@link dev.keyfold.codec.KeyWriter} takes them.
   */
  public static List<Object> whole(KeySchema schema, String text) throws IOException {
    return values(schema, new JsonArrays(schema), text);
  }

  /** The same for one or more leading fields of a key. */
  public static List<Object> leading(KeySchema schema, String text) throws IOException {
    return values(schema, new JsonArrays(schema, 1), text);
  }

  private static List<Object> values(KeySchema schema, JsonArrays arrays, String text)
      throws IOException {
    byte[] line = text.getBytes(StandardCharsets.UTF_8);
    List<Object> values = new ArrayList<>(arrays.read(line, 0, line.length));
    for (int i = 0; i < values.size(); i++) {
      values.set(i, ValueText.read(schema.format(), schema.field(i), values.get(i)));
    }
    return values;
  }

  /**
   * The values of one array, which is all that the slice may hold; trailing added fields may be
   * missing. The list is valid until the next call.
   */
  List<Object> read(byte[] line, int from, int to) throws IOException {
    values.clear();
    json.read(line, from, to, this::array);
    return values;
  }

  private void array(JsonParser parser) throws IOException {
    JsonToken first = parser.nextToken();
    if (first != JsonToken.START_ARRAY) {
      throw new BadInputException(
          "found "
              + (first == null ? "an empty line" : JsonText.name(first))
              + ", expected a JSON array of the values, such as [\"a\",1]");
    }
    int count = 0;
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      if (count < schema.size()) {
        values.add(JsonText.value(parser, schema.field(count)));
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
          "found "
              + JsonText.name(parser.currentToken())
              + " after the array, expected one array per line");
    }
  }

  private String expected() {
    String count = (fewest < schema.size() ? fewest + " to " : "") + schema.size();
    return count + ": " + String.join(", ", schema.fields().stream().map(KeyField::name).toList());
  }
}
