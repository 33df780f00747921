package dev.keyfold.table.where;

import dev.keyfold.codec.Limits;
import org.jspecify.annotations.Nullable;

/** Which names tables, fields and indexes may have. */
public final class NameRules {
  private NameRules() {}

  /** Whether a text is one word, as fields have them. */
  static boolean isWord(@Nullable String name) {
    if (name == null || name.isEmpty()) {
      return false;
    }
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (!(c == '_' || Character.isLetter(c) || (i > 0 && Character.isDigit(c)))) {
        return false;
      }
    }
    return true;
  }

  /**
   * Refuses what could not be read back. How long a name may be is for those to say who keep it.
   */
  static void check(String what, String name) {
    if (!isWord(name)) {
      throw new WhereException(
          null, -1, what + " '" + name + "'", "a letter or _, then letters, digits or _");
    }
  }

  /** A name that is stored. */
  static void checkStored(String what, String name) {
    check(what, name);
    if (name.length() > Limits.NAME_LENGTH) {
      throw new WhereException(
          null, -1, what + " of " + name.length() + " characters", "at most " + Limits.NAME_LENGTH);
    }
  }

  /** Functions have ASCII names: lower-casing others is not the same everywhere. */
  static boolean isFunction(String name) {
    return isWord(name) && name.chars().allMatch(c -> c < 128);
  }

  /** Refuses a name that no function can have. */
  public static void checkFunction(String name) {
    if (!isFunction(name)) {
      throw new WhereException(null, -1, "the function name '" + name + "'", FUNCTIONS);
    }
  }

  static final String FUNCTIONS = "a function's name: the letters a to z, digits and _";
}
