package dev.keyfold.redis.command.zset;

import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.redis.resp.ReplyWriter;
import dev.keyfold.redis.state.Events;
import dev.keyfold.structures.SortedSets;

/** ZADD and ZINCRBY. For one command. */
final class ScoreUpdates {
  private boolean onlyNew;
  private boolean onlyThere;
  private boolean onlyGreater;
  private boolean onlyLess;
  private boolean countChanged;
  private boolean increment;
  private int first = 2;
  private long added;
  private long updated;

  private ScoreUpdates() {}

  static void add(Call call) {
    ScoreUpdates updates = new ScoreUpdates();
    updates.parse(call);
    updates.run(call);
  }

  static void incrementBy(Call call) {
    ScoreUpdates updates = new ScoreUpdates();
    updates.increment = true;
    updates.run(call);
  }

  private void parse(Call call) {
    while (first < call.count() && isOption(call, first)) {
      first++;
    }
    int rest = call.count() - first;
    if (rest == 0 || rest % 2 != 0) {
      throw CommandException.syntax();
    }
    if (onlyNew && onlyThere) {
      throw CommandException.err("XX and NX options at the same time are not compatible");
    }
    if ((onlyGreater && onlyNew) || (onlyLess && onlyNew) || (onlyGreater && onlyLess)) {
      throw CommandException.err("GT, LT, and/or NX options at the same time are not compatible");
    }
    if (increment && rest > 2) {
      throw CommandException.err("INCR option supports a single increment-element pair");
    }
  }

  private boolean isOption(Call call, int at) {
    if (call.is(at, "nx")) {
      onlyNew = true;
    } else if (call.is(at, "xx")) {
      onlyThere = true;
    } else if (call.is(at, "gt")) {
      onlyGreater = true;
    } else if (call.is(at, "lt")) {
      onlyLess = true;
    } else if (call.is(at, "ch")) {
      countChanged = true;
    } else if (call.is(at, "incr")) {
      increment = true;
    } else {
      return false;
    }
    return true;
  }

  private void run(Call call) {
    double[] scores = new double[(call.count() - first) / 2];
    for (int i = 0; i < scores.length; i++) {
      scores[i] = call.real(first + 2 * i);
    }
    byte[] key = call.arg(1);
    SortedSets sets = call.space().sortedSets();
    boolean missing = sets.size(key) == 0;
    double result = Double.NaN;
    if (!missing || !onlyThere) {
      if (missing) {
        call.tellIfNew(key);
      }
      for (int i = 0; i < scores.length; i++) {
        result = apply(sets, key, call.arg(first + 2 * i + 1), scores[i]);
      }
    }
    ReplyWriter reply = call.reply();
    if (!increment) {
      reply.integer(countChanged ? added + updated : added);
    } else if (Double.isNaN(result)) {
      reply.nullBulk();
    } else {
      reply.real(result);
    }
    if (added + updated > 0) {
      call.notify(Events.ZSET, increment ? "zincr" : "zadd", key);
    }
  }

  /** Sets or adds to one score. The score afterwards; NaN if the options forbid it. */
  private double apply(SortedSets sets, byte[] key, byte[] member, double score) {
    boolean conditional = increment || onlyNew || onlyThere || onlyGreater || onlyLess;
    if (!conditional) {
      count(sets.put(key, member, score), score);
      return score;
    }
    double former = sets.score(key, member);
    boolean isNew = Double.isNaN(former);
    if (isNew ? onlyThere : onlyNew) {
      return Double.NaN;
    }
    double next = score;
    if (!isNew) {
      next = increment ? former + score : score;
      if (Double.isNaN(next)) {
        throw CommandException.err("resulting score is not a number (NaN)");
      }
      if ((onlyLess && next >= former) || (onlyGreater && next <= former)) {
        return Double.NaN;
      }
    }
    count(sets.put(key, member, next), next);
    return next;
  }

  private void count(double former, double score) {
    if (Double.isNaN(former)) {
      added++;
    } else if (former != score) {
      updated++;
    }
  }
}
