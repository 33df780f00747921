package dev.keyfold.redis.dispatch;

import dev.keyfold.port.SafeLog;
import dev.keyfold.redis.client.Client;
import dev.keyfold.redis.client.Loop;
import dev.keyfold.redis.client.WaitingList;
import java.time.InstantSource;
import java.util.ArrayDeque;

/** CLIENT PAUSE: the delayed commands and the end of the pause. Confined to the loop thread. */
public final class Pause implements WaitingList {
  private static final System.Logger LOG = System.getLogger(Pause.class.getName());

  /** A client with a delayed command, and what executes it later. */
  private record Held(Client client, CommandSink later) {}

  private final InstantSource clock;
  private final Loop loop;
  private final ArrayDeque<Held> waiting = new ArrayDeque<>();
  private Runnable timer = () -> {};
  private long until;
  private boolean onlyWrites;

  /** No pause yet. */
  public Pause(InstantSource clock, Loop loop) {
    this.clock = clock;
    this.loop = loop;
  }

  /** Starts a pause. A second one never shortens or weakens the current one. */
  public void pause(long millis, boolean writesOnly) {
    long end = clock.millis() + millis;
    onlyWrites = isOn() ? onlyWrites && writesOnly : writesOnly;
    until = Math.max(until, end);
    timer.run();
    timer = loop.schedule(Math.max(1, until - clock.millis()), this::end);
  }

  /** Ends the pause. */
  public void end() {
    timer.run();
    timer = () -> {};
    until = 0;
    while (!waiting.isEmpty()) {
      Held held = waiting.poll();
      Client client = held.client;
      byte[][] arguments = client.putOff();
      if (arguments != null) {
        client.putOff(null);
        try {
          held.later.execute(client, arguments);
          client.transport().resume();
        } catch (RuntimeException | Error e) {
          // The other clients must be resumed even if one has failed.
          SafeLog.log(LOG, System.Logger.Level.ERROR, "a client is closed: it failed", e);
          client.kill();
        }
      }
    }
  }

  /** Whether a pause of any kind is active. */
  public boolean isOn() {
    return until > 0;
  }

  /** The number of clients with delayed commands. */
  public int clients() {
    return waiting.size();
  }

  /** Whether the command has to wait; it is then executed later. */
  boolean holds(Client client, boolean writes, byte[][] arguments, CommandSink later) {
    if (!isOn() || (onlyWrites && !writes)) {
      return false;
    }
    client.putOff(arguments);
    waiting.add(new Held(client, later));
    return true;
  }

  @Override
  public void forget(Client client) {
    if (client.putOff() != null) {
      client.putOff(null);
      waiting.removeIf(held -> held.client == client);
    }
  }
}
