package dev.keyfold.redis.command;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/**
 * A key specification as in COMMAND INFO: which of a command's arguments are keys, and how they are
 * accessed.
 *
 * <p>The first key is at a fixed position or after a keyword. The last key is at a position
 * (negative: counted from the end) or given by a number of keys. Immutable.
 *
 * @param flags such as {@code RO ACCESS} or {@code RW ACCESS DELETE}, as in COMMAND INFO
 * @param keyword the keyword before the first key; empty for a fixed position
 * @param first the position, or where the search for the keyword starts (negative: backwards from
 *     the end)
 * @param last the last key relative to the first, or from the end if negative; unused with counted
 * @param step the distance between keys
 * @param counted whether the argument at the first position is the number of keys that follow it
 */
public record KeySpec(
    List<String> flags, String keyword, int first, int last, int step, boolean counted) {
  private static final int UNKNOWN = 0;

  /** One key at a position. */
  public static KeySpec key(String flags, int position) {
    return range(flags, position, 0, 1);
  }

  /** Keys from a position on; last is relative to the first, or from the end if negative. */
  public static KeySpec range(String flags, int first, int last, int step) {
    return new KeySpec(words(flags), "", first, last, step, false);
  }

  /** One key after a keyword, which is searched from a position on. */
  public static KeySpec afterKeyword(String flags, String keyword, int from) {
    return new KeySpec(words(flags), keyword, from, 0, 1, false);
  }

  /** Keys preceded by their number, which is at that position. */
  public static KeySpec counted(String flags, int position) {
    return new KeySpec(words(flags), "", position, 0, 1, true);
  }

  /**
   * Keys without fixed positions, shown as unknown by COMMAND INFO; a {@link KeyFinder} may find
   * them.
   */
  public static KeySpec unknown(String flags) {
    return new KeySpec(words(flags), "", UNKNOWN, 0, 0, false);
  }

  private static List<String> words(String flags) {
    return List.of(flags.split(" "));
  }

  /** Whether a key of this kind is read. */
  public boolean reads() {
    return flags.contains("ACCESS") || flags.contains("VARIABLE_FLAGS");
  }

  /** Whether a key of this kind is changed in any way. */
  public boolean writes() {
    return flags.contains("INSERT")
        || flags.contains("UPDATE")
        || flags.contains("DELETE")
        || flags.contains("VARIABLE_FLAGS");
  }

  /** Whether it is about arguments that only look like keys: they count for routing alone. */
  boolean isNoKey() {
    return flags.contains("NOT_KEY");
  }

  /** Whether the keys have no fixed positions. */
  boolean isUnknown() {
    return keyword.isEmpty() && first == UNKNOWN;
  }

  /** Whether the positions are fixed, so that the legacy form of COMMAND INFO can express them. */
  boolean isFixed() {
    return keyword.isEmpty() && !counted && !isUnknown();
  }

  /** Adds the keys of a command; false if the arguments do not fit. */
  boolean find(byte[][] arguments, List<Key> keys) {
    int at = keyword.isEmpty() ? first : behindKeyword(arguments);
    if (at < 0 || at >= arguments.length) {
      return !keyword.isEmpty();
    }
    int end;
    if (counted) {
      int count = count(arguments[at]);
      if (count < 0 || at + (long) count * step >= arguments.length) {
        return false;
      }
      at++;
      end = at + count * step - 1;
    } else {
      end = last >= 0 ? at + last : arguments.length + last;
    }
    if (end >= arguments.length) {
      return false;
    }
    for (int i = at; i <= end; i += step) {
      keys.add(new Key(i, this));
    }
    return true;
  }

  private int behindKeyword(byte[][] arguments) {
    int direction = first < 0 ? -1 : 1;
    int from = first < 0 ? arguments.length + first : first;
    for (int i = from; i > 0 && i < arguments.length - 1; i += direction) {
      if (new String(arguments[i], StandardCharsets.ISO_8859_1)
          .toUpperCase(Locale.ROOT)
          .equals(keyword)) {
        return i + 1;
      }
    }
    return -1;
  }

  private static int count(byte[] text) {
    try {
      return Integer.parseInt(new String(text, StandardCharsets.ISO_8859_1));
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  /**
   * One key of a command.
   *
   * @param position which argument it is
   * @param spec what happens to it
   */
  public record Key(int position, KeySpec spec) {}
}
