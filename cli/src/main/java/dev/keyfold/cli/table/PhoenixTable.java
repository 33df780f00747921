package dev.keyfold.cli.table;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.phoenix.PhoenixColumn;
import dev.keyfold.codec.phoenix.PhoenixDdl;
import java.util.ArrayList;
import java.util.List;

/**
 * The definition of a table that holds the rows of a Phoenix table.
 *
 * @param fields all columns, those of the key first
 * @param key the fields of the key with their directions
 */
record PhoenixTable(String fields, String key) {
  static PhoenixTable of(PhoenixDdl ddl) {
    List<String> fields = new ArrayList<>();
    List<String> key = new ArrayList<>();
    for (KeyField field : ddl.schema().fields()) {
      fields.add(field.name() + " " + field.type() + (field.order().isNullable() ? " null" : ""));
      key.add(field.name() + (field.order().isDescending() ? " desc" : ""));
    }
    for (PhoenixColumn column : ddl.columns().list()) {
      fields.add(column.name() + " " + column.type().fieldType() + " null");
    }
    return new PhoenixTable(String.join(", ", fields), String.join(", ", key));
  }
}
