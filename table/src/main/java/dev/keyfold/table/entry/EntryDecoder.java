package dev.keyfold.table.entry;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.ValueText;
import dev.keyfold.codec.Values;
import dev.keyfold.store.Slice;
import dev.keyfold.table.errors.RowException;
import dev.keyfold.table.schema.FieldDef;
import dev.keyfold.table.schema.RowValues;
import dev.keyfold.table.schema.TableDef;
import dev.keyfold.table.schema.ValueEquality;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes rows of the entries of a store: the fields of the key by a schema, those of the value by
 * {@link EntryValues}. A field that both have must have the same value in both. Not thread-safe.
 */
public final class EntryDecoder {
  private final TableDef table;
  private final List<String> names;
  private final boolean[] dropped;
  private final KeyReader reader;
  private final EntryValues values;
  private boolean ignoring;
  private final Map<String, @Nullable Object> row = new LinkedHashMap<>();

  /**
   * @param key the fields of the source's keys, by the names of the table
   * @param constant the fields of the key that need not be in the table, because they have the same
   *     value in all entries
   */
  public EntryDecoder(TableDef table, KeySchema key, Set<String> constant, EntryValues values) {
    this.table = table;
    this.names = key.fields().stream().map(KeyField::name).toList();
    this.dropped = new boolean[names.size()];
    for (int i = 0; i < dropped.length; i++) {
      dropped[i] = constant.contains(names.get(i)) && table.indexOf(names.get(i)) < 0;
    }
    this.reader = key.newReader();
    this.values = values;
  }

  /** The table whose fields it gives. */
  public TableDef table() {
    return table;
  }

  /**
   * Leaves out what values have besides the fields of the table, such as further members of JSON
   * objects. Without this it does not fit.
   */
  public EntryDecoder ignoringOthers() {
    ignoring = true;
    return this;
  }

  /**
   * The values of the fields in the order of the table; {@link BadInputException} if the entry does
   * not fit.
   */
  public Object[] values(Slice key, Slice value) {
    Map<String, @Nullable Object> fields = fields(key, value);
    try {
      return RowValues.of(table, fields);
    } catch (RowException | KeyException e) {
      throw new BadInputException(e.getMessage());
    }
  }

  /**
   * The fields by name, until the next call; {@link BadInputException} if the entry does not fit.
   */
  public Map<String, @Nullable Object> fields(Slice key, Slice value) {
    row.clear();
    try {
      values.read(value, row);
      if (ignoring) {
        row.keySet().removeIf(name -> table.indexOf(name) < 0);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("a value in memory cannot be read", e);
    } catch (BadInputException | KeyException e) {
      throw new BadInputException("value: " + e.getMessage());
    }
    Object[] found;
    try {
      found = reader.reset(key.array(), key.offset(), key.length()).getAll();
    } catch (KeyException e) {
      throw new BadInputException("key: " + e.getMessage());
    }
    try {
      for (int i = 0; i < found.length; i++) {
        if (!dropped[i]) {
          put(names.get(i), found[i]);
        }
      }
      return row;
    } catch (KeyException e) {
      throw new BadInputException(e.getMessage());
    }
  }

  private void put(String name, @Nullable Object inKey) {
    int field = table.indexOf(name);
    if (field >= 0 && row.containsKey(name)) {
      FieldDef def = table.fields().get(field);
      Object one = typed(def, inKey);
      Object other = typed(def, row.get(name));
      if (!ValueEquality.areSame(def.type(), one, other)) {
        throw new BadInputException(
            "field "
                + name
                + ": found "
                + ValueText.print(def.type(), other)
                + " in the value, expected "
                + ValueText.print(def.type(), one)
                + " as in the key");
      }
    }
    row.put(name, inKey);
  }

  private static @Nullable Object typed(FieldDef def, @Nullable Object value) {
    if (value == null) {
      return null;
    }
    KeyField field = def.keyField(false);
    return value instanceof String || value instanceof Number || value instanceof Boolean
        ? ValueText.read(field, value)
        : Values.coerce(field, value);
  }
}
