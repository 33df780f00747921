package dev.keyfold.redis.command.zset;

import dev.keyfold.store.Slice;
import dev.keyfold.structures.SortedSets;
import dev.keyfold.structures.type.MemberRange;
import dev.keyfold.structures.type.ScoreVisitor;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Lexicographic ranges (BYLEX) of members with equal scores, which the store keeps in that order.
 * For different scores such a range is unspecified, but programs may rely on the result of Redis:
 * it walks in the order of scores from the first member not below the range to the first one above
 * it, unless the very last member is below or the very first above.
 */
final class ByteOrder {
  private ByteOrder() {}

  /** Shows the members of a range, from its end if reversed; null is the range without any. */
  static void forEach(
      SortedSets sets,
      byte[] key,
      @Nullable MemberRange range,
      boolean reversed,
      long skip,
      ScoreVisitor visitor) {
    if (range == null || sets.size(key) == 0) {
      return;
    }
    Edge first = Edge.of(sets, key, false);
    Edge last = Edge.of(sets, key, true);
    if (first.score == last.score) {
      sets.forEach(key, range, reversed, skip, visitor);
    } else if (!isBelow(last.member, range) && !isAbove(first.member, range)) {
      walk(sets, key, range, reversed, skip, visitor);
    }
  }

  static long count(SortedSets sets, byte[] key, @Nullable MemberRange range) {
    if (range == null || sets.size(key) == 0) {
      return 0;
    }
    if (Edge.of(sets, key, false).score == Edge.of(sets, key, true).score) {
      return sets.count(key, range);
    }
    long[] count = {0};
    forEach(sets, key, range, false, 0, (member, score) -> ++count[0] > 0);
    return count[0];
  }

  private static void walk(
      SortedSets sets,
      byte[] key,
      MemberRange range,
      boolean reversed,
      long skip,
      ScoreVisitor visitor) {
    boolean[] begun = {false};
    long[] left = {skip};
    sets.forEach(
        key,
        0,
        reversed,
        (member, score) -> {
          boolean before = reversed ? isAbove(member, range) : isBelow(member, range);
          if (before && !begun[0]) {
            return true;
          }
          begun[0] = true;
          if (reversed ? isBelow(member, range) : isAbove(member, range)) {
            return false;
          }
          return left[0]-- > 0 || visitor.visit(member, score);
        });
  }

  private static boolean isBelow(Slice member, MemberRange range) {
    int order = range.min() == null ? 1 : compare(member, range.min());
    return range.minIncluded() ? order < 0 : order <= 0;
  }

  private static boolean isAbove(Slice member, MemberRange range) {
    int order = range.max() == null ? -1 : compare(member, range.max());
    return range.maxIncluded() ? order > 0 : order >= 0;
  }

  private static int compare(Slice member, byte[] bound) {
    return Arrays.compareUnsigned(
        member.array(), member.offset(), member.offset() + member.length(), bound, 0, bound.length);
  }

  /** The first or last member. */
  private static final class Edge {
    private final Slice member = new Slice();
    private double score;

    static Edge of(SortedSets sets, byte[] key, boolean last) {
      Edge edge = new Edge();
      sets.forEach(
          key,
          0,
          last,
          (member, score) -> {
            byte[] copy = member.toArray();
            edge.member.set(copy, 0, copy.length);
            edge.score = score;
            return false;
          });
      return edge;
    }
  }
}
