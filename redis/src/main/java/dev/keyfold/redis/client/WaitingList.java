package dev.keyfold.redis.client;

/** Something that clients wait in, and that lets go of those who are gone. */
public interface WaitingList {
  /** The client waits no more, and gets no reply. */
  void forget(Client client);
}
