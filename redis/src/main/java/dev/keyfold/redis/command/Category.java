package dev.keyfold.redis.command;

import java.util.Locale;

/** Groups of commands that rights are given by, in the order of ACL CAT. */
public enum Category {
  /** Keys of any type. */
  KEYSPACE,
  /** Reads keys. */
  READ,
  /** Writes keys. */
  WRITE,
  /** Sets. */
  SET,
  /** Sorted sets. */
  SORTEDSET,
  /** Lists. */
  LIST,
  /** Hashes. */
  HASH,
  /** Strings. */
  STRING,
  /** Bits of strings. */
  BITMAP,
  /** Distinct counts. */
  HYPERLOGLOG,
  /** Places. */
  GEO,
  /** Streams. */
  STREAM,
  /** Channels. */
  PUBSUB,
  /** For operators. */
  ADMIN,
  /** Constant or logarithmic time. */
  FAST,
  /** The others. */
  SLOW,
  /** May wait for another client. */
  BLOCKING,
  /** Better thought over. */
  DANGEROUS,
  /** About the connection. */
  CONNECTION,
  /** Transactions. */
  TRANSACTION,
  /** Scripts. */
  SCRIPTING;

  /** As ACL CAT writes it. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
