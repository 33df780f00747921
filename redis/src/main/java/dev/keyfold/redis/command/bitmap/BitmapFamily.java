package dev.keyfold.redis.command.bitmap;

import static dev.keyfold.redis.command.Flag.DENYOOM;
import static dev.keyfold.redis.command.Flag.FAST;
import static dev.keyfold.redis.command.Flag.READONLY;
import static dev.keyfold.redis.command.Flag.WRITE;

import dev.keyfold.redis.command.Category;
import dev.keyfold.redis.command.Command;
import dev.keyfold.redis.command.CommandTable;
import dev.keyfold.redis.command.Family;
import dev.keyfold.redis.command.KeySpec;

/** Bits of plain values. */
public final class BitmapFamily implements Family {
  @Override
  public String name() {
    return "bitmap";
  }

  @Override
  public void register(CommandTable.Registry commands) {
    add(commands, "setbit", 4)
        .flags(WRITE, DENYOOM)
        .key("RW ACCESS UPDATE", 1)
        .since("2.2.0")
        .complexity("O(N) for a value of N bytes")
        .summary("Sets or clears a bit, and returns its previous value.")
        .runs(BitCommands::setBit);
    add(commands, "getbit", 3)
        .flags(READONLY, FAST)
        .key("RO ACCESS", 1)
        .since("2.2.0")
        .summary("Returns one bit of a value.")
        .runs(BitCommands::getBit);
    add(commands, "bitcount", -2)
        .flags(READONLY)
        .key("RO ACCESS", 1)
        .since("2.6.0")
        .complexity("O(N) for N bytes")
        .summary("Counts the bits that are set, in the value or a part of it.")
        .runs(BitCommands::count);
    add(commands, "bitpos", -3)
        .flags(READONLY)
        .key("RO ACCESS", 1)
        .since("2.8.7")
        .complexity("O(N) for N bytes")
        .summary("Finds the first bit that is set, or clear.")
        .runs(BitCommands::position);
    add(commands, "bitop", -4)
        .flags(WRITE, DENYOOM)
        .keys(KeySpec.key("OW UPDATE", 2), KeySpec.range("RO ACCESS", 3, -1, 1))
        .since("2.6.0")
        .complexity("O(N) for N bytes of all sources")
        .summary("Combines the bits of values into another.")
        .runs(BitOp::run);
    add(commands, "bitfield", -2)
        .flags(WRITE, DENYOOM)
        .key("RW ACCESS UPDATE VARIABLE_FLAGS", 1)
        .keysBy(BitField::keys)
        .since("3.2.0")
        .complexity("O(N) for N operations, beside the copy of the value if one writes")
        .summary("Reads and writes integers of any width within a value.")
        .runs(BitField::run);
    add(commands, "bitfield_ro", -2)
        .flags(READONLY, FAST)
        .key("RO ACCESS", 1)
        .since("6.0.0")
        .complexity("O(N) for N operations")
        .summary("Reads integers of any width within a value.")
        .runs(BitField::runReadOnly);
  }

  private static Command add(CommandTable.Registry commands, String name, int arity) {
    return commands.add(name, arity).in(Category.BITMAP);
  }
}
