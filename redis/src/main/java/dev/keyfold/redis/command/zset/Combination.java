package dev.keyfold.redis.command.zset;

import dev.keyfold.redis.command.Arguments;
import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.redis.command.StoredResult;
import dev.keyfold.redis.state.Events;
import dev.keyfold.structures.Space;
import dev.keyfold.structures.type.ScoreVisitor;
import dev.keyfold.structures.type.ScoredMember;
import dev.keyfold.structures.type.StructureType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * ZUNION, ZINTER, ZDIFF, their STORE forms and ZINTERCARD: parses the request, computes and
 * replies. For one call. Sources may be sorted sets and plain sets, whose members have the score 1.
 */
final class Combination {
  /** What is done to the sources. */
  enum Operation {
    UNION,
    INTERSECTION,
    DIFFERENCE
  }

  /** How the scores of one member in several sources become one. */
  enum Aggregate {
    SUM,
    MIN,
    MAX;

    double of(double a, double b) {
      return switch (this) {
        case SUM -> {
          double sum = a + b;
          // Infinities of both signs.
          yield Double.isNaN(sum) ? 0 : sum;
        }
        case MIN -> Math.min(a, b);
        case MAX -> Math.max(a, b);
      };
    }
  }

  private static final Comparator<ScoredMember> ORDER =
      (a, b) -> {
        if (a.score() != b.score()) {
          return a.score() < b.score() ? -1 : 1;
        }
        return Arrays.compareUnsigned(a.member(), b.member());
      };

  /** A step of a merge costs about that part of a lookup. */
  private static final long STEPS_FOR_LOOKUP = 4;

  private final Call call;
  private final Operation operation;
  private final int countAt;
  private final boolean stores;
  private final boolean counts;
  private final List<SortedSetSource> sources = new ArrayList<>();
  private Aggregate aggregate = Aggregate.SUM;
  private boolean withScores;
  private long limit;

  private Combination(Call call, Operation operation, int countAt, boolean counts) {
    this.call = call;
    this.operation = operation;
    this.countAt = countAt;
    this.stores = countAt == 2;
    this.counts = counts;
  }

  static void read(Call call, Operation operation) {
    Combination combination = new Combination(call, operation, 1, false);
    combination.parse();
    List<ScoredMember> result = new ArrayList<>();
    Space space = call.space();
    combination.forEach(
        space,
        (member, score) -> {
          space.collect(member.length());
          return result.add(new ScoredMember(member.toArray(), score));
        });
    result.sort(ORDER);
    ScoreReplies.reply(call.reply(), result, combination.withScores);
  }

  static void store(Call call, Operation operation) {
    Combination combination = new Combination(call, operation, 2, false);
    combination.parse();
    long elements = combination.sources.stream().mapToLong(SortedSetSource::size).sum();
    String event = call.command().name();
    new StoredResult(call, StructureType.SORTED_SET, call.arg(1), Events.ZSET, event)
        .store(
            elements,
            (from, load) ->
                combination.forEach(
                    from,
                    (member, score) -> {
                      load.member(member, score);
                      return true;
                    }));
  }

  static void intersectionSize(Call call) {
    Combination combination = new Combination(call, Operation.INTERSECTION, 1, true);
    combination.parse();
    long most = combination.limit;
    long[] count = {0};
    combination.forEach(call.space(), (member, score) -> ++count[0] != most);
    call.reply().integer(count[0]);
  }

  private void parse() {
    long count = call.integer(countAt);
    if (count < 1) {
      throw CommandException.err(
          "at least 1 input key is needed for '" + call.command().fullName() + "' command");
    }
    if (count > call.count() - countAt - 1) {
      throw CommandException.syntax();
    }
    int next = countAt + 1;
    for (int i = 0; i < count; i++) {
      sources.add(SortedSetSource.of(call, call.arg(next++)));
    }
    while (next < call.count()) {
      next = option(next);
    }
    if (operation != Operation.DIFFERENCE) {
      // The smallest first: an intersection has no more members than that.
      sources.sort(Comparator.comparingLong(SortedSetSource::size));
    }
  }

  private int option(int at) {
    int left = call.count() - at - 1;
    boolean weighs = operation != Operation.DIFFERENCE && !counts;
    if (weighs && left >= sources.size() && call.is(at, "weights")) {
      for (int i = 0; i < sources.size(); i++) {
        sources.get(i).weight = Arguments.real(call.arg(at + 1 + i), "weight value is not a float");
      }
      return at + 1 + sources.size();
    }
    if (weighs && left >= 1 && call.is(at, "aggregate")) {
      aggregate = aggregate(at + 1);
      return at + 2;
    }
    if (!stores && !counts && call.is(at, "withscores")) {
      withScores = true;
      return at + 1;
    }
    if (counts && left >= 1 && call.is(at, "limit")) {
      limit = call.integer(at + 1, 0, Long.MAX_VALUE, "LIMIT can't be negative");
      return at + 2;
    }
    throw CommandException.syntax();
  }

  private Aggregate aggregate(int at) {
    for (Aggregate each : Aggregate.values()) {
      if (call.is(at, each.name())) {
        return each;
      }
    }
    throw CommandException.syntax();
  }

  /** Visits the members of the result in unspecified order. */
  private void forEach(Space from, ScoreVisitor visitor) {
    sources.forEach(source -> source.in(from));
    long all = sources.stream().mapToLong(SortedSetSource::size).sum();
    long lookups = sources.get(0).size() * (sources.size() - 1);
    if (operation == Operation.UNION || all / STEPS_FOR_LOOKUP <= lookups) {
      merge(from, visitor);
    } else if (operation == Operation.INTERSECTION) {
      intersect(visitor);
    } else {
      SortedSetSource first = sources.get(0);
      first.forEach(
          (slice, score) -> {
            byte[] member = slice.toArray();
            boolean elsewhere = sources.stream().skip(1).anyMatch(other -> other.contains(member));
            return elsewhere || visitor.visit(slice, score);
          });
    }
  }

  /** Walks over all sources together, in the order of members. */
  private void merge(Space from, ScoreVisitor visitor) {
    List<byte[]> names = new ArrayList<>();
    sources.forEach(source -> names.add(source.key));
    from.sortedSets()
        .merge(
            names,
            (member, scores) -> {
              double score = combined(scores);
              return Double.isNaN(score) || visitor.visit(member, score);
            });
  }

  /** The score of a member with these scores in the sources; NaN if it is not in the result. */
  private double combined(double[] scores) {
    double result = Double.NaN;
    for (int i = 0; i < scores.length; i++) {
      boolean there = !Double.isNaN(scores[i]);
      if (operation == Operation.DIFFERENCE) {
        if (there != (i == 0)) {
          return Double.NaN;
        }
        result = scores[0];
      } else if (there) {
        double weighed = sources.get(i).weighed(scores[i]);
        result = Double.isNaN(result) ? weighed : aggregate.of(result, weighed);
      } else if (operation == Operation.INTERSECTION) {
        return Double.NaN;
      }
    }
    return result;
  }

  private void intersect(ScoreVisitor visitor) {
    SortedSetSource smallest = sources.get(0);
    smallest.forEach(
        (slice, first) -> {
          byte[] member = slice.toArray();
          double score = smallest.weighed(first);
          for (int i = 1; i < sources.size(); i++) {
            double other = sources.get(i).score(member);
            if (Double.isNaN(other)) {
              return true;
            }
            score = aggregate.of(score, sources.get(i).weighed(other));
          }
          return visitor.visit(slice, score);
        });
  }
}
