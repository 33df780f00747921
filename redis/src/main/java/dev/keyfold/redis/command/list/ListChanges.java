package dev.keyfold.redis.command.list;

import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.redis.command.KeyEffects;
import dev.keyfold.redis.state.Events;
import dev.keyfold.structures.Lists;
import java.util.stream.LongStream;

/** LSET, LINSERT, LREM, LTRIM. */
final class ListChanges {
  private ListChanges() {}

  static void set(Call call) {
    byte[] key = call.arg(1);
    Lists lists = call.space().lists();
    long size = lists.size(key);
    if (size == 0) {
      throw CommandException.err("no such key");
    }
    long index = call.integer(2);
    if (!lists.set(key, index < 0 ? size + index : index, call.arg(3))) {
      throw CommandException.err("index out of range");
    }
    call.reply().ok();
    call.notify(Events.LIST, "lset", key);
  }

  static void insert(Call call) {
    boolean after = call.is(2, "after");
    if (!after && !call.is(2, "before")) {
      throw CommandException.syntax();
    }
    byte[] key = call.arg(1);
    byte[] pivot = call.arg(3);
    Lists lists = call.space().lists();
    if (lists.size(key) == 0) {
      call.reply().integer(0);
      return;
    }
    long[] found = {-1};
    lists.forEach(
        key,
        0,
        false,
        (index, element) -> {
          if (ListSearch.equal(element, pivot)) {
            found[0] = index;
          }
          return found[0] < 0;
        });
    if (found[0] < 0) {
      call.reply().integer(-1);
      return;
    }
    call.reply().integer(lists.insert(key, after ? found[0] + 1 : found[0], call.arg(4)));
    call.notify(Events.LIST, "linsert", key);
  }

  static void remove(Call call) {
    byte[] key = call.arg(1);
    byte[] value = call.arg(3);
    long wanted = call.integer(2);
    boolean reversed = wanted < 0;
    // The lowest number has no positive one; it means all, as no list is that long.
    long most = wanted == 0 || wanted == Long.MIN_VALUE ? Long.MAX_VALUE : Math.abs(wanted);
    Lists lists = call.space().lists();
    LongStream.Builder found = LongStream.builder();
    long[] count = {0};
    lists.forEach(
        key,
        reversed ? lists.size(key) - 1 : 0,
        reversed,
        (index, element) -> {
          if (ListSearch.equal(element, value)) {
            found.add(index);
            count[0]++;
          }
          return count[0] < most;
        });
    call.reply().integer(count[0]);
    if (count[0] > 0) {
      LongStream indexes = found.build();
      lists.removeAll(key, reversed ? indexes.sorted().toArray() : indexes.toArray());
      KeyEffects.shrunk(call, Events.LIST, "lrem", key);
    }
  }

  static void trim(Call call) {
    long from = call.integer(2);
    long to = call.integer(3);
    byte[] key = call.arg(1);
    Lists lists = call.space().lists();
    long size = lists.size(key);
    if (size > 0) {
      long first = Math.max(0, from < 0 ? size + from : from);
      long last = Math.min(size - 1, to < 0 ? size + to : to);
      if (first > last) {
        call.space().keys().delete(key);
      } else {
        lists.trim(key, first, last + 1);
        call.space().keys().touch(key);
      }
      KeyEffects.shrunk(call, Events.LIST, "ltrim", key);
    }
    call.reply().ok();
  }
}
