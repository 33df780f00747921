package dev.keyfold.cli.command;

import dev.keyfold.codec.Limits;
import dev.keyfold.store.Store;
import dev.keyfold.store.StoreException;
import dev.keyfold.store.StoreUrl;
import dev.keyfold.store.StoreUrlException;
import dev.keyfold.store.Stores;
import dev.keyfold.table.SplitResult;
import dev.keyfold.table.Tables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import picocli.CommandLine.ParseResult;

/** A command about the tables of one store, open while it runs. */
// Newer compilers warn of it: a command is declared in its constructor, and picocli only keeps it.
@SuppressWarnings("this-escape")
public abstract class StoreCommand extends Command {
  private static final String STORE = "--store";
  private static final String NAME = "NAME";

  private Interruption interruption;

  public StoreCommand(String name, Console console) {
    super(name, console);
    option(STORE, "URL", console.session() == null);
  }

  /** Declares that the first argument is the name of a table. */
  public final void namesTable() {
    argument(0, NAME);
  }

  /** Declares that the first argument, if there is one, is the name of a table. */
  public final void mayNameTable() {
    optionalArgument(0, NAME);
  }

  /** The name of the table; empty if none was given. */
  public static String tableName(ParseResult args) {
    return args.matchedPositionalValue(0, "");
  }

  @Override
  public final int run(ParseResult args) throws IOException {
    check(args);
    if (console.session() != null && !args.hasMatchedOption(STORE)) {
      return run(args, console.session());
    }
    try (Interruption signal = new Interruption(patience(args));
        Store store = open(args.matchedOptionValue(STORE, ""))) {
      interruption = signal;
      Tables tables = Tables.of(store);
      try {
        return run(args, tables);
      } finally {
        tables.saveKnowledge(); // what was asked and written, also in vain, for keyfold advise
      }
    }
  }

  /** Says what is wrong with the arguments before the store is touched. */
  public void check(ParseResult args) throws IOException {}

  /**
   * How many seconds a signal waits for the command to come to a good end, which it does when
   * {@link #isInterrupted}; 0 if any moment is as good.
   */
  public int patience(ParseResult args) {
    return 0;
  }

  /** Whether a signal asks to stop. */
  public final boolean isInterrupted() {
    return interruption != null && interruption.isHeard();
  }

  /** Whether a store that is not there is made. */
  public boolean createsStore() {
    return false;
  }

  /** The URL of a store that may have to be made. */
  public String toMake(String url) {
    return url;
  }

  /**
   * Does what the command is for.
   *
   * @return the exit status
   */
  public abstract int run(ParseResult args, Tables tables) throws IOException;

  private Store open(String url) {
    try {
      if (createsStore()) {
        return Stores.open(toMake(url), console::notice);
      }
      checkThere(StoreUrl.parse(url));
      return Stores.open(withoutMaking(url), console::notice);
    } catch (StoreUrlException e) {
      throw usage(STORE + ": " + e.getMessage());
    }
  }

  /** Nor must a mistyped name of a table in HBase, which only HBase knows. */
  private static String withoutMaking(String url) {
    if (!StoreUrl.parse(url).scheme().equals("hbase") || url.contains("create=")) {
      return url;
    }
    return url + (url.contains("?") ? "&" : "?") + "create=false";
  }

  /** Opening makes a store where there is none; a mistyped path must not do so. */
  private static void checkThere(StoreUrl url) {
    if (!url.scheme().equals("rocksdb") || url.rest().isBlank()) {
      return;
    }
    Path path = Path.of(url.rest());
    if (Files.exists(path)) {
      if (!Files.isDirectory(path)) {
        return; // the engine says it better
      }
      try (Stream<Path> files = Files.list(path)) {
        if (files.findAny().isPresent()) {
          return;
        }
      } catch (IOException e) {
        throw new FileException("cannot read " + url.rest(), e);
      }
    }
    throw new StoreException(
        "there is no store at " + url.rest() + "; create one with 'keyfold table create'");
  }

  /** How a store that is divided by key is told where to begin its parts. */
  public static final String SPLIT = "--split";

  /**
   * Into how many parts {@link #SPLIT} says, 0 if it is not given; refused where it means nothing,
   * before anything is made.
   */
  public final int splitParts(ParseResult args) {
    String parts = args.matchedOptionValue(SPLIT, null);
    if (parts == null) {
      return 0;
    }
    String url = args.matchedOptionValue(STORE, "");
    if (!url.startsWith("hbase:")) {
      throw usage(
          SPLIT
              + ": found '"
              + url
              + "', expected an hbase: store: others have no regions to split");
    }
    return (int) number(SPLIT, parts, Limits.SHARDS);
  }

  /** Splits the table as {@link #SPLIT} says, and tells what was done; the exit status. */
  public final int split(ParseResult args, Tables tables) {
    int parts = splitParts(args);
    if (parts == 0) {
      return console.status();
    }
    SplitResult result = tables.split(tableName(args), parts);
    String done = result.done() + " of " + result.asked() + " split points are region boundaries";
    if (!result.isComplete()) {
      console.complain(
          SPLIT
              + ": only "
              + done
              + "; HBase could not split further in time. Run 'keyfold table alter "
              + tableName(args)
              + " --split "
              + parts
              + "' again later, or allow more than split-timeout=60s in the URL");
      return ExitCode.STORE;
    }
    if (!args.hasMatchedOption(JSON)) {
      console.out().text("split: " + done).endLine();
    }
    return console.status();
  }
}
