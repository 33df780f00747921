package dev.keyfold.redis.command.hash;

import dev.keyfold.redis.command.Arguments;
import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.redis.command.LongDouble;
import dev.keyfold.redis.state.ByteKey;
import dev.keyfold.redis.state.Events;
import dev.keyfold.structures.Hashes;
import java.math.BigDecimal;

/** Commands that change a hash. */
final class HashWrites {
  private HashWrites() {}

  static void set(Call call) {
    call.reply().integer(putAll(call));
  }

  static void mSet(Call call) {
    putAll(call);
    call.reply().ok();
  }

  private static long putAll(Call call) {
    if (call.count() % 2 == 1) {
      throw CommandException.arguments(call.command().fullName());
    }
    byte[] key = call.arg(1);
    Hashes hashes = call.space().hashes();
    call.tellIfNew(key);
    long added = hashes.putAll(key, call.argsFrom(2));
    call.notify(Events.HASH, "hset", key);
    return added;
  }

  static void setNx(Call call) {
    byte[] key = call.arg(1);
    Hashes hashes = call.space().hashes();
    boolean there = hashes.contains(key, call.arg(2));
    if (!there) {
      call.tellIfNew(key);
      hashes.put(key, call.arg(2), call.arg(3));
      call.notify(Events.HASH, "hset", key);
    }
    call.reply().integer(there ? 0 : 1);
  }

  static void del(Call call) {
    byte[] key = call.arg(1);
    Hashes hashes = call.space().hashes();
    long deleted = hashes.removeAll(key, call.argsFrom(2));
    if (deleted > 0) {
      call.notify(Events.HASH, "hdel", key);
      if (hashes.size(key) == 0) {
        call.notify(Events.GENERIC, "del", key);
      }
    }
    call.reply().integer(deleted);
  }

  static void incrBy(Call call) {
    long by = call.integer(3);
    byte[] key = call.arg(1);
    Hashes hashes = call.space().hashes();
    byte[] before = hashes.get(key, call.arg(2));
    if (before != null && !Arguments.isInteger(before)) {
      throw CommandException.err("hash value is not an integer");
    }
    long sum;
    try {
      sum = Math.addExact(before == null ? 0 : Arguments.integer(before), by);
    } catch (ArithmeticException e) {
      throw CommandException.err("increment or decrement would overflow");
    }
    call.tellIfNew(key);
    hashes.put(key, call.arg(2), ByteKey.of(Long.toString(sum)));
    call.notify(Events.HASH, "hincrby", key);
    call.reply().integer(sum);
  }

  static void incrByFloat(Call call) {
    LongDouble.Kind byKind = LongDouble.kind(call.arg(3));
    if (byKind == LongDouble.Kind.NONE) {
      throw CommandException.err("value is not a valid float");
    }
    if (byKind == LongDouble.Kind.INFINITE) {
      throw CommandException.err("value is NaN or Infinity");
    }
    byte[] key = call.arg(1);
    Hashes hashes = call.space().hashes();
    byte[] before = hashes.get(key, call.arg(2));
    LongDouble.Kind kind = before == null ? LongDouble.Kind.FINITE : LongDouble.kind(before);
    if (kind == LongDouble.Kind.NONE) {
      throw CommandException.err("hash value is not a float");
    }
    BigDecimal sum = null;
    if (kind == LongDouble.Kind.FINITE) {
      BigDecimal value = before == null ? BigDecimal.ZERO : LongDouble.parse(before);
      sum = LongDouble.add(value, LongDouble.parse(call.arg(3)));
    }
    if (sum == null) {
      throw CommandException.err("increment would produce NaN or Infinity");
    }
    byte[] text = LongDouble.format(sum);
    call.tellIfNew(key);
    hashes.put(key, call.arg(2), text);
    call.notify(Events.HASH, "hincrbyfloat", key);
    call.reply().bulk(text);
  }
}
