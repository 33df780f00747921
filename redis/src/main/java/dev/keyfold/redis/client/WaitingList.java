package dev.keyfold.redis.client;

/** A queue of blocked or delayed commands, from which disconnected clients are removed. */
public interface WaitingList {
  /** Removes the client's command without a reply. */
  void forget(Client client);
}
