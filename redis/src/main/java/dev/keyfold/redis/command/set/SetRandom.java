package dev.keyfold.redis.command.set;

import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.redis.command.KeyEffects;
import dev.keyfold.redis.resp.ReplyWriter;
import dev.keyfold.redis.state.Events;
import dev.keyfold.structures.Sets;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** SPOP and SRANDMEMBER. */
final class SetRandom {
  /** Repeated members are picked in chunks of at most this size, which bounds the memory. */
  private static final long AT_ONCE = 10_000;

  private SetRandom() {}

  static void pop(Call call) {
    if (call.count() > 3) {
      throw CommandException.syntax();
    }
    ReplyWriter reply = call.reply();
    byte[] key = call.arg(1);
    boolean several = call.count() == 3;
    long count =
        several ? call.integer(2, 0, Long.MAX_VALUE, "value is out of range, must be positive") : 1;
    call.expectElements(Math.min(count, call.space().sets().size(key)));
    List<byte[]> popped = call.space().sets().pop(key, count, ThreadLocalRandom.current());
    if (several) {
      reply.set(popped.size());
      popped.forEach(reply::bulk);
    } else {
      reply.bulk(popped.isEmpty() ? null : popped.get(0));
    }
    if (!popped.isEmpty()) {
      KeyEffects.shrunk(call, Events.SET, "spop", key);
    }
  }

  static void pick(Call call) {
    if (call.count() > 3) {
      throw CommandException.syntax();
    }
    ReplyWriter reply = call.reply();
    Sets sets = call.space().sets();
    byte[] key = call.arg(1);
    ThreadLocalRandom random = ThreadLocalRandom.current();
    if (call.count() == 2) {
      SetMembers.read(call);
      List<byte[]> picked = sets.sample(key, 1, random);
      reply.bulk(picked.isEmpty() ? null : picked.get(0));
      return;
    }
    long count = call.integer(2);
    if (count == Long.MIN_VALUE) {
      throw CommandException.err(
          "value is out of range, value must between -9223372036854775807 and"
              + " 9223372036854775807");
    }
    long size = SetMembers.read(call);
    if (count >= 0 || size == 0) {
      call.expectElements(Math.min(count, size));
      List<byte[]> picked = sets.sample(key, count, random);
      reply.array(picked.size());
      picked.forEach(reply::bulk);
      return;
    }
    call.expectElements(-count);
    reply.array(-count);
    long atOnce = Math.max(AT_ONCE, size);
    for (long left = -count; left > 0; left -= atOnce) {
      sets.sampleWithRepeats(key, Math.min(left, atOnce), random).forEach(reply::bulk);
      call.releaseCollected();
    }
  }
}
