package dev.keyfold.store.hbase;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Estimates how many keys lie in a range from samples of some of them. Made for one range.
 *
 * <p>Keys are read as numbers, so that a sample of neighbours tells how dense keys are there. Read
 * in base 256 they would be anything but evenly spread: of the 256 values of a byte, text of digits
 * uses ten. So each byte position behind what all keys share has an alphabet, and a key is a number
 * in mixed radix over these alphabets:
 *
 * <pre>
 *   U0731  with alphabets {U} {0 1} {0..9} {0..9} {0..9}  is  0.0731 * 5, between 0 and 1
 * </pre>
 *
 * Some keys are fetched first to learn the alphabets, from all over the range: one that is asked
 * for and found tells that bytes between those seen are used, too. Then the range is cut into equal
 * strata, and the keys at the beginning of each are fetched. If they reach its end they are all of
 * it; otherwise it is taken to be as dense as they are, up to its last key.
 */
final class KeyDensity {
  static final int SAMPLE = 256;

  private static final int STRATA = 12;
  private static final int LESSONS = 8;
  private static final int LESSON = 32;

  /** Beyond so many times what a sample reaches, it is worth a request to see where keys end. */
  private static final double FAR = 4;

  /** Positions that are read as digits. */
  private static final int POSITIONS = 16;

  /** Irrational, so that lessons differ in all positions. */
  private static final double GOLDEN = 0.618033988749895;

  /** Symbols of digits, capital and small letters. */
  private static final int[][] CLASSES = {
    {'0' + 1, '9' + 1}, {'A' + 1, 'Z' + 1}, {'a' + 1, 'z' + 1}
  };

  /** Where keys come from. */
  interface Keys {
    /** The first ones of the range, in order. */
    List<byte[]> first(KeyRange range, int limit) throws IOException;

    /** The last one of the range, null if it is empty. */
    byte @Nullable [] last(KeyRange range) throws IOException;
  }

  private final Keys keys;
  private final KeyRange range;
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

  private KeyDensity(Keys keys, KeyRange range, byte[] begin, byte[] last) {
    this.keys = keys;
    this.range = range;
    this.begin = begin;
    this.last = last;
    int mismatch = Arrays.mismatch(begin, last);
    this.shared = mismatch < 0 ? begin.length : mismatch;
  }

  /**
   * About how many keys the range has.
   *
   * @param first its first keys, {@link #SAMPLE} of them
   * @param last its last key
   */
  static double count(Keys keys, KeyRange range, List<byte[]> first, byte[] last)
      throws IOException {
    KeyDensity density = new KeyDensity(keys, range, first.get(0), last);
    first.forEach(density::learn);
    density.learn(last);
    density.learnAlphabets();
    return density.count(first);
  }

  private static int symbol(byte[] key, int at) {
    return at < key.length ? (key[at] & 0xFF) + 1 : 0;
  }

  private void learn(byte[] key) {
    for (int p = 0; p < POSITIONS; p++) {
      seen[p][symbol(key, shared + p)] = true;
    }
  }

  /** Looks at keys all over the range: each lesson may show how far the next can reach. */
  private void learnAlphabets() throws IOException {
    for (int lesson = 0; lesson < LESSONS; lesson++) {
      byte[] start = Arrays.copyOf(begin, shared + POSITIONS);
      for (int p = 0; p < POSITIONS; p++) {
        double share =
            p == 0 ? (lesson + 0.5) / LESSONS : (0.5 + (lesson + 1) * GOLDEN * (p + 1)) % 1;
        start[shared + p] = between(p, lesson, share);
      }
      if (Bytes.compare(start, begin) > 0 && Bytes.compare(start, last) < 0) {
        List<byte[]> lessons = from(start, LESSON);
        if (!lessons.isEmpty()) {
          compare(start, lessons.get(0));
          lessons.forEach(this::learn);
        }
      }
    }
    for (int p = 0; p < POSITIONS; p++) {
      alphabet[p] = alphabet(p);
    }
  }

  /** Notes which bytes that were never seen before are there; behind a miss nothing was tried. */
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
      // Text that goes on in the next class has all of this one from where it begins.
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

  /** Whether bytes between those that were seen are used, as far as was tried. */
  private boolean isDense(int p) {
    return asked[p] > 0 ? found[p] * 2 >= asked[p] : symbols(p) * 4 >= high(p) - low(p);
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

  private List<byte[]> from(byte[] start, int limit) throws IOException {
    return keys.first(range.intersect(KeyRange.of(start, null)), limit);
  }

  /** From 0 to 1, in the order of keys. */
  private double number(byte[] key) {
    double number = 0;
    double scale = 1;
    for (int p = 0; p < POSITIONS; p++) {
      int symbol = symbol(key, shared + p);
      int digit = Arrays.binarySearch(alphabet[p], symbol);
      scale /= alphabet[p].length;
      if (digit < 0) {
        return number + scale * (-digit - 1); // where the next symbol begins
      }
      number += scale * digit;
    }
    return number;
  }

  /** The first key of the number. */
  private byte[] key(double number) {
    byte[] key = Arrays.copyOf(begin, shared + POSITIONS);
    double rest = number;
    for (int p = 0; p < POSITIONS; p++) {
      rest *= alphabet[p].length;
      int digit = Math.min((int) rest, alphabet[p].length - 1);
      int symbol = alphabet[p][digit];
      if (symbol == 0) {
        return Arrays.copyOf(key, shared + p);
      }
      key[shared + p] = (byte) (symbol - 1);
      rest -= digit;
    }
    return key;
  }

  private double count(List<byte[]> first) throws IOException {
    double low = number(begin);
    double width = (number(last) - low) / STRATA;
    if (width <= 0) {
      return first.size(); // alike in all positions that are looked at
    }
    double count = 0;
    for (int stratum = 0; stratum < STRATA; stratum++) {
      double start = low + stratum * width;
      boolean end = stratum == STRATA - 1;
      List<byte[]> sample = stratum == 0 ? first : from(key(start), SAMPLE);
      count += inStratum(sample, start, end ? Double.MAX_VALUE : start + width, width);
    }
    return Math.max(count, first.size());
  }

  private double inStratum(List<byte[]> sample, double start, double end, double width)
      throws IOException {
    int inside = 0;
    while (inside < sample.size() && number(sample.get(inside)) < end) {
      inside++;
    }
    if (inside < sample.size() || sample.size() < SAMPLE) {
      return inside;
    }
    double reached = number(sample.get(sample.size() - 1)) - start;
    if (reached <= 0) {
      return inside;
    }
    double extent = width;
    if (extent > FAR * reached && end < 1) {
      byte[] furthest = keys.last(range.intersect(KeyRange.of(sample.get(0), key(end))));
      extent = furthest == null ? reached : Math.min(width, number(furthest) - start);
    }
    return inside * Math.max(1, extent / reached);
  }
}
