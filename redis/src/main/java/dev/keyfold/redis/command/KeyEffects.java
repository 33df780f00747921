package dev.keyfold.redis.command;

import dev.keyfold.redis.state.Events;

/** Keyspace events of commands that remove elements from a key. */
public final class KeyEffects {
  private KeyEffects() {}

  /** Publishes an event, and {@code del} if the key became empty. */
  public static void shrunk(Call call, int kind, String event, byte[] key) {
    call.notify(kind, event, key);
    if (!call.space().keys().exists(key)) {
      call.notify(Events.GENERIC, "del", key);
    }
  }

  /** Deletes a key that a result would have replaced, had there been one. */
  public static void deleted(Call call, byte[] key) {
    if (call.space().keys().delete(key)) {
      call.notify(Events.GENERIC, "del", key);
    }
  }
}
