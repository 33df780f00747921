package dev.keyfold.redis.command.zset;

import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.KeyEffects;
import dev.keyfold.redis.state.Events;
import dev.keyfold.store.Slice;
import dev.keyfold.structures.SortedSets;
import dev.keyfold.structures.type.MemberRange;
import dev.keyfold.structures.type.ScoreRange;
import java.util.ArrayList;
import java.util.List;

/** ZREMRANGEBYRANK, ZREMRANGEBYSCORE, ZREMRANGEBYLEX. */
final class RangeRemovals {
  private RangeRemovals() {}

  static void byRank(Call call) {
    long from = call.integer(2);
    long to = call.integer(3);
    SortedSets sets = call.space().sortedSets();
    long size = sets.size(call.arg(1));
    long first = Math.max(0, from < 0 ? size + from : from);
    long last = Math.min(size - 1, to < 0 ? size + to : to);
    if (size > 0 && first == 0 && last == size - 1) {
      call.space().keys().delete(call.arg(1));
      KeyEffects.shrunk(call, Events.ZSET, call.command().name(), call.arg(1));
      call.reply().integer(size);
      return;
    }
    List<byte[]> found = new ArrayList<>();
    if (first <= last) {
      sets.forEach(
          call.arg(1),
          first,
          false,
          (member, score) -> {
            keep(call, member, found);
            return found.size() < last - first + 1;
          });
    }
    remove(call, found);
  }

  static void byScore(Call call) {
    ScoreRange range = Bounds.scores(call.arg(2), call.arg(3));
    List<byte[]> found = new ArrayList<>();
    call.space()
        .sortedSets()
        .forEach(call.arg(1), range, false, 0, (member, score) -> keep(call, member, found));
    remove(call, found);
  }

  static void byMember(Call call) {
    MemberRange range = Bounds.members(call.arg(2), call.arg(3));
    List<byte[]> found = new ArrayList<>();
    SortedSets sets = call.space().sortedSets();
    sets.size(call.arg(1));
    ByteOrder.forEach(
        sets, call.arg(1), range, false, 0, (member, score) -> keep(call, member, found));
    remove(call, found);
  }

  private static boolean keep(Call call, Slice member, List<byte[]> found) {
    call.space().collect(member.length());
    return found.add(member.toArray());
  }

  private static void remove(Call call, List<byte[]> found) {
    SortedSets sets = call.space().sortedSets();
    if (!found.isEmpty()) {
      if (found.size() == sets.size(call.arg(1))) {
        call.space().keys().delete(call.arg(1));
      } else {
        sets.removeAll(call.arg(1), found);
      }
      KeyEffects.shrunk(call, Events.ZSET, call.command().name(), call.arg(1));
    }
    call.reply().integer(found.size());
  }
}
