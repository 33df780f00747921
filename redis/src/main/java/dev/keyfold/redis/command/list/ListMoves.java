package dev.keyfold.redis.command.list;

import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.redis.command.KeyEffects;
import dev.keyfold.redis.resp.ReplyWriter;
import dev.keyfold.redis.state.Events;
import dev.keyfold.structures.Lists;
import dev.keyfold.structures.errors.WrongTypeException;
import java.util.Arrays;
import java.util.List;

/** LMOVE, RPOPLPUSH, BLMOVE, BRPOPLPUSH. */
final class ListMoves {
  private ListMoves() {}

  static void move(Call call) {
    End from = End.parse(call, 3);
    End to = End.parse(call, 4);
    if (!move(call, from, to)) {
      call.reply().nullBulk();
    }
  }

  static void rightToLeft(Call call) {
    if (!move(call, End.RIGHT, End.LEFT)) {
      call.reply().nullBulk();
    }
  }

  static void blockingMove(Call call) {
    End from = End.parse(call, 3);
    End to = End.parse(call, 4);
    moveOrWait(call, from, to, call.timeout(5));
  }

  static void blockingRightToLeft(Call call) {
    moveOrWait(call, End.RIGHT, End.LEFT, call.timeout(3));
  }

  private static void moveOrWait(Call call, End from, End to, long timeout) {
    if (move(call, from, to)) {
      return;
    }
    if (call.inTransaction()) {
      // Redis replies with a null bulk string here, unlike the null array of a timeout.
      call.reply().nullBulk();
      return;
    }
    call.block(
        List.of(call.arg(1)), timeout, again -> served(again, from, to), ReplyWriter::nullArray);
  }

  private static boolean served(Call call, End from, End to) {
    if (call.space().lists().size(call.arg(1)) == 0) {
      return false;
    }
    try {
      return move(call, from, to);
    } catch (WrongTypeException target) {
      // An element exists, but the destination has the wrong type: waiting would not help.
      throw new CommandException(
          "WRONGTYPE Operation against a key holding the wrong kind of value");
    }
  }

  private static boolean move(Call call, End from, End to) {
    byte[] source = call.arg(1);
    byte[] target = call.arg(2);
    Lists lists = call.space().lists();
    long size = lists.size(source);
    if (size == 0) {
      return false;
    }
    lists.size(target);
    byte[] element;
    if (size == 1 && Arrays.equals(source, target)) {
      // Popping first would delete a list of one element and lose its expiry.
      element = lists.get(source, 0);
      call.space().keys().touch(source);
    } else {
      element = from.pop(lists, source);
      if (element == null) {
        return false;
      }
      call.tellIfNew(target);
      to.push(lists, target, element);
    }
    call.reply().bulk(element);
    call.notify(Events.LIST, to.pushed, target);
    KeyEffects.shrunk(call, Events.LIST, from.popped, source);
    return true;
  }
}
