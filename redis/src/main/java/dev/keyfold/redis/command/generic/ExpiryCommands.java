package dev.keyfold.redis.command.generic;

import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.redis.command.Handler;
import dev.keyfold.redis.state.Events;
import dev.keyfold.structures.Keys;

/** When keys go. Times are milliseconds since 1970 inside. */
final class ExpiryCommands {
  private ExpiryCommands() {}

  /** The conditions of EXPIRE and its kin. */
  private static final class Conditions {
    private boolean ifNone;
    private boolean ifSome;
    private boolean ifLater;
    private boolean ifEarlier;

    static Conditions of(Call call) {
      Conditions conditions = new Conditions();
      for (int i = 3; i < call.count(); i++) {
        if (call.is(i, "nx")) {
          conditions.ifNone = true;
        } else if (call.is(i, "xx")) {
          conditions.ifSome = true;
        } else if (call.is(i, "gt")) {
          conditions.ifLater = true;
        } else if (call.is(i, "lt")) {
          conditions.ifEarlier = true;
        } else {
          throw CommandException.err("Unsupported option " + call.text(i));
        }
      }
      if (conditions.ifNone && (conditions.ifSome || conditions.ifLater || conditions.ifEarlier)) {
        throw CommandException.err(
            "NX and XX, GT or LT options at the same time are not compatible");
      }
      if (conditions.ifLater && conditions.ifEarlier) {
        throw CommandException.err("GT and LT options at the same time are not compatible");
      }
      return conditions;
    }

    /** A key that stays is like one that goes at the end of time. */
    boolean allow(long now, long wanted) {
      boolean stays = now == Keys.NEVER;
      return !(ifNone && !stays)
          && !(ifSome && stays)
          && !(ifLater && (stays || wanted <= now))
          && !(ifEarlier && !stays && wanted >= now);
    }
  }

  /** EXPIRE, PEXPIRE, EXPIREAT or PEXPIREAT. */
  static Handler expire(boolean seconds, boolean fromNow) {
    return call -> {
      Conditions conditions = Conditions.of(call);
      long when = time(call, seconds, fromNow);
      byte[] key = call.arg(1);
      Keys keys = call.space().keys();
      long before = keys.expiresAt(key);
      boolean changes = before != Keys.MISSING && conditions.allow(before, when);
      if (changes) {
        keys.expireAt(key, when);
        call.notify(Events.GENERIC, when <= call.work().now() ? "del" : "expire", key);
      }
      call.reply().integer(changes ? 1 : 0);
    };
  }

  private static long time(Call call, boolean seconds, boolean fromNow) {
    long time = call.integer(2);
    if (seconds) {
      if (time > Long.MAX_VALUE / 1000 || time < Long.MIN_VALUE / 1000) {
        throw invalid(call);
      }
      time *= 1000;
    }
    long base = fromNow ? call.work().now() : 0;
    if (time > Long.MAX_VALUE - base) {
      throw invalid(call);
    }
    return time + base;
  }

  private static CommandException invalid(Call call) {
    return CommandException.err(
        "invalid expire time in '" + call.command().fullName() + "' command");
  }

  /** TTL, PTTL, EXPIRETIME or PEXPIRETIME. */
  static Handler tell(boolean seconds, boolean fromNow) {
    return call -> {
      long when = call.space().keys().expiresAt(call.arg(1));
      call.seen(call.arg(1), when != Keys.MISSING);
      if (when == Keys.MISSING || when == Keys.NEVER) {
        call.reply().integer(when);
        return;
      }
      long time = Math.max(0, fromNow ? when - call.work().now() : when);
      call.reply().integer(seconds ? time / 1000 + (time % 1000 >= 500 ? 1 : 0) : time);
    };
  }

  static void persist(Call call) {
    boolean changed = call.space().keys().persist(call.arg(1));
    if (changed) {
      call.notify(Events.GENERIC, "persist", call.arg(1));
    }
    call.reply().integer(changed ? 1 : 0);
  }
}
