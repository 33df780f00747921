package dev.keyfold.redis.auth;

import java.util.List;

/**
 * The access that a command needs.
 *
 * @param command its number
 * @param name its full name
 * @param first its first argument, as rights may depend on it; empty if it has none
 * @param keys the keys it would access
 * @param channels the channels it would use
 */
public record CommandAccess(
    int command, String name, String first, List<Key> keys, List<Channel> channels) {
  /** A key, and what would happen to it. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Key(byte[] name, boolean read, boolean write) {}

  /** A channel, or a pattern of channels. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Channel(byte[] name, boolean pattern) {}
}
