package dev.keyfold.redis.command.server;

import static dev.keyfold.redis.command.Flag.FAST;
import static dev.keyfold.redis.command.Flag.READONLY;

import dev.keyfold.redis.client.Clients;
import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.Command;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.redis.command.CommandTable;
import dev.keyfold.redis.command.Family;
import dev.keyfold.redis.command.HelpText;
import dev.keyfold.redis.resp.ReplyWriter;

/** MEMORY and LOLWUT. */
public final class MemoryCommands implements Family {
  /** Approximate overhead of a name in bytes. */
  private static final int NAME_OVERHEAD = 64;

  private final Clients clients;

  /** With the clients that it counts. */
  public MemoryCommands(Clients clients) {
    this.clients = clients;
  }

  @Override
  public String name() {
    return "server";
  }

  @Override
  public void register(CommandTable.Registry commands) {
    Command memory =
        commands.add("memory", -2).since("4.0.0").summary("Container for memory commands.");
    memory
        .sub("usage", -3)
        .flags(READONLY)
        .key("RO", 2)
        .since("4.0.0")
        .summary("Estimates the bytes that a key takes.")
        .runs(MemoryCommands::usage);
    memory
        .sub("doctor", 2)
        .since("4.0.0")
        .summary("Returns a diagnosis of the memory use.")
        .runs(call -> call.reply().verbatim("txt", "Data is on disk; the heap holds caches.\n"));
    memory
        .sub("malloc-stats", 2)
        .since("4.0.0")
        .summary("Returns statistics of the allocator.")
        .runs(call -> call.reply().verbatim("txt", "Memory is the Java virtual machine's.\n"));
    memory
        .sub("purge", 2)
        .since("4.0.0")
        .summary("Releases unused memory.")
        .runs(call -> call.reply().ok());
    memory
        .sub("stats", 2)
        .since("4.0.0")
        .summary("Returns details of the memory use.")
        .runs(this::stats);
    HelpText.add(memory, "4.0.0");
    commands
        .add("lolwut", -1)
        .flags(READONLY, FAST)
        .since("5.0.0")
        .summary("Displays the version of the server.")
        .runs(MemoryCommands::lolwut);
  }

  private static void lolwut(Call call) {
    if (call.count() > 2 && call.is(1, "version")) {
      call.integer(2); // there is one drawing, whatever the number
    }
    call.reply().verbatim("txt", drawing());
  }

  private static String drawing() {
    return "key | fold | key | fold\n----+------+-----+-----\nRedis ver. "
        + CommandTable.REDIS_VERSION
        + "\n";
  }

  private static void usage(Call call) {
    if (call.count() == 5 && call.is(3, "samples")) {
      if (call.integer(4) < 0) {
        throw CommandException.syntax();
      }
    } else if (call.count() != 3) {
      throw CommandException.syntax();
    }
    byte[] name = call.arg(2);
    if (!call.space().keys().exists(name)) {
      call.reply().nullBulk();
      return;
    }
    call.reply().integer(NAME_OVERHEAD + name.length + Sizes.estimate(call.space(), name));
  }

  private void stats(Call call) {
    MemoryFigures memory = MemoryFigures.now();
    ReplyWriter reply = call.reply();
    reply.map(4);
    reply.bulk("peak.allocated");
    reply.integer(memory.peak());
    reply.bulk("total.allocated");
    reply.integer(memory.used());
    reply.bulk("keys.count");
    reply.integer(call.space().keys().size(DatabaseCommands.EXPIRE_TO_COUNT));
    reply.bulk("clients.normal");
    reply.integer(clients.size());
  }
}
