package dev.keyfold.redis.command.transaction;

import static dev.keyfold.redis.command.Category.TRANSACTION;
import static dev.keyfold.redis.command.Flag.ALLOW_BUSY;
import static dev.keyfold.redis.command.Flag.FAST;
import static dev.keyfold.redis.command.Flag.LOADING;
import static dev.keyfold.redis.command.Flag.NOSCRIPT;
import static dev.keyfold.redis.command.Flag.SKIP_SLOWLOG;
import static dev.keyfold.redis.command.Flag.STALE;

import dev.keyfold.redis.client.Client;
import dev.keyfold.redis.client.QueuedTransaction;
import dev.keyfold.redis.client.Watches;
import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.redis.command.CommandTable;
import dev.keyfold.redis.command.Family;
import dev.keyfold.redis.command.KeySpec;
import dev.keyfold.redis.dispatch.MultiExec;
import dev.keyfold.redis.state.ByteKey;
import java.util.Map;

/** MULTI, EXEC, DISCARD and WATCH: optimistic transactions. */
public final class TransactionFamily implements Family {
  private final Watches watches;
  private final MultiExec transactions;

  /** Uses these watches and this execution of queues. */
  public TransactionFamily(Watches watches, MultiExec transactions) {
    this.watches = watches;
    this.transactions = transactions;
  }

  @Override
  public String name() {
    return "transactions";
  }

  @Override
  public void register(CommandTable.Registry commands) {
    commands
        .add("multi", 1)
        .flags(NOSCRIPT, LOADING, STALE, FAST, ALLOW_BUSY)
        .in(TRANSACTION)
        .since("1.2.0")
        .summary("Starts a transaction.")
        .runs(TransactionFamily::multi);
    commands
        .add("exec", 1)
        .flags(NOSCRIPT, LOADING, STALE, SKIP_SLOWLOG)
        .in(TRANSACTION)
        .since("1.2.0")
        .summary("Runs the queued commands.")
        .complexity("Depends on commands in the transaction")
        .runs(this::exec);
    commands
        .add("discard", 1)
        .flags(NOSCRIPT, LOADING, STALE, FAST, ALLOW_BUSY)
        .in(TRANSACTION)
        .since("2.0.0")
        .summary("Discards the queued commands.")
        .runs(this::discard);
    commands
        .add("watch", -2)
        .flags(NOSCRIPT, LOADING, STALE, FAST, ALLOW_BUSY)
        .in(TRANSACTION)
        .keys(KeySpec.range("RO", 1, -1, 1))
        .since("2.2.0")
        .summary("Aborts the next transaction if one of the keys changes before it.")
        .complexity("O(1) for every key.")
        .runs(this::watch);
    commands
        .add("unwatch", 1)
        .flags(NOSCRIPT, LOADING, STALE, FAST, ALLOW_BUSY)
        .in(TRANSACTION)
        .since("2.2.0")
        .summary("Cancels all WATCHes of the connection.")
        .runs(
            call -> {
              watches.unwatch(call.client());
              call.reply().ok();
            });
  }

  private static void multi(Call call) {
    if (call.client().transaction() != null) {
      throw CommandException.err("MULTI calls can not be nested");
    }
    call.client().transaction(new QueuedTransaction());
    call.reply().ok();
  }

  private void discard(Call call) {
    if (call.client().transaction() == null) {
      throw CommandException.err("DISCARD without MULTI");
    }
    call.client().transaction(null);
    watches.unwatch(call.client());
    call.reply().ok();
  }

  private void watch(Call call) {
    Client client = call.client();
    if (client.transaction() != null) {
      throw CommandException.err("WATCH inside MULTI is not allowed");
    }
    for (int i = 1; i < call.count(); i++) {
      Watches.Key key = new Watches.Key(client.database(), new ByteKey(call.arg(i)));
      watches.watch(client, key, call.space().keys().exists(call.arg(i)));
    }
    call.reply().ok();
  }

  private void exec(Call call) {
    Client client = call.client();
    QueuedTransaction transaction = client.transaction();
    if (transaction == null) {
      throw CommandException.err("EXEC without MULTI");
    }
    client.transaction(null);
    boolean changed = client.isWatchBroken() || watchedIsGone(call);
    watches.unwatch(client);
    if (transaction.isBroken()) {
      throw new CommandException("EXECABORT Transaction discarded because of previous errors.");
    }
    if (changed) {
      call.reply().nullArray();
      return;
    }
    transactions.run(call, transaction.queue());
  }

  /** A watched key that has expired has changed, even if it is not removed yet. */
  private static boolean watchedIsGone(Call call) {
    for (Map.Entry<Watches.Key, Boolean> watched : call.client().watched().entrySet()) {
      Watches.Key key = watched.getKey();
      if (watched.getValue() && !call.space(key.database()).keys().exists(key.name().array())) {
        return true;
      }
    }
    return false;
  }
}
