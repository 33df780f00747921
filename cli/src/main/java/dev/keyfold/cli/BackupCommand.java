package dev.keyfold.cli;

import dev.keyfold.store.Capability;
import dev.keyfold.store.Store;
import dev.keyfold.table.Tables;
import dev.keyfold.table.load.JsonWriter;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.ParseResult;

/** {@code keyfold backup}. */
final class BackupCommand extends StoreCommand {
  private static final String STREAM = "--stream";
  private static final String STANDARD_OUTPUT = "-";

  BackupCommand(Console console) {
    super("backup", console);
    argument(0, "TARGET");
    flag(STREAM);
    flag(JSON);
    mayDestroy();
  }

  private static String target(ParseResult args) {
    return args.matchedPositionalValue(0, STANDARD_OUTPUT);
  }

  private static Path path(ParseResult args) {
    return Path.of(target(args)).toAbsolutePath().normalize();
  }

  private static boolean isStandardOutput(ParseResult args) {
    return target(args).equals(STANDARD_OUTPUT);
  }

  @Override
  void check(ParseResult args) throws IOException {
    if (isStandardOutput(args)) {
      if (args.hasMatchedOption(JSON)) {
        throw usage(JSON + " needs a TARGET other than -: the backup itself goes there");
      }
      return;
    }
    Path target = path(args);
    String refusal =
        target.getFileName() == null
            ? "found the root of all files, expected a name in it"
            : BackupDirectory.refusal(target);
    if (refusal != null) {
      throw usage("TARGET " + target(args) + ": " + refusal);
    }
    if (Files.exists(target)) {
      confirm(args, "this replaces what is at " + target);
    }
  }

  @Override
  int run(ParseResult args, Tables tables) throws IOException {
    Store store = tables.store();
    if (isStandardOutput(args)) {
      long entries;
      try {
        entries = stream(store, console.out().bytes());
      } catch (IOException e) {
        // Also if nobody reads on: what has come through is no backup.
        throw new FileException("cannot write to standard output", e);
      }
      console.complain(StatsCommand.number(entries) + " entries written");
      return console.status();
    }
    Path target = path(args);
    Path beside = BackupDirectory.beside(target, "new");
    boolean stream = args.hasMatchedOption(STREAM) || !store.has(Capability.CHECKPOINT);
    Map<String, Object> done = new LinkedHashMap<>();
    done.put("backup", target.toString());
    try {
      BackupDirectory.delete(beside);
      if (stream) {
        done.put("form", "stream");
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(beside), 1 << 16)) {
          done.put("entries", stream(store, out));
        }
        done.put("bytes", Files.size(beside));
      } else {
        done.put("form", "checkpoint");
        BackupDirectory backup = new BackupDirectory(beside);
        store.checkpoint(backup.store());
        backup.seal();
        done.put("bytes", backup.verify());
      }
      BackupDirectory.delete(target); // only now: until here the one before is whole
      Files.move(beside, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      BackupDirectory.delete(beside);
      throw new FileException("cannot write " + target(args), e);
    }
    if (args.hasMatchedOption(JSON)) {
      new JsonWriter(console.out()).line(done);
    } else {
      long bytes = (Long) done.get("bytes");
      console.complain(
          done.get("form") + " of " + StatsCommand.bytes(bytes) + " written to " + target(args));
    }
    return console.status();
  }

  private long stream(Store store, OutputStream out) throws IOException {
    ProgressBar bar = new ProgressBar(console, "writing", StoreStats.estimate(store), 0, 0);
    long entries = BackupStream.write(store, out, count -> bar.show(count, count));
    bar.end();
    return entries;
  }
}
