package dev.keyfold.redis.client;

import dev.keyfold.redis.state.ByteKey;
import java.util.Set;

/**
 * The CLIENT TRACKING mode of one client. In {@code broadcast} mode it gets all changed keys with
 * its prefixes, otherwise those it has read: all of them, with {@code optIn} those read after
 * CLIENT CACHING YES, with {@code optOut} all but those read after CLIENT CACHING NO.
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

  /**
   * A mode; {@code redirect} is the id of the client that receives the messages, or 0 for itself.
   */
  public TrackingMode(
      long redirect, boolean broadcast, boolean optIn, boolean optOut, boolean noLoop) {
    this.redirect = redirect;
    this.broadcast = broadcast;
    this.optIn = optIn;
    this.optOut = optOut;
    this.noLoop = noLoop;
  }

  /** The id of the client that receives the messages instead; 0 for none. */
  public long redirect() {
    return redirect;
  }

  /** Whether it gets all changed keys with its prefixes. */
  public boolean isBroadcast() {
    return broadcast;
  }

  /** Whether only reads after CLIENT CACHING YES count. */
  public boolean isOptIn() {
    return optIn;
  }

  /** Whether reads after CLIENT CACHING NO do not count. */
  public boolean isOptOut() {
    return optOut;
  }

  /** Whether it gets no messages for its own changes (NOLOOP). */
  public boolean isNoLoop() {
    return noLoop;
  }

  /** The prefixes of broadcast mode; otherwise empty. */
  public Set<ByteKey> prefixes() {
    return prefixes;
  }

  long memory() {
    return prefixes.memory();
  }

  /** Whether CLIENT CACHING applies to the next command. */
  public boolean isCaching() {
    return caching;
  }

  /** Sets or clears CLIENT CACHING for the next command. */
  public void caching(boolean said) {
    caching = said;
  }

  /** Whether the redirection target is disconnected. */
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
