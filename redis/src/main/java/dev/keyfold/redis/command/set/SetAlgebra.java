package dev.keyfold.redis.command.set;

import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.redis.command.KeyCount;
import dev.keyfold.redis.command.StoredResult;
import dev.keyfold.redis.resp.ReplyWriter;
import dev.keyfold.redis.state.Events;
import dev.keyfold.structures.Sets;
import dev.keyfold.structures.type.NameVisitor;
import dev.keyfold.structures.type.StructureType;
import java.util.List;

/** Intersections, unions and differences. */
final class SetAlgebra {
  /** What is done to the sets. */
  enum Operation {
    INTERSECTION("sinterstore"),
    UNION("sunionstore"),
    DIFFERENCE("sdiffstore");

    private final String stored;

    Operation(String stored) {
      this.stored = stored;
    }

    void forEach(Sets sets, List<byte[]> keys, NameVisitor visitor) {
      switch (this) {
        case INTERSECTION -> sets.intersect(keys, visitor);
        case UNION -> sets.union(keys, visitor);
        case DIFFERENCE -> sets.difference(keys, visitor);
      }
    }
  }

  private SetAlgebra() {}

  private static void readAll(Call call, List<byte[]> keys) {
    for (byte[] key : keys) {
      call.found(key, call.space().sets().size(key) > 0);
    }
  }

  static void read(Call call, Operation operation) {
    ReplyWriter reply = call.reply();
    List<byte[]> keys = call.argsFrom(1);
    readAll(call, keys);
    int mark = reply.mark();
    long[] count = {0};
    operation.forEach(
        call.space().sets(),
        keys,
        member -> {
          reply.bulk(member.array(), member.offset(), member.length());
          count[0]++;
          return true;
        });
    reply.setAt(mark, count[0]);
  }

  static void store(Call call, Operation operation) {
    List<byte[]> keys = call.argsFrom(2);
    readAll(call, keys);
    long elements = 0;
    for (byte[] key : keys) {
      elements += call.space().sets().size(key);
    }
    new StoredResult(call, StructureType.SET, call.arg(1), Events.SET, operation.stored)
        .store(
            elements,
            (from, load) ->
                operation.forEach(
                    from.sets(),
                    keys,
                    member -> {
                      load.member(member);
                      return true;
                    }));
  }

  static void intersectionSize(Call call) {
    long number = call.integer(1, 1, Long.MAX_VALUE, "numkeys should be greater than 0");
    if (number > call.count() - 2) {
      throw CommandException.err("Number of keys can't be greater than number of args");
    }
    KeyCount keys = KeyCount.of(call, 1, (int) number);
    long limit = 0;
    for (int i = keys.next(); i < call.count(); i += 2) {
      if (!call.is(i, "limit") || i + 1 == call.count()) {
        throw CommandException.syntax();
      }
      limit = call.integer(i + 1, 0, Long.MAX_VALUE, "LIMIT can't be negative");
    }
    readAll(call, keys.keys());
    long most = limit;
    long[] count = {0};
    call.space().sets().intersect(keys.keys(), member -> ++count[0] != most);
    call.reply().integer(count[0]);
  }
}
