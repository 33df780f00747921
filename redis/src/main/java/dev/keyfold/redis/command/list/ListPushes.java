package dev.keyfold.redis.command.list;

import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.state.Events;
import dev.keyfold.structures.Lists;

/** LPUSH, RPUSH, LPUSHX, RPUSHX. */
final class ListPushes {
  private ListPushes() {}

  static void push(Call call, End end, boolean onlyIfThere) {
    Lists lists = call.space().lists();
    byte[] key = call.arg(1);
    if (onlyIfThere && lists.size(key) == 0) {
      call.reply().integer(0);
      return;
    }
    call.tellIfNew(key);
    long size = 0;
    for (int i = 2; i < call.count(); i++) {
      size = end.push(lists, key, call.arg(i));
    }
    call.reply().integer(size);
    call.notify(Events.LIST, end.pushed, key);
  }
}
