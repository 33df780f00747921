package dev.keyfold.redis.net;

import dev.keyfold.port.SafeLog;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Group commit of one event-loop iteration: all readable connections have run their commands, and
 * their replies wait. At the end of the event-loop iteration the changes are made durable with one
 * sync, and only then are the replies sent.
 *
 * <p>A failure of one connection, even an {@link Error}, closes that connection and never keeps the
 * others of the iteration from their replies. Confined to the loop thread.
 */
final class GroupCommit {
  private static final System.Logger LOG = System.getLogger(GroupCommit.class.getName());

  /** A connection whose replies wait for the end of the event-loop iteration. */
  interface Member {
    /** Sends the replies. */
    void send();

    /** Sends the replies, with the error in place of those that acknowledge a change. */
    void sendUnstored(String error);

    /** Closes the connection without them. */
    void close();
  }

  /** Makes the changes of the iteration as durable as replies promise. */
  interface Sync {
    /**
     * Syncs.
     *
     * @return the error for replies that acknowledge a change if the store failed; otherwise null
     */
    @Nullable String beforeReplies();
  }

  private final EventLoop loop;
  private final Runnable end = this::end;
  private List<Member> waiting = new ArrayList<>();
  private List<Member> ready = new ArrayList<>();
  private boolean scheduled;
  private Sync sync = () -> null;

  GroupCommit(EventLoop loop) {
    this.loop = loop;
  }

  void begin(Sync with) {
    sync = with;
  }

  /** The connection has replies to send when the iteration ends. */
  void add(Member member) {
    waiting.add(member);
    if (!scheduled) {
      // The event loop runs tasks after all ready reads: that is the end of the event-loop
      // iteration.
      loop.execute(end);
      scheduled = true;
    }
  }

  void end() {
    scheduled = false;
    // Two alternating lists: no allocation here, so running out of memory cannot lose members.
    List<Member> ending = waiting;
    waiting = ready;
    ready = ending;
    boolean known = false;
    String unstored = null;
    try {
      unstored = sync.beforeReplies();
      known = true;
    } catch (Throwable failed) {
      SafeLog.log(
          LOG,
          System.Logger.Level.ERROR,
          "closing the connections of one event-loop iteration: their changes may or may not be"
              + " stored",
          failed);
    }
    for (Member member : ending) {
      try {
        if (!known) {
          member.close();
        } else if (unstored == null) {
          member.send();
        } else {
          member.sendUnstored(unstored);
        }
      } catch (Throwable failed) {
        SafeLog.log(
            LOG,
            System.Logger.Level.ERROR,
            "closing a connection: its replies could not be written",
            failed);
        close(member);
      }
    }
    ending.clear();
  }

  private static void close(Member member) {
    try {
      member.close();
    } catch (Throwable failed) {
      SafeLog.log(LOG, System.Logger.Level.ERROR, "a connection could not be closed", failed);
    }
  }
}
