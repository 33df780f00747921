package dev.keyfold.redis.testing;

import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.CommandTable;
import dev.keyfold.redis.command.Family;
import dev.keyfold.redis.command.Flag;
import dev.keyfold.redis.command.KeySpec;
import dev.keyfold.redis.state.Events;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Commands over every part of the interface that families have, under names of their own: the
 * server's core is tested without the families of data.
 */
public final class TestFamily implements Family {
  /** Set by {@code test.break}, for a store that then fails in its next write. */
  public static volatile boolean breakStore;

  /** How often {@code test.bpop} has looked for an element. */
  public static final AtomicInteger POP_ATTEMPTS = new AtomicInteger();

  private static volatile Object[] kept;

  @Override
  public String name() {
    return "test";
  }

  @Override
  public void register(CommandTable.Registry commands) {
    commands
        .add("test.set", 3)
        .flags(Flag.WRITE)
        .key("OW UPDATE", 1)
        .runs(
            call -> {
              call.space().strings().set(call.arg(1), call.arg(2));
              call.notify(Events.STRING, "set", call.arg(1));
              call.reply().ok();
            });
    commands
        .add("test.get", 2)
        .flags(Flag.READONLY, Flag.FAST)
        .key("RO ACCESS", 1)
        .runs(call -> call.reply().bulk(call.space().strings().get(call.arg(1))));
    commands
        .add("test.incr", 2)
        .flags(Flag.WRITE)
        .key("RW ACCESS UPDATE", 1)
        .runs(call -> call.reply().integer(call.space().strings().increment(call.arg(1), 1)));
    commands
        .add("test.del", 2)
        .flags(Flag.WRITE)
        .key("RM DELETE", 1)
        .runs(call -> call.reply().integer(call.space().keys().delete(call.arg(1)) ? 1 : 0));
    commands
        .add("test.pexpire", 3)
        .flags(Flag.WRITE)
        .key("RW UPDATE", 1)
        .runs(
            call -> {
              long when = call.work().now() + call.integer(2);
              call.reply().integer(call.space().keys().expireAt(call.arg(1), when) ? 1 : 0);
            });
    commands
        .add("test.push", 3)
        .flags(Flag.WRITE)
        .key("RW INSERT", 1)
        .runs(
            call -> call.reply().integer(call.space().lists().pushLast(call.arg(1), call.arg(2))));
    commands
        .add("test.bpop", -3)
        .flags(Flag.WRITE, Flag.BLOCKING)
        .keys(KeySpec.range("RW ACCESS DELETE", 1, -2, 1))
        .runs(TestFamily::pop);
    commands
        .add("test.fill", 2)
        .flags(Flag.READONLY)
        .runs(call -> call.reply().bulk(new byte[(int) call.integer(1)]));
    commands
        .add("test.fail", 2)
        .flags(Flag.WRITE)
        .key("OW UPDATE", 1)
        .runs(
            call -> {
              call.reply().array(2);
              throw new IllegalStateException("on purpose");
            });
    commands
        .add("test.escape", 2)
        .flags(Flag.WRITE)
        .key("OW UPDATE", 1)
        .runs(
            call -> {
              throw new Unprintable();
            });
    commands.add("test.lack", 3).flags(Flag.WRITE).key("OW UPDATE", 1).runs(TestFamily::lack);
    commands
        .add("test.break", 1)
        .flags(Flag.ADMIN)
        .runs(
            call -> {
              breakStore = true;
              call.reply().ok();
            });
  }

  /** Escapes from the dispatcher, which cannot make a reply of it. */
  private static final class Unprintable extends RuntimeException {
    private static final long serialVersionUID = 1;

    @Override
    public String getMessage() {
      throw new StackOverflowError("on purpose, in the text of an exception");
    }
  }

  /** A command that changes something and then runs out of memory, or out of stack. */
  private static void lack(Call call) {
    call.space().strings().set(call.arg(1), call.arg(1));
    call.reply().array(2);
    switch (call.text(2)) {
      case "thrown" -> throw new OutOfMemoryError("on purpose");
      case "stack" -> throw new StackOverflowError();
      case "real" -> {
        List<byte[]> all = new ArrayList<>();
        while (all.size() < Integer.MAX_VALUE) {
          all.add(new byte[1 << 20]);
        }
      }
      case "kept" -> keepAllMemory();
      default -> call.reply().bulk(new byte[Integer.parseInt(call.text(2))]);
    }
  }

  /** Nobody gives it back: the heap is full to the last small object. */
  private static void keepAllMemory() {
    for (int bytes = 1 << 20; bytes >= 16; bytes /= 4) {
      try {
        while (bytes > 0) {
          kept = new Object[] {kept, new byte[bytes]};
        }
      } catch (OutOfMemoryError full) {
        // smaller ones may still fit
      }
    }
  }

  private static void pop(Call call) {
    long millis = call.timeout(call.count() - 1);
    if (!tryPop(call)) {
      List<byte[]> keys = Arrays.asList(call.args()).subList(1, call.count() - 1);
      call.block(keys, millis, TestFamily::tryPop, reply -> reply.nullArray());
    }
  }

  private static boolean tryPop(Call call) {
    POP_ATTEMPTS.incrementAndGet();
    for (int i = 1; i < call.count() - 1; i++) {
      byte[] value = call.space().lists().popFirst(call.arg(i));
      if (value != null) {
        if (call.is(1, "thrown")) {
          throw new OutOfMemoryError("on purpose, when tried again");
        }
        call.reply().array(2);
        call.reply().bulk(call.arg(i));
        call.reply().bulk(value);
        return true;
      }
    }
    return false;
  }
}
