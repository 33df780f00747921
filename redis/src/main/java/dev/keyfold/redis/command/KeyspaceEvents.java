package dev.keyfold.redis.command;

import dev.keyfold.redis.state.ByteKey;
import dev.keyfold.redis.state.Config;
import dev.keyfold.redis.state.Events;
import dev.keyfold.redis.state.PubSub;
import java.util.Arrays;

/**
 * Keyspace notifications: publishes events of keys on the channels of {@code
 * notify-keyspace-events}, as far as that asks for them. Confined to the loop thread.
 */
public final class KeyspaceEvents {
  private final PubSub pubsub;
  private int kinds;

  /** Events for whoever listens there. */
  public KeyspaceEvents(Config config, PubSub pubsub) {
    this.pubsub = pubsub;
    config.whenChanged("notify-keyspace-events", text -> kinds = Events.parse(text));
  }

  /** Whether anybody could hear of such an event. */
  public boolean notifies(int kind) {
    return (kinds & kind) != 0 && !pubsub.isEmpty();
  }

  /** Publishes what a unit of work has to tell, once it is committed. */
  public void publish(Unit.Told told) {
    if (told instanceof Unit.Event event) {
      publish(event);
    } else if (told instanceof Unit.Message message) {
      message.deliveries().forEach(Runnable::run);
    }
  }

  /** Publishes that a name was due and has been removed. */
  public void expired(int database, byte[] name) {
    if (notifies(Events.EXPIRED)) {
      publish(new Unit.Event(Events.EXPIRED, "expired", database, name));
    }
  }

  private void publish(Unit.Event event) {
    byte[] name = ByteKey.of(event.name());
    if ((kinds & Events.KEYSPACE) != 0) {
      byte[] prefix = ByteKey.of("__keyspace@" + event.database() + "__:");
      byte[] channel = Arrays.copyOf(prefix, prefix.length + event.key().length);
      System.arraycopy(event.key(), 0, channel, prefix.length, event.key().length);
      pubsub.publish(channel, name);
    }
    if ((kinds & Events.KEYEVENT) != 0) {
      String channel = "__keyevent@" + event.database() + "__:" + event.name();
      pubsub.publish(ByteKey.of(channel), event.key());
    }
  }
}
