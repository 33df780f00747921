package dev.keyfold.redis.command.bitmap;

import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.redis.state.Events;
import dev.keyfold.store.Slice;
import dev.keyfold.structures.Strings;

/** Single bits, and bits of a stretch. */
final class BitCommands {
  private static final String BAD_OFFSET = "bit offset is not an integer or out of range";

  private BitCommands() {}

  /** A bit's position that a value may have; else the error of Redis. */
  static long offset(Call call, long offset) {
    if (offset < 0 || offset >> 3 >= call.longestString()) {
      throw CommandException.err(BAD_OFFSET);
    }
    return offset;
  }

  private static long offsetAt(Call call, int i) {
    return offset(call, call.integer(i, 0, Long.MAX_VALUE, BAD_OFFSET));
  }

  static void setBit(Call call) {
    byte[] key = call.arg(1);
    long offset = offsetAt(call, 2);
    long bit = call.integer(3, 0, 1, "bit is not an integer or out of range");
    Strings strings = call.space().strings();
    Slice value = new Slice();
    boolean found = strings.get(key, value);
    int mask = 0x80 >> (int) (offset & 7);
    boolean reaches = found && offset >> 3 < value.length();
    int before = reaches ? value.at((int) (offset >> 3)) : 0;
    int after = bit == 1 ? before | mask : before & ~mask;
    if (!reaches || before != after) {
      call.tellIfNew(key);
      strings.setRange(key, offset >> 3, new byte[] {(byte) after});
      call.notify(Events.STRING, "setbit", key);
    }
    call.reply().integer((before & mask) == 0 ? 0 : 1);
  }

  static void getBit(Call call) {
    long offset = offsetAt(call, 2);
    Slice value = new Slice();
    boolean found = call.found(call.arg(1), call.space().strings().get(call.arg(1), value));
    boolean set =
        found
            && offset >> 3 < value.length()
            && (value.at((int) (offset >> 3)) & 0x80 >> (int) (offset & 7)) != 0;
    call.reply().integer(set ? 1 : 0);
  }

  static void count(Call call) {
    Slice value = new Slice();
    if (!call.found(call.arg(1), call.space().strings().get(call.arg(1), value))) {
      call.reply().integer(0);
      return;
    }
    long first = 0;
    long last = value.length() * 8L - 1;
    if (call.count() == 4 || call.count() == 5) {
      long start = call.integer(2);
      long end = call.integer(3);
      boolean bits = call.count() == 5 && isInBits(call, 4);
      if (start < 0 && end < 0 && start > end) {
        call.reply().integer(0);
        return;
      }
      long length = bits ? value.length() * 8L : value.length();
      first = fromEnd(start, length);
      last = Math.min(fromEnd(end, length), length - 1);
      if (first > last) {
        call.reply().integer(0);
        return;
      }
      if (!bits) {
        first *= 8;
        last = last * 8 + 7;
      }
    } else if (call.count() != 2) {
      throw CommandException.syntax();
    }
    call.reply().integer(first > last ? 0 : BitScans.count(value, first, last));
  }

  private static boolean isInBits(Call call, int i) {
    if (call.is(i, "bit")) {
      return true;
    }
    if (call.is(i, "byte")) {
      return false;
    }
    throw CommandException.syntax();
  }

  /** An index that counts from the end if negative; not before the first. */
  private static long fromEnd(long index, long length) {
    return Math.max(0, index < 0 ? index + length : index);
  }

  static void position(Call call) {
    long bit = call.integer(2);
    if (bit != 0 && bit != 1) {
      throw CommandException.err("The bit argument must be 1 or 0.");
    }
    Slice value = new Slice();
    if (!call.found(call.arg(1), call.space().strings().get(call.arg(1), value))) {
      call.reply().integer(bit == 1 ? -1 : 0);
      return;
    }
    if (call.count() > 6) {
      throw CommandException.syntax();
    }
    long start = call.count() > 3 ? call.integer(3) : 0;
    boolean bits = call.count() == 6 && isInBits(call, 5);
    long length = bits ? value.length() * 8L : value.length();
    long end = call.count() > 4 ? call.integer(4) : length - 1;
    long first = fromEnd(start, length);
    long last = Math.min(fromEnd(end, length), length - 1);
    if (first > last) {
      call.reply().integer(-1);
      return;
    }
    if (!bits) {
      first *= 8;
      last = last * 8 + 7;
    }
    long found = BitScans.find(value, first, last, bit == 1);
    if (found < 0 && bit == 0 && call.count() < 5) {
      // Without an end the value is as if zeros followed it.
      found = last + 1;
    }
    call.reply().integer(found);
  }
}
