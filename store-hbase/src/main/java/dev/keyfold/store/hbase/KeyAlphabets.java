package dev.keyfold.store.hbase;

import dev.keyfold.codec.bytes.Bytes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the keys of a range as numbers. In base 256 they would be anything but evenly spread: of
 * the 256 values of a byte, text of digits uses ten. So each byte position after what all keys
 * share has an alphabet, and a key is a number in mixed radix over these alphabets:
 *
 * <pre>
 *   U0731  with alphabets {U} {0 1} {0..9} {0..9} {0..9}  is  0.0731 * 5, between 0 and 1
 * </pre>
 *
 * Some keys are fetched to learn the alphabets, from all over the range: one that is asked for and
 * found tells that bytes between those seen are used, too. Not thread-safe.
 */
final class KeyAlphabets {
  private static final int LESSONS = 8;
  private static final int LESSON = 32;

  private static final int NEIGHBOURS = 4;

  /** Leaves room to carry. */
  private static final int MOST_STEPS = 1 << 30;

  /** Positions that are read as digits. */
  private static final int POSITIONS = 16;

  /** Irrational, so that lessons differ in all positions. */
  private static final double GOLDEN = 0.618033988749895;

  /** Symbols of digits, capital and small letters. */
  private static final int[][] CLASSES = {
    {'0' + 1, '9' + 1}, {'A' + 1, 'Z' + 1}, {'a' + 1, 'z' + 1}
  };

  /** Fetches keys to learn from. */
  interface Lessons {
    /** The first keys of the range at or after the start. */
    List<byte[]> first(byte[] start, int limit) throws IOException;
  }

  private final byte[] begin;
  private final byte[] last;
  private final int shared;

  /** By position: which symbols were seen. Symbol 0 is the end of a key, others byte + 1. */
  private final boolean[][] seen = new boolean[POSITIONS][257];

  /** By position: how many bytes were asked for at random, and how many of them found. */
  private final int[] asked = new int[POSITIONS];

  private final int[] found = new int[POSITIONS];

  /** By position: the symbols that are used, in order. */
  private final int[][] alphabet = new int[POSITIONS][];

  /** For the range with this first and last key. */
  KeyAlphabets(byte[] begin, byte[] last) {
    this.begin = begin;
    this.last = last;
    int mismatch = Arrays.mismatch(begin, last);
    this.shared = mismatch < 0 ? begin.length : mismatch;
  }

  private static int symbol(byte[] key, int at) {
    return at < key.length ? (key[at] & 0xFF) + 1 : 0;
  }

  private void learn(byte[] key) {
    for (int p = 0; p < POSITIONS; p++) {
      seen[p][symbol(key, shared + p)] = true;
    }
  }

  /**
   * Looks at keys all over the range: each lesson may show how far the next can reach.
   *
   * @param first the first keys of the range
   */
  void learn(List<byte[]> first, Lessons from) throws IOException {
    first.forEach(this::learn);
    learn(last);
    List<byte[]> known = new ArrayList<>(List.of(last, first.get(first.size() / 2)));
    for (int lesson = 0; lesson < LESSONS; lesson++) {
      boolean alike = lesson % 2 == 1;
      byte[] like = known.get(lesson % known.size());
      int gap = alike ? gap(lesson) : 0;
      byte[] start = Arrays.copyOf(alike ? like : begin, shared + POSITIONS);
      for (int p = gap; p < POSITIONS; p++) {
        double share =
            p == 0 ? (lesson + 0.5) / LESSONS : (0.5 + (lesson + 1) * GOLDEN * (p + 1)) % 1;
        start[shared + p] = between(p, lesson, share);
      }
      if (Bytes.compare(start, begin) > 0 && Bytes.compare(start, last) < 0) {
        List<byte[]> lessons = from.first(start, LESSON);
        if (!lessons.isEmpty()) {
          compare(start, lessons.get(0));
          lessons.forEach(this::learn);
          known.add(lessons.get(0));
        }
      }
    }
    for (int p = 0; p < POSITIONS; p++) {
      alphabet[p] = alphabet(p);
    }
  }

  /**
   * A position with bytes between those seen that nobody has asked for, or any. Asked for after the
   * bytes of a key that exists: after others there may be nothing.
   */
  private int gap(int lesson) {
    for (int p = 0; p < POSITIONS; p++) {
      if (!isText(p) && asked[p] == 0 && high(p) - low(p) >= symbols(p)) {
        return p;
      }
    }
    return lesson % POSITIONS;
  }

  /** Notes which bytes that were never seen before are there; after a miss nothing was tried. */
  private void compare(byte[] start, byte[] first) {
    for (int p = 0; p < POSITIONS; p++) {
      int symbol = symbol(start, shared + p);
      boolean hit = symbol(first, shared + p) == symbol;
      if (!seen[p][symbol]) {
        asked[p]++;
        found[p] += hit ? 1 : 0;
      }
      if (!hit) {
        return;
      }
    }
  }

  /** What was seen, and what lies between: within digits and letters only, if it is text. */
  private int[] alphabet(int p) {
    boolean[] used = seen[p].clone();
    if (isText(p)) {
      // Text that continues in the next class has all of this one from where it begins.
      int low = low(p);
      int high = high(p);
      for (int[] one : CLASSES) {
        boolean any = false;
        for (int symbol = one[0]; symbol <= one[1]; symbol++) {
          any |= used[symbol];
        }
        if (any) {
          Arrays.fill(used, Math.max(low, one[0]), Math.min(high, one[1]) + 1, true);
        }
      }
    } else if (isDense(p)) {
      Arrays.fill(used, low(p), high(p) + 1, used[low(p)]);
    }
    return IntStream.range(0, used.length).filter(symbol -> used[symbol]).toArray();
  }

  private boolean isText(int p) {
    for (int symbol = 1; symbol < seen[p].length; symbol++) {
      if (seen[p][symbol] && !isLetterOrDigit(symbol)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isLetterOrDigit(int symbol) {
    for (int[] one : CLASSES) {
      if (symbol >= one[0] && symbol <= one[1]) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether bytes between those that were seen are used, as far as was tried. Several neighbours
   * are those of numbers that count on; then too much is put right later, too little is not.
   */
  private boolean isDense(int p) {
    return run(p) >= NEIGHBOURS
        || (asked[p] > 0 ? found[p] * 2 >= asked[p] : symbols(p) * 4 >= high(p) - low(p));
  }

  /** How many symbols in a row were seen, at most. */
  private int run(int p) {
    int longest = 0;
    int run = 0;
    for (int symbol = 1; symbol < seen[p].length; symbol++) {
      run = seen[p][symbol] ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
    return longest;
  }

  private int symbols(int p) {
    int count = 0;
    for (boolean one : seen[p]) {
      count += one ? 1 : 0;
    }
    return count;
  }

  private int low(int p) {
    int low = 1;
    while (low < 256 && !seen[p][low]) {
      low++;
    }
    return low;
  }

  private int high(int p) {
    int high = 256;
    while (high > 1 && !seen[p][high]) {
      high--;
    }
    return high;
  }

  /** A byte to ask for: any between those seen, or one of them if that did not find any. */
  private byte between(int p, int lesson, double share) {
    boolean text = isText(p) && lesson % 2 == 1;
    if (text || (!isText(p) && asked[p] > 0 && !isDense(p))) {
      int[] symbols = alphabet(p);
      return (byte) Math.max(0, symbols[(int) (symbols.length * share)] - 1);
    }
    return (byte) (low(p) - 1 + (int) ((high(p) - low(p) + 1) * share));
  }

  /** The digit of a symbol; one that is not in the alphabet lies between two digits. */
  private double digit(int p, int symbol) {
    int digit = Arrays.binarySearch(alphabet[p], symbol);
    return digit >= 0 ? digit : -digit - 1.5;
  }

  /**
   * How far apart two keys are; 1 is all that fits after what all keys share. Digit by digit: what
   * both begin with would take away the precision that the rest needs.
   */
  double distance(byte[] from, byte[] to) {
    double distance = 0;
    double scale = 1;
    for (int p = 0; p < POSITIONS; p++) {
      scale /= alphabet[p].length;
      int one = symbol(from, shared + p);
      int other = symbol(to, shared + p);
      if (one != other) {
        distance += scale * (digit(p, other) - digit(p, one));
      }
    }
    return distance;
  }

  /** The first key at this distance after another one; null if that is not before the last. */
  byte @Nullable [] after(byte[] key, double distance, byte[] end) {
    int[] digits = new int[POSITIONS];
    double scale = 1;
    double rest = distance;
    for (int p = 0; p < POSITIONS; p++) {
      scale /= alphabet[p].length;
      int step = (int) Math.min(rest / scale, MOST_STEPS);
      rest -= step * scale;
      digits[p] = (int) Math.ceil(digit(p, symbol(key, shared + p))) + step;
    }
    for (int p = POSITIONS - 1; p >= 0; p--) {
      if (digits[p] >= alphabet[p].length) {
        if (p == 0) {
          return null;
        }
        digits[p - 1] += digits[p] / alphabet[p].length;
        digits[p] %= alphabet[p].length;
      }
    }
    byte[] next = Arrays.copyOf(begin, shared + POSITIONS);
    for (int p = 0; p < POSITIONS; p++) {
      int symbol = alphabet[p][digits[p]];
      if (symbol == 0) {
        next = Arrays.copyOf(next, shared + p);
        break;
      }
      next[shared + p] = (byte) (symbol - 1);
    }
    return Bytes.compare(next, key) > 0 && Bytes.compare(next, end) <= 0 ? next : null;
  }
}
