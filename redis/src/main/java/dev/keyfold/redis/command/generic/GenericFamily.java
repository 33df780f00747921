package dev.keyfold.redis.command.generic;

import static dev.keyfold.redis.command.Category.DANGEROUS;
import static dev.keyfold.redis.command.Category.KEYSPACE;
import static dev.keyfold.redis.command.Flag.DENYOOM;
import static dev.keyfold.redis.command.Flag.FAST;
import static dev.keyfold.redis.command.Flag.READONLY;
import static dev.keyfold.redis.command.Flag.WRITE;

import dev.keyfold.redis.command.Command;
import dev.keyfold.redis.command.CommandTable;
import dev.keyfold.redis.command.Family;
import dev.keyfold.redis.command.Handler;
import dev.keyfold.redis.command.KeySpec;
import dev.keyfold.redis.state.Accesses;
import dev.keyfold.redis.state.Config;

/** Keys of any type. */
public final class GenericFamily implements Family {
  private final KeyCommands keys;
  private final ObjectCommands objects;

  /** Uses the configured number of databases and the access times of keys. */
  public GenericFamily(Config config, Accesses accesses) {
    this.keys = new KeyCommands(config);
    this.objects = new ObjectCommands(config, accesses);
  }

  @Override
  public String name() {
    return "generic";
  }

  @Override
  public void register(CommandTable.Registry commands) {
    existence(commands);
    names(commands);
    scans(commands);
    expiry(commands);
    objects.register(commands);
  }

  private static Command add(CommandTable.Registry commands, String name, int arity) {
    return commands.add(name, arity).in(KEYSPACE);
  }

  private static Command ofSeveral(
      CommandTable.Registry commands, String name, String keyFlags, String complexity) {
    return add(commands, name, -2)
        .keys(KeySpec.range(keyFlags, 1, -1, 1))
        .complexity(complexity)
        .tips("request_policy:multi_shard", "response_policy:agg_sum");
  }

  private static void existence(CommandTable.Registry commands) {
    ofSeveral(commands, "del", "RM DELETE", "O(N) for N keys, of any size each")
        .flags(WRITE)
        .summary("Deletes keys.")
        .runs(KeyCommands::del);
    ofSeveral(commands, "unlink", "RM DELETE", "O(N) for N keys, of any size each")
        .flags(WRITE, FAST)
        .since("4.0.0")
        .summary("Deletes keys; the same as DEL, which takes constant time for any size.")
        .runs(KeyCommands::del);
    ofSeveral(commands, "exists", "RO", "O(N) for N keys")
        .flags(READONLY, FAST)
        .summary("Counts which of the keys exist.")
        .runs(KeyCommands::exists);
    ofSeveral(commands, "touch", "RO", "O(N) for N keys")
        .flags(READONLY, FAST)
        .since("3.2.1")
        .summary("Updates the access time of keys, and counts those that exist.")
        .runs(KeyCommands::touch);
    add(commands, "type", 2)
        .flags(READONLY, FAST)
        .key("RO", 1)
        .summary("Returns the type of a key.")
        .runs(KeyCommands::type);
  }

  private void names(CommandTable.Registry commands) {
    add(commands, "rename", 3)
        .flags(WRITE)
        .keys(KeySpec.key("RW ACCESS DELETE", 1), KeySpec.key("OW UPDATE", 2))
        .summary("Renames a key, and replaces a key of the new name.")
        .runs(KeyCommands::rename);
    add(commands, "renamenx", 3)
        .flags(WRITE, FAST)
        .keys(KeySpec.key("RW ACCESS DELETE", 1), KeySpec.key("OW INSERT", 2))
        .summary("Renames a key if the new name does not exist.")
        .runs(KeyCommands::renameNx);
    add(commands, "move", 3)
        .flags(WRITE, FAST)
        .key("RW ACCESS UPDATE", 1)
        .summary("Moves a key into another database.")
        .runs(keys::move);
    add(commands, "copy", -3)
        .flags(WRITE, DENYOOM)
        .keys(KeySpec.key("RO ACCESS", 1), KeySpec.key("OW UPDATE", 2))
        .since("6.2.0")
        .complexity("O(N) for N elements")
        .summary("Copies a key to another name or database.")
        .runs(keys::copy);
  }

  private static void scans(CommandTable.Registry commands) {
    add(commands, "keys", 2)
        .flags(READONLY)
        .in(DANGEROUS)
        .complexity("O(N) for N keys that begin with the plain text that the pattern begins with")
        .tips("request_policy:all_shards", "nondeterministic_output_order")
        .summary("Returns all keys that match a pattern.")
        .runs(ScanCommands::keys);
    add(commands, "scan", -2)
        .flags(READONLY)
        .since("2.8.0")
        .complexity("O(COUNT) a call")
        .tips("nondeterministic_output", "request_policy:special")
        .summary("Iterates over the keys in byte order, each once.")
        .runs(ScanCommands::scan);
    add(commands, "randomkey", 1)
        .flags(READONLY)
        .tips("request_policy:all_shards", "nondeterministic_output")
        .summary("Returns a random key.")
        .runs(ScanCommands::randomKey);
  }

  private static void expiry(CommandTable.Registry commands) {
    expire(commands, "expire", "1.0.0", "in seconds from now")
        .runs(ExpiryCommands.expire(true, true));
    expire(commands, "pexpire", "2.6.0", "in milliseconds from now")
        .runs(ExpiryCommands.expire(false, true));
    expire(commands, "expireat", "1.2.0", "in seconds since 1970")
        .runs(ExpiryCommands.expire(true, false));
    expire(commands, "pexpireat", "2.6.0", "in milliseconds since 1970")
        .runs(ExpiryCommands.expire(false, false));
    tell(commands, "ttl", "1.0.0", "in seconds from now", ExpiryCommands.tell(true, true));
    tell(commands, "pttl", "2.6.0", "in milliseconds from now", ExpiryCommands.tell(false, true));
    tell(
        commands, "expiretime", "7.0.0", "in seconds since 1970", ExpiryCommands.tell(true, false));
    tell(
        commands,
        "pexpiretime",
        "7.0.0",
        "in milliseconds since 1970",
        ExpiryCommands.tell(false, false));
    add(commands, "persist", 2)
        .flags(WRITE, FAST)
        .key("RW UPDATE", 1)
        .since("2.2.0")
        .summary("Removes the expiry of a key.")
        .runs(ExpiryCommands::persist);
  }

  private static Command expire(
      CommandTable.Registry commands, String name, String since, String when) {
    return add(commands, name, -3)
        .flags(WRITE, FAST)
        .key("RW UPDATE", 1)
        .since(since)
        .summary("Sets the expiry of a key, " + when + ".");
  }

  private static void tell(
      CommandTable.Registry commands, String name, String since, String when, Handler handler) {
    Command command =
        add(commands, name, 2)
            .flags(READONLY, FAST)
            .key("RO ACCESS", 1)
            .since(since)
            .summary("Returns the expiry of a key, " + when + ".")
            .runs(handler);
    if (name.endsWith("ttl")) {
      command.tips("nondeterministic_output");
    }
  }
}
