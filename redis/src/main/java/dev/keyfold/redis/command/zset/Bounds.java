package dev.keyfold.redis.command.zset;

import dev.keyfold.redis.command.Arguments;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.structures.type.MemberRange;
import dev.keyfold.structures.type.ScoreRange;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Bounds of ranges as clients write them: {@code (1.5}, {@code -inf}, {@code [abc}, {@code +}. */
final class Bounds {
  private Bounds() {}

  static ScoreRange scores(byte[] min, byte[] max) {
    boolean minExcluded = isExcluded(min);
    boolean maxExcluded = isExcluded(max);
    return new ScoreRange(
        score(min, minExcluded), !minExcluded, score(max, maxExcluded), !maxExcluded);
  }

  private static boolean isExcluded(byte[] bound) {
    return bound.length > 0 && bound[0] == '(';
  }

  private static double score(byte[] bound, boolean excluded) {
    byte[] number = excluded ? Arrays.copyOfRange(bound, 1, bound.length) : bound;
    // More is allowed than in the score of a member: Redis reads bounds with strtod.
    double score = Arguments.strtod(number);
    if (Double.isNaN(score)) {
      throw CommandException.err("min or max is not a float");
    }
    return score;
  }

  /** Members from one to another; null if there can be none between the bounds. */
  static @Nullable MemberRange members(byte[] min, byte[] max) {
    check(min);
    check(max);
    if (min[0] == '+' || max[0] == '-') {
      return null;
    }
    byte[] low = min[0] == '-' ? null : Arrays.copyOfRange(min, 1, min.length);
    byte[] high = max[0] == '+' ? null : Arrays.copyOfRange(max, 1, max.length);
    return new MemberRange(low, min[0] != '(', high, max[0] != '(');
  }

  private static void check(byte[] bound) {
    boolean fits =
        bound.length > 0
            && switch (bound[0]) {
              case '(', '[' -> true;
              case '+', '-' -> bound.length == 1;
              default -> false;
            };
    if (!fits) {
      throw CommandException.err("min or max not valid string range item");
    }
  }
}
