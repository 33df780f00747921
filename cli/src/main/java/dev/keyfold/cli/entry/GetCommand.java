package dev.keyfold.cli.entry;

import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.key.EntryName;
import dev.keyfold.store.Store;
import dev.keyfold.table.entry.BadInputException;
import java.io.IOException;
import picocli.CommandLine.ParseResult;

/** {@code keyfold get}. */
public final class GetCommand extends EntryCommand {
  static final String KEY = "KEY";

  public GetCommand(Console console) {
    super("get", console);
    argument(0, KEY);
    hasValues();
  }

  @Override
  public void check(ParseResult args) throws IOException {
    meaning(KEY, args.matchedPositionalValue(0, ""), keys(args)::key);
    values(args);
  }

  @Override
  int run(ParseResult args, Store store) throws IOException {
    KeyNotation keys = keys(args);
    String text = args.matchedPositionalValue(0, "");
    byte[] key = meaning(KEY, text, keys::key);
    byte[] value = store.get(key);
    if (value == null) {
      console.badInput("there is no entry with the key " + text);
      return console.status();
    }
    try {
      lines(args, keys).value(key, value);
    } catch (BadInputException e) {
      console.badInput(EntryName.of(key) + ": " + e.getMessage());
    }
    return console.status();
  }
}
