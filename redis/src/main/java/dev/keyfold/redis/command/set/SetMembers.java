package dev.keyfold.redis.command.set;

import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.KeyEffects;
import dev.keyfold.redis.command.ScanArguments;
import dev.keyfold.redis.resp.ReplyWriter;
import dev.keyfold.redis.state.Events;
import dev.keyfold.structures.Sets;
import java.util.Arrays;

/** Commands on the members of one set, and SMOVE. */
final class SetMembers {
  private SetMembers() {}

  /** The set's size, counted as a read of it. */
  static long read(Call call) {
    long size = call.space().sets().size(call.arg(1));
    call.found(call.arg(1), size > 0);
    return size;
  }

  static void add(Call call) {
    call.tellIfNew(call.arg(1));
    long added = call.space().sets().addAll(call.arg(1), call.argsFrom(2));
    call.reply().integer(added);
    if (added > 0) {
      call.notify(Events.SET, "sadd", call.arg(1));
    }
  }

  static void remove(Call call) {
    long removed = call.space().sets().removeAll(call.arg(1), call.argsFrom(2));
    call.reply().integer(removed);
    if (removed > 0) {
      KeyEffects.shrunk(call, Events.SET, "srem", call.arg(1));
    }
  }

  static void move(Call call) {
    byte[] source = call.arg(1);
    byte[] target = call.arg(2);
    byte[] member = call.arg(3);
    Sets sets = call.space().sets();
    if (sets.size(source) == 0) {
      call.reply().integer(0);
      return;
    }
    sets.size(target);
    if (Arrays.equals(source, target)) {
      call.reply().integer(sets.contains(source, member) ? 1 : 0);
      return;
    }
    if (!sets.remove(source, member)) {
      call.reply().integer(0);
      return;
    }
    KeyEffects.shrunk(call, Events.SET, "srem", source);
    call.tellIfNew(target);
    if (sets.add(target, member)) {
      call.notify(Events.SET, "sadd", target);
    }
    call.reply().integer(1);
  }

  static void all(Call call) {
    ReplyWriter reply = call.reply();
    reply.set(read(call));
    call.space()
        .sets()
        .forEach(
            call.arg(1),
            null,
            member -> {
              reply.bulk(member.array(), member.offset(), member.length());
              return true;
            });
  }

  static void contains(Call call) {
    boolean there = call.space().sets().contains(call.arg(1), call.arg(2));
    call.found(call.arg(1), there || call.space().keys().exists(call.arg(1)));
    call.reply().integer(there ? 1 : 0);
  }

  static void containsAll(Call call) {
    read(call);
    boolean[] contained = call.space().sets().containsAll(call.arg(1), call.argsFrom(2));
    call.reply().array(contained.length);
    for (boolean there : contained) {
      call.reply().integer(there ? 1 : 0);
    }
  }

  static void size(Call call) {
    call.reply().integer(read(call));
  }

  static void scan(Call call) {
    ScanArguments scan = ScanArguments.at(call, 2);
    if (read(call) == 0) {
      scan.nothing();
      return;
    }
    scan.options(3);
    scan.begin();
    call.space()
        .sets()
        .forEach(
            call.arg(1),
            scan.after(),
            member -> {
              if (scan.shows(member)) {
                scan.element(member);
              }
              return scan.more(member);
            });
    scan.end();
  }
}
