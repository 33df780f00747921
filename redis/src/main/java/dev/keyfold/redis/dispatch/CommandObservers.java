package dev.keyfold.redis.dispatch;

import dev.keyfold.redis.client.Client;
import dev.keyfold.redis.client.Clients;
import dev.keyfold.redis.client.Tracking;
import dev.keyfold.redis.client.TrackingMode;
import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.Command;
import dev.keyfold.redis.command.Flag;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The clients that follow what commands do: MONITOR shows each command, CLIENT TRACKING remembers
 * the keys that a client reads. Confined to the loop thread.
 */
public final class CommandObservers {
  private final Clients clients;
  private final Tracking tracking;

  /** Observers among those clients. */
  public CommandObservers(Clients clients, Tracking tracking) {
    this.clients = clients;
    this.tracking = tracking;
  }

  /** The client whose command runs now; null if none runs. */
  void running(@Nullable Client client) {
    tracking.running(client);
  }

  /**
   * After a command of a client with tracking enabled: records the keys that it has read. CLIENT
   * CACHING applies to one command, or to one whole transaction, so its effect ends here.
   */
  void track(Call call, boolean done) {
    Client client = call.client();
    TrackingMode mode = client.tracking();
    Command command = call.command();
    if (mode == null || command.fullName().startsWith("client|")) {
      return;
    }
    if (done && command.is(Flag.READONLY) && mode.remembersReads()) {
      List<byte[]> names = new ArrayList<>();
      command.findKeys(call.args()).forEach(key -> names.add(call.arg(key.position())));
      tracking.read(client, names);
    }
    if (client.transaction() == null && !call.inTransaction()) {
      mode.caching(false);
    }
  }

  /** Sends the command to the clients of MONITOR, unless it is administrative. */
  void show(Call call, long now) {
    Command command = call.command();
    if (clients.hasMonitors() && !command.is(Flag.ADMIN) && !command.is(Flag.SKIP_MONITOR)) {
      clients.showMonitors(MonitorLine.of(call, now));
    }
  }
}
