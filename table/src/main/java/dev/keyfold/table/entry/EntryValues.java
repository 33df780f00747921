package dev.keyfold.table.entry;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.KeyWriter;
import dev.keyfold.codec.ValueText;
import dev.keyfold.codec.Values;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Slice;
import dev.keyfold.store.StoreLimits;
import dev.keyfold.table.schema.FieldDef;
import dev.keyfold.table.schema.TableDef;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the values of a store's entries to fields of a row, and encodes them. The forms:
 *
 * <pre>
 *   hex:FIELD    the bytes, or their hexadecimal digits if the field is text
 *   utf8:FIELD   text, or what the text means in the type of the field
 *   json         an object whose members are fields
 *   schema:S     the fields of a schema in the native format, one after another
 *   cells:C      the cells of a row of a wide-column table, see {@link CellValues}
 *   phoenix:DDL  the same, as Apache Phoenix stores the columns of the DDL
 *   none         whatever they are, they are not read: all fields are in the key
 * </pre>
 *
 * <p>Without FIELD it is the only field that is not in the key. Not thread-safe.
 */
public abstract class EntryValues {
  private static final String SCHEMA = "schema:";
  private static final String CELLS = "cells:";
  private static final String PHOENIX = "phoenix:";

  private final @Nullable Set<String> fields;

  /**
   * @param fields those that values have; null if it depends on the value
   */
  EntryValues(@Nullable Set<String> fields) {
    this.fields = fields;
  }

  /**
   * The form that a text describes; {@link BadInputException} if it describes none that fits.
   *
   * @param inKey the fields that the keys of the entries have
   */
  public static EntryValues parse(String text, TableDef table, Set<String> inKey) {
    EntryValues values = named(text, table, inKey);
    Set<String> given = values.fields;
    if (given != null) { // JSON has what it has, entry by entry
      for (FieldDef field : table.fields()) {
        String name = field.name();
        if (!field.nullable() && !inKey.contains(name) && !given.contains(name)) {
          throw new BadInputException(
              "the field " + name + " would have no value, and is not nullable");
        }
      }
    }
    return values;
  }

  private static EntryValues named(String text, TableDef table, Set<String> inKey) {
    if (text.equals("json")) {
      return new Json(table, inKey);
    }
    if (text.equals("none")) {
      return new None();
    }
    if (text.startsWith(SCHEMA)) {
      KeySchema schema;
      try {
        schema = KeySchema.parse(text.substring(SCHEMA.length()));
      } catch (KeyException e) {
        throw new BadInputException(e.getMessage());
      }
      schema.fields().forEach(field -> field(field.name(), table, inKey));
      return new Fields(schema);
    }
    if (text.startsWith(CELLS)) {
      return CellValues.parse(text.substring(CELLS.length()), name -> field(name, table, inKey));
    }
    if (text.startsWith(PHOENIX)) {
      return PhoenixValues.parse(
          text.substring(PHOENIX.length()), name -> field(name, table, inKey));
    }
    String form = text.split(":", 2)[0];
    if (!form.equals("hex") && !form.equals("utf8")) {
      throw new BadInputException(
          "found '"
              + text
              + "', expected hex, hex:FIELD, utf8, utf8:FIELD, json, schema:FIELDS,"
              + " cells:FIELD=FAMILY:QUALIFIER,..., phoenix:DDL or none");
    }
    FieldDef field =
        text.equals(form)
            ? onlyField(form, table, inKey)
            : field(text.substring(form.length() + 1), table, inKey);
    return form.equals("hex") ? new Raw(field) : new Text(field);
  }

  private static FieldDef onlyField(String form, TableDef table, Set<String> inKey) {
    List<FieldDef> others =
        table.fields().stream().filter(field -> !inKey.contains(field.name())).toList();
    if (others.size() != 1) {
      throw new BadInputException(
          "found '"
              + form
              + "' and "
              + others.size()
              + " fields that are not in the key, expected one"
              + (others.isEmpty()
                  ? ""
                  : "; write "
                      + form
                      + ":FIELD with one of "
                      + String.join(", ", others.stream().map(FieldDef::name).toList())));
    }
    return others.get(0);
  }

  private static FieldDef field(String name, TableDef table, Set<String> inKey) {
    int field = table.indexOf(name);
    if (field < 0) {
      throw new BadInputException(
          "table "
              + table.name()
              + " has no field '"
              + name
              + "'; it has "
              + String.join(", ", table.fields().stream().map(FieldDef::name).toList()));
    }
    if (inKey.contains(name)) {
      throw new BadInputException("the field " + name + " is already in the key");
    }
    return table.fields().get(field);
  }

  /** Whether the values have a field that is not in the key. */
  public final boolean has(String name) {
    return fields == null || fields.contains(name);
  }

  /**
   * The value of a row; {@link BadInputException} if this form cannot hold it.
   *
   * @param row the values of the table's fields, by their names
   */
  public byte[] write(TableDef table, Function<String, @Nullable Object> row) throws IOException {
    throw new BadInputException(
        "values of this form can only be read; write hex, utf8, json or schema");
  }

  /** The value of a field that has one. */
  private static Object present(Function<String, @Nullable Object> row, String name) {
    Object value = row.apply(name);
    if (value == null) {
      throw new BadInputException(
          "field " + name + ": found null, expected a value; json and schema have nulls");
    }
    return value;
  }

  /** Adds the fields of a value; {@link BadInputException} if the value has another form. */
  abstract void read(Slice value, Map<String, @Nullable Object> row) throws IOException;

  private static final class None extends EntryValues {
    None() {
      super(Set.of());
    }

    @Override
    void read(Slice value, Map<String, @Nullable Object> row) {}

    @Override
    public byte[] write(TableDef table, Function<String, @Nullable Object> row) {
      return new byte[0];
    }
  }

  private static final class Raw extends EntryValues {
    private final String name;
    private final boolean text;

    Raw(FieldDef field) {
      super(Set.of(field.name()));
      Kind kind = field.type().kind();
      if (kind != Kind.BYTES && kind != Kind.FIXED_BYTES && kind != Kind.STRING) {
        throw new BadInputException(
            "found hex for the field " + field + ", expected a field of type bytes or string");
      }
      this.name = field.name();
      this.text = kind == Kind.STRING;
    }

    @Override
    void read(Slice value, Map<String, @Nullable Object> row) {
      byte[] bytes = value.toArray();
      row.put(name, text ? Bytes.toHex(bytes) : bytes);
    }

    @Override
    public byte[] write(TableDef table, Function<String, @Nullable Object> row) {
      Object value = present(row, name);
      if (value instanceof byte[] bytes) {
        return bytes;
      }
      try {
        return Bytes.parseHex((String) value);
      } catch (IllegalArgumentException e) {
        throw new BadInputException("field " + name + ": " + e.getMessage());
      }
    }
  }

  private static final class Text extends EntryValues {
    private final String name;

    Text(FieldDef field) {
      super(Set.of(field.name()));
      this.name = field.name();
    }

    @Override
    void read(Slice value, Map<String, @Nullable Object> row) {
      int from = value.offset();
      row.put(name, JsonText.utf8(value.array(), from, from + value.length()));
    }

    @Override
    public byte[] write(TableDef table, Function<String, @Nullable Object> row) {
      Object value = present(row, name);
      KeyType type = table.fields().get(table.indexOf(name)).type();
      return String.valueOf(ValueText.write(type, value)).getBytes(StandardCharsets.UTF_8);
    }
  }

  private static final class Json extends EntryValues {
    private final JsonObjects objects;
    private final Set<String> inKey;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    Json(TableDef table, Set<String> inKey) {
      super(null);
      this.objects = new JsonObjects(table, "value");
      this.inKey = inKey;
    }

    @Override
    public byte[] write(TableDef table, Function<String, @Nullable Object> row) throws IOException {
      Map<String, @Nullable Object> members = new LinkedHashMap<>();
      for (FieldDef field : table.fields()) {
        if (!inKey.contains(field.name())) {
          members.put(field.name(), PrintedValues.of(field, row.apply(field.name())));
        }
      }
      line.reset();
      new JsonWriter(line).line(members);
      return Arrays.copyOf(line.toByteArray(), line.size() - 1); // without the end of the line
    }

    @Override
    void read(Slice value, Map<String, @Nullable Object> row) throws IOException {
      int from = value.offset();
      objects.read(value.array(), from, from + value.length(), row);
    }
  }

  private static final class Fields extends EntryValues {
    private final List<String> names;
    private final KeySchema schema;
    private final KeyReader reader;
    private final KeyWriter writer;

    Fields(KeySchema schema) {
      super(Set.copyOf(schema.fields().stream().map(KeyField::name).toList()));
      this.names = schema.fields().stream().map(KeyField::name).toList();
      this.schema = schema;
      this.reader = schema.newReader().withLimit("a value", StoreLimits.VALUE_BYTES);
      this.writer = schema.newWriter().withLimit("a value", StoreLimits.VALUE_BYTES);
    }

    @Override
    void read(Slice value, Map<String, @Nullable Object> row) {
      List<Object> values =
          Arrays.asList(reader.reset(value.array(), value.offset(), value.length()).getAll());
      for (int i = 0; i < names.size(); i++) {
        row.put(names.get(i), values.get(i));
      }
    }

    @Override
    public byte[] write(TableDef table, Function<String, @Nullable Object> row) {
      writer.reset();
      for (int i = 0; i < names.size(); i++) {
        Object value = row.apply(names.get(i));
        writer.put(value == null ? null : Values.coerce(schema.field(i), value));
      }
      int length = writer.finish();
      return Arrays.copyOf(writer.buffer(), length);
    }
  }
}
