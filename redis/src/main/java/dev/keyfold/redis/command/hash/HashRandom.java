package dev.keyfold.redis.command.hash;

import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.redis.resp.ReplyWriter;
import dev.keyfold.structures.Hashes;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** HRANDFIELD. */
final class HashRandom {
  /** Repeated fields are picked in chunks of at most this size, which bounds the memory. */
  private static final long AT_ONCE = 10_000;

  private HashRandom() {}

  static void randField(Call call) {
    byte[] key = call.arg(1);
    if (call.count() == 2) {
      Hashes hashes = call.space().hashes();
      List<byte[]> one = hashes.sample(key, 1, ThreadLocalRandom.current());
      call.found(key, !one.isEmpty());
      call.reply().bulk(one.isEmpty() ? null : one.get(0));
      return;
    }
    long count = call.integer(2);
    if (count == Long.MIN_VALUE) {
      throw CommandException.err(
          "value is out of range, value must between "
              + -Long.MAX_VALUE
              + " and "
              + Long.MAX_VALUE);
    }
    boolean withValues = call.count() == 4 && call.is(3, "withvalues");
    if (call.count() > 4 || (call.count() == 4 && !withValues)) {
      throw CommandException.syntax();
    }
    if (withValues && (count < -Long.MAX_VALUE / 2 || count > Long.MAX_VALUE / 2)) {
      throw CommandException.err("value is out of range");
    }
    several(call, key, count, withValues);
  }

  private static void several(Call call, byte[] key, long count, boolean withValues) {
    Hashes hashes = call.space().hashes();
    long size = hashes.size(key);
    call.found(key, size > 0);
    if (size == 0 || count == 0) {
      call.reply().array(0);
      return;
    }
    long shown = count < 0 ? -count : Math.min(count, size);
    call.expectElements(withValues ? 2 * shown : shown);
    boolean flat = call.reply().protocol() == 2;
    call.reply().array(withValues && flat ? shown * 2 : shown);
    ThreadLocalRandom random = ThreadLocalRandom.current();
    if (count > 0) {
      show(call, key, hashes.sample(key, count, random), withValues);
      return;
    }
    long atOnce = Math.max(AT_ONCE, size);
    for (long left = shown; left > 0; left -= atOnce) {
      long now = Math.min(left, atOnce);
      show(call, key, hashes.sampleWithRepeats(key, now, random), withValues);
      call.releaseCollected();
    }
  }

  private static void show(Call call, byte[] key, List<byte[]> fields, boolean withValues) {
    ReplyWriter reply = call.reply();
    for (byte[] field : fields) {
      if (withValues && reply.protocol() == 3) {
        reply.array(2);
      }
      reply.bulk(field);
      if (withValues) {
        reply.bulk(call.space().hashes().get(key, field));
      }
    }
  }
}
