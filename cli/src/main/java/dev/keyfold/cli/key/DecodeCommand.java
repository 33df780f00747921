package dev.keyfold.cli.key;

import dev.keyfold.cli.command.Console;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.ValueText;
import dev.keyfold.table.entry.JsonWriter;
import java.io.IOException;
import java.util.Arrays;
import picocli.CommandLine.ParseResult;

/** {@code keyfold key decode}. */
public final class DecodeCommand extends KeyCommand {

  public DecodeCommand(Console console) {
    super("decode", console);
    flag(JSON); // what it writes is JSON anyway
  }

  @Override
  public int run(ParseResult args) throws IOException {
    KeySchema schema = schema(args);
    KeyReader reader = schema.newReader();
    HexText hex = new HexText();
    JsonWriter json = new JsonWriter(console.out());
    console.eachLine(
        line -> {
          hex.read(line.buffer(), line.start(), line.end());
          Object[] values = reader.reset(hex.buffer(), 0, hex.length()).getAll();
          for (int i = 0; i < values.length; i++) {
            values[i] = ValueText.write(schema.field(i).type(), values[i]);
          }
          json.line(Arrays.asList(values));
        });
    return console.status();
  }
}
