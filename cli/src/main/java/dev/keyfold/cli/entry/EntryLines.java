package dev.keyfold.cli.entry;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.keyfold.cli.command.Output;
import dev.keyfold.table.entry.JsonWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Entries on their way out, one per line: key, tab, value; or a JSON object with both. Not
 * thread-safe.
 */
final class EntryLines {
  private final Output out;
  private final KeyNotation keys;
  private final ValueNotation values;
  private final boolean json;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private final JsonWriter writer;

  EntryLines(Output out, KeyNotation keys, ValueNotation values, boolean json) throws IOException {
    this.out = out;
    this.keys = keys;
    this.values = values;
    this.json = json;
    this.writer = new JsonWriter(line);
  }

  /** Writes the entry; if one of both does not fit its notation, nothing is written. */
  void entry(byte[] key, byte[] value) throws IOException {
    if (json) {
      String text = "{\"key\":" + json(keys.write(key)) + ",\"value\":" + valueJson(value) + "}";
      out.text(text).endLine();
    } else {
      String text = key(key) + "\t" + values.write(value);
      out.text(text).endLine();
    }
  }

  /** Writes the value alone, or in JSON the entry. */
  void value(byte[] key, byte[] value) throws IOException {
    if (json) {
      entry(key, value);
    } else {
      out.text(values.write(value)).endLine();
    }
  }

  /** In JSON only: what was done to the key. */
  void done(byte[] key, String what, boolean done) throws IOException {
    if (json) {
      out.text("{\"key\":" + json(keys.write(key)) + ",\"" + what + "\":" + done + "}").endLine();
    }
  }

  /** The key as it is shown and as it can be typed. */
  String key(byte[] key) throws IOException {
    Object written = keys.write(key);
    return written instanceof String text ? text : json(written);
  }

  private String valueJson(byte[] value) throws IOException {
    String text = values.write(value);
    return values.isJson()
        ? text
        : '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
  }

  private String json(Object value) throws IOException {
    line.reset();
    writer.line(value);
    return line.toString(StandardCharsets.UTF_8).strip();
  }
}
