package dev.keyfold.cli.entry;

import dev.keyfold.codec.ValueText;
import dev.keyfold.codec.bytes.CellRow;
import dev.keyfold.codec.bytes.CellRowException;
import dev.keyfold.codec.phoenix.PhoenixColumn;
import dev.keyfold.codec.phoenix.PhoenixColumns;
import dev.keyfold.table.entry.BadInputException;
import dev.keyfold.table.entry.JsonWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a wide-column table as JSON objects: the cells as they are, or the columns of a Phoenix
 * table. Only for output. Not thread-safe.
 */
final class CellNotation implements ValueNotation {
  static final String CELLS = "cells";
  static final String PHOENIX = "phoenix";

  private final @Nullable PhoenixColumns columns;
  private final CellRow row = new CellRow();
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private final JsonWriter writer;

  /**
   * @param columns those of the table; null for the cells as they are
   */
  CellNotation(@Nullable PhoenixColumns columns) throws IOException {
    this.columns = columns;
    this.writer = new JsonWriter(line);
  }

  @Override
  public byte[] read(String text) {
    throw new BadInputException(
        "found a value to write as cells, expected utf8, hex or json: tables of other programs are"
            + " read-only");
  }

  @Override
  public String write(byte[] value) throws IOException {
    row.reset(value, 0, value.length);
    line.reset();
    writer.line(columns == null ? cells() : values(columns));
    return line.toString(StandardCharsets.UTF_8).strip();
  }

  private Map<String, Object> cells() {
    Map<String, Object> cells = new LinkedHashMap<>();
    try {
      while (row.next()) {
        String name = EscapedText.write(row.family()) + ":" + EscapedText.write(row.qualifier());
        cells.put(name, EscapedText.write(row.value()));
      }
    } catch (CellRowException e) {
      throw new BadInputException(e.getMessage());
    }
    return cells;
  }

  private Map<String, @Nullable Object> values(PhoenixColumns known) {
    List<PhoenixColumn> list = known.list();
    @Nullable Object[] found = known.read(row);
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    for (int i = 0; i < found.length; i++) {
      PhoenixColumn column = list.get(i);
      values.put(column.name(), ValueText.write(column.type().fieldType(), found[i]));
    }
    return values;
  }

  @Override
  public boolean isJson() {
    return true;
  }
}
