package dev.keyfold.redis.command;

import dev.keyfold.redis.state.ByteKey;
import dev.keyfold.redis.state.Config;
import dev.keyfold.redis.state.Events;
import dev.keyfold.redis.state.PubSub;
import java.util.Arrays;

/**
 * Keyspace notifications: publishes events of keys on channels, as configured by {@code
 * notify-keyspace-events}. Confined to the loop thread.
 */
public final class KeyspaceEvents {
  private final PubSub pubsub;
  private int kinds;

  /** Publishes to the subscribers of {@code pubsub}. */
  public KeyspaceEvents(Config config, PubSub pubsub) {
    this.pubsub = pubsub;
    config.whenChanged("notify-keyspace-events", text -> kinds = Events.parse(text));
  }

  /** Whether such an event is enabled and could have a subscriber. */
  public boolean notifies(int kind) {
    return (kinds & kind) != 0 && !pubsub.isEmpty();
  }

  /** Publishes an event or message of a committed unit of work. */
  public void publish(Unit.Told told) {
    if (told instanceof Unit.Event event) {
      publish(event);
    } else if (told instanceof Unit.Message message) {
      message.deliveries().forEach(Runnable::run);
    }
  }

  /** Publishes that a key expired and was removed. */
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
