package dev.keyfold.table.load;

import dev.keyfold.table.Row;
import dev.keyfold.table.entry.BadInputException;
import dev.keyfold.table.entry.JsonObjects;
import dev.keyfold.table.errors.RowException;
import dev.keyfold.table.schema.TableDef;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rows as JSON objects, one per line; a field that is not named is null. */
public final class JsonLinesReader implements RowReader {
  private final TableDef table;
  private final Lines lines;
  private final JsonObjects objects;
  private final Map<String, @Nullable Object> values = new LinkedHashMap<>();

  /**
   * @param in UTF-8; stays the caller's
   * @param beforeRead called before each read that may wait
   */
  public JsonLinesReader(TableDef table, InputStream in, Runnable beforeRead) {
    this.table = table;
    this.objects = new JsonObjects(table, "line");
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
    objects.read(lines.buffer(), lines.start(), lines.end(), values);
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
