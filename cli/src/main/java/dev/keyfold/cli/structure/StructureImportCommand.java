package dev.keyfold.cli.structure;

import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.FileException;
import dev.keyfold.cli.command.ProgressBar;
import dev.keyfold.codec.bytes.Counted;
import dev.keyfold.pg.command.FileFacts;
import dev.keyfold.structures.Structures;
import dev.keyfold.table.entry.BadInputException;
import dev.keyfold.table.entry.JsonWriter;
import dev.keyfold.table.load.Lines;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.ParseResult;

/** {@code keyfold structure import}. */
public final class StructureImportCommand extends StructureCommand {
  private static final String KEEP = "--keep-existing";
  private static final String MAX_BAD = "--max-bad";
  private static final String STANDARD_INPUT = "-";
  private static final int STOP_SECONDS = 30;

  /** A value of the greatest length, in hexadecimal. */
  private static final int LONGEST_LINE = 1_100_000_000;

  private long bad;

  public StructureImportCommand(Console console) {
    super("import", console);
    argument(0, "FILE");
    flag(KEEP);
    option(MAX_BAD, "N", false);
  }

  @Override
  public boolean createsStore() {
    return true;
  }

  @Override
  public int patience(ParseResult args) {
    return STOP_SECONDS;
  }

  private long maxBad(ParseResult args) {
    String most = args.matchedOptionValue(MAX_BAD, null);
    return most == null
        ? Long.MAX_VALUE
        : most.equals("0") ? 0 : number(MAX_BAD, most, Long.MAX_VALUE);
  }

  private static String file(ParseResult args) {
    return args.matchedPositionalValue(0, STANDARD_INPUT);
  }

  @Override
  public void check(ParseResult args) throws IOException {
    maxBad(args);
    database(args);
    if (!file(args).equals(STANDARD_INPUT)) {
      FileFacts facts = console.files().facts(file(args));
      boolean directory = facts.kind() == FileFacts.Kind.DIRECTORY;
      if (!facts.readable() || directory) {
        throw new FileException(
            "cannot read " + file(args),
            new IOException(directory ? "Is a directory" : "No such file, or not readable"));
      }
    }
  }

  @Override
  int run(ParseResult args, Structures structures) throws IOException {
    bad = 0;
    StructureLoad load = new StructureLoad(structures, database(args), args.hasMatchedOption(KEEP));
    boolean stopped;
    if (file(args).equals(STANDARD_INPUT)) {
      stopped = load(args, load, console.in(), 0);
    } else {
      try (InputStream in = console.files().open(file(args))) {
        stopped = load(args, load, in, console.files().facts(file(args)).size());
      } catch (IOException e) {
        throw new FileException("cannot read " + file(args), e);
      }
    }
    reclaim(structures);
    report(args, load, stopped);
    return console.status();
  }

  /** Whether it was stopped before the end. */
  private boolean load(ParseResult args, StructureLoad load, InputStream in, long size)
      throws IOException {
    Lines lines = new Lines(in, console::flush, LONGEST_LINE);
    ProgressBar bar = new ProgressBar(console, "importing", size, 0, 0);
    long most = maxBad(args);
    boolean stopped = false;
    try (load) {
      while (!stopped && lines.next()) {
        try {
          if (lines.isTooLong()) {
            throw new BadInputException(
                "found a line of more than " + LONGEST_LINE + " bytes, expected at most that many");
          }
          int length = lines.end() - lines.start();
          if (!isBlank(lines)) {
            load.add(StructureLine.read(lines.buffer(), lines.start(), length));
          }
        } catch (BadInputException e) {
          bad++;
          console.badInput("line " + lines.number() + ": " + e.getMessage());
        }
        bar.show(lines.position().offset(), load.written());
        stopped = bad > most || isInterrupted();
      }
      String broken = load.finish();
      if (broken != null) {
        bad++;
        console.badInput(
            "the last lines of " + broken + " are missing; the structure was not imported");
      }
    }
    bar.end();
    return stopped;
  }

  private static boolean isBlank(Lines lines) {
    for (int i = lines.start(); i < lines.end(); i++) {
      if (lines.buffer()[i] != ' ' && lines.buffer()[i] != '\t') {
        return false;
      }
    }
    return true;
  }

  private void report(ParseResult args, StructureLoad load, boolean stopped) throws IOException {
    if (args.hasMatchedOption(JSON)) {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("structures", load.written());
      map.put("elements", load.elements());
      map.put("kept", load.kept());
      map.put("expired", load.expired());
      map.put("bad", bad);
      map.put("complete", !stopped);
      new JsonWriter(console.out()).line(map);
    }
    StringBuilder said = new StringBuilder();
    said.append(Counted.of(load.written(), "structure")).append(" written with ");
    said.append(Counted.of(load.elements(), "element"));
    if (load.kept() > 0) {
      said.append(", ").append(load.kept()).append(" kept because their names exist");
    }
    if (load.expired() > 0) {
      said.append(", ").append(load.expired()).append(" left out because they have expired");
    }
    if (bad > 0) {
      said.append(", ").append(Counted.of(bad, "bad line"));
    }
    console.complain(said.toString());
    if (stopped) {
      console.complain("stopped before the end; run the same command again to import the rest");
    }
  }
}
