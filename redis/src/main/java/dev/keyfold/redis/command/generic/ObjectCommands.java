package dev.keyfold.redis.command.generic;

import static dev.keyfold.redis.command.Category.KEYSPACE;
import static dev.keyfold.redis.command.Flag.READONLY;

import dev.keyfold.redis.command.Arguments;
import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.Command;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.redis.command.CommandTable;
import dev.keyfold.redis.command.Handler;
import dev.keyfold.redis.command.HelpText;
import dev.keyfold.redis.state.Accesses;
import dev.keyfold.redis.state.Config;
import dev.keyfold.structures.type.StructureType;

/** OBJECT: metadata of a key. */
final class ObjectCommands {
  /** Redis shares the objects of small numbers and reports this reference count for them. */
  private static final int SHARED = Integer.MAX_VALUE;

  private static final int SHARED_BELOW = 10_000;

  private final Config config;
  private final Accesses accesses;

  ObjectCommands(Config config, Accesses accesses) {
    this.config = config;
    this.accesses = accesses;
  }

  void register(CommandTable.Registry commands) {
    Command object =
        commands
            .add("object", -2)
            .since("2.2.3")
            .summary("Container for commands about the encoding and access of a key.")
            .complexity("Depends on the subcommand.");
    about(object, "encoding", "2.2.3", "The form in which Redis would keep the value.")
        .runs(ofKey(this::encoding));
    about(object, "freq", "4.0.0", "About the logarithm of how often the key was used.")
        .runs(ofKey(this::frequency));
    about(object, "idletime", "2.2.3", "Seconds since the key was used.")
        .runs(ofKey(this::idleTime));
    about(object, "refcount", "2.2.3", "How many refer to the value.")
        .runs(ofKey(ObjectCommands::references));
    HelpText.add(object, "6.2.0", KEYSPACE);
  }

  private static Command about(Command object, String name, String since, String summary) {
    return object
        .sub(name, 3)
        .flags(READONLY)
        .in(KEYSPACE)
        .key("RO", 2)
        .tips("nondeterministic_output")
        .since(since)
        .summary(summary);
  }

  /** Answers about a key that is there. */
  private interface Answer {
    void about(Call call, byte[] key, StructureType type);
  }

  private static Handler ofKey(Answer answer) {
    return call -> {
      StructureType type = call.space().keys().type(call.arg(2));
      if (type == null) {
        call.reply().nullBulk();
      } else {
        answer.about(call, call.arg(2), type);
      }
    };
  }

  private void encoding(Call call, byte[] key, StructureType type) {
    call.reply().bulk(new Encodings(call.space(), config).of(key, type));
  }

  private boolean countsUses() {
    return config.get("maxmemory-policy").endsWith("lfu");
  }

  private void frequency(Call call, byte[] key, StructureType type) {
    if (!countsUses()) {
      throw CommandException.err(
          "An LFU maxmemory policy is not selected, access frequency not tracked. Please note that"
              + " when switching between policies at runtime LRU and LFU data will take some time"
              + " to adjust.");
    }
    call.reply().integer(accesses.frequency(call.client().database(), key));
  }

  private void idleTime(Call call, byte[] key, StructureType type) {
    if (countsUses()) {
      throw CommandException.err(
          "An LFU maxmemory policy is selected, idle time not tracked. Please note that when"
              + " switching between policies at runtime LRU and LFU data will take some time to"
              + " adjust.");
    }
    int database = call.client().database();
    call.reply().integer(accesses.idleSeconds(database, key, call.work().now()));
  }

  private static void references(Call call, byte[] key, StructureType type) {
    boolean shared = false;
    if (type == StructureType.STRING) {
      byte[] value = call.space().strings().get(key);
      shared =
          value != null
              && Arguments.isInteger(value)
              && Arguments.integer(value) >= 0
              && Arguments.integer(value) < SHARED_BELOW;
    }
    call.reply().integer(shared ? SHARED : 1);
  }
}
