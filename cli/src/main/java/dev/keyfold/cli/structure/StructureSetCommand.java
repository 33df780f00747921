package dev.keyfold.cli.structure;

import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.RefusedException;
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

/** {@code keyfold structure set}. */
public final class StructureSetCommand extends StructureCommand {
  private static final String TYPE = "TYPE";
  private static final String REPLACE = "--replace";
  private static final String TTL = "--ttl";
  private static final String EXPIRES = "--expires";
  private static final String NEVER = "never";
  private static final long MOST_SECONDS = Long.MAX_VALUE / 2000;

  public StructureSetCommand(Console console) {
    super("set", console);
    hasNotation();
    arguments("NAME TYPE VALUE...");
    flag(REPLACE);
    option(TTL, "SECONDS", false);
    option(EXPIRES, "TIME", false);
  }

  @Override
  public boolean createsStore() {
    return true;
  }

  @Override
  public void check(ParseResult args) {
    List<String> words = rest(args, 0);
    if (words.size() < 3) {
      throw usage(
          List.of("NAME, TYPE and VALUE are", "TYPE and VALUE are", "VALUE is").get(words.size())
              + " missing; for example: keyfold structure set --store URL bob map email"
              + " bob@example.com");
    }
    StructureType type = type(TYPE, words.get(1));
    values(args, type, words.subList(2, words.size()));
    bytes(args, NAME, words.get(0));
    int count = words.size() - 2;
    boolean pairs = type == StructureType.HASH || type == StructureType.SORTED_SET;
    if (pairs && count % 2 != 0) {
      throw usage(
          "found "
              + count
              + " values, expected pairs: "
              + (type == StructureType.HASH ? "KEY VALUE ..." : "SCORE MEMBER ..."));
    }
    if (type == StructureType.STRING && count != 1) {
      throw usage("found " + count + " values, expected one: a string has one value");
    }
    if (type == StructureType.SORTED_SET) {
      for (int i = 2; i < words.size(); i += 2) {
        score(words.get(i));
      }
    }
    if (words.get(1).equals(TypeWord.COUNTER)) {
      checkCounter(words.get(2));
    }
    if (args.hasMatchedOption(TTL) && args.hasMatchedOption(EXPIRES)) {
      throw usage(TTL + " and " + EXPIRES + " cannot be combined");
    }
    expiry(args, 0);
    database(args);
  }

  private void checkCounter(String text) {
    try {
      if (Long.toString(Long.parseLong(text)).equals(text)) {
        return;
      }
    } catch (NumberFormatException e) {
      // reported like one with a sign or leading zeros
    }
    throw usage("VALUE: found '" + text + "', expected an integer of 64 bits, such as 41");
  }

  private double score(String text) {
    try {
      return StructureLine.score(text);
    } catch (NumberFormatException e) {
      throw usage("SCORE: found '" + text + "', expected a number, inf or -inf");
    }
  }

  /** In milliseconds since 1970; -1 to keep it as it is, 0 for none. */
  private long expiry(ParseResult args, long now) {
    String seconds = args.matchedOptionValue(TTL, null);
    if (seconds != null) {
      return now + number(TTL, seconds, MOST_SECONDS) * 1000;
    }
    String time = args.matchedOptionValue(EXPIRES, null);
    if (time == null) {
      return -1;
    }
    return time.equals(NEVER) ? 0 : instant(EXPIRES, time).toEpochMilli();
  }

  @Override
  int run(ParseResult args, Structures structures) throws IOException {
    List<String> words = rest(args, 0);
    byte[] name = bytes(args, NAME, words.get(0));
    StructureType type = type(TYPE, words.get(1));
    try (Work work = structures.begin()) {
      Space space = work.space(database(args));
      if (args.hasMatchedOption(REPLACE)) {
        space.keys().delete(name);
      }
      StructureType found = space.keys().type(name);
      if (found != null && found != type) {
        throw new RefusedException(
            words.get(0)
                + " is "
                + TypeWord.withArticle(found)
                + ", not "
                + TypeWord.withArticle(type)
                + "; add "
                + REPLACE
                + " to replace it");
      }
      put(args, space, name, type, words.subList(2, words.size()));
      long expiry = expiry(args, work.now());
      if (expiry > 0) {
        space.keys().expireAt(name, expiry);
      } else if (expiry == 0) {
        space.keys().persist(name);
      }
      long elements = type == StructureType.STRING ? 1 : space.keys().elements(name);
      work.commit();
      if (args.hasMatchedOption(JSON)) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", notation(args).write(name));
        map.put("type", TypeWord.of(type));
        map.put("elements", elements);
        new JsonWriter(console.out()).line(map);
      }
    }
    reclaim(structures);
    return console.status();
  }

  /** The bytes of all words but scores, which are numbers in any notation. */
  private List<byte[]> values(ParseResult args, StructureType type, List<String> words) {
    List<byte[]> values = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      if (type != StructureType.SORTED_SET || i % 2 == 1) {
        values.add(bytes(args, "VALUE", words.get(i)));
      }
    }
    return values;
  }

  private void put(
      ParseResult args, Space space, byte[] name, StructureType type, List<String> words) {
    List<byte[]> values = values(args, type, words);
    switch (type) {
      case HASH -> space.hashes().putAll(name, values);
      case LIST -> values.forEach(value -> space.lists().pushLast(name, value));
      case SET -> space.sets().addAll(name, values);
      case SORTED_SET -> {
        for (int i = 0; i < words.size(); i += 2) {
          space.sortedSets().put(name, values.get(i / 2), score(words.get(i)));
        }
      }
      case STRING -> space.strings().replace(name, values.get(0));
    }
  }
}
