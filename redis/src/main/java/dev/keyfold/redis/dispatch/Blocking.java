package dev.keyfold.redis.dispatch;

import dev.keyfold.redis.client.Client;
import dev.keyfold.redis.client.Loop;
import dev.keyfold.redis.client.WaitingList;
import dev.keyfold.redis.client.Watches;
import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.resp.ReplyWriter;
import dev.keyfold.redis.state.ByteKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Clients that are blocked on keys. A change only marks the key as ready; after the command that
 * made it, the clients of each ready key are retried in FIFO order, as long as the key has data for
 * them. Their changes may mark further keys, until none is left. Confined to the loop thread.
 */
public final class Blocking implements WaitingList, Call.Waits {
  /** One client's wait. */
  static final class Wait {
    final Call call;
    final List<Watches.Key> keys;
    final Call.Retry retry;
    final Consumer<ReplyWriter> whenTooLate;
    Runnable timer = () -> {};

    Wait(Call call, List<Watches.Key> keys, Call.Retry retry, Consumer<ReplyWriter> whenTooLate) {
      this.call = call;
      this.keys = keys;
      this.retry = retry;
      this.whenTooLate = whenTooLate;
    }
  }

  private final Loop loop;
  private final CopyJobs copyJobs;
  private final CommandRunner runner;

  /** The wait of each blocked client. */
  private final Map<Client, Wait> byClient = new HashMap<>();

  private final Map<Watches.Key, Set<Wait>> waits = new HashMap<>();
  private final Set<Watches.Key> ready = new LinkedHashSet<>();

  /** No blocked clients yet. */
  public Blocking(Loop loop, CopyJobs copyJobs, CommandRunner runner) {
    this.loop = loop;
    this.copyJobs = copyJobs;
    this.runner = runner;
  }

  @Override
  public void block(
      Call call,
      List<byte[]> names,
      long millis,
      Call.Retry retry,
      Consumer<ReplyWriter> whenTooLate) {
    Client client = call.client();
    List<Watches.Key> keys = new ArrayList<>(names.size());
    for (byte[] name : names) {
      keys.add(new Watches.Key(client.database(), new ByteKey(name)));
    }
    Wait wait = new Wait(call, keys, retry, whenTooLate);
    for (Watches.Key key : keys) {
      waits.computeIfAbsent(key, k -> new LinkedHashSet<>()).add(wait);
    }
    byClient.put(client, wait);
    client.block(true);
    if (millis > 0) {
      wait.timer = loop.schedule(millis, () -> timeout(client, wait));
    }
  }

  /** The number of blocked clients. */
  public int clients() {
    return byClient.size();
  }

  private void timeout(Client client, Wait wait) {
    if (byClient.get(client) == wait) {
      giveUp(client, wait.whenTooLate);
    }
  }

  /** Unblocks a client with another reply, as CLIENT UNBLOCK does; null for that of its timeout. */
  public void giveUp(Client client, @Nullable Consumer<ReplyWriter> otherReply) {
    Wait wait = byClient.get(client);
    if (wait == null) {
      return;
    }
    boolean wanted = client.replies().isWanted();
    int mark = client.reply().mark();
    forget(client);
    (otherReply == null ? wait.whenTooLate : otherReply).accept(client.reply());
    if (!wanted) {
      client.reply().truncate(mark);
    }
    client.transport().resume();
  }

  /** Unblocks a client without a reply. */
  @Override
  public void forget(Client client) {
    Wait wait = byClient.get(client);
    if (wait == null) {
      return;
    }
    byClient.remove(client);
    client.block(false);
    client.endSkip();
    wait.timer.run();
    for (Watches.Key key : wait.keys) {
      Set<Wait> all = waits.get(key);
      if (all != null && all.remove(wait) && all.isEmpty()) {
        waits.remove(key);
      }
    }
  }

  void changed(int database, byte[] name) {
    if (!waits.isEmpty()) {
      Watches.Key key = new Watches.Key(database, new ByteKey(name));
      if (waits.containsKey(key)) {
        ready.add(key);
      }
    }
  }

  /** Retries a client although none of its keys has changed. */
  private void again(Wait wait) {
    if (byClient.get(wait.call.client()) == wait) {
      ready.addAll(wait.keys);
      serve();
    }
  }

  void swapped(int database) {
    waits.keySet().stream().filter(key -> key.database() == database).forEach(ready::add);
  }

  /** Retries the clients whose keys have changed. */
  void serve() {
    while (!ready.isEmpty()) {
      Watches.Key key = ready.iterator().next();
      ready.remove(key);
      Set<Wait> all = waits.get(key);
      if (all == null) {
        continue;
      }
      serve(key, new ArrayList<>(all));
    }
  }

  /**
   * In FIFO order. Commands of one family wait for the same type of value, so after the first that
   * finds nothing the others of its family would find nothing either; if a command served here
   * changes the key, it is marked as ready again.
   */
  private void serve(Watches.Key key, List<Wait> inOrder) {
    Set<String> emptyFor = new HashSet<>();
    for (Wait wait : inOrder) {
      Client client = wait.call.client();
      String family = wait.call.command().group();
      if (byClient.get(client) != wait
          || emptyFor.contains(family)
          || copyJobs.holds(wait.call, () -> again(wait))) {
        continue;
      }
      wait.call.readyKey(key.name().array());
      if (runner.retry(wait.call, wait.retry)) {
        forget(client);
        client.transport().resume();
      } else {
        emptyFor.add(family);
      }
    }
  }
}
