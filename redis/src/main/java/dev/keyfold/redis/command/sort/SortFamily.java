package dev.keyfold.redis.command.sort;

import dev.keyfold.redis.command.Category;
import dev.keyfold.redis.command.Command;
import dev.keyfold.redis.command.CommandTable;
import dev.keyfold.redis.command.Family;
import dev.keyfold.redis.command.Flag;
import dev.keyfold.redis.command.KeySpec;
import java.util.ArrayList;
import java.util.List;

/** SORT and SORT_RO. */
public final class SortFamily implements Family {
  private static final KeySpec SOURCE = KeySpec.key("RO ACCESS", 1);

  /** STORE may be anywhere among the options, or another option's argument. */
  private static final KeySpec TARGET = KeySpec.unknown("OW UPDATE");

  /** For BY and GET: which keys they read depends on the data. */
  private static final KeySpec PATTERNS = KeySpec.unknown("RO ACCESS");

  private static final String COST =
      "O(N + M log M), N the number of elements, M of those returned";

  @Override
  public String name() {
    return "generic";
  }

  @Override
  public void register(CommandTable.Registry commands) {
    add(commands, "sort", Flag.WRITE, Flag.DENYOOM)
        .keys(SOURCE, PATTERNS, TARGET)
        .keysBy(SortFamily::keys)
        .summary("Sorts a list, set or sorted set; gets the result or stores it.")
        .complexity(COST)
        .runs(call -> SortRequest.run(call, true));
    add(commands, "sort_ro", Flag.READONLY)
        .keys(SOURCE, PATTERNS)
        .since("7.0.0")
        .summary("Sorts a list, set or sorted set and gets the result.")
        .complexity(COST)
        .runs(call -> SortRequest.run(call, false));
  }

  private static Command add(CommandTable.Registry commands, String name, Flag... flags) {
    return commands
        .add(name, -2)
        .flags(flags)
        .in(Category.SET, Category.SORTEDSET, Category.LIST, Category.DANGEROUS);
  }

  /** A word that is another option's argument is no STORE; of several the last one counts. */
  private static List<KeySpec.Key> keys(byte[][] arguments) {
    List<KeySpec.Key> keys = new ArrayList<>(2);
    keys.add(new KeySpec.Key(1, SOURCE));
    int target = 0;
    for (int i = 2; i < arguments.length; i++) {
      int values = SortRequest.values(arguments[i]);
      if (values < 0) {
        values = 1;
        target = i + 1 < arguments.length ? i + 1 : target;
      }
      i += values;
    }
    if (target > 0) {
      keys.add(new KeySpec.Key(target, TARGET));
    }
    return keys;
  }
}
