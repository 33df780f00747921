package dev.keyfold.redis.command.zset;

import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.KeyEffects;
import dev.keyfold.redis.command.ScanArguments;
import dev.keyfold.redis.resp.Doubles;
import dev.keyfold.redis.resp.ReplyWriter;
import dev.keyfold.redis.state.ByteKey;
import dev.keyfold.redis.state.Events;
import dev.keyfold.structures.type.MemberRange;
import dev.keyfold.structures.type.ScoreRange;

/** Commands on single members, counts, and ZSCAN. */
final class SortedSetMembers {
  private SortedSetMembers() {}

  /** The size of the sorted set, counted as a read of it. */
  static long read(Call call) {
    long size = call.space().sortedSets().size(call.arg(1));
    call.found(call.arg(1), size > 0);
    return size;
  }

  static void remove(Call call) {
    long removed = call.space().sortedSets().removeAll(call.arg(1), call.argsFrom(2));
    call.reply().integer(removed);
    if (removed > 0) {
      KeyEffects.shrunk(call, Events.ZSET, "zrem", call.arg(1));
    }
  }

  static void size(Call call) {
    call.reply().integer(read(call));
  }

  static void score(Call call) {
    read(call);
    score(call.reply(), call.space().sortedSets().score(call.arg(1), call.arg(2)));
  }

  static void scores(Call call) {
    read(call);
    double[] scores = call.space().sortedSets().scores(call.arg(1), call.argsFrom(2));
    call.reply().array(scores.length);
    for (double score : scores) {
      score(call.reply(), score);
    }
  }

  private static void score(ReplyWriter reply, double score) {
    if (Double.isNaN(score)) {
      reply.nullBulk();
    } else {
      reply.real(score);
    }
  }

  static void rank(Call call, boolean reversed) {
    long size = read(call);
    long rank = call.space().sortedSets().rank(call.arg(1), call.arg(2));
    if (rank < 0) {
      call.reply().nullBulk();
    } else {
      call.reply().integer(reversed ? size - 1 - rank : rank);
    }
  }

  static void countScores(Call call) {
    ScoreRange range = Bounds.scores(call.arg(2), call.arg(3));
    read(call);
    call.reply().integer(call.space().sortedSets().count(call.arg(1), range));
  }

  static void countMembers(Call call) {
    MemberRange range = Bounds.members(call.arg(2), call.arg(3));
    read(call);
    call.reply().integer(ByteOrder.count(call.space().sortedSets(), call.arg(1), range));
  }

  static void scan(Call call) {
    ScanArguments scan = ScanArguments.at(call, 2);
    if (read(call) == 0) {
      scan.nothing();
      return;
    }
    scan.options(3);
    scan.begin();
    call.space()
        .sortedSets()
        .forEachMember(
            call.arg(1),
            scan.after(),
            (member, score) -> {
              if (scan.shows(member)) {
                scan.element(member);
                scan.element(ByteKey.of(Doubles.general17(score)));
              }
              return scan.more(member);
            });
    scan.end();
  }
}
