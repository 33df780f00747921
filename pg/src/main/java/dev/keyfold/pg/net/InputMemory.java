package dev.keyfold.pg.net;

import dev.keyfold.pg.message.BackendWriter;
import dev.keyfold.pg.message.BackendWriter.Severity;
import dev.keyfold.pg.session.Errors;
import dev.keyfold.port.SafeLog;
import io.netty.channel.Channel;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The memory budget of what all clients together have sent and no worker has handled yet:
 * unfinished messages and queues, which limits per connection cannot bound. Beyond the budget the
 * connection that holds most is closed. Clients that have not logged in have a smaller budget of
 * their own, so that they cannot displace the others. Thread-safe.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what cannot be sent ends with the connection
public final class InputMemory {
  private static final System.Logger LOG = System.getLogger(InputMemory.class.getName());
  private static final long LOG_NANOS = 10_000_000_000L;

  private final long most;
  private final long mostOfStrangers;

  // Guarded by this.
  private final Set<Share> holding = new HashSet<>();
  private long held;
  private long heldByStrangers;
  private long logged = System.nanoTime() - LOG_NANOS;

  /**
   * @param most bytes of all clients
   * @param mostOfStrangers bytes of those that have not logged in
   */
  InputMemory(long most, long mostOfStrangers) {
    this.most = most;
    this.mostOfStrangers = mostOfStrangers;
  }

  /** A quarter of the heap, and a quarter of that for clients that have not logged in. */
  public static InputMemory ofHeap() {
    long most = Runtime.getRuntime().maxMemory() / 4;
    return new InputMemory(most, most / 4);
  }

  synchronized long held() {
    return held;
  }

  /** What a connection holds; nothing at first. */
  Share share(Channel channel) {
    return new Share(channel);
  }

  /** What one connection holds. */
  final class Share implements AutoCloseable {
    private final Channel channel;
    private int unfinished; // of the event loop
    private long bytes;
    private boolean stranger = true;
    private boolean closed;

    private Share(Channel channel) {
      this.channel = channel;
    }

    /** So many bytes of a message wait for the rest of it. Called by the event loop. */
    void unfinished(int now) {
      int more = now - unfinished;
      unfinished = now;
      if (more != 0) {
        hold(more);
      }
    }

    /** A message is complete, and waits for a worker. Called by the event loop. */
    void finished(int size) {
      int before = Math.min(unfinished, size); // counted already, as a part
      unfinished -= before;
      hold(size - before);
    }

    /** It holds so much more, or less; closes the connection that holds most if it is too much. */
    void hold(long more) {
      Share largest = count(this, more);
      if (largest != null) {
        log();
        largest.end();
      }
    }

    /** Its client has logged in. */
    void loggedIn() {
      synchronized (InputMemory.this) {
        if (stranger) {
          stranger = false;
          heldByStrangers -= bytes;
        }
      }
    }

    private void end() {
      BackendWriter writer = new BackendWriter(channel.alloc().buffer());
      Errors.write(writer, Severity.FATAL, Errors.tooMuchInput());
      channel.writeAndFlush(writer.buffer(), channel.voidPromise());
      channel.close();
    }

    /** The connection has ended. */
    @Override
    public void close() {
      synchronized (InputMemory.this) {
        if (!closed) {
          add(this, -bytes);
          closed = true;
        }
      }
    }
  }

  /** Whom to close; null for nobody. */
  private synchronized @Nullable Share count(Share share, long more) {
    if (share.closed) {
      return null;
    }
    add(share, more);
    if (more <= 0) {
      return null;
    }
    Share largest =
        heldByStrangers > mostOfStrangers ? largest(true) : held > most ? largest(false) : null;
    if (largest != null) {
      largest.close();
    }
    return largest;
  }

  private void add(Share share, long more) {
    share.bytes += more;
    held += more;
    if (share.stranger) {
      heldByStrangers += more;
    }
    boolean unused = share.bytes > 0 ? holding.add(share) : holding.remove(share);
  }

  private @Nullable Share largest(boolean ofStrangers) {
    Share found = null;
    for (Share each : holding) {
      if ((each.stranger || !ofStrangers) && (found == null || each.bytes > found.bytes)) {
        found = each;
      }
    }
    return found;
  }

  private void log() {
    synchronized (this) {
      long now = System.nanoTime();
      if (now - logged < LOG_NANOS) {
        return;
      }
      logged = now;
    }
    SafeLog.log(
        LOG,
        System.Logger.Level.WARNING,
        "unfinished messages of PostgreSQL clients exceed their memory budget: the connections that"
            + " hold most of it are closed",
        null);
  }
}
