package dev.keyfold.redis.command.list;

import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.resp.ReplyWriter;
import dev.keyfold.structures.Lists;

/** LLEN, LINDEX, LRANGE. */
final class ListReads {
  private ListReads() {}

  /** The list's size, counted as a read of it. */
  static long read(Call call) {
    long size = call.space().lists().size(call.arg(1));
    call.found(call.arg(1), size > 0);
    return size;
  }

  static void length(Call call) {
    call.reply().integer(read(call));
  }

  static void index(Call call) {
    long size = read(call);
    if (size == 0) {
      call.reply().nullBulk();
      return;
    }
    long index = call.integer(2);
    call.reply().bulk(call.space().lists().get(call.arg(1), index < 0 ? size + index : index));
  }

  static void range(Call call) {
    long from = call.integer(2);
    long to = call.integer(3);
    long size = read(call);
    long first = Math.max(0, from < 0 ? size + from : from);
    long last = Math.min(size - 1, to < 0 ? size + to : to);
    ReplyWriter reply = call.reply();
    if (first > last) {
      reply.array(0);
      return;
    }
    reply.array(last - first + 1);
    Lists lists = call.space().lists();
    lists.forEach(
        call.arg(1),
        first,
        false,
        (index, element) -> {
          reply.bulk(element.array(), element.offset(), element.length());
          return index < last;
        });
  }
}
