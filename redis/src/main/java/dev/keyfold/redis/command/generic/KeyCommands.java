package dev.keyfold.redis.command.generic;

import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.redis.command.StoredResult;
import dev.keyfold.redis.state.Config;
import dev.keyfold.redis.state.Events;
import dev.keyfold.structures.Keys;
import dev.keyfold.structures.Space;
import dev.keyfold.structures.type.StructureType;
import org.jspecify.annotations.Nullable;

/** Commands for keys of any type: DEL, EXISTS, TYPE, RENAME, MOVE, COPY. */
final class KeyCommands {
  private static final String SAME = "source and destination objects are the same";

  private final Config config;

  KeyCommands(Config config) {
    this.config = config;
  }

  static void del(Call call) {
    Keys keys = call.space().keys();
    long deleted = 0;
    for (int i = 1; i < call.count(); i++) {
      if (keys.delete(call.arg(i))) {
        call.notify(Events.GENERIC, "del", call.arg(i));
        deleted++;
      }
    }
    call.reply().integer(deleted);
  }

  static void exists(Call call) {
    Keys keys = call.space().keys();
    long count = 0;
    for (int i = 1; i < call.count(); i++) {
      if (call.seen(call.arg(i), keys.exists(call.arg(i)))) {
        count++;
      }
    }
    call.reply().integer(count);
  }

  static void touch(Call call) {
    Keys keys = call.space().keys();
    long count = 0;
    for (int i = 1; i < call.count(); i++) {
      if (call.found(call.arg(i), keys.exists(call.arg(i)))) {
        count++;
      }
    }
    call.reply().integer(count);
  }

  static void type(Call call) {
    StructureType type = call.space().keys().type(call.arg(1));
    call.seen(call.arg(1), type != null);
    call.reply().simple(typeName(type));
  }

  static String typeName(@Nullable StructureType type) {
    if (type == null) {
      return "none";
    }
    return switch (type) {
      case STRING -> "string";
      case HASH -> "hash";
      case LIST -> "list";
      case SET -> "set";
      case SORTED_SET -> "zset";
    };
  }

  static void rename(Call call) {
    checkThere(call);
    rename(call, true);
    call.reply().ok();
  }

  static void renameNx(Call call) {
    checkThere(call);
    call.reply().integer(rename(call, false) ? 1 : 0);
  }

  private static void checkThere(Call call) {
    if (!call.space().keys().exists(call.arg(1))) {
      throw CommandException.err("no such key");
    }
  }

  private static boolean rename(Call call, boolean replace) {
    byte[] from = call.arg(1);
    byte[] to = call.arg(2);
    if (java.util.Arrays.equals(from, to)) {
      return replace;
    }
    Keys keys = call.space().keys();
    if (!replace && keys.exists(to)) {
      return false;
    }
    keys.rename(from, to);
    call.notify(Events.NEW, "new", to);
    call.notify(Events.GENERIC, "rename_from", from);
    call.notify(Events.GENERIC, "rename_to", to);
    return true;
  }

  void move(Call call) {
    byte[] key = call.arg(1);
    int from = call.client().database();
    int to = database(call, 2);
    if (from == to) {
      throw CommandException.err(SAME);
    }
    Space target = call.space(to);
    Keys keys = call.space().keys();
    boolean moves = keys.exists(key) && !target.keys().exists(key);
    if (moves) {
      keys.move(key, target, key);
      call.notify(Events.NEW, "new", to, key);
      call.notify(Events.GENERIC, "move_from", from, key);
      call.notify(Events.GENERIC, "move_to", to, key);
    }
    call.reply().integer(moves ? 1 : 0);
  }

  private int database(Call call, int at) {
    int number = call.int32(at);
    if (number < 0 || number >= config.integer("databases")) {
      throw CommandException.err("DB index is out of range");
    }
    return number;
  }

  void copy(Call call) {
    byte[] from = call.arg(1);
    byte[] to = call.arg(2);
    int database = call.client().database();
    boolean replace = false;
    for (int i = 3; i < call.count(); i++) {
      if (call.is(i, "replace")) {
        replace = true;
      } else if (call.is(i, "db") && i + 1 < call.count()) {
        database = database(call, ++i);
      } else {
        throw CommandException.syntax();
      }
    }
    if (database == call.client().database() && java.util.Arrays.equals(from, to)) {
      throw CommandException.err(SAME);
    }
    Space target = call.space(database);
    StructureType type = call.space().keys().type(from);
    boolean found = call.found(from, type != null);
    if (type != null && found && (replace || !target.keys().exists(to))) {
      copy(call, from, type, database, to);
    } else {
      call.reply().integer(0);
    }
  }

  private void copy(Call call, byte[] from, StructureType type, int database, byte[] to) {
    Space space = call.space();
    if (type == StructureType.STRING) {
      space.keys().copy(from, call.space(database), to);
      call.notify(Events.NEW, "new", database, to);
      call.notify(Events.GENERIC, "copy_to", database, to);
      call.reply().integer(1);
      return;
    }
    new StoredResult(call, type, to, Events.GENERIC, "copy_to")
        .copiedTo(database, space.keys().expiresAt(from))
        .store(space.keys().elements(from), (source, load) -> load.copyOf(source, from));
  }
}
