package dev.keyfold.redis.state;

/**
 * Patterns as Redis has them: {@code *} any bytes, {@code ?} one byte, {@code [a-c]} and {@code
 * [^a-c]} one of a class, a backslash before a byte that means itself.
 */
public final class Glob {
  /** A pattern with more stars that matter fits nothing, as in Redis: it would cost too much. */
  private static final int MOST_STARS = 1000;

  private Glob() {}

  /** Whether the text matches the pattern. */
  public static boolean matches(byte[] pattern, byte[] text) {
    return matches(pattern, text, false);
  }

  /** Whether the text matches the pattern, optionally ignoring case. */
  public static boolean matches(byte[] pattern, byte[] text, boolean anyCase) {
    int p = 0;
    int t = 0;
    // Only the last star need be tried again: what an earlier one could still take, it can too.
    int starPattern = -1;
    int starText = -1;
    int stars = 0;
    while (t < text.length) {
      if (p < pattern.length && pattern[p] == '*') {
        boolean again = p > 0 && starPattern == p;
        if (!again && ++stars > MOST_STARS) {
          return false;
        }
        starPattern = ++p;
        starText = t;
        continue;
      }
      int next = p < pattern.length ? one(pattern, p, text[t] & 0xff, anyCase) : -1;
      if (next >= 0) {
        p = next;
        t++;
      } else if (starPattern >= 0) {
        p = starPattern;
        t = ++starText;
      } else {
        return false;
      }
    }
    while (p < pattern.length && pattern[p] == '*') {
      p++;
    }
    return p == pattern.length;
  }

  /** What every text begins with that fits the pattern. */
  public static byte[] literalPrefix(byte[] pattern) {
    int end = 0;
    while (end < pattern.length && "*?[\\".indexOf(pattern[end]) < 0) {
      end++;
    }
    return java.util.Arrays.copyOf(pattern, end);
  }

  /** The position in the pattern after the part that matches the byte; -1 if it does not match. */
  private static int one(byte[] pattern, int at, int c, boolean anyCase) {
    return switch (pattern[at]) {
      case '?' -> at + 1;
      case '[' -> oneOf(pattern, at + 1, c, anyCase);
      case '\\' -> {
        // At the end of a pattern it means itself.
        int literal = Math.min(at + 1, pattern.length - 1);
        yield same(pattern[literal] & 0xff, c, anyCase) ? literal + 1 : -1;
      }
      default -> same(pattern[at] & 0xff, c, anyCase) ? at + 1 : -1;
    };
  }

  private static int oneOf(byte[] pattern, int from, int c, boolean anyCase) {
    int p = from;
    boolean not = p < pattern.length && pattern[p] == '^';
    if (not) {
      p++;
    }
    boolean found = false;
    while (p < pattern.length && pattern[p] != ']') {
      if (pattern[p] == '\\' && p + 1 < pattern.length) {
        p++;
        found |= (pattern[p] & 0xff) == c;
        p++;
      } else if (p + 2 < pattern.length && pattern[p + 1] == '-') {
        found |= within(pattern[p] & 0xff, pattern[p + 2] & 0xff, c, anyCase);
        p += 3;
      } else {
        found |= same(pattern[p] & 0xff, c, anyCase);
        p++;
      }
    }
    // A class that is not closed ends with the pattern.
    int next = Math.min(p + 1, pattern.length);
    return found != not ? next : -1;
  }

  private static boolean within(int first, int second, int c, boolean anyCase) {
    int low = Math.min(fold(first, anyCase), fold(second, anyCase));
    int high = Math.max(fold(first, anyCase), fold(second, anyCase));
    int folded = fold(c, anyCase);
    return folded >= low && folded <= high;
  }

  private static boolean same(int a, int b, boolean anyCase) {
    return fold(a, anyCase) == fold(b, anyCase);
  }

  private static int fold(int c, boolean anyCase) {
    return anyCase && c >= 'A' && c <= 'Z' ? c | 0x20 : c;
  }
}
