package dev.keyfold.server.net;

import dev.keyfold.server.command.Server;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;

/**
 * One turn of the loop: all connections that had something to read have run their commands, and
 * their replies wait. At the end of the turn what was written is made durable, once for all, and
 * only then are the replies sent.
 */
final class Turn {
  private static final System.Logger LOG = System.getLogger(Turn.class.getName());

  private final EventLoop loop;
  private final boolean durable;
  private List<Connection> waiting = new ArrayList<>();
  private boolean scheduled;
  private Server server;

  Turn(EventLoop loop, boolean durable) {
    this.loop = loop;
    this.durable = durable;
  }

  void begin(Server of) {
    server = of;
  }

  /** The connection has replies to send when the turn ends. */
  void add(Connection connection) {
    waiting.add(connection);
    if (!scheduled) {
      scheduled = true;
      // Tasks run after everything that was ready to be read: that is the end of the turn.
      loop.execute(this::end);
    }
  }

  void end() {
    scheduled = false;
    List<Connection> ready = waiting;
    waiting = new ArrayList<>();
    try {
      server.syncBeforeReplies(durable);
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.ERROR, "replies are not sent: the store could not sync", e);
      ready.forEach(Connection::close);
      return;
    }
    ready.forEach(Connection::send);
  }
}
