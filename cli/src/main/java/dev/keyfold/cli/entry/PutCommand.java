package dev.keyfold.cli.entry;

import dev.keyfold.cli.command.Console;
import dev.keyfold.store.Store;
import java.io.IOException;
import picocli.CommandLine.ParseResult;

/** {@code keyfold put}. */
public final class PutCommand extends EntryCommand {
  private static final String VALUE = "VALUE";

  public PutCommand(Console console) {
    super("put", console);
    argument(0, GetCommand.KEY);
    argument(1, VALUE);
    hasValues();
    mayDestroy();
  }

  @Override
  public boolean createsStore() {
    return true;
  }

  @Override
  public void check(ParseResult args) throws IOException {
    meaning(GetCommand.KEY, args.matchedPositionalValue(0, ""), keys(args)::key);
    value(args);
  }

  private byte[] value(ParseResult args) throws IOException {
    return meaning(VALUE, args.matchedPositionalValue(1, ""), values(args)::read);
  }

  @Override
  int run(ParseResult args, Store store) throws IOException {
    KeyNotation keys = keys(args);
    byte[] key = meaning(GetCommand.KEY, args.matchedPositionalValue(0, ""), keys::key);
    byte[] value = value(args);
    confirmWrite(args, store);
    store.put(key, value);
    lines(args, keys).done(key, "written", true);
    return console.status();
  }
}
