package dev.keyfold.cli.structure;

import dev.keyfold.cli.command.Console;
import dev.keyfold.codec.bytes.Counted;
import dev.keyfold.structures.Space;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.Work;
import dev.keyfold.structures.type.StructureType;
import dev.keyfold.table.entry.JsonWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.ParseResult;

/** {@code keyfold structure delete}. */
public final class StructureDeleteCommand extends StructureCommand {
  private static final String PATTERN = "--pattern";

  /** Names deleted in one atomic write. */
  private static final int AT_ONCE = 1000;

  public StructureDeleteCommand(Console console) {
    super("delete", console);
    hasNotation();
    arguments(NAME + " [ELEMENT...]");
    option(PATTERN, "PATTERN", false);
    isOfType();
    mayDestroy();
  }

  @Override
  public void check(ParseResult args) {
    boolean many = args.hasMatchedOption(PATTERN);
    if (many && !rest(args, 0).isEmpty()) {
      throw usage("found '" + rest(args, 0).get(0) + "', expected no NAME with " + PATTERN);
    }
    if (!many && chosenType(args) != null) {
      throw usage("--type is for " + PATTERN + "; a name has one type");
    }
    if (!many && rest(args, 0).isEmpty()) {
      throw usage("NAME is missing; give it, or " + PATTERN + " to delete all names that match");
    }
    for (String word : rest(args, 0)) {
      bytes(args, NAME, word);
    }
    names(args);
    database(args);
  }

  private NameScan names(ParseResult args) {
    return new NameScan(
        bytes(args, PATTERN, args.matchedOptionValue(PATTERN, "")), chosenType(args), null);
  }

  @Override
  int run(ParseResult args, Structures structures) throws IOException {
    if (args.hasMatchedOption(PATTERN)) {
      deleteAll(args, structures);
    } else {
      List<String> words = rest(args, 0);
      byte[] name = bytes(args, NAME, words.get(0));
      try (Work work = structures.begin()) {
        Space space = work.space(database(args));
        long deleted =
            words.size() == 1
                ? deleteOne(space, name, words.get(0))
                : deleteElements(args, space, name, words);
        work.commit();
        report(args, words.size() == 1 ? "structures" : "elements", deleted);
      }
    }
    reclaim(structures);
    return console.status();
  }

  private long deleteOne(Space space, byte[] name, String shown) {
    if (space.keys().delete(name)) {
      return 1;
    }
    console.badInput("there is no structure with the name " + shown);
    return 0;
  }

  private long deleteElements(ParseResult args, Space space, byte[] name, List<String> words) {
    StructureType type = space.keys().type(name);
    if (type == null) {
      console.badInput("there is no structure with the name " + words.get(0));
      return 0;
    }
    if (type == StructureType.STRING) {
      throw usage("found '" + words.get(1) + "', expected no ELEMENT: the structure is a string");
    }
    if (type == StructureType.LIST) {
      return deleteIndexes(space, name, words.subList(1, words.size()));
    }
    long deleted = 0;
    for (String word : words.subList(1, words.size())) {
      byte[] element = bytes(args, "ELEMENT", word);
      boolean there =
          switch (type) {
            case HASH -> space.hashes().remove(name, element);
            case SET -> space.sets().remove(name, element);
            default -> space.sortedSets().remove(name, element);
          };
      if (there) {
        deleted++;
      } else {
        console.badInput("found no element " + word + " in " + words.get(0));
      }
    }
    return deleted;
  }

  /** All indexes are those from before the command. */
  private long deleteIndexes(Space space, byte[] name, List<String> words) {
    long size = space.lists().size(name);
    List<Long> indexes = new ArrayList<>();
    for (String word : words) {
      long index;
      try {
        index = Long.parseLong(word);
      } catch (NumberFormatException e) {
        throw usage("ELEMENT: found '" + word + "', expected the index of an element, from 0 on");
      }
      if (index < 0 || index >= size) {
        console.badInput("found no index " + word + ": the array has " + size + " elements");
      } else {
        indexes.add(index);
      }
    }
    long[] sorted = indexes.stream().mapToLong(Long::longValue).sorted().distinct().toArray();
    if (sorted.length > 0) {
      space.lists().removeAll(name, sorted);
    }
    return sorted.length;
  }

  private void deleteAll(ParseResult args, Structures structures) throws IOException {
    List<byte[]> found = new ArrayList<>();
    try (Work work = structures.read()) {
      names(args).run(work.space(database(args)), found::add);
    }
    if (!found.isEmpty()) {
      confirm(
          args,
          "this deletes "
              + Counted.of(found.size(), "structure")
              + " whose "
              + (found.size() == 1 ? "name matches " : "names match ")
              + args.matchedOptionValue(PATTERN, ""));
    }
    long deleted = 0;
    for (int from = 0; from < found.size(); from += AT_ONCE) {
      try (Work work = structures.begin()) {
        Space space = work.space(database(args));
        for (byte[] name : found.subList(from, Math.min(found.size(), from + AT_ONCE))) {
          deleted += space.keys().delete(name) ? 1 : 0;
        }
        work.commit();
      }
    }
    report(args, "structures", deleted);
  }

  private void report(ParseResult args, String what, long deleted) throws IOException {
    if (args.hasMatchedOption(JSON)) {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put(what, deleted);
      new JsonWriter(console.out()).line(map);
    } else if (args.hasMatchedOption(PATTERN)) {
      console.complain(Counted.of(deleted, "structure") + " deleted");
    }
  }
}
