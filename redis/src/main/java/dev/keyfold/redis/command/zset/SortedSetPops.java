package dev.keyfold.redis.command.zset;

import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.redis.command.KeyCount;
import dev.keyfold.redis.command.KeyEffects;
import dev.keyfold.redis.resp.ReplyWriter;
import dev.keyfold.redis.state.Events;
import dev.keyfold.structures.type.ScoredMember;
import java.util.Arrays;
import java.util.List;

/** ZPOPMIN, ZPOPMAX, ZMPOP and the three that wait. */
final class SortedSetPops {
  private SortedSetPops() {}

  static void pop(Call call, boolean highest) {
    if (call.count() > 3) {
      throw CommandException.syntax();
    }
    boolean several = call.count() == 3;
    long count =
        several ? call.integer(2, 0, Long.MAX_VALUE, "value is out of range, must be positive") : 1;
    byte[] key = call.arg(1);
    call.space().sortedSets().size(key);
    List<ScoredMember> popped = take(call, key, highest, count);
    if (several && call.reply().protocol() > 2) {
      ScoreReplies.pairs(call.reply(), popped);
    } else {
      ScoreReplies.flat(call.reply(), popped);
    }
  }

  static void popFromSeveral(Call call) {
    KeyCount keys = KeyCount.withWord(call, 1);
    boolean highest = isMax(call, keys.next());
    long count = KeyCount.popCount(call, keys.next() + 1);
    if (!popSome(call, keys.keys(), highest, count)) {
      call.reply().nullArray();
    }
  }

  static void blockingPopFromSeveral(Call call) {
    KeyCount keys = KeyCount.withWord(call, 2);
    boolean highest = isMax(call, keys.next());
    long count = KeyCount.popCount(call, keys.next() + 1);
    long timeout = call.timeout(1);
    if (!popSome(call, keys.keys(), highest, count)) {
      call.block(
          keys.keys(),
          timeout,
          again -> popSome(again, List.of(again.readyKey()), highest, count),
          ReplyWriter::nullArray);
    }
  }

  static void blockingPop(Call call, boolean highest) {
    long timeout = call.timeout(call.count() - 1);
    List<byte[]> keys = Arrays.asList(call.args()).subList(1, call.count() - 1);
    if (!popOne(call, keys, highest)) {
      call.block(
          keys,
          timeout,
          again -> popOne(again, List.of(again.readyKey()), highest),
          ReplyWriter::nullArray);
    }
  }

  private static boolean isMax(Call call, int at) {
    if (call.is(at, "max")) {
      return true;
    }
    if (call.is(at, "min")) {
      return false;
    }
    throw CommandException.syntax();
  }

  private static boolean popOne(Call call, List<byte[]> keys, boolean highest) {
    for (byte[] key : keys) {
      List<ScoredMember> popped = take(call, key, highest, 1);
      if (!popped.isEmpty()) {
        ReplyWriter reply = call.reply();
        reply.array(3);
        reply.bulk(key);
        reply.bulk(popped.get(0).member());
        reply.real(popped.get(0).score());
        return true;
      }
    }
    return false;
  }

  private static boolean popSome(Call call, List<byte[]> keys, boolean highest, long count) {
    for (byte[] key : keys) {
      List<ScoredMember> popped = take(call, key, highest, count);
      if (!popped.isEmpty()) {
        call.reply().array(2);
        call.reply().bulk(key);
        ScoreReplies.pairs(call.reply(), popped);
        return true;
      }
    }
    return false;
  }

  private static List<ScoredMember> take(Call call, byte[] key, boolean highest, long count) {
    List<ScoredMember> popped = call.space().sortedSets().pop(key, count, highest);
    if (!popped.isEmpty()) {
      KeyEffects.shrunk(call, Events.ZSET, highest ? "zpopmax" : "zpopmin", key);
    }
    return popped;
  }
}
