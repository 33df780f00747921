package dev.keyfold.cli.structure;

import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.Need;
import dev.keyfold.structures.Keys;
import dev.keyfold.structures.Space;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.Work;
import dev.keyfold.structures.type.StructureType;
import dev.keyfold.table.entry.JsonWriter;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine.ParseResult;

/** {@code keyfold structure list}. */
public final class StructureListCommand extends StructureCommand {
  private static final String PATTERN = "PATTERN";
  private static final String AFTER = "--after";
  private static final String BYTES = "--bytes";

  public StructureListCommand(Console console) {
    super("list", console);
    hasNotation();
    optionalArgument(0, PATTERN);
    isOfType();
    option(AFTER, NAME, false);
    isLimited();
    flag(BYTES);
  }

  private NameScan names(ParseResult args) {
    String pattern = args.matchedPositionalValue(0, null);
    String after = args.matchedOptionValue(AFTER, null);
    return new NameScan(
        pattern == null ? null : bytes(args, PATTERN, pattern),
        chosenType(args),
        after == null ? null : bytes(args, AFTER, after));
  }

  @Override
  public Need need(ParseResult args) {
    return Need.STRUCTURES;
  }

  @Override
  public void check(ParseResult args) {
    names(args);
    limit(args);
    database(args);
  }

  @Override
  int run(ParseResult args, Structures structures) throws IOException {
    boolean json = args.hasMatchedOption(JSON);
    boolean bytes = args.hasMatchedOption(BYTES);
    if (!json) {
      console
          .out()
          .text(line("type", "elements", bytes ? "bytes" : null, "expires", "name"))
          .endLine();
    }
    long[] left = {limit(args)};
    boolean[] more = {false};
    try (Work work = structures.read()) {
      Space space = work.space(database(args));
      names(args)
          .run(
              space,
              name -> {
                if (left[0]-- == 0) {
                  more[0] = true;
                  return false;
                }
                show(args, space, name, json, bytes);
                return true;
              });
    }
    if (more[0]) {
      console.complain("there are more; use --after with the last name, or a larger --limit");
    }
    return console.status();
  }

  private void show(ParseResult args, Space space, byte[] name, boolean json, boolean bytes)
      throws IOException {
    StructureType type = Objects.requireNonNull(space.keys().type(name));
    long elements = type == StructureType.STRING ? 1 : space.keys().elements(name);
    long expires = space.keys().expiresAt(name);
    String when = expires == Keys.NEVER ? null : Instant.ofEpochMilli(expires).toString();
    String shown = notation(args).write(name);
    String size = bytes ? Long.toString(Elements.bytes(space, name, type)) : null;
    if (json) {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("name", shown);
      map.put("type", TypeWord.of(type));
      map.put("elements", elements);
      if (size != null) {
        map.put("bytes", Long.parseLong(size));
      }
      map.put("expires", when);
      new JsonWriter(console.out()).line(map);
    } else {
      console
          .out()
          .text(
              line(
                  TypeWord.of(type),
                  Long.toString(elements),
                  size,
                  when == null ? "never" : when,
                  shown))
          .endLine();
    }
  }

  /** Columns of fixed width, since the widest line is only known after the last. */
  private static String line(
      String type,
      String elements,
      @org.jspecify.annotations.Nullable String bytes,
      String expires,
      String name) {
    String size = bytes == null ? "" : String.format(Locale.ROOT, "  %12s", bytes);
    return String.format(
        Locale.ROOT, "%-10s  %10s%s  %-24s  %s", type, elements, size, expires, name);
  }
}
