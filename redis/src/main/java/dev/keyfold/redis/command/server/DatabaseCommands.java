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
import dev.keyfold.redis.command.Family;
import dev.keyfold.redis.state.Config;
import java.time.InstantSource;

/** Commands about whole databases. */
public final class DatabaseCommands implements Family {
  /** Maximum number of expired keys that a command removes before it counts keys. */
  static final int EXPIRE_TO_COUNT = 1000;

  private final Config config;
  private final InstantSource clock;

  /** Uses the configured number of databases. */
  public DatabaseCommands(Config config, InstantSource clock) {
    this.config = config;
    this.clock = clock;
  }

  @Override
  public String name() {
    return "server";
  }

  @Override
  public void register(CommandTable.Registry commands) {
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
        .runs(this::flushAll);
    commands
        .add("swapdb", 3)
        .flags(WRITE, FAST)
        .in(KEYSPACE, DANGEROUS)
        .since("4.0.0")
        .summary("Swaps two databases.")
        .runs(this::swap);
    commands
        .add("time", 1)
        .flags(LOADING, STALE, FAST)
        .since("2.6.0")
        .summary("Returns the server's time, in seconds and microseconds.")
        .runs(this::time);
  }

  private static void size(Call call) {
    call.reply().integer(call.space().keys().size(EXPIRE_TO_COUNT));
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

  private void flushAll(Call call) {
    checkMode(call);
    for (int i = 0; i < databases(); i++) {
      call.space(i).keys().flush();
    }
    call.reply().ok();
  }

  private long databases() {
    return config.integer("databases");
  }

  private void swap(Call call) {
    int least = Integer.MIN_VALUE;
    int most = Integer.MAX_VALUE;
    long first = call.integer(1, least, most, "invalid first DB index");
    long second = call.integer(2, least, most, "invalid second DB index");
    long count = databases();
    if (first < 0 || second < 0 || first >= count || second >= count) {
      throw CommandException.err("DB index is out of range");
    }
    call.work().swap((int) first, (int) second);
    call.reply().ok();
  }

  private void time(Call call) {
    long millis = clock.millis();
    call.reply().array(2);
    call.reply().bulk(millis / 1000);
    call.reply().bulk(millis % 1000 * 1000);
  }
}
