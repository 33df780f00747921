package dev.keyfold.redis.command;

import dev.keyfold.redis.state.Events;

/** What commands tell of a key that they took something from. */
public final class KeyEffects {
  private KeyEffects() {}

  /** Tells an event, and that the key is deleted if nothing is left of it. */
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
