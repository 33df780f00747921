package dev.keyfold.cli.admin;

import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.FileException;
import dev.keyfold.cli.command.ProgressBar;
import dev.keyfold.cli.command.Served;
import dev.keyfold.cli.command.StoreCommand;
import dev.keyfold.cli.remote.Connection;
import dev.keyfold.codec.bytes.Counted;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.store.backup.BackupStream;
import dev.keyfold.store.errors.StoreUrlException;
import dev.keyfold.table.Tables;
import dev.keyfold.table.entry.JsonWriter;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** {@code keyfold backup}. */
public final class BackupCommand extends StoreCommand {
  private static final String STREAM = "--stream";
  private static final String STANDARD_OUTPUT = "-";

  public BackupCommand(Console console) {
    super("backup", console);
    argument(0, "TARGET");
    flag(STREAM);
    flag(JSON);
    mayDestroy();
  }

  private static String target(ParseResult args) {
    return args.matchedPositionalValue(0, STANDARD_OUTPUT);
  }

  /** Created next to TARGET and then moved there. */
  private static Replacement replacement(ParseResult args) throws IOException {
    return new Replacement(Replacement.real(Path.of(target(args))), "new", "old");
  }

  private static boolean isStandardOutput(ParseResult args) {
    return target(args).equals(STANDARD_OUTPUT);
  }

  /** The client writes the backup; what the server sends is put where it asked for. */
  @Override
  public int runIn(ParseResult args, Connection server) throws IOException {
    if (isStandardOutput(args)) {
      return super.runIn(args, server);
    }
    check(args);
    try {
      return finish(args, new RemoteBackup(console, server)::write);
    } catch (RemoteBackup.FailedException e) {
      return e.status();
    }
  }

  @Override
  public void check(ParseResult args) throws IOException {
    if (console.served() != null) {
      return; // the client has checked it
    }
    if (isStandardOutput(args)) {
      if (args.hasMatchedOption(JSON)) {
        throw usage(JSON + " needs a TARGET other than -: standard output carries the backup");
      }
      return;
    }
    try {
      Replacement replacement = replacement(args);
      Path target = replacement.place();
      if (target.getFileName() == null) {
        throw wrong(args, "found the root directory, expected a path below it");
      }
      String recovered = replacement.recover();
      if (recovered != null) {
        console.complain(recovered);
      }
      String refusal = BackupDirectory.refusal(target);
      if (refusal != null) {
        throw wrong(args, refusal);
      }
      if (isInside(args.matchedOptionValue("--store", ""), target)) {
        throw wrong(args, "found the store inside it, expected a path outside the store");
      }
      if (Files.exists(target)) {
        confirm(args, "this replaces the existing backup " + target);
      }
    } catch (IOException e) {
      throw new FileException("cannot write " + target(args), e);
    }
  }

  private ParameterException wrong(ParseResult args, String what) {
    return usage("TARGET " + target(args) + ": " + what);
  }

  /** Whether the store is one that would go with what is replaced. */
  private static boolean isInside(String url, Path target) throws IOException {
    Optional<Path> directory;
    try {
      directory = url.isEmpty() ? Optional.empty() : Stores.directory(url); // empty in a shell
    } catch (StoreUrlException e) {
      return false; // opening it says what is wrong
    }
    return directory.isPresent() && Replacement.real(directory.get()).startsWith(target);
  }

  @Override
  public int run(ParseResult args, Tables tables) throws IOException {
    Store store = tables.store();
    if (isStandardOutput(args)) {
      long entries;
      try {
        entries = stream(store, console.out().bytes());
      } catch (IOException e) {
        // Even if the reader closed the pipe: a partial stream is not a backup.
        throw new FileException("cannot write to standard output", e);
      }
      console.complain(Counted.of(entries, "entry") + " written");
      return console.status();
    }
    Served served = console.served();
    if (served != null) {
      ProgressBar bar = new ProgressBar(console, "writing", StoreStats.estimate(store), 0, 0);
      BackupFiles.send(
          served,
          store,
          console.out().bytes(),
          args.hasMatchedOption(STREAM),
          count -> bar.show(count, count));
      bar.end();
      return console.status();
    }
    return finish(args, replacement -> write(store, replacement, args.hasMatchedOption(STREAM)));
  }

  /** Writes a backup next to its target, and says what was written. */
  interface Writer {
    Map<String, Object> write(Replacement replacement) throws IOException;
  }

  private int finish(ParseResult args, Writer writer) throws IOException {
    Map<String, Object> done;
    Replacement replacement;
    try {
      replacement = replacement(args);
      done = writer.write(replacement);
    } catch (IOException e) {
      throw new FileException("cannot write " + target(args), e);
    }
    put(replacement);
    if (args.hasMatchedOption(JSON)) {
      new JsonWriter(console.out()).line(done);
    } else {
      long bytes = done.get("bytes") instanceof Long counted ? counted : 0;
      console.complain(
          done.get("form") + " of " + StatsCommand.bytes(bytes) + " written to " + target(args));
    }
    return console.status();
  }

  /** Creates the backup next to its target. */
  private Map<String, Object> write(Store store, Replacement replacement, boolean streams)
      throws IOException {
    Map<String, Object> done = new LinkedHashMap<>();
    done.put("backup", replacement.place().toString());
    if (streams || !store.has(Capability.CHECKPOINT)) {
      done.put("form", "stream");
      replacement.make(
          file -> {
            try (OutputStream out =
                new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
              done.put("entries", stream(store, out));
            }
            Replacement.force(file);
            done.put("bytes", Files.size(file));
          });
    } else {
      done.put("form", "checkpoint");
      replacement.make(
          directory -> {
            Files.createDirectory(directory); // the file system says best why it cannot
            BackupDirectory backup = new BackupDirectory(directory);
            store.checkpoint(backup.store());
            backup.seal();
            done.put("bytes", backup.verify());
          });
    }
    return done;
  }

  /** From here on the backup is whole, and stays whatever happens. */
  private void put(Replacement replacement) {
    try {
      String left = replacement.swap();
      if (left != null) {
        console.complain(left);
      }
    } catch (IOException e) {
      throw new FileException(
          "the backup is complete at "
              + replacement.fresh()
              + ", but cannot be renamed to "
              + replacement.place(),
          e);
    }
  }

  private long stream(Store store, OutputStream out) throws IOException {
    ProgressBar bar = new ProgressBar(console, "writing", StoreStats.estimate(store), 0, 0);
    long entries = BackupStream.write(store, out, count -> bar.show(count, count));
    bar.end();
    return entries;
  }
}
