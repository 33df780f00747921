package dev.keyfold.table.load;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.ValueText;
import dev.keyfold.table.Row;
import dev.keyfold.table.errors.RowException;
import dev.keyfold.table.schema.TableDef;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rows as JSON objects, one a line; a field that is not named is null. */
public final class JsonLinesReader implements RowReader {
  private final TableDef table;
  private final List<KeyField> fields;
  private final Lines lines;
  private final JsonText json = new JsonText();
  private final Map<String, Object> values = new LinkedHashMap<>();

  /**
   * @param in UTF-8; stays the caller's
   * @param beforeRead called before each read that may wait
   */
  public JsonLinesReader(TableDef table, InputStream in, Runnable beforeRead) {
    this.table = table;
    this.fields = table.fields().stream().map(field -> field.keyField(false)).toList();
    this.lines = new Lines(in, beforeRead);
  }

  @Override
  public @Nullable Row read() throws IOException {
    if (!lines.next() || (isBlank() && lines.isLast())) {
      return null; // one line break too many is how many editors end a file
    }
    if (lines.isTooLong()) {
      throw new BadInputException(
          "found a line of more than " + Lines.LONGEST + " bytes, expected at most that many");
    }
    values.clear();
    json.read(lines.buffer(), lines.start(), lines.end(), this::object);
    try {
      return Row.of(table, values);
    } catch (RowException e) {
      throw new BadInputException(e.getMessage());
    }
  }

  private boolean isBlank() {
    for (int i = lines.start(); i < lines.end(); i++) {
      if (lines.buffer()[i] != ' ' && lines.buffer()[i] != '\t') {
        return false;
      }
    }
    return !lines.isTooLong();
  }

  private void object(JsonParser parser) throws IOException {
    JsonToken first = parser.nextToken();
    if (first != JsonToken.START_OBJECT) {
      throw new BadInputException(
          "found "
              + (first == null ? "an empty line" : JsonText.name(first))
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
              + " after the object, expected one object per line");
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

  @Override
  public long line() {
    return lines.number();
  }

  @Override
  public LinePosition position() {
    return lines.position();
  }

  @Override
  public void skipTo(LinePosition position) throws IOException {
    lines.skipTo(position);
  }
}
