package dev.keyfold.redis.dispatch;

import dev.keyfold.port.SafeLog;
import dev.keyfold.redis.client.Client;
import dev.keyfold.redis.client.Loop;
import dev.keyfold.redis.client.WaitingList;
import java.time.InstantSource;
import java.util.ArrayDeque;

/** CLIENT PAUSE: commands that have to wait, and until when. Confined to the loop thread. */
public final class Pause implements WaitingList {
  private static final System.Logger LOG = System.getLogger(Pause.class.getName());

  /** A client whose command has to wait, and where that goes later. */
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

  /** Pauses for a while. A pause under way never becomes shorter or weaker by a second one. */
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
          // The others of the pause must not wait for ever because one has failed.
          SafeLog.log(LOG, System.Logger.Level.ERROR, "a client is closed: it failed", e);
          client.kill();
        }
      }
    }
  }

  /** Whether there is a pause of whatever kind. */
  public boolean isOn() {
    return until > 0;
  }

  /** How many clients it holds up. */
  public int clients() {
    return waiting.size();
  }

  /** Whether the command has to wait; then it will run later. */
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
