package dev.keyfold.cli.structure;

import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.Need;
import dev.keyfold.cli.command.ProgressBar;
import dev.keyfold.structures.Keys;
import dev.keyfold.structures.Space;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.Work;
import dev.keyfold.structures.type.StructureType;
import java.io.IOException;
import java.util.Objects;
import picocli.CommandLine.ParseResult;

/** {@code keyfold structure export}. */
public final class StructureExportCommand extends StructureCommand {
  private static final String PATTERN = "PATTERN";
  private static final String ALL = "--all-databases";

  public StructureExportCommand(Console console) {
    super("export", console);
    hasNotation();
    optionalArgument(0, PATTERN);
    isOfType();
    flag(ALL);
  }

  private NameScan names(ParseResult args) {
    String pattern = args.matchedPositionalValue(0, null);
    return new NameScan(
        pattern == null ? null : bytes(args, PATTERN, pattern), chosenType(args), null);
  }

  @Override
  public Need need(ParseResult args) {
    return Need.STRUCTURES;
  }

  @Override
  public void check(ParseResult args) {
    names(args);
    if (args.hasMatchedOption(ALL) && args.hasMatchedOption("--database")) {
      throw usage(ALL + " and --database cannot be combined");
    }
    database(args);
  }

  /** All of one snapshot, so that names and elements fit together. */
  @Override
  int run(ParseResult args, Structures structures) throws IOException {
    int first = database(args);
    int last = first;
    if (args.hasMatchedOption(ALL)) {
      last = databases() - 1;
    }
    try (Work work = structures.read()) {
      long total = 0;
      for (int number = first; number <= last; number++) {
        total += work.space(number).keys().size();
      }
      ProgressBar bar = new ProgressBar(console, "exporting", total, 0, 0);
      long[] done = {0};
      for (int number = first; number <= last; number++) {
        Space space = work.space(number);
        names(args)
            .run(
                space,
                name -> {
                  write(space, name, notation(args));
                  bar.show(++done[0], done[0]);
                  return true;
                });
      }
      bar.end();
    }
    return console.status();
  }

  private void write(Space space, byte[] name, Notation notation) throws IOException {
    StructureType type = Objects.requireNonNull(space.keys().type(name));
    long when = space.keys().expiresAt(name);
    long expires = when == Keys.NEVER ? 0 : when;
    Elements.pages(
        space,
        name,
        type,
        (page, last) -> {
          StructureLine line = new StructureLine(space.number(), name, type, expires, page, !last);
          console.out().text(StructureLine.write(line, notation)).endLine();
          return true;
        });
  }
}
