package dev.keyfold.redis.auth;

import dev.keyfold.redis.state.ByteKey;
import dev.keyfold.redis.state.Glob;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A user's rights to tables: rules such as {@code table:rw~orders*} of ACL SETUSER, where {@code r}
 * is reading rows, {@code w} changing them, and {@code d} creating, altering and dropping tables of
 * these names. {@code alltables} is {@code table:rwd~*}, {@code resettables} takes all of them
 * away. Confined to the loop, as users are.
 */
public final class TableRights {
  private static final String PREFIX = "table:";

  /** What may be done with tables. */
  public enum Right {
    READ('r'),
    WRITE('w'),
    DEFINE('d');

    private final char letter;

    Right(char letter) {
      this.letter = letter;
    }
  }

  /**
   * Rights to the tables whose names match.
   *
   * @param letters some of {@code rwd}
   * @param pattern as of keys: {@code *}, {@code ?}, {@code [a-z]}
   */
  public record Grant(String letters, String pattern) {
    /** Whether it grants the right to the table of that name; {@code *} is all tables. */
    public boolean allows(String table, Right right) {
      boolean matches =
          pattern.equals("*")
              || (!table.equals("*") && Glob.matches(ByteKey.of(pattern), ByteKey.of(table)));
      return matches && letters.indexOf(right.letter) >= 0;
    }

    @Override
    public String toString() {
      return PREFIX + letters + "~" + pattern;
    }
  }

  private final List<Grant> grants = new ArrayList<>();

  TableRights() {}

  void become(TableRights other) {
    List<Grant> copy = List.copyOf(other.grants);
    grants.clear();
    grants.addAll(copy);
  }

  /** Applies a rule of ACL SETUSER; false if it is not about tables. */
  boolean apply(String rule) {
    String lower = rule.toLowerCase(Locale.ROOT);
    if (lower.equals("resettables")) {
      grants.clear();
      return true;
    }
    if (lower.equals("alltables")) {
      grants.clear();
      grants.add(new Grant("rwd", "*"));
      return true;
    }
    int tilde = rule.indexOf('~');
    if (!lower.startsWith(PREFIX) || tilde < 0) {
      return false;
    }
    String letters = lower.substring(PREFIX.length(), tilde);
    String pattern = rule.substring(tilde + 1);
    if (!letters.matches("[rwd]{1,3}") || pattern.isEmpty() || pattern.contains(" ")) {
      throw new AclException(
          "found " + rule + ", expected table:LETTERS~PATTERN with some of the letters r, w and d");
    }
    Grant grant = new Grant(letters, pattern);
    grants.remove(grant);
    grants.add(grant);
    return true;
  }

  /** All of them. */
  public List<Grant> grants() {
    return List.copyOf(grants);
  }

  /** As rules, each after a blank. */
  String describe() {
    StringBuilder text = new StringBuilder();
    grants.forEach(grant -> text.append(' ').append(grant));
    return text.toString();
  }
}
