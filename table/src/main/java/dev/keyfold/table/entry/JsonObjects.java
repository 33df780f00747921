package dev.keyfold.table.entry;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.ValueText;
import dev.keyfold.table.schema.TableDef;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads JSON objects whose members are fields of a table. Not thread-safe. */
public final class JsonObjects {
  private final TableDef table;
  private final List<KeyField> fields;
  private final String unit;
  private final JsonText json = new JsonText();

  /**
   * @param unit what one object comes in, for messages: {@code line}
   */
  public JsonObjects(TableDef table, String unit) {
    this.table = table;
    this.fields = table.fields().stream().map(field -> field.keyField(false)).toList();
    this.unit = unit;
  }

  /** Adds the members of one object, which is all that the slice may hold. */
  public void read(byte[] bytes, int from, int to, Map<String, @Nullable Object> values)
      throws IOException {
    json.read(bytes, from, to, parser -> object(parser, values));
  }

  private void object(JsonParser parser, Map<String, @Nullable Object> values) throws IOException {
    JsonToken first = parser.nextToken();
    if (first != JsonToken.START_OBJECT) {
      throw new BadInputException(
          "found "
              + (first == null ? "an empty " + unit : JsonText.name(first))
              + ", expected a JSON object, such as {\""
              + fields.get(0).name()
              + "\":...}");
    }
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      if (values.containsKey(name)) {
        throw new BadInputException("found the field '" + name + "' twice, expected it once");
      }
      int field = table.indexOf(name);
      if (field < 0) {
        parser.skipChildren();
        values.put(name, ""); // it is for Row to say that there is no such field
      } else {
        values.put(name, value(parser, fields.get(field)));
      }
    }
    if (parser.nextToken() != null) {
      throw new BadInputException(
          "found "
              + JsonText.name(parser.currentToken())
              + " after the object, expected one object per "
              + unit);
    }
  }

  private @Nullable Object value(JsonParser parser, KeyField field) throws IOException {
    Object value;
    try {
      value = JsonText.value(parser, field);
    } catch (BadInputException e) {
      throw new BadInputException(
          "table " + table.name() + ", field " + field.name() + ": " + e.getMessage());
    }
    return checked(field, value);
  }

  private @Nullable Object checked(KeyField field, @Nullable Object value) {
    if (!JsonText.hasUnsuitable(value)) {
      return value;
    }
    try {
      return ValueText.read(field, value);
    } catch (KeyValueException e) {
      throw new BadInputException("table " + table.name() + ", " + e.getMessage());
    }
  }
}
