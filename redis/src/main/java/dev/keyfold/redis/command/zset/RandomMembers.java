package dev.keyfold.redis.command.zset;

import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.redis.resp.ReplyWriter;
import dev.keyfold.structures.SortedSets;
import dev.keyfold.structures.type.ScoredMember;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/** ZRANDMEMBER: members of random ranks. */
final class RandomMembers {
  /**
   * If at least one of this many members is requested, all are read and shuffled instead of picked
   * one by one.
   */
  private static final int DENSE = 3;

  private RandomMembers() {}

  static void pick(Call call) {
    ReplyWriter reply = call.reply();
    if (call.count() == 2) {
      long size = SortedSetMembers.read(call);
      if (size == 0) {
        reply.nullBulk();
      } else {
        reply.bulk(one(call, size).member());
      }
      return;
    }
    long count = call.integer(2);
    if (count == Long.MIN_VALUE) {
      throw CommandException.err(
          "value is out of range, value must between -9223372036854775807 and"
              + " 9223372036854775807");
    }
    boolean withScores = call.count() == 4 && call.is(3, "withscores");
    if (call.count() > 4 || (call.count() == 4 && !withScores)) {
      throw CommandException.syntax();
    }
    if (withScores && (count < -(Long.MAX_VALUE / 2) || count > Long.MAX_VALUE / 2)) {
      throw CommandException.err("value is out of range");
    }
    long size = SortedSetMembers.read(call);
    long shown = count < 0 ? -count : Math.min(count, size);
    if (size > 0) {
      call.expectElements(withScores ? 2 * shown : shown);
    }
    if (count < 0 && size > 0) {
      repeated(call, size, shown, withScores);
    } else {
      ScoreReplies.reply(reply, some(call, size, count), withScores);
    }
  }

  private static ScoredMember one(Call call, long size) {
    return at(call, ThreadLocalRandom.current().nextLong(size));
  }

  private static ScoredMember at(Call call, long rank) {
    List<ScoredMember> found = new ArrayList<>(1);
    call.space()
        .sortedSets()
        .forEach(
            call.arg(1),
            rank,
            false,
            (member, score) -> {
              found.add(new ScoredMember(member.toArray(), score));
              return false;
            });
    return found.get(0);
  }

  /** Written as they are picked: their number must not need memory. */
  private static void repeated(Call call, long size, long count, boolean withScores) {
    ReplyWriter reply = call.reply();
    boolean pairs = withScores && reply.protocol() > 2;
    reply.array(withScores && !pairs ? 2 * count : count);
    List<ScoredMember> all = count > size / DENSE ? all(call) : List.of();
    for (long i = 0; i < count; i++) {
      ScoredMember picked =
          all.isEmpty()
              ? one(call, size)
              : all.get(ThreadLocalRandom.current().nextInt(all.size()));
      if (pairs) {
        reply.array(2);
      }
      reply.bulk(picked.member());
      if (withScores) {
        reply.real(picked.score());
      }
    }
  }

  private static List<ScoredMember> some(Call call, long size, long count) {
    if (count >= size / DENSE) {
      List<ScoredMember> all = all(call);
      Collections.shuffle(all, ThreadLocalRandom.current());
      return all.subList(0, (int) Math.min(count, all.size()));
    }
    Set<Long> ranks = new HashSet<>();
    while (ranks.size() < count) {
      ranks.add(ThreadLocalRandom.current().nextLong(size));
    }
    List<ScoredMember> picked = new ArrayList<>();
    for (long rank : ranks) {
      ScoredMember one = at(call, rank);
      call.space().collect(one.member().length);
      picked.add(one);
    }
    return picked;
  }

  private static List<ScoredMember> all(Call call) {
    List<ScoredMember> all = new ArrayList<>();
    SortedSets sets = call.space().sortedSets();
    sets.forEach(
        call.arg(1),
        0,
        false,
        (member, score) -> {
          call.space().collect(member.length());
          return all.add(new ScoredMember(member.toArray(), score));
        });
    return all;
  }
}
