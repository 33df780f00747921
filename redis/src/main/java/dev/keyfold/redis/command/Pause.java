package dev.keyfold.redis.command;

import dev.keyfold.port.SafeLog;
import java.util.ArrayDeque;

/** CLIENT PAUSE: commands that have to wait, and until when. */
public final class Pause {
  private static final System.Logger LOG = System.getLogger(Pause.class.getName());

  private final Server server;
  private final ArrayDeque<Client> waiting = new ArrayDeque<>();
  private Runnable timer = () -> {};
  private long until;
  private boolean onlyWrites;

  Pause(Server server) {
    this.server = server;
  }

  /** Pauses for a while. A pause under way never becomes shorter or weaker by a second one. */
  public void pause(long millis, boolean writesOnly) {
    long end = server.millis() + millis;
    onlyWrites = isOn() ? onlyWrites && writesOnly : writesOnly;
    until = Math.max(until, end);
    timer.run();
    timer = server.loop().schedule(Math.max(1, until - server.millis()), this::end);
  }

  /** Ends the pause. */
  public void end() {
    timer.run();
    timer = () -> {};
    until = 0;
    while (!waiting.isEmpty()) {
      Client client = waiting.poll();
      byte[][] arguments = client.putOff();
      if (arguments != null) {
        client.putOff(null);
        try {
          server.dispatcher().execute(client, arguments);
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
  boolean holds(Client client, boolean writes, byte[][] arguments) {
    if (!isOn() || (onlyWrites && !writes)) {
      return false;
    }
    client.putOff(arguments);
    waiting.add(client);
    return true;
  }

  void forget(Client client) {
    if (client.putOff() != null) {
      client.putOff(null);
      waiting.remove(client);
    }
  }
}
