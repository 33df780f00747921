package dev.keyfold.redis.command;

import java.util.Locale;

/** Flags of a command; their names in lower case are those of COMMAND INFO. */
public enum Flag {
  /** Changes data. */
  WRITE,
  /** Reads data and changes none. */
  READONLY,
  /** May need more room. */
  DENYOOM,
  /** For operators. */
  ADMIN,
  /** About channels. */
  PUBSUB,
  /** Not for scripts. */
  NOSCRIPT,
  /** May wait for another client. */
  BLOCKING,
  /** Allowed while the server loads. */
  LOADING,
  /** Allowed with stale data. */
  STALE,
  /** Not shown to MONITOR. */
  SKIP_MONITOR,
  /** Not kept in the slow log. */
  SKIP_SLOWLOG,
  /** Constant or logarithmic time. */
  FAST,
  /** Allowed before AUTH. */
  NO_AUTH,
  /** Writes, though it changes no key. */
  MAY_REPLICATE,
  /** May be called without keys. */
  NO_MANDATORY_KEYS,
  /** Not while loading in the background. */
  NO_ASYNC_LOADING,
  /** Not inside a transaction. */
  NO_MULTI,
  /** Its keys cannot be found by positions alone. */
  MOVABLEKEYS,
  /** Allowed while a script hangs. */
  ALLOW_BUSY;

  /** Whether COMMAND INFO lists it; Redis 7.0 keeps this one to itself. */
  boolean isShown() {
    return this != MAY_REPLICATE;
  }

  /** As COMMAND INFO writes it. */
  String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
