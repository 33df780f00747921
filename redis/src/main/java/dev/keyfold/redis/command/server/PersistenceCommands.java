package dev.keyfold.redis.command.server;

import static dev.keyfold.redis.command.Flag.ADMIN;
import static dev.keyfold.redis.command.Flag.ALLOW_BUSY;
import static dev.keyfold.redis.command.Flag.FAST;
import static dev.keyfold.redis.command.Flag.LOADING;
import static dev.keyfold.redis.command.Flag.NOSCRIPT;
import static dev.keyfold.redis.command.Flag.NO_ASYNC_LOADING;
import static dev.keyfold.redis.command.Flag.NO_MULTI;
import static dev.keyfold.redis.command.Flag.STALE;
import static dev.keyfold.redis.command.Flag.WRITE;

import dev.keyfold.port.Backups;
import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.Category;
import dev.keyfold.redis.command.Command;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.redis.command.CommandTable;
import dev.keyfold.redis.command.Family;
import dev.keyfold.redis.command.HelpText;
import dev.keyfold.redis.resp.ReplyWriter;
import dev.keyfold.redis.state.Stats;
import dev.keyfold.structures.Structures;
import java.time.InstantSource;

/**
 * Saving, stopping, replication, functions: what Redis has and a server over a store needs not, or
 * does differently. Data is in the store with each command, so saving is a sync, and a backup if
 * the server has a directory for backups.
 */
public final class PersistenceCommands implements Family {
  private final Structures structures;
  private final Stats stats;
  private final InstantSource clock;
  private final Backups backups;
  private final Runnable stop;

  /**
   * For that data.
   *
   * @param stop stops the server, after the replies written so far are sent
   */
  public PersistenceCommands(
      Structures structures, Stats stats, InstantSource clock, Backups backups, Runnable stop) {
    this.structures = structures;
    this.stats = stats;
    this.clock = clock;
    this.backups = backups;
    this.stop = stop;
  }

  @Override
  public String name() {
    return "server";
  }

  @Override
  public void register(CommandTable.Registry commands) {
    commands
        .add("save", 1)
        .flags(ADMIN, NOSCRIPT, NO_ASYNC_LOADING, NO_MULTI)
        .summary("Makes everything durable, and makes a backup if there is a directory for it.")
        .runs(this::save);
    commands
        .add("bgsave", -1)
        .flags(ADMIN, NOSCRIPT, NO_ASYNC_LOADING)
        .summary("Makes everything durable, and starts a backup if there is a directory for it.")
        .runs(this::saveInBackground);
    commands
        .add("bgrewriteaof", 1)
        .flags(ADMIN, NOSCRIPT, NO_ASYNC_LOADING)
        .summary("Does nothing: the store has its own write-ahead log.")
        .runs(call -> call.reply().simple("Background append only file rewriting started"));
    commands
        .add("lastsave", 1)
        .flags(LOADING, STALE, FAST)
        .in(Category.ADMIN, Category.DANGEROUS)
        .summary("Tells when everything was durable last.")
        .runs(this::lastSave);
    commands
        .add("shutdown", -1)
        .flags(ADMIN, NOSCRIPT, LOADING, STALE, NO_MULTI, ALLOW_BUSY)
        .summary("Stops the server.")
        .runs(this::shutdown);
    commands
        .add("wait", 3)
        .flags(NOSCRIPT)
        .in(Category.CONNECTION)
        .since("3.0.0")
        .summary("Returns 0 at once: Keyfold has no replicas.")
        .runs(PersistenceCommands::waitForReplicas);
    for (String name : new String[] {"replicaof", "slaveof"}) {
      commands
          .add(name, 3)
          .flags(ADMIN, NOSCRIPT, STALE, NO_ASYNC_LOADING)
          .summary("Accepts NO ONE only: Keyfold has no replication.")
          .runs(PersistenceCommands::replicaOf);
    }
    commands
        .add("role", 1)
        .flags(NOSCRIPT, LOADING, STALE, FAST)
        .in(Category.ADMIN, Category.DANGEROUS)
        .since("2.8.12")
        .summary("Returns the replication role of the server.")
        .runs(PersistenceCommands::role);
    registerFunction(commands);
    registerCluster(commands);
    registerClusterModes(commands);
    ModuleCommands.register(commands);
  }

  private static void registerFunction(CommandTable.Registry commands) {
    Command function =
        commands
            .add("function", -2)
            .since("7.0.0")
            .summary("Container for function commands; Keyfold has no functions.");
    function
        .sub("flush", -2)
        .flags(WRITE, NOSCRIPT)
        .in(Category.SCRIPTING)
        .since("7.0.0")
        .summary("Removes all functions.")
        .runs(
            call -> {
              if (call.count() > 3
                  || (call.count() == 3 && !call.is(2, "sync") && !call.is(2, "async"))) {
                throw CommandException.err("FUNCTION FLUSH only supports SYNC|ASYNC option");
              }
              call.reply().ok();
            });
    function
        .sub("list", -2)
        .flags(NOSCRIPT)
        .in(Category.SCRIPTING)
        .since("7.0.0")
        .summary("Lists functions.")
        .runs(PersistenceCommands::listFunctions);
    HelpText.add(function, "7.0.0", Category.SCRIPTING);
  }

  private static void listFunctions(Call call) {
    for (int i = 2; i < call.count(); i++) {
      if (call.is(i, "libraryname") && i + 1 < call.count()) {
        i++;
      } else if (call.is(i, "libraryname")) {
        throw CommandException.err("library name argument was not given");
      } else if (!call.is(i, "withcode")) {
        throw CommandException.err("Unknown argument " + call.text(i));
      }
    }
    call.reply().array(0);
  }

  private static void registerCluster(CommandTable.Registry commands) {
    Command cluster =
        commands
            .add("cluster", -2)
            .since("3.0.0")
            .summary("Container for cluster commands; Keyfold has no cluster mode.");
    cluster
        .sub("info", 2)
        .flags(STALE)
        .since("3.0.0")
        .summary("Returns the state of the cluster.")
        .runs(PersistenceCommands::noCluster);
    HelpText.add(cluster, "5.0.0");
  }

  private static void registerClusterModes(CommandTable.Registry commands) {
    for (String name : new String[] {"readonly", "readwrite"}) {
      commands
          .add(name, 1)
          .flags(LOADING, STALE, FAST)
          .in(Category.CONNECTION)
          .since("3.0.0")
          .summary("Rejected: it applies to replicas of a cluster only.")
          .runs(PersistenceCommands::noCluster);
    }
    commands
        .add("asking", 1)
        .flags(FAST)
        .in(Category.CONNECTION)
        .since("3.0.0")
        .summary("Rejected: it applies to nodes of a cluster only.")
        .runs(PersistenceCommands::noCluster);
  }

  private static void waitForReplicas(Call call) {
    call.integer(1);
    String notAnInteger = "timeout is not an integer or out of range";
    if (call.integer(2, Long.MIN_VALUE, Long.MAX_VALUE, notAnInteger) < 0) {
      throw CommandException.err("timeout is negative");
    }
    call.reply().integer(0);
  }

  private static void noCluster(Call call) {
    throw CommandException.err("This instance has cluster support disabled");
  }

  private void save(Call call) {
    structures.sync();
    if (backups.isConfigured()) {
      if (!backups.run()) {
        throw alreadyRunning();
      }
      Backups.Status status = backups.status();
      if (status.state() == Backups.State.FAILED) {
        throw CommandException.err("the backup failed: " + status.message());
      }
    }
    stats.changes = 0;
    call.reply().ok();
  }

  private static CommandException alreadyRunning() {
    return CommandException.err("Background save already in progress");
  }

  private void saveInBackground(Call call) {
    if (call.count() > 2 || (call.count() == 2 && !call.is(1, "schedule"))) {
      throw CommandException.syntax();
    }
    if (!backups.isConfigured()) {
      structures.sync();
    } else if (!backups.start()) {
      throw alreadyRunning();
    }
    stats.changes = 0;
    call.reply().simple("Background saving started");
  }

  /** Everything is durable at any time; with backups, when the last complete one was started. */
  private void lastSave(Call call) {
    long saved = backups.isConfigured() ? backups.status().savedMillis() : clock.millis();
    call.reply().integer(saved / 1000);
  }

  private void shutdown(Call call) {
    for (int i = 1; i < call.count(); i++) {
      boolean known =
          call.is(i, "save") || call.is(i, "nosave") || call.is(i, "now") || call.is(i, "force");
      if (call.is(i, "abort")) {
        throw CommandException.err("No shutdown in progress.");
      }
      if (!known) {
        throw CommandException.syntax();
      }
    }
    call.client().close();
    stop.run();
  }

  private static void replicaOf(Call call) {
    if (!call.is(1, "no") || !call.is(2, "one")) {
      throw CommandException.err("replication is not supported by this server");
    }
    call.reply().ok();
  }

  private static void role(Call call) {
    ReplyWriter reply = call.reply();
    reply.array(3);
    reply.bulk("master");
    reply.integer(0);
    reply.array(0);
  }
}
