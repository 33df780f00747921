package dev.keyfold.cli.command;

import dev.keyfold.cli.remote.Connection;
import dev.keyfold.cli.remote.LockHolder;
import dev.keyfold.codec.Limits;
import dev.keyfold.db.Keyfold;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.store.errors.StoreException;
import dev.keyfold.store.errors.StoreLockedException;
import dev.keyfold.store.errors.StoreMissingException;
import dev.keyfold.store.errors.StoreUrlException;
import dev.keyfold.table.SplitResult;
import dev.keyfold.table.Tables;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.InvalidPathException;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParseResult;

/** A command about the tables of one store, open while it runs. */
// Newer compilers warn of it: a command is declared in its constructor, and picocli only keeps it.
@SuppressWarnings("this-escape")
public abstract class StoreCommand extends Command {
  private static final String STORE = "--store";
  private static final String NAME = "NAME";

  /** Null before the store is opened, and in a shell. */
  private @Nullable Interruption interruption;

  public StoreCommand(String name, Console console) {
    super(name, console);
    option(STORE, "URL", console.session() == null);
    option(Servers.USER, "NAME", false);
    option(Servers.PASSWORD, "FILE", false);
  }

  /** Declares that the first argument is the name of a table. */
  public final void namesTable() {
    argument(0, NAME);
  }

  /** Declares that the first argument, if present, is the name of a table. */
  public final void mayNameTable() {
    optionalArgument(0, NAME);
  }

  /** The name of the table; empty if none was given. */
  public static String tableName(ParseResult args) {
    return args.matchedPositionalValue(0, "");
  }

  @Override
  public final int run(ParseResult args) throws IOException {
    Tables session = console.session();
    Served served = console.served();
    if (served != null) {
      return run(args, served, session);
    }
    boolean own = session != null && !args.hasMatchedOption(STORE);
    if (!own) {
      try (Connection server = Servers.find(this, args)) {
        if (server != null) {
          return runIn(args, server);
        }
      }
    }
    check(args);
    if (session != null && own) {
      return run(args, session.store(), () -> session);
    }
    try (Interruption signal = new Interruption(patience(args));
        Keyfold db = open(args.matchedOptionValue(STORE, ""))) {
      interruption = signal;
      // Closing stores the recorded queries, including rejected ones, for advise.
      return run(args, db.store(), db::tables);
    }
  }

  /** Runs in a server for a client. */
  private int run(ParseResult args, Served served, @Nullable Tables session) throws IOException {
    if (session != null && args.hasMatchedOption(STORE)) {
      throw new RefusedException(
          STORE + " names a second store, which a running server does not open");
    }
    served.check(need(args));
    check(args);
    Keyfold db = served.db();
    return run(args, db.store(), db::tables);
  }

  /**
   * Passes the command on to a server.
   *
   * @return the exit status
   */
  public int runIn(ParseResult args, Connection server) throws IOException {
    return Servers.run(console, server, console.in(), console.out().target(), Map.of());
  }

  /** The right that the command needs in a server. */
  public Need need(ParseResult args) {
    return Need.ADMINISTRATOR;
  }

  /**
   * Runs the command on the store; most commands need its tables.
   *
   * @param tables opens them; a store of another program has none
   */
  public int run(ParseResult args, Store store, Supplier<Tables> tables) throws IOException {
    return run(args, tables.get());
  }

  /** Validates the arguments before the store is accessed. */
  public void check(ParseResult args) throws IOException {}

  /**
   * How many seconds a signal waits for the command to reach a consistent end, which it does when
   * {@link #isInterrupted}; 0 if it can stop at any time.
   */
  public int patience(ParseResult args) {
    return 0;
  }

  /** Whether a signal asks to stop. */
  public final boolean isInterrupted() {
    Served served = console.served();
    return (interruption != null && interruption.isHeard())
        || (served != null && served.call().isCancelled());
  }

  /** Whether a missing store is created. */
  public boolean createsStore() {
    return false;
  }

  /** The URL of a store that may have to be made. */
  public String toMake(String url) {
    return url;
  }

  /**
   * Runs the command.
   *
   * @return the exit status
   */
  public abstract int run(ParseResult args, Tables tables) throws IOException;

  private Keyfold open(String url) {
    try {
      return createsStore()
          ? Keyfold.open(toMake(url), console::notice)
          : Keyfold.openExisting(url, console::notice);
    } catch (StoreUrlException e) {
      if (e.getCause() instanceof InvalidPathException path) {
        throw path; // reported with the locale, which is usually the reason
      }
      throw usage(STORE + ": " + e.getMessage());
    } catch (UncheckedIOException e) {
      IOException cause = e.getCause() == null ? new IOException(e) : e.getCause();
      throw new FileException(String.valueOf(e.getMessage()), cause);
    } catch (StoreLockedException e) {
      String holder = Stores.directory(url).map(LockHolder::explain).orElse(null);
      throw holder == null ? e : new StoreLockedException(e.getMessage() + ". " + holder, e);
    } catch (StoreMissingException e) {
      throw new StoreException(
          e.getMessage()
              + (canWrite(url)
                  ? "; create one with 'keyfold table create' or 'keyfold structure set'"
                  : ""));
    }
  }

  private static boolean canWrite(String url) {
    return Stores.capabilities(url).contains(Capability.COMPARE_AND_SET);
  }

  /** The option that sets how a store that is partitioned by key is pre-split. */
  public static final String SPLIT = "--split";

  /**
   * The number of parts given by {@link #SPLIT}, 0 if it is absent; rejected where it has no
   * effect, before anything is created.
   */
  public final int splitParts(ParseResult args) {
    String parts = args.matchedOptionValue(SPLIT, null);
    if (parts == null) {
      return 0;
    }
    String url = args.matchedOptionValue(STORE, null);
    if (!canSplit(url)) {
      throw usage(
          SPLIT
              + ": found "
              + (url == null ? "a store" : "'" + url + "'")
              + " that has no regions to split, expected "
              + Stores.formsWith(Capability.SPLIT));
    }
    return (int) number(SPLIT, parts, Limits.SHARDS);
  }

  /**
   * Checked before the store is opened, which may create it.
   *
   * @param url null for the store of the shell
   */
  private boolean canSplit(@Nullable String url) {
    Served served = console.served();
    if (served != null) {
      return served.db().store().has(Capability.SPLIT);
    }
    if (url == null) {
      Tables session = console.session();
      return session != null && session.store().has(Capability.SPLIT);
    }
    try {
      return Stores.capabilities(url).contains(Capability.SPLIT);
    } catch (StoreUrlException e) {
      throw usage(STORE + ": " + e.getMessage());
    }
  }

  /** Splits the table as {@link #SPLIT} says, and reports it; returns the exit status. */
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
              + "; the store could not split further in time. Run 'keyfold table alter "
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
