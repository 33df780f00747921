package dev.keyfold.cli.entry;

import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.key.EntryName;
import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Counted;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.store.View;
import dev.keyfold.table.entry.BadInputException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParseResult;

/** {@code keyfold scan}. */
public final class ScanCommand extends EntryCommand {
  private static final String PREFIX = "--prefix";
  private static final String FROM = "--from";
  private static final String TO = "--to";
  private static final String LIMIT = "--limit";
  private static final long DEFAULT_LIMIT = 100;

  /** So many entries that do not fit are described; the others are counted. */
  private static final int DESCRIBED = 10;

  /** Characters of a key in a message. */
  private static final int LONGEST_SHOWN = 500;

  private long read;
  private long unfit;

  public ScanCommand(Console console) {
    super("scan", console);
    option(PREFIX, "KEY", false);
    option(FROM, "KEY", false);
    option(TO, "KEY", false);
    option(LIMIT, "N", false);
    hasValues();
  }

  @Override
  public void check(ParseResult args) throws IOException {
    ranges(args, keys(args));
    values(args);
    limit(args);
  }

  private long limit(ParseResult args) {
    return args.hasMatchedOption(LIMIT)
        ? number(LIMIT, args.matchedOptionValue(LIMIT, ""), Long.MAX_VALUE - 1)
        : DEFAULT_LIMIT;
  }

  private List<KeyRange> ranges(ParseResult args, KeyNotation keys) throws IOException {
    String prefix = args.matchedOptionValue(PREFIX, null);
    String from = args.matchedOptionValue(FROM, null);
    String to = args.matchedOptionValue(TO, null);
    if (prefix == null) {
      return List.of(
          KeyRange.of(
              from == null ? new byte[0] : meaning(FROM, from, keys::bound),
              to == null ? null : meaning(TO, to, keys::bound)));
    }
    if (from != null || to != null) {
      throw usage(PREFIX + " does not go with " + (from != null ? FROM : TO));
    }
    return meaning(PREFIX, prefix, keys::prefix);
  }

  @Override
  int run(ParseResult args, Store store) throws IOException {
    KeyNotation keys = keys(args);
    EntryLines lines = lines(args, keys);
    long limit = limit(args);
    byte[] next = null;
    read = 0;
    unfit = 0;
    try (View view = store.view()) {
      for (KeyRange range : ranges(args, keys)) {
        if (next == null) {
          next = scan(view, range, limit, lines);
        }
      }
    }
    if (unfit > 0) {
      console.complain(Counted.of(unfit, "entry") + " of " + read + " did not fit");
    }
    if (next != null) {
      console.complain(
          "stopped after "
              + Counted.of(read, "entry")
              + "; use "
              + LIMIT
              + " N for more"
              + continuation(args, keys, lines, next));
    }
    return console.status();
  }

  /** Where to resume, if the next key can be written as a bound and is one that people copy. */
  private static String continuation(
      ParseResult args, KeyNotation keys, EntryLines lines, byte[] next) throws IOException {
    if (args.hasMatchedOption(PREFIX)) {
      return "";
    }
    try {
      String text = lines.key(next);
      return text.length() <= LONGEST_SHOWN && Arrays.equals(keys.bound(text), next)
          ? ", or continue with " + FROM + " '" + text + "'"
          : "";
    } catch (BadInputException | KeyException e) {
      return "";
    }
  }

  /** The key at which the limit was reached, null if it was not. */
  private byte @Nullable [] scan(View view, KeyRange range, long limit, EntryLines lines)
      throws IOException {
    long left = limit - read + 1; // one more, to know whether there are more
    try (Cursor cursor = view.scan(Scan.over(range).limit(left).expecting(left))) {
      while (cursor.next()) {
        byte[] key = cursor.key().toArray();
        if (read == limit) {
          return key;
        }
        read++;
        try {
          lines.entry(key, cursor.value().toArray());
        } catch (BadInputException | KeyException e) {
          unfit(key, e);
        }
      }
    }
    return null;
  }

  private void unfit(byte[] key, RuntimeException reason) {
    unfit++;
    if (unfit <= DESCRIBED) {
      console.badInput(EntryName.of(key) + ": " + reason.getMessage());
    }
  }
}
