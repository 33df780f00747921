package dev.keyfold.redis.command.set;

import static dev.keyfold.redis.command.Flag.DENYOOM;
import static dev.keyfold.redis.command.Flag.FAST;
import static dev.keyfold.redis.command.Flag.READONLY;
import static dev.keyfold.redis.command.Flag.WRITE;

import dev.keyfold.redis.command.Category;
import dev.keyfold.redis.command.Command;
import dev.keyfold.redis.command.CommandTable;
import dev.keyfold.redis.command.Family;
import dev.keyfold.redis.command.Flag;
import dev.keyfold.redis.command.KeySpec;

/** All commands on sets. */
public final class SetFamily implements Family {
  private static final String UNORDERED = "nondeterministic_output_order";
  private static final String RANDOM = "nondeterministic_output";
  private static final String MEMBERS = "O(N), N the number of members of all sets";
  private static final String SMALLEST =
      "O(N*M), N the members of the smallest set, M the number of sets";

  @Override
  public String name() {
    return "set";
  }

  @Override
  public void register(CommandTable.Registry commands) {
    members(commands);
    reads(commands);
    random(commands);
    algebra(commands);
    stores(commands);
  }

  private static Command add(
      CommandTable.Registry commands, String name, int arity, Flag... flags) {
    return commands.add(name, arity).flags(flags).in(Category.SET);
  }

  private static void members(CommandTable.Registry commands) {
    add(commands, "sadd", -3, WRITE, DENYOOM, FAST)
        .key("RW INSERT", 1)
        .summary("Adds members to a set, and creates it if necessary.")
        .complexity("O(1) for each member")
        .runs(SetMembers::add);
    add(commands, "srem", -3, WRITE, FAST)
        .key("RW DELETE", 1)
        .summary("Removes members.")
        .complexity("O(1) for each member")
        .runs(SetMembers::remove);
    add(commands, "smove", 4, WRITE, FAST)
        .keys(KeySpec.key("RW ACCESS DELETE", 1), KeySpec.key("RW INSERT", 2))
        .summary("Moves a member from one set to another.")
        .runs(SetMembers::move);
  }

  private static void reads(CommandTable.Registry commands) {
    add(commands, "smembers", 2, READONLY)
        .key("RO ACCESS", 1)
        .tips(UNORDERED)
        .summary("Gets all members.")
        .complexity("O(N), N the number of members")
        .runs(SetMembers::all);
    add(commands, "sismember", 3, READONLY, FAST)
        .key("RO", 1)
        .summary("Checks a value for membership.")
        .runs(SetMembers::contains);
    add(commands, "smismember", -3, READONLY, FAST)
        .key("RO ACCESS", 1)
        .since("6.2.0")
        .summary("Checks several values for membership.")
        .complexity("O(1) for each member")
        .runs(SetMembers::containsAll);
    add(commands, "scard", 2, READONLY, FAST)
        .key("RO", 1)
        .summary("Returns the number of members of a set.")
        .runs(SetMembers::size);
    add(commands, "sscan", -3, READONLY)
        .key("RO ACCESS", 1)
        .tips(UNORDERED)
        .since("2.8.0")
        .summary("Iterates over the members.")
        .complexity("O(N) for all calls together, N the number of members")
        .runs(SetMembers::scan);
  }

  private static void random(CommandTable.Registry commands) {
    add(commands, "spop", -2, WRITE, FAST)
        .key("RW ACCESS DELETE", 1)
        .tips(RANDOM)
        .summary("Removes and returns random members.")
        .complexity("O(log N) for each member returned, N the size of the set")
        .runs(SetRandom::pop);
    add(commands, "srandmember", -2, READONLY)
        .key("RO ACCESS", 1)
        .tips(RANDOM)
        .summary("Gets random members.")
        .complexity("O(log N) for each member returned, N the size of the set")
        .runs(SetRandom::pick);
  }

  private static void algebra(CommandTable.Registry commands) {
    KeySpec all = KeySpec.range("RO ACCESS", 1, -1, 1);
    add(commands, "sinter", -2, READONLY)
        .keys(all)
        .tips(UNORDERED)
        .summary("Gets the intersection of sets.")
        .complexity(SMALLEST)
        .runs(call -> SetAlgebra.read(call, SetAlgebra.Operation.INTERSECTION));
    add(commands, "sunion", -2, READONLY)
        .keys(all)
        .tips(UNORDERED)
        .summary("Gets the union of sets.")
        .complexity(MEMBERS)
        .runs(call -> SetAlgebra.read(call, SetAlgebra.Operation.UNION));
    add(commands, "sdiff", -2, READONLY)
        .keys(all)
        .tips(UNORDERED)
        .summary("Gets the difference of the first set and the others.")
        .complexity(MEMBERS)
        .runs(call -> SetAlgebra.read(call, SetAlgebra.Operation.DIFFERENCE));
    add(commands, "sintercard", -3, READONLY)
        .keys(KeySpec.counted("RO ACCESS", 1))
        .since("7.0.0")
        .summary("Returns the size of the intersection of sets.")
        .complexity(SMALLEST)
        .runs(SetAlgebra::intersectionSize);
  }

  private static void stores(CommandTable.Registry commands) {
    KeySpec sources = KeySpec.range("RO ACCESS", 2, -1, 1);
    KeySpec[] keys = {KeySpec.key("OW UPDATE", 1), sources};
    // Redis 7.0 has the flag RW only here.
    add(commands, "sinterstore", -3, WRITE, DENYOOM)
        .keys(KeySpec.key("RW UPDATE", 1), sources)
        .summary("Stores the intersection of sets.")
        .complexity(SMALLEST)
        .runs(call -> SetAlgebra.store(call, SetAlgebra.Operation.INTERSECTION));
    add(commands, "sunionstore", -3, WRITE, DENYOOM)
        .keys(keys)
        .summary("Stores the union of sets.")
        .complexity(MEMBERS)
        .runs(call -> SetAlgebra.store(call, SetAlgebra.Operation.UNION));
    add(commands, "sdiffstore", -3, WRITE, DENYOOM)
        .keys(keys)
        .summary("Stores the difference of the first set and the others.")
        .complexity(MEMBERS)
        .runs(call -> SetAlgebra.store(call, SetAlgebra.Operation.DIFFERENCE));
  }
}
