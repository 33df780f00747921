package dev.keyfold.cli.key;

import dev.keyfold.cli.command.Console;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyWriter;
import dev.keyfold.codec.bytes.Counted;
import java.io.IOException;
import picocli.CommandLine.ParseResult;

/** {@code keyfold key convert}. */
public final class ConvertCommand extends KeyCommand {
  private static final SchemaOptions.Names TARGET =
      new SchemaOptions.Names("--to-schema", "--to", "--to-shards", "--to-shard-by");

  public ConvertCommand(Console console) {
    super("convert", console);
    flag(JSON);
    declare(TARGET);
  }

  @Override
  public int run(ParseResult args) throws IOException {
    KeySchema from = schema(args);
    KeySchema to = schema(args, TARGET, from.toString());
    if (from.size() != to.size()) {
      throw usage(
          "--to-schema: found "
              + Counted.of(to.size(), "field")
              + ", expected "
              + from.size()
              + ", as many as in --schema");
    }
    KeyReader reader = from.newReader();
    KeyWriter writer = to.newWriter();
    HexText hex = new HexText();
    KeyLines out = new KeyLines(console.out(), args.hasMatchedOption(JSON));
    console.eachLine(
        line -> {
          hex.read(line.buffer(), line.start(), line.end());
          Object[] values = reader.reset(hex.buffer(), 0, hex.length()).getAll();
          writer.reset();
          for (Object value : values) {
            writer.put(value);
          }
          int length = writer.finish();
          out.write(writer.buffer(), length);
        });
    return console.status();
  }
}
