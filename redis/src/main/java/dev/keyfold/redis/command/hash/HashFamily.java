package dev.keyfold.redis.command.hash;

import static dev.keyfold.redis.command.Flag.DENYOOM;
import static dev.keyfold.redis.command.Flag.FAST;
import static dev.keyfold.redis.command.Flag.READONLY;
import static dev.keyfold.redis.command.Flag.WRITE;

import dev.keyfold.redis.command.Category;
import dev.keyfold.redis.command.Command;
import dev.keyfold.redis.command.CommandTable;
import dev.keyfold.redis.command.Family;

/** Fields with values. */
public final class HashFamily implements Family {
  private static final String OF_ALL = "O(N) for N fields";

  @Override
  public String name() {
    return "hash";
  }

  @Override
  public void register(CommandTable.Registry commands) {
    writes(commands);
    reads(commands);
    whole(commands);
  }

  private static Command add(
      CommandTable.Registry commands, String name, int arity, String keyFlags) {
    return commands.add(name, arity).in(Category.HASH).key(keyFlags, 1).since("2.0.0");
  }

  private static void writes(CommandTable.Registry commands) {
    add(commands, "hset", -4, "RW UPDATE")
        .flags(WRITE, DENYOOM, FAST)
        .complexity("O(N) for N fields given")
        .summary("Sets fields, and returns the number of new ones.")
        .runs(HashWrites::set);
    add(commands, "hmset", -4, "RW UPDATE")
        .flags(WRITE, DENYOOM, FAST)
        .complexity("O(N) for N fields given")
        .summary("Sets fields.")
        .runs(HashWrites::mSet);
    add(commands, "hsetnx", 4, "RW INSERT")
        .flags(WRITE, DENYOOM, FAST)
        .summary("Sets a field if it does not exist.")
        .runs(HashWrites::setNx);
    add(commands, "hdel", -3, "RW DELETE")
        .flags(WRITE, FAST)
        .complexity("O(N) for N fields given")
        .summary("Deletes fields; removing the last one deletes the key.")
        .runs(HashWrites::del);
    add(commands, "hincrby", 4, "RW ACCESS UPDATE")
        .flags(WRITE, DENYOOM, FAST)
        .summary("Increments the integer of a field.")
        .runs(HashWrites::incrBy);
    add(commands, "hincrbyfloat", 4, "RW ACCESS UPDATE")
        .flags(WRITE, DENYOOM, FAST)
        .since("2.6.0")
        .summary("Increments the floating-point number of a field.")
        .runs(HashWrites::incrByFloat);
  }

  private static void reads(CommandTable.Registry commands) {
    add(commands, "hget", 3, "RO ACCESS")
        .flags(READONLY, FAST)
        .summary("Returns the value of a field.")
        .runs(HashReads::get);
    add(commands, "hmget", -3, "RO ACCESS")
        .flags(READONLY, FAST)
        .complexity("O(N) for N fields given")
        .summary("Returns the values of several fields.")
        .runs(HashReads::mGet);
    add(commands, "hexists", 3, "RO")
        .flags(READONLY, FAST)
        .summary("Checks whether a field exists.")
        .runs(HashReads::exists);
    add(commands, "hstrlen", 3, "RO")
        .flags(READONLY, FAST)
        .since("3.2.0")
        .summary("Returns the length of a field's value.")
        .runs(HashReads::strLen);
    add(commands, "hlen", 2, "RO")
        .flags(READONLY, FAST)
        .summary("Returns the number of fields.")
        .runs(HashReads::length);
  }

  private static void whole(CommandTable.Registry commands) {
    add(commands, "hgetall", 2, "RO ACCESS")
        .flags(READONLY)
        .complexity(OF_ALL)
        .tips("nondeterministic_output_order")
        .summary("Returns all fields with their values, in byte order of the fields.")
        .runs(HashReads::getAll);
    add(commands, "hkeys", 2, "RO ACCESS")
        .flags(READONLY)
        .complexity(OF_ALL)
        .tips("nondeterministic_output_order")
        .summary("Returns all fields, in byte order.")
        .runs(HashReads::keys);
    add(commands, "hvals", 2, "RO ACCESS")
        .flags(READONLY)
        .complexity(OF_ALL)
        .tips("nondeterministic_output_order")
        .summary("Returns all values, in byte order of their fields.")
        .runs(HashReads::values);
    add(commands, "hscan", -3, "RO ACCESS")
        .flags(READONLY)
        .since("2.8.0")
        .complexity("O(COUNT) a call")
        .tips("nondeterministic_output")
        .summary("Iterates over fields and values in byte order, each once.")
        .runs(HashReads::scan);
    add(commands, "hrandfield", -2, "RO ACCESS")
        .flags(READONLY)
        .since("6.2.0")
        .complexity("O(N) for N fields answered")
        .tips("nondeterministic_output")
        .summary("Returns random fields.")
        .runs(HashRandom::randField);
  }
}
