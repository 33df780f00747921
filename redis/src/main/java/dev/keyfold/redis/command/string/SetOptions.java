package dev.keyfold.redis.command.string;

import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.CommandException;

/** The options of SET and GETEX: conditions, and when the key goes. */
final class SetOptions {
  /** What happens to the expiry. */
  enum Expiry {
    /** Nothing. */
    UNSAID,
    /** It stays as it is. */
    KEEP,
    /** The expiry is removed. */
    PERSIST,
    /** A time from now. */
    AFTER,
    /** A point in time. */
    AT
  }

  boolean ifMissing;
  boolean ifThere;
  boolean get;
  Expiry expiry = Expiry.UNSAID;

  /** When the key goes; for AFTER and AT. */
  long when;

  private int timeAt;
  private boolean seconds;

  private SetOptions() {}

  static SetOptions ofSet(Call call) {
    SetOptions options = new SetOptions();
    for (int i = 3; i < call.count(); i++) {
      if (call.is(i, "nx") && !options.ifThere) {
        options.ifMissing = true;
      } else if (call.is(i, "xx") && !options.ifMissing) {
        options.ifThere = true;
      } else if (call.is(i, "get")) {
        options.get = true;
      } else if (call.is(i, "keepttl") && options.may(Expiry.KEEP, false)) {
        options.expiry = Expiry.KEEP;
      } else {
        i = options.time(call, i);
      }
    }
    options.resolve(call);
    return options;
  }

  /** The time is to be resolved once the key is found: Redis does not look at it before. */
  static SetOptions ofGetEx(Call call) {
    SetOptions options = new SetOptions();
    for (int i = 2; i < call.count(); i++) {
      if (call.is(i, "persist") && options.may(Expiry.PERSIST, false)) {
        options.expiry = Expiry.PERSIST;
      } else {
        i = options.time(call, i);
      }
    }
    return options;
  }

  /** Two different expiry options are a syntax error; the same one twice is not. */
  private boolean may(Expiry wanted, boolean inSeconds) {
    return expiry == Expiry.UNSAID || (expiry == wanted && seconds == inSeconds);
  }

  private int time(Call call, int i) {
    boolean inSeconds = call.is(i, "ex") || call.is(i, "exat");
    boolean at = call.is(i, "exat") || call.is(i, "pxat");
    boolean known = inSeconds || at || call.is(i, "px");
    Expiry wanted = at ? Expiry.AT : Expiry.AFTER;
    if (!known || i + 1 == call.count() || !may(wanted, inSeconds)) {
      throw CommandException.syntax();
    }
    expiry = wanted;
    seconds = inSeconds;
    timeAt = i + 1;
    return timeAt;
  }

  void resolve(Call call) {
    if (timeAt > 0) {
      when = time(call, timeAt, seconds, expiry == Expiry.AFTER);
    }
  }

  /** A time among the arguments in milliseconds since 1970; else the error of Redis. */
  static long time(Call call, int at, boolean seconds, boolean fromNow) {
    long time = call.integer(at);
    if (time <= 0 || (seconds && time > Long.MAX_VALUE / 1000)) {
      throw invalid(call);
    }
    if (seconds) {
      time *= 1000;
    }
    if (fromNow) {
      time += call.work().now();
    }
    if (time <= 0) {
      throw invalid(call);
    }
    return time;
  }

  private static CommandException invalid(Call call) {
    return CommandException.err(
        "invalid expire time in '" + call.command().fullName() + "' command");
  }
}
