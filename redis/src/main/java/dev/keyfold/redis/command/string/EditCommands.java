package dev.keyfold.redis.command.string;

import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.redis.command.LongDouble;
import dev.keyfold.redis.state.Events;
import dev.keyfold.store.Slice;
import dev.keyfold.structures.Strings;
import java.math.BigDecimal;

/** Parts of values, and counters. */
final class EditCommands {
  private static final byte[] NOTHING = {};

  private EditCommands() {}

  static void strLen(Call call) {
    Slice value = new Slice();
    boolean found = call.found(call.arg(1), call.space().strings().get(call.arg(1), value));
    call.reply().integer(found ? value.length() : 0);
  }

  static void append(Call call) {
    byte[] key = call.arg(1);
    Strings strings = call.space().strings();
    checkLength(call, (long) strings.length(key) + call.arg(2).length);
    call.tellIfNew(key);
    long length = strings.append(key, call.arg(2));
    call.notify(Events.STRING, "append", key);
    call.reply().integer(length);
  }

  static void setRange(Call call) {
    long offset = call.integer(2);
    if (offset < 0) {
      throw CommandException.err("offset is out of range");
    }
    byte[] key = call.arg(1);
    byte[] bytes = call.arg(3);
    Strings strings = call.space().strings();
    int length = strings.length(key);
    if (bytes.length > 0) {
      checkLength(call, offset > Long.MAX_VALUE - bytes.length ? offset : offset + bytes.length);
      call.tellIfNew(key);
      length = strings.setRange(key, offset, bytes);
      call.notify(Events.STRING, "setrange", key);
    }
    call.reply().integer(length);
  }

  private static void checkLength(Call call, long length) {
    if (length > call.longestString()) {
      throw CommandException.err("string exceeds maximum allowed size (proto-max-bulk-len)");
    }
  }

  static void getRange(Call call) {
    long start = call.integer(2);
    long end = call.integer(3);
    Slice value = new Slice();
    boolean found = call.found(call.arg(1), call.space().strings().get(call.arg(1), value));
    long length = found ? value.length() : 0;
    boolean reversed = start < 0 && end < 0 && start > end;
    long first = Math.max(0, start < 0 ? start + length : start);
    long last = Math.min(length - 1, Math.max(0, end < 0 ? end + length : end));
    if (length == 0 || reversed || first > last) {
      call.reply().bulk(NOTHING);
    } else {
      call.reply().bulk(value.array(), value.offset() + (int) first, (int) (last - first + 1));
    }
  }

  // --- counters ---

  static void incr(Call call) {
    add(call, 1);
  }

  static void decr(Call call) {
    add(call, -1);
  }

  static void incrBy(Call call) {
    add(call, call.integer(2));
  }

  static void decrBy(Call call) {
    long by = call.integer(2);
    if (by == Long.MIN_VALUE) {
      throw CommandException.err("decrement would overflow");
    }
    add(call, -by);
  }

  private static void add(Call call, long by) {
    byte[] key = call.arg(1);
    call.tellIfNew(key);
    long sum;
    try {
      sum = call.space().strings().increment(key, by);
    } catch (NumberFormatException e) {
      throw CommandException.notAnInteger();
    } catch (ArithmeticException e) {
      throw CommandException.err("increment or decrement would overflow");
    }
    call.notify(Events.STRING, "incrby", key);
    call.reply().integer(sum);
  }

  static void incrByFloat(Call call) {
    byte[] key = call.arg(1);
    Strings strings = call.space().strings();
    byte[] before = strings.get(key);
    LongDouble.Kind kind = before == null ? LongDouble.Kind.FINITE : LongDouble.kind(before);
    LongDouble.Kind byKind = LongDouble.kind(call.arg(2));
    if (kind == LongDouble.Kind.NONE || byKind == LongDouble.Kind.NONE) {
      throw CommandException.err("value is not a valid float");
    }
    BigDecimal sum = null;
    if (kind == LongDouble.Kind.FINITE && byKind == LongDouble.Kind.FINITE) {
      BigDecimal value = before == null ? BigDecimal.ZERO : LongDouble.parse(before);
      sum = LongDouble.add(value, LongDouble.parse(call.arg(2)));
    }
    if (sum == null) {
      throw CommandException.err("increment would produce NaN or Infinity");
    }
    byte[] text = LongDouble.format(sum);
    call.tellIfNew(key);
    strings.replace(key, text);
    call.notify(Events.STRING, "incrbyfloat", key);
    call.reply().bulk(text);
  }
}
