package dev.keyfold.table.load;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.KeyWriter;
import dev.keyfold.codec.ValueText;
import dev.keyfold.codec.Values;
import dev.keyfold.store.Slice;
import dev.keyfold.table.Row;
import dev.keyfold.table.entry.BadInputException;
import dev.keyfold.table.entry.EntryDecoder;
import dev.keyfold.table.entry.EntryValues;
import dev.keyfold.table.schema.FieldDef;
import dev.keyfold.table.schema.TableDef;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Makes entries of rows: what {@link EntryDecoder} reads, it writes. A row that would not be read
 * back as it is, is refused. Not thread-safe.
 */
public final class EntryEncoder {
  private final TableDef table;
  private final List<KeyField> fields;
  private final int[] positions;
  private final KeyWriter writer;
  private final EntryValues values;
  private final EntryDecoder decoder;

  /**
   * @param key the fields of the keys, each a field of the table; among them its primary key, so
   *     that no two rows have the same key
   * @param values the form of the values, with all other fields
   * @throws BadInputException if rows would be lost or overwrite each other
   */
  public EntryEncoder(TableDef table, KeySchema key, String values) {
    this.table = table;
    this.fields = key.fields();
    this.positions = fields.stream().mapToInt(field -> table.indexOf(field.name())).toArray();
    Set<String> inKey = new LinkedHashSet<>();
    for (int i = 0; i < positions.length; i++) {
      if (positions[i] < 0) {
        throw new BadInputException(
            "table "
                + table.name()
                + " has no field '"
                + fields.get(i).name()
                + "'; it has "
                + String.join(", ", table.fields().stream().map(FieldDef::name).toList()));
      }
      inKey.add(fields.get(i).name());
    }
    for (String name : table.key().fields()) {
      if (!inKey.contains(name)) {
        throw new BadInputException(
            "the field "
                + name
                + " of the primary key is not in the schema: rows that differ in it would overwrite"
                + " each other");
      }
    }
    this.values = EntryValues.parse(values, table, inKey);
    List<String> lost = new ArrayList<>();
    for (FieldDef field : table.fields()) {
      if (!inKey.contains(field.name()) && !this.values.has(field.name())) {
        lost.add(field.name());
      }
    }
    if (!lost.isEmpty()) {
      throw new BadInputException(
          "found no place for "
              + String.join(", ", lost)
              + ", expected every field of table "
              + table.name()
              + " in the schema or in the values; json takes all fields that are not in the key");
    }
    this.writer = key.newWriter();
    this.decoder = new EntryDecoder(table, key, Set.of(), this.values);
  }

  /**
   * The key of a row, {@link BadInputException} if it has none in this format.
   *
   * @return a new array
   */
  public byte[] key(Row row) {
    try {
      writer.reset();
      for (int i = 0; i < positions.length; i++) {
        KeyField field = fields.get(i);
        Object value = row.get(positions[i]);
        writer.put(
            value == null
                ? null
                : converted(table.fields().get(positions[i]).type(), field, value));
      }
      int length = writer.finish();
      return Arrays.copyOf(writer.buffer(), length);
    } catch (KeyException e) {
      throw new BadInputException(e.getMessage());
    }
  }

  /** The value of a row, {@link BadInputException} if it has none in this form. */
  public byte[] value(Row row) throws IOException {
    try {
      return values.write(table, row::get);
    } catch (KeyException e) {
      throw new BadInputException(e.getMessage());
    }
  }

  /** Refuses an entry that is not read back as its row. */
  public void check(Row row, byte[] key, byte[] value) throws IOException {
    Row again = Row.of(table, decoder.fields(Slice.of(key), Slice.of(value)));
    if (!again.equals(row)) {
      throw new BadInputException(
          "the entry would be read back as another row: " + again + " instead of " + row);
    }
  }

  /** A value of the table in the type of the key: numbers of any width, texts, epoch times. */
  private static Object converted(KeyType from, KeyField to, Object value) {
    KeyValueException reason;
    try {
      return Values.coerce(to, value);
    } catch (KeyValueException e) {
      reason = e;
    }
    try {
      if (value instanceof Instant instant && isInteger(to.type())) {
        return Values.coerce(to, millis(to, instant));
      }
      if (value instanceof LocalDate date && isInteger(to.type())) {
        return Values.coerce(to, date.toEpochDay());
      }
      Object again = ValueText.read(to, ValueText.write(from, value));
      if (again != null) {
        return again;
      }
    } catch (KeyException e) {
      // the first reason names the classes
    }
    throw reason;
  }

  private static boolean isInteger(KeyType type) {
    return switch (type.kind()) {
      case INT32, INT64, UINT32, UINT64, INTEGER -> true;
      default -> false;
    };
  }

  private static long millis(KeyField field, Instant instant) {
    if (instant.getNano() % 1_000_000 != 0) {
      throw new KeyValueException(
          field.name(), -1, instant.toString(), "whole milliseconds for " + field.type());
    }
    return instant.toEpochMilli();
  }
}
