package dev.keyfold.table.load;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.table.Row;
import dev.keyfold.table.entry.BadInputException;
import dev.keyfold.table.entry.JsonText;
import dev.keyfold.table.errors.RowException;
import dev.keyfold.table.schema.FieldDef;
import dev.keyfold.table.schema.TableDef;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rows as comma-separated values, as {@link CsvWriter} writes them: a first line with the names of
 * fields, in any order, then a record a row. Nothing at all is null, {@code ""} is empty text, a
 * list is a JSON array. Lines end with LF or CRLF.
 */
public final class CsvReader implements RowReader {
  private final TableDef table;
  private final CsvRecords records;
  private final List<KeyField> columns = new ArrayList<>();
  private final JsonText json = new JsonText();
  private final Map<String, Object> values = new LinkedHashMap<>();

  /**
   * Reads the first line; throws {@link BadInputException} if it does not fit the table.
   *
   * @param in UTF-8; stays the caller's
   * @param beforeRead called before each read that may wait
   */
  public CsvReader(TableDef table, InputStream in, Runnable beforeRead) throws IOException {
    this.table = table;
    this.records = new CsvRecords(in, beforeRead, Lines.LONGEST);
    List<String> names = records.next();
    if (names == null) {
      throw new BadInputException(
          "found no input, expected a first line with the names of the fields");
    }
    names.forEach(this::addColumn);
    for (FieldDef field : table.fields()) {
      if (!field.nullable() && !names.contains(field.name())) {
        throw new BadInputException(
            "found no column "
                + field.name()
                + ", expected one: the field is not nullable; the first line names the columns");
      }
    }
  }

  private void addColumn(@Nullable String name) {
    int field = name == null ? -1 : table.indexOf(name);
    if (field < 0) {
      throw new BadInputException(
          "found the column '"
              + (name == null ? "" : name)
              + "', expected one of the fields of table "
              + table.name()
              + ": "
              + String.join(", ", table.fields().stream().map(FieldDef::name).toList()));
    }
    KeyField column = table.fields().get(field).keyField(false);
    if (columns.contains(column)) {
      throw new BadInputException("found the column '" + name + "' twice, expected it once");
    }
    columns.add(column);
  }

  @Override
  public @Nullable Row read() throws IOException {
    List<String> cells = records.next();
    if (cells == null) {
      return null;
    }
    if (columns.size() > 1 && cells.size() == 1 && cells.get(0) == null) {
      if (records.isEnd()) {
        return null; // one line break too many is how many editors end a file
      }
      throw new BadInputException("found an empty line, expected " + expected());
    }
    if (cells.size() != columns.size()) {
      throw new BadInputException(
          "found "
              + cells.size()
              + (cells.size() == 1 ? " value" : " values")
              + ", expected "
              + expected());
    }
    values.clear();
    for (int i = 0; i < cells.size(); i++) {
      values.put(columns.get(i).name(), value(columns.get(i), cells.get(i)));
    }
    try {
      return Row.of(table, values);
    } catch (RowException e) {
      throw new BadInputException(e.getMessage());
    }
  }

  private String expected() {
    return columns.size() + ": " + String.join(", ", columns.stream().map(KeyField::name).toList());
  }

  private @Nullable Object value(KeyField column, @Nullable String cell) throws IOException {
    Kind kind = column.type().kind();
    if (cell == null) {
      return null;
    }
    if (kind == Kind.BOOL && (cell.equals("true") || cell.equals("false"))) {
      return cell.equals("true");
    }
    return kind == Kind.LIST || kind == Kind.TUPLE ? array(column, cell) : cell;
  }

  private Object array(KeyField column, String cell) throws IOException {
    Object[] result = new Object[1];
    try {
      json.read(cell, parser -> result[0] = onlyArray(parser, column));
    } catch (BadInputException e) {
      throw new BadInputException("field " + column.name() + ": " + e.getMessage());
    }
    return result[0];
  }

  private static @Nullable Object onlyArray(JsonParser parser, KeyField column) throws IOException {
    if (parser.nextToken() != JsonToken.START_ARRAY) {
      throw new BadInputException(
          "found " + JsonText.name(parser.currentToken()) + ", expected a JSON array");
    }
    Object array = JsonText.value(parser, column);
    if (parser.nextToken() != null) {
      throw new BadInputException("found more after the JSON array, expected its end");
    }
    return array;
  }

  @Override
  public long line() {
    return records.line();
  }

  @Override
  public LinePosition position() {
    return records.position();
  }

  @Override
  public void skipTo(LinePosition position) throws IOException {
    records.skipTo(position);
  }
}
