package dev.keyfold.redis.command.list;

import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.structures.Lists;
import org.jspecify.annotations.Nullable;

/** An end of a list. */
enum End {
  LEFT("lpush", "lpop"),
  RIGHT("rpush", "rpop");

  /** The event of a push at this end. */
  final String pushed;

  /** The event of an element that left from this end. */
  final String popped;

  End(String pushed, String popped) {
    this.pushed = pushed;
    this.popped = popped;
  }

  static End parse(Call call, int at) {
    if (call.is(at, "left")) {
      return LEFT;
    }
    if (call.is(at, "right")) {
      return RIGHT;
    }
    throw CommandException.syntax();
  }

  byte @Nullable [] pop(Lists lists, byte[] key) {
    return this == LEFT ? lists.popFirst(key) : lists.popLast(key);
  }

  long push(Lists lists, byte[] key, byte[] element) {
    return this == LEFT ? lists.pushFirst(key, element) : lists.pushLast(key, element);
  }
}
