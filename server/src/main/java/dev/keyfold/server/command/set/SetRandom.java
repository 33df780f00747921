package dev.keyfold.server.command.set;

import dev.keyfold.server.command.Call;
import dev.keyfold.server.command.CommandException;
import dev.keyfold.server.command.KeyEffects;
import dev.keyfold.server.resp.ReplyWriter;
import dev.keyfold.server.state.Events;
import dev.keyfold.structures.Sets;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** SPOP and SRANDMEMBER. */
final class SetRandom {
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
    SetMembers.read(call);
    List<byte[]> picked =
        count >= 0 ? sets.sample(key, count, random) : sets.sampleWithRepeats(key, -count, random);
    reply.array(picked.size());
    picked.forEach(reply::bulk);
  }
}
