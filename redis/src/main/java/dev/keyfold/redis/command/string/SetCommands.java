package dev.keyfold.redis.command.string;

import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.redis.resp.ReplyWriter;
import dev.keyfold.redis.state.Events;
import dev.keyfold.store.Slice;
import dev.keyfold.structures.Keys;
import dev.keyfold.structures.Space;
import dev.keyfold.structures.type.StructureType;

/** SET and the other commands that give a key a new value. */
final class SetCommands {
  private SetCommands() {}

  static void set(Call call) {
    byte[] key = call.arg(1);
    if (call.count() == 3) {
      put(call, key, call.arg(2));
      call.reply().ok();
      return;
    }
    SetOptions options = SetOptions.ofSet(call);
    if (options.get) {
      get(call, key);
    }
    if (options.ifMissing || options.ifThere) {
      boolean there = call.space().keys().exists(key);
      if (options.ifMissing ? there : !there) {
        if (!options.get) {
          call.reply().nullBulk();
        }
        return;
      }
    }
    put(call, key, call.arg(2), options);
    if (!options.get) {
      call.reply().ok();
    }
  }

  private static void put(Call call, byte[] key, byte[] value, SetOptions options) {
    switch (options.expiry) {
      case KEEP -> {
        Keys keys = call.space().keys();
        long when = keys.expiresAt(key);
        put(call, key, value);
        if (when > 0) {
          keys.expireAt(key, when);
        }
      }
      case AFTER, AT -> put(call, key, value, options.when);
      default -> put(call, key, value);
    }
  }

  private static void put(Call call, byte[] key, byte[] value) {
    call.tellIfNew(key);
    call.space().strings().set(key, value);
    call.notify(Events.STRING, "set", key);
  }

  private static void put(Call call, byte[] key, byte[] value, long when) {
    put(call, key, value);
    call.space().keys().expireAt(key, when);
    call.notify(Events.GENERIC, "expire", key);
    if (when <= call.work().now()) {
      // The engine does not store a value that has already expired; the events are published all
      // the same.
      call.expired(key);
    }
  }

  static void setNx(Call call) {
    boolean there = call.space().keys().exists(call.arg(1));
    if (!there) {
      put(call, call.arg(1), call.arg(2));
    }
    call.reply().integer(there ? 0 : 1);
  }

  static void setEx(Call call) {
    setFor(call, true);
  }

  static void pSetEx(Call call) {
    setFor(call, false);
  }

  private static void setFor(Call call, boolean seconds) {
    put(call, call.arg(1), call.arg(3), SetOptions.time(call, 2, seconds, true));
    call.reply().ok();
  }

  static void mSet(Call call) {
    checkPairs(call);
    for (int i = 1; i < call.count(); i += 2) {
      put(call, call.arg(i), call.arg(i + 1));
    }
    call.reply().ok();
  }

  static void mSetNx(Call call) {
    checkPairs(call);
    for (int i = 1; i < call.count(); i += 2) {
      if (call.space().keys().exists(call.arg(i))) {
        call.reply().integer(0);
        return;
      }
    }
    for (int i = 1; i < call.count(); i += 2) {
      put(call, call.arg(i), call.arg(i + 1));
    }
    call.reply().integer(1);
  }

  private static void checkPairs(Call call) {
    if (call.count() % 2 == 0) {
      throw CommandException.arguments(call.command().fullName());
    }
  }

  // --- commands that also reply with the value ---

  static void get(Call call) {
    get(call, call.arg(1));
  }

  /** Replies with the value; false if none exists. */
  private static boolean get(Call call, byte[] key) {
    Slice value = new Slice();
    boolean found = call.found(key, call.space().strings().get(key, value));
    if (found) {
      call.reply().bulk(value.array(), value.offset(), value.length());
    } else {
      call.reply().nullBulk();
    }
    return found;
  }

  static void getSet(Call call) {
    get(call, call.arg(1));
    put(call, call.arg(1), call.arg(2));
  }

  static void getDel(Call call) {
    byte[] key = call.arg(1);
    if (get(call, key)) {
      delete(call, key);
    }
  }

  private static void delete(Call call, byte[] key) {
    call.space().keys().delete(key);
    call.notify(Events.GENERIC, "del", key);
  }

  static void getEx(Call call) {
    byte[] key = call.arg(1);
    SetOptions options = SetOptions.ofGetEx(call);
    if (!get(call, key)) {
      return;
    }
    options.resolve(call);
    switch (options.expiry) {
      case PERSIST -> {
        if (call.space().keys().persist(key)) {
          call.notify(Events.GENERIC, "persist", key);
        }
      }
      case AFTER, AT -> {
        if (options.when <= call.work().now()) {
          delete(call, key);
        } else {
          call.space().keys().expireAt(key, options.when);
          call.notify(Events.GENERIC, "expire", key);
        }
      }
      default -> {}
    }
  }

  static void mGet(Call call) {
    ReplyWriter reply = call.reply();
    reply.array(call.count() - 1);
    Space space = call.space();
    Slice value = new Slice();
    for (int i = 1; i < call.count(); i++) {
      byte[] key = call.arg(i);
      StructureType type = space.keys().type(key);
      call.found(key, type != null);
      if (type == StructureType.STRING && space.strings().get(key, value)) {
        reply.bulk(value.array(), value.offset(), value.length());
      } else {
        reply.nullBulk();
      }
    }
  }
}
