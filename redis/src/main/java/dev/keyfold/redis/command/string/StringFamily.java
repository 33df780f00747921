package dev.keyfold.redis.command.string;

import static dev.keyfold.redis.command.Flag.DENYOOM;
import static dev.keyfold.redis.command.Flag.FAST;
import static dev.keyfold.redis.command.Flag.READONLY;
import static dev.keyfold.redis.command.Flag.WRITE;

import dev.keyfold.redis.command.Arguments;
import dev.keyfold.redis.command.Category;
import dev.keyfold.redis.command.Command;
import dev.keyfold.redis.command.CommandTable;
import dev.keyfold.redis.command.Family;
import dev.keyfold.redis.command.KeySpec;
import java.util.List;

/** Plain values. */
public final class StringFamily implements Family {
  private static final KeySpec SET_ONLY = KeySpec.key("OW UPDATE", 1);
  private static final KeySpec SET_AND_GET = KeySpec.key("RW ACCESS UPDATE", 1);

  @Override
  public String name() {
    return "string";
  }

  @Override
  public void register(CommandTable.Registry commands) {
    values(commands);
    severalValues(commands);
    parts(commands);
    counters(commands);
  }

  private static Command add(CommandTable.Registry commands, String name, int arity) {
    return commands.add(name, arity).in(Category.STRING);
  }

  private static void values(CommandTable.Registry commands) {
    add(commands, "get", 2)
        .flags(READONLY, FAST)
        .key("RO ACCESS", 1)
        .summary("Returns the value of a key.")
        .runs(SetCommands::get);
    add(commands, "set", -3)
        .flags(WRITE, DENYOOM)
        .key("RW ACCESS UPDATE VARIABLE_FLAGS", 1)
        .keysBy(StringFamily::keysOfSet)
        .summary(
            "Sets the value of a key, replacing any type; with optional conditions and expiry.")
        .runs(SetCommands::set);
    add(commands, "setnx", 3)
        .flags(WRITE, DENYOOM, FAST)
        .key("OW INSERT", 1)
        .summary("Sets the value of a key if it does not exist.")
        .runs(SetCommands::setNx);
    add(commands, "setex", 4)
        .flags(WRITE, DENYOOM)
        .key("OW UPDATE", 1)
        .since("2.0.0")
        .summary("Sets the value of a key, with an expiry in seconds.")
        .runs(SetCommands::setEx);
    add(commands, "psetex", 4)
        .flags(WRITE, DENYOOM)
        .key("OW UPDATE", 1)
        .since("2.6.0")
        .summary("Sets the value of a key, with an expiry in milliseconds.")
        .runs(SetCommands::pSetEx);
    add(commands, "getset", 3)
        .flags(WRITE, DENYOOM, FAST)
        .key("RW ACCESS UPDATE", 1)
        .summary("Sets the value of a key and returns the previous one.")
        .runs(SetCommands::getSet);
    add(commands, "getdel", 2)
        .flags(WRITE, FAST)
        .key("RW ACCESS DELETE", 1)
        .since("6.2.0")
        .summary("Returns the value of a key and deletes the key.")
        .runs(SetCommands::getDel);
    add(commands, "getex", -2)
        .flags(WRITE, FAST)
        .key("RW ACCESS UPDATE", 1)
        .since("6.2.0")
        .summary("Returns the value of a key and changes its expiry.")
        .runs(SetCommands::getEx);
  }

  private static void severalValues(CommandTable.Registry commands) {
    add(commands, "mget", -2)
        .flags(READONLY, FAST)
        .keys(KeySpec.range("RO ACCESS", 1, -1, 1))
        .complexity("O(N) for N keys")
        .tips("request_policy:multi_shard")
        .summary("Returns the values of several keys.")
        .runs(SetCommands::mGet);
    add(commands, "mset", -3)
        .flags(WRITE, DENYOOM)
        .keys(KeySpec.range("OW UPDATE", 1, -1, 2))
        .since("1.0.1")
        .complexity("O(N) for N keys")
        .tips("request_policy:multi_shard", "response_policy:all_succeeded")
        .summary("Sets the values of several keys atomically.")
        .runs(SetCommands::mSet);
    add(commands, "msetnx", -3)
        .flags(WRITE, DENYOOM)
        .keys(KeySpec.range("OW INSERT", 1, -1, 2))
        .since("1.0.1")
        .complexity("O(N) for N keys")
        .tips("request_policy:multi_shard", "response_policy:agg_min")
        .summary("Sets the values of several keys if none of them exists.")
        .runs(SetCommands::mSetNx);
  }

  private static void parts(CommandTable.Registry commands) {
    add(commands, "append", 3)
        .flags(WRITE, DENYOOM, FAST)
        .key("RW INSERT", 1)
        .since("2.0.0")
        .complexity("O(N) for a value of N bytes")
        .summary("Appends bytes to the value of a key, and creates it if necessary.")
        .runs(EditCommands::append);
    add(commands, "strlen", 2)
        .flags(READONLY, FAST)
        .key("RO", 1)
        .since("2.2.0")
        .summary("Returns the length of a value.")
        .runs(EditCommands::strLen);
    add(commands, "setrange", 4)
        .flags(WRITE, DENYOOM)
        .key("RW UPDATE", 1)
        .since("2.2.0")
        .complexity("O(N) for a value of N bytes")
        .summary("Overwrites a part of a value.")
        .runs(EditCommands::setRange);
    add(commands, "getrange", 4)
        .flags(READONLY)
        .key("RO ACCESS", 1)
        .since("2.4.0")
        .complexity("O(N) for N bytes answered")
        .summary("Returns a part of a value.")
        .runs(EditCommands::getRange);
    add(commands, "substr", 4)
        .flags(READONLY)
        .key("RO ACCESS", 1)
        .complexity("O(N) for N bytes answered")
        .summary("Returns a part of a value; the former name of GETRANGE.")
        .runs(EditCommands::getRange);
    add(commands, "lcs", -3)
        .flags(READONLY)
        .keys(KeySpec.range("RO ACCESS", 1, 1, 1))
        .since("7.0.0")
        .complexity("O(N*M) for values of N and M bytes")
        .summary("Returns the longest common subsequence of two values.")
        .runs(Lcs::lcs);
  }

  private static void counters(CommandTable.Registry commands) {
    add(commands, "incr", 2)
        .flags(WRITE, DENYOOM, FAST)
        .key("RW ACCESS UPDATE", 1)
        .summary("Increments an integer by one.")
        .runs(EditCommands::incr);
    add(commands, "decr", 2)
        .flags(WRITE, DENYOOM, FAST)
        .key("RW ACCESS UPDATE", 1)
        .summary("Decrements an integer by one.")
        .runs(EditCommands::decr);
    add(commands, "incrby", 3)
        .flags(WRITE, DENYOOM, FAST)
        .key("RW ACCESS UPDATE", 1)
        .summary("Increments an integer.")
        .runs(EditCommands::incrBy);
    add(commands, "decrby", 3)
        .flags(WRITE, DENYOOM, FAST)
        .key("RW ACCESS UPDATE", 1)
        .summary("Decrements an integer.")
        .runs(EditCommands::decrBy);
    add(commands, "incrbyfloat", 3)
        .flags(WRITE, DENYOOM, FAST)
        .key("RW ACCESS UPDATE", 1)
        .since("2.6.0")
        .summary("Increments a floating-point number.")
        .runs(EditCommands::incrByFloat);
  }

  /** Without GET the old value is not read, so the right to read it is not needed. */
  private static List<KeySpec.Key> keysOfSet(byte[][] arguments) {
    for (int i = 3; i < arguments.length; i++) {
      if (Arguments.is(arguments[i], "get")) {
        return List.of(new KeySpec.Key(1, SET_AND_GET));
      }
    }
    return List.of(new KeySpec.Key(1, SET_ONLY));
  }
}
