package dev.keyfold.redis.command;

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

/**
 * Clients that wait for keys. A change only notes the key; after the command that made it is
 * complete, each noted key's clients try again in the order in which they came, as long as the key
 * has something for them. What they change notes keys in turn, until nothing is left.
 */
public final class Blocking {
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

  private final Server server;
  private final Map<Watches.Key, Set<Wait>> waits = new HashMap<>();
  private final Set<Watches.Key> ready = new LinkedHashSet<>();
  private int clients;

  Blocking(Server server) {
    this.server = server;
  }

  void block(
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
    client.blockedOn(wait);
    clients++;
    if (millis > 0) {
      wait.timer = server.loop().schedule(millis, () -> timeout(client, wait));
    }
  }

  /** How many clients wait. */
  public int clients() {
    return clients;
  }

  private void timeout(Client client, Wait wait) {
    if (client.blockedOn() == wait) {
      giveUp(client, wait.whenTooLate);
    }
  }

  /** Ends a client's wait with another reply, as CLIENT UNBLOCK does; null: that of its timeout. */
  public void giveUp(Client client, Consumer<ReplyWriter> otherReply) {
    Wait wait = client.blockedOn();
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

  /** Ends a client's wait without a reply. */
  void forget(Client client) {
    Wait wait = client.blockedOn();
    if (wait == null) {
      return;
    }
    client.blockedOn(null);
    client.endSkip();
    clients--;
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

  /** Tries a client again although none of its keys has changed just now. */
  void again(Wait wait) {
    if (wait.call.client().blockedOn() == wait) {
      ready.addAll(wait.keys);
      serve();
    }
  }

  void swapped(int database) {
    waits.keySet().stream().filter(key -> key.database() == database).forEach(ready::add);
  }

  /** Lets those try again whose keys have changed. */
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
   * In the order in which they came. Commands of one family wait for the same type of value, so
   * after the first that finds nothing the others of its family would find nothing either; should a
   * command served here change the key again, then the key is noted again.
   */
  private void serve(Watches.Key key, List<Wait> inOrder) {
    Set<String> emptyFor = new HashSet<>();
    for (Wait wait : inOrder) {
      Client client = wait.call.client();
      String family = wait.call.command().group();
      if (client.blockedOn() != wait
          || emptyFor.contains(family)
          || server.copyJobs().holds(wait)) {
        continue;
      }
      wait.call.readyKey(key.name().array());
      if (server.dispatcher().retry(wait)) {
        forget(client);
        client.transport().resume();
      } else {
        emptyFor.add(family);
      }
    }
  }
}
