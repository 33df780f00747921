package dev.keyfold.cli;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.table.where.Where;
import java.util.List;
import picocli.CommandLine.ParseResult;

/** {@code keyfold key range}. */
final class RangeCommand extends KeyCommand {
  private static final String WHERE = "--where";

  RangeCommand(Console console) {
    super("range", console);
    option(WHERE, "W", true);
  }

  @Override
  int run(ParseResult args) {
    for (KeyRange range : ranges(schema(args), args.matchedOptionValue(WHERE, ""))) {
      console.out().text(range.toString()).endLine();
    }
    return console.status();
  }

  private List<KeyRange> ranges(KeySchema schema, String where) {
    try {
      return new WhereRanges(schema).of(Where.parse(where));
    } catch (KeyException e) {
      throw usage(WHERE, e);
    }
  }
}
