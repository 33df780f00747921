package dev.keyfold.redis.command;

import java.util.Arrays;
import java.util.List;

/**
 * Keys preceded by their number, as in {@code LMPOP 2 a b LEFT COUNT 10}, shared by the commands
 * that pop from the first of several keys.
 *
 * @param keys the keys
 * @param next the position after the last key
 */
public record KeyCount(List<byte[]> keys, int next) {
  /** Keys whose number is at that position, followed by a word. */
  public static KeyCount withWord(Call call, int at) {
    long count = call.integer(at, 1, Long.MAX_VALUE, "numkeys should be greater than 0");
    if (count >= call.count() - at - 1) {
      throw CommandException.syntax();
    }
    return of(call, at, (int) count);
  }

  /** That many keys after a position. */
  public static KeyCount of(Call call, int at, int count) {
    int next = at + 1 + count;
    return new KeyCount(Arrays.asList(call.args()).subList(at + 1, next), next);
  }

  /** The number after {@code COUNT}, the only option allowed at that position; 1 without it. */
  public static long popCount(Call call, int at) {
    if (at == call.count()) {
      return 1;
    }
    if (at + 2 != call.count() || !call.is(at, "count")) {
      throw CommandException.syntax();
    }
    return call.integer(at + 1, 1, Long.MAX_VALUE, "count should be greater than 0");
  }
}
