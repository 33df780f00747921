package dev.keyfold.table.entry;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes compact JSON, one value a line. The stream stays the caller's: it is written to in pieces,
 * with a line feed by itself at the end of each line, and never flushed. Not thread-safe.
 */
public final class JsonWriter {
  private final OutputStream out;
  private final JsonGenerator generator;

  public JsonWriter(OutputStream out) throws IOException {
    this.out = out;
    JsonFactory factory =
        JsonFactory.builder()
            // Java's own way to print a double gives too many digits before version 19.
            .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
            // A flush ends a line here; when bytes leave the program is for the stream to decide.
            .disable(StreamWriteFeature.FLUSH_PASSED_TO_STREAM)
            .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            .build()
            .setRootValueSeparator(""); // a line feed does that
    this.generator = factory.createGenerator(out, JsonEncoding.UTF8);
  }

  /**
   * Writes a value on a line of its own: null, text, a boolean, a number, a list, or a map with
   * text keys.
   */
  public void line(@Nullable Object value) throws IOException {
    write(value);
    generator.flush();
    out.write('\n');
  }

  private void write(@Nullable Object value) throws IOException {
    if (value instanceof String text) {
      generator.writeString(text);
    } else if (value instanceof Long number) {
      generator.writeNumber(number);
    } else if (value instanceof Integer number) {
      generator.writeNumber(number);
    } else if (value instanceof List<?> list) {
      generator.writeStartArray();
      for (Object element : list) {
        write(element);
      }
      generator.writeEndArray();
    } else if (value instanceof Map<?, ?> map) {
      generator.writeStartObject();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        generator.writeFieldName((String) entry.getKey());
        write(entry.getValue());
      }
      generator.writeEndObject();
    } else {
      writeRare(value);
    }
  }

  private void writeRare(@Nullable Object value) throws IOException {
    if (value == null) {
      generator.writeNull();
    } else if (value instanceof Boolean bool) {
      generator.writeBoolean(bool);
    } else if (value instanceof Double number) {
      generator.writeNumber(number);
    } else if (value instanceof Float number) {
      generator.writeNumber(number);
    } else if (value instanceof BigInteger number) {
      generator.writeNumber(number);
    } else {
      throw new IllegalArgumentException("no JSON for " + value.getClass());
    }
  }
}
