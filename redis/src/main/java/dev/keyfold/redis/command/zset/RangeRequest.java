package dev.keyfold.redis.command.zset;

import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.redis.command.StoredResult;
import dev.keyfold.redis.resp.ReplyWriter;
import dev.keyfold.redis.state.Events;
import dev.keyfold.structures.SortedSets;
import dev.keyfold.structures.type.MemberRange;
import dev.keyfold.structures.type.ScoreRange;
import dev.keyfold.structures.type.ScoreVisitor;
import dev.keyfold.structures.type.StructureType;
import org.jspecify.annotations.Nullable;

/** ZRANGE, its six older forms and ZRANGESTORE. For one command. */
final class RangeRequest {
  /** What the bounds are. */
  enum By {
    RANK,
    SCORE,
    MEMBER
  }

  private final Call call;
  private final int keyAt;
  private final boolean stores;
  private By by;
  private boolean reversed;

  /** Whether options may still select the kind of range. */
  private final boolean open;

  private boolean withScores;
  private long offset;
  private long limit = -1;

  private long from;
  private long to;
  private ScoreRange scores = ScoreRange.ALL;

  /** Null if there can be none between the bounds. */
  private @Nullable MemberRange members;

  private RangeRequest(Call call, int keyAt) {
    this(call, keyAt, By.RANK, false, true);
  }

  private RangeRequest(Call call, int keyAt, By by, boolean reversed, boolean open) {
    this.call = call;
    this.keyAt = keyAt;
    this.stores = keyAt == 2;
    this.by = by;
    this.reversed = reversed;
    this.open = open;
  }

  /** ZRANGE: its options select the kind of range. */
  static void any(Call call) {
    RangeRequest request = new RangeRequest(call, 1);
    request.parse();
    request.reply();
  }

  /** An older form, which is of one kind. */
  static void of(Call call, By by, boolean reversed) {
    RangeRequest request = new RangeRequest(call, 1, by, reversed, false);
    request.parse();
    request.reply();
  }

  static void store(Call call) {
    RangeRequest request = new RangeRequest(call, 2);
    request.parse();
    request.store();
  }

  private void parse() {
    int at = keyAt + 3;
    while (at < call.count()) {
      int left = call.count() - at - 1;
      if (!stores && call.is(at, "withscores")) {
        withScores = true;
      } else if (call.is(at, "limit") && left >= 2) {
        offset = call.integer(at + 1);
        limit = call.integer(at + 2);
        at += 2;
      } else if (open && !reversed && call.is(at, "rev")) {
        reversed = true;
      } else if (open && by == By.RANK && call.is(at, "bylex")) {
        by = By.MEMBER;
      } else if (open && by == By.RANK && call.is(at, "byscore")) {
        by = By.SCORE;
      } else {
        throw CommandException.syntax();
      }
      at++;
    }
    if (limit != -1 && by == By.RANK) {
      throw CommandException.err(
          "syntax error, LIMIT is only supported in combination with either BYSCORE or BYLEX");
    }
    if (withScores && by == By.MEMBER) {
      throw CommandException.err(
          "syntax error, WITHSCORES not supported in combination with BYLEX");
    }
    parseBounds();
  }

  private void parseBounds() {
    // In reverse order the higher bound is given first.
    byte[] min = call.arg(reversed && by != By.RANK ? keyAt + 2 : keyAt + 1);
    byte[] max = call.arg(reversed && by != By.RANK ? keyAt + 1 : keyAt + 2);
    switch (by) {
      case RANK -> {
        from = call.integer(keyAt + 1);
        to = call.integer(keyAt + 2);
      }
      case SCORE -> scores = Bounds.scores(min, max);
      case MEMBER -> members = Bounds.members(min, max);
    }
  }

  private void reply() {
    ReplyWriter reply = call.reply();
    boolean pairs = withScores && reply.protocol() > 2;
    int mark = reply.mark();
    long[] count = {0};
    SortedSets sets = call.space().sortedSets();
    call.found(key(), sets.size(key()) > 0);
    forEach(
        sets,
        reversed,
        (member, score) -> {
          if (pairs) {
            reply.array(2);
          }
          reply.bulk(member.array(), member.offset(), member.length());
          if (withScores) {
            reply.real(score);
          }
          count[0]++;
          return true;
        });
    reply.arrayAt(mark, withScores && !pairs ? 2 * count[0] : count[0]);
  }

  private void store() {
    long size = call.space().sortedSets().size(key());
    call.found(key(), size > 0);
    // The destination is sorted anyway, and writing in ascending order is faster.
    boolean backwards = reversed && by != By.RANK && (limit >= 0 || offset > 0);
    new StoredResult(call, StructureType.SORTED_SET, call.arg(1), Events.ZSET, "zrangestore")
        .store(
            size,
            (from, load) ->
                forEach(
                    from.sortedSets(),
                    backwards,
                    (member, score) -> {
                      load.member(member, score);
                      return true;
                    }));
  }

  private byte[] key() {
    return call.arg(keyAt);
  }

  /** Visits the requested members, in either direction. */
  private void forEach(SortedSets sets, boolean backwards, ScoreVisitor visitor) {
    long size = sets.size(key());
    if (by == By.RANK) {
      long first = Math.max(0, from < 0 ? size + from : from);
      long last = Math.min(size - 1, to < 0 ? size + to : to);
      if (first <= last) {
        long begin = backwards == reversed ? first : size - 1 - last;
        sets.forEach(key(), begin, backwards, limited(visitor, last - first + 1));
      }
      return;
    }
    // A negative offset skips everything; a negative limit means no limit.
    if (offset < 0 || offset >= size || limit == 0) {
      return;
    }
    ScoreVisitor some = limit < 0 ? visitor : limited(visitor, limit);
    if (by == By.SCORE) {
      sets.forEach(key(), scores, backwards, offset, some);
    } else {
      ByteOrder.forEach(sets, key(), members, backwards, offset, some);
    }
  }

  private static ScoreVisitor limited(ScoreVisitor visitor, long most) {
    long[] left = {most};
    return (member, score) -> visitor.visit(member, score) && --left[0] > 0;
  }
}
