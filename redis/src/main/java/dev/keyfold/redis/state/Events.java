package dev.keyfold.redis.state;

/**
 * Kinds of keyspace events, and the letters that {@code notify-keyspace-events} turns them on by.
 */
public final class Events {
  /** Channels {@code __keyspace@db__:key}. */
  public static final int KEYSPACE = 1;

  /** Channels {@code __keyevent@db__:event}. */
  public static final int KEYEVENT = 1 << 1;

  /** Commands of any type, such as DEL. */
  public static final int GENERIC = 1 << 2;

  /** Strings. */
  public static final int STRING = 1 << 3;

  /** Lists. */
  public static final int LIST = 1 << 4;

  /** Sets. */
  public static final int SET = 1 << 5;

  /** Hashes. */
  public static final int HASH = 1 << 6;

  /** Sorted sets. */
  public static final int ZSET = 1 << 7;

  /** Expired keys. */
  public static final int EXPIRED = 1 << 8;

  /** Keys thrown out for want of room. */
  public static final int EVICTED = 1 << 9;

  /** Streams. */
  public static final int STREAM = 1 << 10;

  /** Reads of keys that do not exist. */
  public static final int KEYMISS = 1 << 11;

  /** Types of modules. */
  public static final int MODULE = 1 << 13;

  /** Keys that are new. */
  public static final int NEW = 1 << 14;

  private static final String LETTERS = "KEg$lshzxetm_dn";
  private static final int ALL =
      GENERIC | STRING | LIST | SET | HASH | ZSET | EXPIRED | EVICTED | STREAM | MODULE;

  private Events() {}

  /** The kinds that the letters name; -1 if one is unknown. */
  public static int parse(String letters) {
    int kinds = 0;
    for (int i = 0; i < letters.length(); i++) {
      char letter = letters.charAt(i);
      int at = letter == '_' ? -1 : LETTERS.indexOf(letter);
      if (letter == 'A') {
        kinds |= ALL;
      } else if (at < 0) {
        return -1;
      } else {
        kinds |= 1 << at;
      }
    }
    return kinds;
  }

  /** The letters of the kinds, as CONFIG GET prints them. */
  public static String format(int kinds) {
    StringBuilder text = new StringBuilder();
    if ((kinds & ALL) == ALL) {
      text.append('A');
    } else {
      letters(text, kinds, "g$lshzxetd");
      letters(text, kinds, "n");
    }
    letters(text, kinds, "KEm");
    if ((kinds & ALL) == ALL) {
      letters(text, kinds, "n");
    }
    return text.toString();
  }

  private static void letters(StringBuilder text, int kinds, String which) {
    for (int i = 0; i < which.length(); i++) {
      char letter = which.charAt(i);
      if ((kinds & 1 << LETTERS.indexOf(letter)) != 0) {
        text.append(letter);
      }
    }
  }
}
