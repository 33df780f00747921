package dev.keyfold.redis.command.bitmap;

import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.redis.state.Events;
import java.util.ArrayList;
import java.util.List;

/** BITOP. */
final class BitOp {
  private enum Kind {
    AND,
    OR,
    XOR,
    NOT
  }

  private BitOp() {}

  static void run(Call call) {
    Kind kind = kind(call);
    if (kind == Kind.NOT && call.count() != 4) {
      throw CommandException.err("BITOP NOT must be called with a single source key.");
    }
    byte[] target = call.arg(2);
    List<byte[]> sources = new ArrayList<>();
    int longest = 0;
    for (int i = 3; i < call.count(); i++) {
      byte[] value = call.space().strings().get(call.arg(i));
      call.found(call.arg(i), value != null);
      call.space().collect(value == null ? 0 : value.length);
      sources.add(value == null ? new byte[0] : value);
      longest = Math.max(longest, sources.get(i - 3).length);
    }
    if (longest == 0) {
      if (call.space().keys().delete(target)) {
        call.notify(Events.GENERIC, "del", target);
      }
    } else {
      byte[] result = combine(kind, sources, longest);
      call.tellIfNew(target);
      call.space().strings().set(target, result);
      call.notify(Events.STRING, "set", target);
    }
    call.reply().integer(longest);
  }

  private static Kind kind(Call call) {
    for (Kind kind : Kind.values()) {
      if (call.is(1, kind.name())) {
        return kind;
      }
    }
    throw CommandException.syntax();
  }

  /** Shorter ones are as if zeros followed. */
  private static byte[] combine(Kind kind, List<byte[]> sources, int length) {
    byte[] result = java.util.Arrays.copyOf(sources.get(0), length);
    if (kind == Kind.NOT) {
      for (int i = 0; i < length; i++) {
        result[i] = (byte) ~result[i];
      }
      return result;
    }
    for (byte[] source : sources.subList(1, sources.size())) {
      for (int i = 0; i < length; i++) {
        int other = i < source.length ? source[i] : 0;
        result[i] =
            (byte)
                switch (kind) {
                  case AND -> result[i] & other;
                  case OR -> result[i] | other;
                  default -> result[i] ^ other;
                };
      }
    }
    return result;
  }
}
