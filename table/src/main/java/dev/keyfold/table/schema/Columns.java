package dev.keyfold.table.schema;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The fields that a query returns, in order. Immutable.
 *
 * @param table the table
 * @param positions where each field stands in the table
 */
public record Columns(TableDef table, List<Integer> positions) {
  public Columns {
    positions = List.copyOf(positions);
  }

  /** Every field, as the table has them. */
  public static Columns all(TableDef table) {
    return new Columns(table, IntStream.range(0, table.fields().size()).boxed().toList());
  }

  public int size() {
    return positions.size();
  }

  /** Where the field of a column stands in the table. */
  public int position(int column) {
    return positions.get(column);
  }

  /** The field of a column. */
  public FieldDef field(int column) {
    return table.fields().get(positions.get(column));
  }

  /** The fields, in the order of the columns. */
  public List<FieldDef> fields() {
    return positions.stream().map(table.fields()::get).toList();
  }

  public List<String> names() {
    return fields().stream().map(FieldDef::name).toList();
  }
}
