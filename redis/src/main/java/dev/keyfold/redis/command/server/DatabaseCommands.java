package dev.keyfold.redis.command.server;

import static dev.keyfold.redis.command.Category.DANGEROUS;
import static dev.keyfold.redis.command.Category.KEYSPACE;
import static dev.keyfold.redis.command.Flag.FAST;
import static dev.keyfold.redis.command.Flag.LOADING;
import static dev.keyfold.redis.command.Flag.READONLY;
import static dev.keyfold.redis.command.Flag.STALE;
import static dev.keyfold.redis.command.Flag.WRITE;

import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.redis.command.CommandTable;
import dev.keyfold.redis.command.Server;

/** Commands about whole databases. */
final class DatabaseCommands {
  private DatabaseCommands() {}

  static void register(CommandTable.Registry commands) {
    commands
        .add("dbsize", 1)
        .flags(READONLY, FAST)
        .in(KEYSPACE)
        .summary("Counts the keys of the database.")
        .runs(DatabaseCommands::size);
    commands
        .add("flushdb", -1)
        .flags(WRITE)
        .in(KEYSPACE, DANGEROUS)
        .summary("Removes all keys of the database.")
        .complexity("O(1); space is reclaimed in the background")
        .runs(DatabaseCommands::flush);
    commands
        .add("flushall", -1)
        .flags(WRITE)
        .in(KEYSPACE, DANGEROUS)
        .summary("Removes all keys of all databases.")
        .complexity("O(1); space is reclaimed in the background")
        .runs(DatabaseCommands::flushAll);
    commands
        .add("swapdb", 3)
        .flags(WRITE, FAST)
        .in(KEYSPACE, DANGEROUS)
        .since("4.0.0")
        .summary("Lets two databases change places.")
        .runs(DatabaseCommands::swap);
    commands
        .add("time", 1)
        .flags(LOADING, STALE, FAST)
        .since("2.6.0")
        .summary("Tells the time, in seconds and microseconds.")
        .runs(DatabaseCommands::time);
  }

  private static void size(Call call) {
    call.reply().integer(call.space().keys().size(Server.EXPIRE_TO_COUNT));
  }

  private static void checkMode(Call call) {
    boolean known = call.count() == 1 || call.is(1, "async") || call.is(1, "sync");
    if (!known || call.count() > 2) {
      throw CommandException.syntax();
    }
  }

  private static void flush(Call call) {
    checkMode(call);
    call.space().keys().flush();
    call.reply().ok();
  }

  private static void flushAll(Call call) {
    checkMode(call);
    for (int i = 0; i < databases(call); i++) {
      call.space(i).keys().flush();
    }
    call.reply().ok();
  }

  private static long databases(Call call) {
    return call.server().config().integer("databases");
  }

  private static void swap(Call call) {
    int least = Integer.MIN_VALUE;
    int most = Integer.MAX_VALUE;
    long first = call.integer(1, least, most, "invalid first DB index");
    long second = call.integer(2, least, most, "invalid second DB index");
    long count = databases(call);
    if (first < 0 || second < 0 || first >= count || second >= count) {
      throw CommandException.err("DB index is out of range");
    }
    call.work().swap((int) first, (int) second);
    call.reply().ok();
  }

  private static void time(Call call) {
    long millis = call.server().millis();
    call.reply().array(2);
    call.reply().bulk(millis / 1000);
    call.reply().bulk(millis % 1000 * 1000);
  }
}
