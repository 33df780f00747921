package dev.keyfold.table.entry;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.bytes.CellRow;
import dev.keyfold.codec.phoenix.PhoenixColumn;
import dev.keyfold.codec.phoenix.PhoenixColumns;
import dev.keyfold.codec.phoenix.PhoenixDdl;
import dev.keyfold.store.Slice;
import dev.keyfold.table.schema.FieldDef;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The columns of a Phoenix table that are not in its key, from the cells of a row. */
final class PhoenixValues extends EntryValues {
  private final PhoenixColumns columns;
  private final List<String> names;
  private final CellRow row = new CellRow();

  private PhoenixValues(PhoenixColumns columns, List<String> names) {
    super(Set.copyOf(names));
    this.columns = columns;
    this.names = names;
  }

  /**
   * @param fields the field of a name; refuses one that the table does not have
   */
  static PhoenixValues parse(String ddl, Function<String, FieldDef> fields) {
    try {
      PhoenixColumns columns = PhoenixDdl.parse(ddl).columns();
      List<String> names =
          columns.list().stream().map(PhoenixColumn::name).map(fields).map(FieldDef::name).toList();
      return new PhoenixValues(columns, names);
    } catch (KeyException e) {
      throw new BadInputException(e.getMessage());
    }
  }

  @Override
  void read(Slice value, Map<String, @Nullable Object> into) {
    @Nullable Object[] values =
        columns.read(row.reset(value.array(), value.offset(), value.length()));
    for (int i = 0; i < values.length; i++) {
      into.put(names.get(i), values[i]);
    }
  }
}
