package dev.keyfold.cli.structure;

import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.Need;
import dev.keyfold.cli.structure.Elements.Element;
import dev.keyfold.structures.Space;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.Work;
import dev.keyfold.structures.type.StructureType;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParseResult;

/** {@code keyfold structure get}. */
public final class StructureGetCommand extends StructureCommand {
  public StructureGetCommand(Console console) {
    super("get", console);
    hasNotation();
    arguments(NAME + " [ELEMENT...]");
    isLimited();
  }

  @Override
  public Need need(ParseResult args) {
    return Need.STRUCTURES;
  }

  @Override
  public void check(ParseResult args) {
    if (rest(args, 0).isEmpty()) {
      throw usage("NAME is missing: the name of the structure");
    }
    bytes(args, NAME, rest(args, 0).get(0));
    limit(args);
    database(args);
    for (String element : rest(args, 1)) {
      bytes(args, "ELEMENT", element);
    }
  }

  @Override
  int run(ParseResult args, Structures structures) throws IOException {
    byte[] name = bytes(args, NAME, rest(args, 0).get(0));
    try (Work work = structures.read()) {
      Space space = work.space(database(args));
      StructureType type = space.keys().type(name);
      if (type == null) {
        console.badInput("there is no structure with the name " + rest(args, 0).get(0));
        return console.status();
      }
      ElementLines lines =
          new ElementLines(console.out(), notation(args), type, args.hasMatchedOption(JSON));
      List<String> chosen = rest(args, 1);
      if (chosen.isEmpty()) {
        all(args, space, name, type, lines);
      } else {
        for (String text : chosen) {
          Element element = find(args, space, name, type, text);
          if (element == null) {
            console.badInput("found no " + what(type) + " " + text + " in " + rest(args, 0).get(0));
          } else {
            lines.write(index(type, text), element);
          }
        }
      }
    }
    return console.status();
  }

  private void all(ParseResult args, Space space, byte[] name, StructureType type, ElementLines to)
      throws IOException {
    long most = limit(args);
    long[] done = {0};
    boolean[] more = {false};
    Elements.Pages pages =
        (page, last) -> {
          for (Element element : page) {
            if (done[0] == most) {
              more[0] = true;
              return false;
            }
            to.write(done[0]++, element);
          }
          return true;
        };
    if (type == StructureType.SORTED_SET) {
      space
          .sortedSets()
          .forEach(
              name,
              0,
              false,
              (member, score) -> {
                more[0] = done[0] == most;
                if (!more[0]) {
                  to.write(done[0]++, new Element(member.toArray(), null, score));
                }
                return !more[0];
              });
    } else {
      Elements.pages(space, name, type, pages);
    }
    if (more[0]) {
      console.complain(
          "shown: " + most + " of " + space.keys().elements(name) + "; use a larger --limit");
    }
  }

  private static String what(StructureType type) {
    return switch (type) {
      case HASH -> "key";
      case LIST -> "index";
      default -> "member";
    };
  }

  private long index(StructureType type, String text) {
    return type == StructureType.LIST ? Long.parseLong(text) : 0;
  }

  private @Nullable Element find(
      ParseResult args, Space space, byte[] name, StructureType type, String text) {
    byte[] key = bytes(args, "ELEMENT", text);
    switch (type) {
      case HASH -> {
        byte[] value = space.hashes().get(name, key);
        return value == null ? null : new Element(key, value, 0);
      }
      case SET -> {
        return space.sets().contains(name, key) ? new Element(key, null, 0) : null;
      }
      case SORTED_SET -> {
        double score = space.sortedSets().score(name, key);
        return Double.isNaN(score) ? null : new Element(key, null, score);
      }
      case LIST -> {
        byte[] element = space.lists().get(name, place(text));
        return element == null ? null : new Element(element, null, 0);
      }
      default ->
          throw usage("found '" + text + "', expected no ELEMENT: the structure is a string");
    }
  }

  private long place(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw usage("ELEMENT: found '" + text + "', expected the index of an element, from 0 on");
    }
  }
}
