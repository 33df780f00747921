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
        .summary("Answers the value of a key.")
        .runs(SetCommands::get);
    add(commands, "set", -3)
        .flags(WRITE, DENYOOM)
        .key("RW ACCESS UPDATE VARIABLE_FLAGS", 1)
        .keysBy(StringFamily::keysOfSet)
        .summary("Gives a key a value, whatever it held, on conditions and for a time if asked to.")
        .runs(SetCommands::set);
    add(commands, "setnx", 3)
        .flags(WRITE, DENYOOM, FAST)
        .key("OW INSERT", 1)
        .summary("Gives a key a value if it is not there.")
        .runs(SetCommands::setNx);
    add(commands, "setex", 4)
        .flags(WRITE, DENYOOM)
        .key("OW UPDATE", 1)
        .since("2.0.0")
        .summary("Gives a key a value for some seconds.")
        .runs(SetCommands::setEx);
    add(commands, "psetex", 4)
        .flags(WRITE, DENYOOM)
        .key("OW UPDATE", 1)
        .since("2.6.0")
        .summary("Gives a key a value for some milliseconds.")
        .runs(SetCommands::pSetEx);
    add(commands, "getset", 3)
        .flags(WRITE, DENYOOM, FAST)
        .key("RW ACCESS UPDATE", 1)
        .summary("Gives a key a value and answers the one before.")
        .runs(SetCommands::getSet);
    add(commands, "getdel", 2)
        .flags(WRITE, FAST)
        .key("RW ACCESS DELETE", 1)
        .since("6.2.0")
        .summary("Answers the value of a key and deletes it.")
        .runs(SetCommands::getDel);
    add(commands, "getex", -2)
        .flags(WRITE, FAST)
        .key("RW ACCESS UPDATE", 1)
        .since("6.2.0")
        .summary("Answers the value of a key and changes when it expires.")
        .runs(SetCommands::getEx);
  }

  private static void severalValues(CommandTable.Registry commands) {
    add(commands, "mget", -2)
        .flags(READONLY, FAST)
        .keys(KeySpec.range("RO ACCESS", 1, -1, 1))
        .complexity("O(N) for N keys")
        .tips("request_policy:multi_shard")
        .summary("Answers the values of several keys.")
        .runs(SetCommands::mGet);
    add(commands, "mset", -3)
        .flags(WRITE, DENYOOM)
        .keys(KeySpec.range("OW UPDATE", 1, -1, 2))
        .since("1.0.1")
        .complexity("O(N) for N keys")
        .tips("request_policy:multi_shard", "response_policy:all_succeeded")
        .summary("Gives several keys their values at once.")
        .runs(SetCommands::mSet);
    add(commands, "msetnx", -3)
        .flags(WRITE, DENYOOM)
        .keys(KeySpec.range("OW INSERT", 1, -1, 2))
        .since("1.0.1")
        .complexity("O(N) for N keys")
        .tips("request_policy:multi_shard", "response_policy:agg_min")
        .summary("Gives several keys their values if none of them is there.")
        .runs(SetCommands::mSetNx);
  }

  private static void parts(CommandTable.Registry commands) {
    add(commands, "append", 3)
        .flags(WRITE, DENYOOM, FAST)
        .key("RW INSERT", 1)
        .since("2.0.0")
        .complexity("O(N) for a value of N bytes")
        .summary("Appends bytes to the value of a key, or makes it.")
        .runs(EditCommands::append);
    add(commands, "strlen", 2)
        .flags(READONLY, FAST)
        .key("RO", 1)
        .since("2.2.0")
        .summary("Answers the number of bytes of a value.")
        .runs(EditCommands::strLen);
    add(commands, "setrange", 4)
        .flags(WRITE, DENYOOM)
        .key("RW UPDATE", 1)
        .since("2.2.0")
        .complexity("O(N) for a value of N bytes")
        .summary("Writes bytes over a part of a value.")
        .runs(EditCommands::setRange);
    add(commands, "getrange", 4)
        .flags(READONLY)
        .key("RO ACCESS", 1)
        .since("2.4.0")
        .complexity("O(N) for N bytes answered")
        .summary("Answers a part of a value.")
        .runs(EditCommands::getRange);
    add(commands, "substr", 4)
        .flags(READONLY)
        .key("RO ACCESS", 1)
        .complexity("O(N) for N bytes answered")
        .summary("Answers a part of a value; the former name of GETRANGE.")
        .runs(EditCommands::getRange);
    add(commands, "lcs", -3)
        .flags(READONLY)
        .keys(KeySpec.range("RO ACCESS", 1, 1, 1))
        .since("7.0.0")
        .complexity("O(N*M) for values of N and M bytes")
        .summary("Answers the longest sequence of bytes that two values have in common.")
        .runs(Lcs::lcs);
  }

  private static void counters(CommandTable.Registry commands) {
    add(commands, "incr", 2)
        .flags(WRITE, DENYOOM, FAST)
        .key("RW ACCESS UPDATE", 1)
        .summary("Adds one to a whole number.")
        .runs(EditCommands::incr);
    add(commands, "decr", 2)
        .flags(WRITE, DENYOOM, FAST)
        .key("RW ACCESS UPDATE", 1)
        .summary("Takes one from a whole number.")
        .runs(EditCommands::decr);
    add(commands, "incrby", 3)
        .flags(WRITE, DENYOOM, FAST)
        .key("RW ACCESS UPDATE", 1)
        .summary("Adds to a whole number.")
        .runs(EditCommands::incrBy);
    add(commands, "decrby", 3)
        .flags(WRITE, DENYOOM, FAST)
        .key("RW ACCESS UPDATE", 1)
        .summary("Takes from a whole number.")
        .runs(EditCommands::decrBy);
    add(commands, "incrbyfloat", 3)
        .flags(WRITE, DENYOOM, FAST)
        .key("RW ACCESS UPDATE", 1)
        .since("2.6.0")
        .summary("Adds to a number with a fraction.")
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
