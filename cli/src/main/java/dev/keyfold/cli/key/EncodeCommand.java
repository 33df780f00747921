package dev.keyfold.cli.key;

import dev.keyfold.cli.command.Console;
import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.KeyWriter;
import dev.keyfold.codec.ValueText;
import dev.keyfold.table.load.Lines;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.ParseResult;

/** {@code keyfold key encode}. */
public final class EncodeCommand extends KeyCommand {

  public EncodeCommand(Console console) {
    super("encode", console);
    flag(JSON);
  }

  @Override
  public int run(ParseResult args) throws IOException {
    KeySchema schema = schema(args);
    JsonArrays arrays = new JsonArrays(schema);
    KeyWriter writer = schema.newWriter();
    KeyLines out = new KeyLines(console.out(), args.hasMatchedOption(JSON));
    console.eachLine(
        line -> {
          if (isBlank(line) && line.isLast()) {
            return; // one line break too many is how many editors end a file
          }
          List<Object> values = arrays.read(line.buffer(), line.start(), line.end());
          writer.reset();
          for (int i = 0; i < values.size(); i++) {
            put(writer, schema, i, values.get(i));
          }
          int length = writer.finish();
          out.write(writer.buffer(), length);
        });
    return console.status();
  }

  /**
   * The long way is always right. Most values are text and whole numbers, though, which need no
   * conversion, and the first lines of a stream run before anything is compiled.
   */
  private static void put(KeyWriter writer, KeySchema schema, int i, Object written) {
    KeyField field = schema.field(i);
    Kind kind = field.type().kind();
    if (kind == Kind.STRING && written instanceof String text) {
      writer.putString(text);
    } else if (written instanceof Long number
        && (kind == Kind.TIMESTAMP_MILLIS || kind == Kind.INT64)) {
      writer.putLong(number);
    } else {
      writer.put(ValueText.read(schema.format(), field, written));
    }
  }

  private static boolean isBlank(Lines line) {
    for (int i = line.start(); i < line.end(); i++) {
      if (line.buffer()[i] != ' ' && line.buffer()[i] != '\t') {
        return false;
      }
    }
    return true;
  }
}
