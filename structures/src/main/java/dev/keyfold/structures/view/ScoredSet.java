package dev.keyfold.structures.view;

import dev.keyfold.structures.Space;
import dev.keyfold.structures.codec.Codec;
import dev.keyfold.structures.type.ScoreRange;
import dev.keyfold.structures.type.ScoreVisitor;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Members, each with a score, in the order of scores; those of one score in the order of their
 * bytes. Ranks count from 0. Thread-safe.
 */
public final class ScoredSet<E> {
  private final Window window;
  private final Codec<E> codec;

  ScoredSet(Window window, Codec<E> codec) {
    this.window = window;
    this.codec = codec;
  }

  /** A member and its score. */
  public record Scored<E>(E member, double score) {}

  /** Number of members. */
  public long size() {
    return window.read(space -> space.sortedSets().size(window.name()));
  }

  public boolean isEmpty() {
    return size() == 0;
  }

  /** Gives the member that score. Whether it is new. */
  public boolean add(E member, double score) {
    byte[] bytes = codec.encode(Window.notNull(member));
    return Double.isNaN(window.write(space -> space.sortedSets().put(window.name(), bytes, score)));
  }

  /** Adds to the score of the member, 0 if it is new. Its new score. */
  public double increment(E member, double by) {
    byte[] bytes = codec.encode(Window.notNull(member));
    return window.write(
        space -> {
          double before = space.sortedSets().score(window.name(), bytes);
          double after = Double.isNaN(before) ? by : before + by;
          space.sortedSets().put(window.name(), bytes, after);
          return after;
        });
  }

  /** Its score; empty if it does not exist. */
  public OptionalDouble score(E member) {
    byte[] bytes = codec.encode(Window.notNull(member));
    double score = window.read(space -> space.sortedSets().score(window.name(), bytes));
    return Double.isNaN(score) ? OptionalDouble.empty() : OptionalDouble.of(score);
  }

  /** How many members are before it; empty if it does not exist. */
  public OptionalLong rank(E member) {
    byte[] bytes = codec.encode(Window.notNull(member));
    // With the writers' directory; a snapshot would have to walk.
    long rank = window.write(space -> space.sortedSets().rank(window.name(), bytes));
    return rank < 0 ? OptionalLong.empty() : OptionalLong.of(rank);
  }

  /** Removes the member. Whether it existed. */
  public boolean remove(E member) {
    byte[] bytes = codec.encode(Window.notNull(member));
    return window.write(space -> space.sortedSets().remove(window.name(), bytes));
  }

  /** How many members have such a score. */
  public long count(ScoreRange range) {
    return window.write(space -> space.sortedSets().count(window.name(), range));
  }

  /** The members from one rank to another (exclusive). */
  public List<Scored<E>> range(long from, long to) {
    return byRank(from, to, false);
  }

  /** The same with ranks counted from the highest score on. */
  public List<Scored<E>> rangeReversed(long from, long to) {
    return byRank(from, to, true);
  }

  private List<Scored<E>> byRank(long from, long to, boolean reversed) {
    if (from < 0 || from > to) {
      throw new IndexOutOfBoundsException("ranks " + from + " to " + to);
    }
    return window.write(
        space ->
            gather(
                to - from,
                visitor -> space.sortedSets().forEach(window.name(), from, reversed, visitor)));
  }

  /** Members with such a score, the lowest first, at most that many. */
  public List<Scored<E>> range(ScoreRange range, long most) {
    return window.read(space -> byScore(space, range, most, false));
  }

  /** Members with such a score, the highest first, at most that many. */
  public List<Scored<E>> rangeReversed(ScoreRange range, long most) {
    return window.read(space -> byScore(space, range, most, true));
  }

  private List<Scored<E>> byScore(Space space, ScoreRange range, long most, boolean reversed) {
    return gather(
        most, visitor -> space.sortedSets().forEach(window.name(), range, reversed, 0, visitor));
  }

  private interface Walk {
    void over(ScoreVisitor visitor);
  }

  private List<Scored<E>> gather(long most, Walk walk) {
    List<Scored<E>> found = new ArrayList<>();
    if (most > 0) {
      walk.over(
          (member, score) -> {
            found.add(new Scored<>(codec.decode(member.toArray()), score));
            return found.size() < most;
          });
    }
    return found;
  }

  /** Removes those with the lowest scores, at most that many, and returns them. */
  public List<Scored<E>> popFirst(long most) {
    return pop(most, false);
  }

  /** Removes those with the highest scores, at most that many, and returns them. */
  public List<Scored<E>> popLast(long most) {
    return pop(most, true);
  }

  private List<Scored<E>> pop(long most, boolean highest) {
    List<Scored<E>> popped = new ArrayList<>();
    window
        .write(space -> space.sortedSets().pop(window.name(), most, highest))
        .forEach(each -> popped.add(new Scored<>(codec.decode(each.member()), each.score())));
    return popped;
  }

  /** Removes all, of any number at once. */
  public void clear() {
    window.delete();
  }
}
