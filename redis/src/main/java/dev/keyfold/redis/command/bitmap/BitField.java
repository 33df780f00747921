package dev.keyfold.redis.command.bitmap;

import dev.keyfold.redis.command.Arguments;
import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.redis.command.KeySpec;
import dev.keyfold.redis.resp.ReplyWriter;
import dev.keyfold.redis.state.Events;
import dev.keyfold.structures.Strings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * BITFIELD: integers of any width within a value. All operations are read before one is run, so an
 * error changes nothing.
 */
final class BitField {
  private static final KeySpec READS = KeySpec.key("RO ACCESS", 1);
  private static final KeySpec WRITES = KeySpec.key("RW ACCESS UPDATE", 1);

  private enum Verb {
    GET,
    SET,
    INCRBY
  }

  private record Operation(
      Verb verb, BitInteger.Overflow overflow, BitInteger type, long offset, long operand) {
    long end() {
      return offset + type.width();
    }
  }

  private BitField() {}

  static void run(Call call) {
    run(call, false);
  }

  static void runReadOnly(Call call) {
    run(call, true);
  }

  private static void run(Call call, boolean readOnly) {
    List<Operation> operations = operations(call);
    boolean writes = operations.stream().anyMatch(operation -> operation.verb != Verb.GET);
    if (writes && readOnly) {
      throw CommandException.err("BITFIELD_RO only supports the GET subcommand");
    }
    byte[] key = call.arg(1);
    Strings strings = call.space().strings();
    byte[] value = strings.get(key);
    if (!writes) {
      call.found(key, value != null);
    }
    byte[] before = value == null ? new byte[0] : value;
    byte[] bits = Arrays.copyOf(before, Math.max(before.length, bytesFor(operations)));
    ReplyWriter reply = call.reply();
    reply.array(operations.size());
    boolean grows = bits.length > before.length;
    boolean changed = false;
    for (Operation operation : operations) {
      changed |= run(operation, bits, reply, grows);
    }
    if (grows || changed) {
      call.tellIfNew(key);
      strings.replace(key, bits);
    }
    // If every operation failed, the value at most grew, and no event is published.
    if (changed) {
      call.notify(Events.STRING, "setbit", key);
    }
  }

  /** The length in bytes that the writing operations need. */
  private static int bytesFor(List<Operation> operations) {
    long end = 0;
    for (Operation operation : operations) {
      if (operation.verb != Verb.GET) {
        end = Math.max(end, operation.end());
      }
    }
    return (int) ((end + 7) >> 3);
  }

  /** Whether it has changed the value, which may be longer than before. */
  private static boolean run(Operation operation, byte[] bits, ReplyWriter reply, boolean grows) {
    BitInteger type = operation.type;
    long before = type.read(bits, operation.offset);
    if (operation.verb == Verb.GET) {
      reply.integer(before);
      return false;
    }
    BitInteger.Result result =
        operation.verb == Verb.SET
            ? type.fit(operation.operand, operation.overflow)
            : type.add(before, operation.operand, operation.overflow);
    if (result.failed()) {
      reply.nullBulk();
      return false;
    }
    type.write(bits, operation.offset, result.value());
    reply.integer(operation.verb == Verb.SET ? before : result.value());
    return grows || before != result.value();
  }

  private static List<Operation> operations(Call call) {
    List<Operation> operations = new ArrayList<>();
    BitInteger.Overflow overflow = BitInteger.Overflow.WRAP;
    for (int i = 2; i < call.count(); ) {
      int left = call.count() - i - 1;
      if (call.is(i, "overflow") && left >= 1) {
        overflow = overflow(call, i + 1);
        i += 2;
        continue;
      }
      Verb verb = verb(call, i, left);
      BitInteger type = BitInteger.parse(call.arg(i + 1));
      long offset = offset(call, i + 2, type.width());
      long operand = verb == Verb.GET ? 0 : call.integer(i + 3);
      operations.add(new Operation(verb, overflow, type, offset, operand));
      i += verb == Verb.GET ? 3 : 4;
    }
    return operations;
  }

  private static Verb verb(Call call, int i, int left) {
    if (call.is(i, "get") && left >= 2) {
      return Verb.GET;
    }
    if (call.is(i, "set") && left >= 3) {
      return Verb.SET;
    }
    if (call.is(i, "incrby") && left >= 3) {
      return Verb.INCRBY;
    }
    throw CommandException.syntax();
  }

  private static BitInteger.Overflow overflow(Call call, int i) {
    for (BitInteger.Overflow overflow : BitInteger.Overflow.values()) {
      if (call.is(i, overflow.name())) {
        return overflow;
      }
    }
    throw CommandException.err("Invalid OVERFLOW type specified");
  }

  /** A position in bits, or after a # in multiples of the width. */
  private static long offset(Call call, int i, int width) {
    byte[] text = call.arg(i);
    boolean multiple = text.length > 0 && text[0] == '#';
    byte[] digits = multiple ? Arrays.copyOfRange(text, 1, text.length) : text;
    String bad = "bit offset is not an integer or out of range";
    long number = Arguments.integer(digits, 0, Long.MAX_VALUE / 64, bad);
    long offset = multiple ? number * width : number;
    BitCommands.offset(call, offset);
    return offset;
  }

  /** A command with no subcommands but GET and OVERFLOW needs no right to write. */
  static List<KeySpec.Key> keys(byte[][] arguments) {
    return List.of(new KeySpec.Key(1, onlyReads(arguments) ? READS : WRITES));
  }

  private static boolean onlyReads(byte[][] arguments) {
    for (int i = 2; i < arguments.length; i++) {
      int left = arguments.length - i - 1;
      if (Arguments.is(arguments[i], "get") && left >= 2) {
        i += 2;
      } else if (Arguments.is(arguments[i], "overflow") && left >= 1) {
        i++;
      } else {
        return false;
      }
    }
    return true;
  }
}
