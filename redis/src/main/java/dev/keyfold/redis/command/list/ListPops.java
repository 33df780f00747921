package dev.keyfold.redis.command.list;

import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.redis.command.KeyCount;
import dev.keyfold.redis.command.KeyEffects;
import dev.keyfold.redis.resp.ReplyWriter;
import dev.keyfold.redis.state.Events;
import dev.keyfold.structures.Lists;
import java.util.Arrays;
import java.util.List;

/** LPOP, RPOP, LMPOP, BLPOP, BRPOP, BLMPOP. */
final class ListPops {
  private ListPops() {}

  static void pop(Call call, End end) {
    if (call.count() > 3) {
      throw CommandException.arguments(call.command().fullName());
    }
    byte[] key = call.arg(1);
    ReplyWriter reply = call.reply();
    boolean several = call.count() == 3;
    long count =
        several ? call.integer(2, 0, Long.MAX_VALUE, "value is out of range, must be positive") : 1;
    Lists lists = call.space().lists();
    if (!several) {
      byte[] element = end.pop(lists, key);
      reply.bulk(element);
      if (element != null) {
        KeyEffects.shrunk(call, Events.LIST, end.popped, key);
      }
    } else if (lists.size(key) == 0) {
      reply.nullArray();
    } else if (count == 0) {
      reply.array(0);
    } else {
      array(reply, lists.pop(key, count, end == End.RIGHT));
      KeyEffects.shrunk(call, Events.LIST, end.popped, key);
    }
  }

  static void popFromSeveral(Call call) {
    KeyCount keys = KeyCount.withWord(call, 1);
    End end = End.parse(call, keys.next());
    long count = KeyCount.popCount(call, keys.next() + 1);
    if (!popSome(call, keys.keys(), end, count)) {
      call.reply().nullArray();
    }
  }

  static void blockingPopFromSeveral(Call call) {
    KeyCount keys = KeyCount.withWord(call, 2);
    End end = End.parse(call, keys.next());
    long count = KeyCount.popCount(call, keys.next() + 1);
    long timeout = call.timeout(1);
    if (!popSome(call, keys.keys(), end, count)) {
      call.block(
          keys.keys(),
          timeout,
          again -> popSome(again, List.of(again.readyKey()), end, count),
          ReplyWriter::nullArray);
    }
  }

  static void blockingPop(Call call, End end) {
    long timeout = call.timeout(call.count() - 1);
    List<byte[]> keys = Arrays.asList(call.args()).subList(1, call.count() - 1);
    if (!popOne(call, keys, end)) {
      call.block(
          keys,
          timeout,
          again -> popOne(again, List.of(again.readyKey()), end),
          ReplyWriter::nullArray);
    }
  }

  /** Pops from the first list that exists; false if none does. */
  private static boolean popOne(Call call, List<byte[]> keys, End end) {
    for (byte[] key : keys) {
      byte[] element = end.pop(call.space().lists(), key);
      if (element != null) {
        ReplyWriter reply = call.reply();
        reply.array(2);
        reply.bulk(key);
        reply.bulk(element);
        KeyEffects.shrunk(call, Events.LIST, end.popped, key);
        return true;
      }
    }
    return false;
  }

  private static boolean popSome(Call call, List<byte[]> keys, End end, long count) {
    for (byte[] key : keys) {
      List<byte[]> popped = call.space().lists().pop(key, count, end == End.RIGHT);
      if (!popped.isEmpty()) {
        call.reply().array(2);
        call.reply().bulk(key);
        array(call.reply(), popped);
        KeyEffects.shrunk(call, Events.LIST, end.popped, key);
        return true;
      }
    }
    return false;
  }

  private static void array(ReplyWriter reply, List<byte[]> elements) {
    reply.array(elements.size());
    elements.forEach(reply::bulk);
  }
}
