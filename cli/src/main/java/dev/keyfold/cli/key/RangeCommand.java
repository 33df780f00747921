package dev.keyfold.cli.key;

import dev.keyfold.cli.command.Console;
import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.table.entry.JsonWriter;
import dev.keyfold.table.where.Where;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParseResult;

/** {@code keyfold key range}. */
public final class RangeCommand extends KeyCommand {
  private static final String WHERE = "--where";

  public RangeCommand(Console console) {
    super("range", console);
    option(WHERE, "W", true);
    flag(JSON);
  }

  @Override
  public int run(ParseResult args) throws IOException {
    List<KeyRange> ranges = ranges(schema(args), args.matchedOptionValue(WHERE, ""));
    if (args.hasMatchedOption(JSON)) {
      JsonWriter json = new JsonWriter(console.out());
      for (KeyRange range : ranges) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("start", hex(range.start()));
        map.put("end", hex(range.end()));
        json.line(map);
      }
      return console.status();
    }
    for (KeyRange range : ranges) {
      console.out().text(range.toString()).endLine();
    }
    return console.status();
  }

  /** Null for an open side. */
  private static @Nullable String hex(byte @Nullable [] bound) {
    return bound == null ? null : Bytes.toHex(bound);
  }

  private List<KeyRange> ranges(KeySchema schema, String where) {
    try {
      return new WhereRanges(schema).of(Where.parse(where));
    } catch (KeyException e) {
      throw usage(WHERE, e);
    }
  }
}
