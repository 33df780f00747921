package dev.keyfold.redis.client;

import dev.keyfold.redis.state.ByteKey;
import java.util.Set;

/**
 * How one client wants to hear of keys that it may have cached. With {@code broadcast} of all that
 * begin with its prefixes, otherwise of those it has read: all, or by {@code optIn} those read
 * behind a CLIENT CACHING YES, or by {@code optOut} all but those read behind a CLIENT CACHING NO.
 */
public final class TrackingMode {
  private final long redirect;
  private final boolean broadcast;
  private final boolean optIn;
  private final boolean optOut;
  private final boolean noLoop;
  private final NameSet prefixes = new NameSet();
  private boolean caching;
  private boolean redirectBroken;

  /** A mode; {@code redirect} is a client's number, or 0 to hear oneself. */
  public TrackingMode(
      long redirect, boolean broadcast, boolean optIn, boolean optOut, boolean noLoop) {
    this.redirect = redirect;
    this.broadcast = broadcast;
    this.optIn = optIn;
    this.optOut = optOut;
    this.noLoop = noLoop;
  }

  /** The number of the client that hears instead; 0 for none. */
  public long redirect() {
    return redirect;
  }

  /** Whether it hears of all keys with its prefixes. */
  public boolean isBroadcast() {
    return broadcast;
  }

  /** Whether only reads behind CLIENT CACHING YES count. */
  public boolean isOptIn() {
    return optIn;
  }

  /** Whether reads behind CLIENT CACHING NO do not count. */
  public boolean isOptOut() {
    return optOut;
  }

  /** Whether its own changes are none to tell. */
  public boolean isNoLoop() {
    return noLoop;
  }

  /** Of the keys it hears of; empty unless it is broadcast. */
  public Set<ByteKey> prefixes() {
    return prefixes;
  }

  long memory() {
    return prefixes.memory();
  }

  /** Whether CLIENT CACHING was said for the next command. */
  public boolean isCaching() {
    return caching;
  }

  /** Says it for the next command, or takes it back. */
  public void caching(boolean said) {
    caching = said;
  }

  /** Whether the client that should hear is gone. */
  public boolean isRedirectBroken() {
    return redirectBroken;
  }

  void breakRedirect() {
    redirectBroken = true;
  }

  /** Whether the keys of the next command are remembered. */
  public boolean remembersReads() {
    return !broadcast && (optIn ? caching : !(optOut && caching));
  }
}
