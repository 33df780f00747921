package dev.keyfold.cli.entry;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.table.entry.BadInputException;
import dev.keyfold.table.entry.JsonWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Values that are fields in the native key format, as JSON arrays: {@code schema:name string, age
 * int32}. What it writes it reads. Not thread-safe.
 */
final class FieldNotation implements ValueNotation {
  static final String SCHEMA = "schema:";

  private final KeyNotation.Fields fields;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private final JsonWriter writer;

  /**
   * @throws KeyException if the text is no schema
   */
  FieldNotation(String schema) throws IOException {
    this.fields = new KeyNotation.Fields(KeySchema.parse(schema));
    this.writer = new JsonWriter(line);
  }

  @Override
  public byte[] read(String text) throws IOException {
    return fields.key(text);
  }

  @Override
  public String write(byte[] value) throws IOException {
    Object values;
    try {
      values = fields.write(value);
    } catch (KeyException e) {
      throw new BadInputException("value: " + e.getMessage()); // it is no key
    }
    line.reset();
    writer.line(values);
    return line.toString(StandardCharsets.UTF_8).strip();
  }

  @Override
  public boolean isJson() {
    return true;
  }
}
