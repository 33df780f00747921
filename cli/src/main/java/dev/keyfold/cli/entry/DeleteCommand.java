package dev.keyfold.cli.entry;

import dev.keyfold.cli.command.Console;
import dev.keyfold.store.Store;
import java.io.IOException;
import picocli.CommandLine.ParseResult;

/** {@code keyfold delete}. */
public final class DeleteCommand extends EntryCommand {

  public DeleteCommand(Console console) {
    super("delete", console);
    argument(0, GetCommand.KEY);
    mayDestroy();
  }

  @Override
  public void check(ParseResult args) throws IOException {
    meaning(GetCommand.KEY, args.matchedPositionalValue(0, ""), keys(args)::key);
  }

  @Override
  int run(ParseResult args, Store store) throws IOException {
    KeyNotation keys = keys(args);
    String text = args.matchedPositionalValue(0, "");
    byte[] key = meaning(GetCommand.KEY, text, keys::key);
    boolean there = store.get(key) != null;
    if (there) {
      confirmWrite(args, store);
      store.delete(key);
    } else {
      store.checkWritable();
      console.badInput("there is no entry with the key " + text);
    }
    EntryLines lines =
        new EntryLines(console.out(), keys, PlainValues.UTF8, args.hasMatchedOption(JSON));
    lines.done(key, "deleted", there);
    return console.status();
  }
}
