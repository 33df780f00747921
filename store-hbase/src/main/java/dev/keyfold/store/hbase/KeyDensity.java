package dev.keyfold.store.hbase;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Estimates how many keys lie in a range from samples of some of them. Made for one range.
 *
 * <p>Keys are read as numbers ({@link KeyAlphabets}), so that a sample of neighbours tells how
 * dense keys are there. The range is cut into equal strata, and the keys at the beginning of each
 * are fetched. If they reach its end they are all of it; otherwise it is taken to be as dense as
 * they are.
 *
 * <p>That is wrong where keys come in heaps, as those of few users among many, or after most were
 * deleted. So where a sample would have to speak for much more than itself, the end of its part is
 * looked up, and then the part is cut in two, most doubtful ones first.
 */
final class KeyDensity {
  static final int SAMPLE = 256;

  private static final int STRATA = 8;

  /** Requests at most to learn more where a sample says little about what lies after it. */
  private static final int REFINEMENTS = 20;

  /** So many times its own length a sample is believed. */
  private static final double SURE = 2;

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
  private final KeyAlphabets alphabets;

  private KeyDensity(Keys keys, KeyRange range, byte[] begin, byte[] last) {
    this.keys = keys;
    this.range = range;
    this.begin = begin;
    this.last = last;
    this.alphabets = new KeyAlphabets(begin, last);
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
    density.alphabets.learn(first, density::from);
    return density.count(first);
  }

  private List<byte[]> from(byte[] start, int limit) throws IOException {
    return keys.first(range.intersect(KeyRange.of(start, null)), limit);
  }

  /** Neighbours that were fetched, and what lies after them up to where the next part begins. */
  private final class Part {
    final List<byte[]> sample;

    /** The last key, or the first that is not of it. */
    final byte[] end;

    /** Whether the end is a key that exists. */
    final boolean tight;

    /** How much further it reaches than the sample, in lengths of the sample. */
    final double times;

    private boolean settled;

    Part(List<byte[]> sample, byte[] end, boolean tight) {
      this.sample = sample;
      this.end = end;
      this.tight = tight;
      double reached = alphabets.distance(sample.get(0), latest());
      double left = alphabets.distance(latest(), end);
      this.times = reached <= 0 || sample.size() < SAMPLE ? 0 : Math.max(0, left / reached);
    }

    byte[] latest() {
      return sample.get(sample.size() - 1);
    }

    double rest() {
      return sample.size() * times;
    }

    /** How much may be wrong with it. */
    double doubt() {
      return settled || times <= SURE ? 0 : rest() * Math.log(times);
    }

    /** The same, of which no more can be learnt. */
    Part settled() {
      settled = true;
      return this;
    }
  }

  private double count(List<byte[]> first) throws IOException {
    List<Part> parts = strata(first);
    for (int i = 0; i < REFINEMENTS; i++) {
      Part worst = Collections.max(parts, Comparator.comparingDouble(Part::doubt));
      if (worst.doubt() <= 0) {
        break;
      }
      parts.remove(worst);
      parts.addAll(refined(worst));
    }
    double count = 0;
    for (Part part : parts) {
      count += part.sample.size() + part.rest();
    }
    return Math.max(count, first.size());
  }

  /** Parts that begin at equal distances, as far as there are keys. */
  private List<Part> strata(List<byte[]> first) throws IOException {
    List<byte[]> starts = new ArrayList<>();
    double width = alphabets.distance(begin, last) / STRATA;
    for (int stratum = 1; stratum < STRATA && width > 0; stratum++) {
      byte[] start = alphabets.after(begin, stratum * width, last);
      if (start != null && Bytes.compare(start, first.get(first.size() - 1)) > 0) {
        starts.add(start);
      }
    }
    List<Part> parts = new ArrayList<>();
    List<byte[]> sample = first;
    for (byte[] start : starts) {
      if (Bytes.compare(start, sample.get(sample.size() - 1)) > 0) {
        parts.add(new Part(sample, start, false));
        sample = from(start, SAMPLE);
        if (sample.isEmpty()) {
          return parts; // deleted meanwhile
        }
      }
    }
    parts.add(new Part(sample, last, true));
    return parts;
  }

  /** The same part as one or two of which more is known. */
  private List<Part> refined(Part part) throws IOException {
    byte[] latest = part.latest();
    if (!part.tight) {
      byte[] furthest = keys.last(range.intersect(KeyRange.of(latest, part.end)));
      return List.of(new Part(part.sample, furthest == null ? latest : furthest, true));
    }
    byte[] middle = middle(part);
    List<byte[]> sample = middle == null ? List.of() : from(middle, SAMPLE);
    if (middle == null || sample.isEmpty()) {
      return List.of(part.settled());
    }
    List<byte[]> inside = sample.stream().filter(k -> Bytes.compare(k, part.end) <= 0).toList();
    Part left = new Part(part.sample, middle, false);
    return inside.isEmpty() ? List.of(left) : List.of(left, new Part(inside, part.end, true));
  }

  /**
   * A key after the sample, so far that it is as many times the sample's length as the end is times
   * that: whatever the distance, some steps lead to where keys end.
   */
  private byte @Nullable [] middle(Part part) {
    double reached = alphabets.distance(part.sample.get(0), part.latest());
    return alphabets.after(part.latest(), reached * Math.sqrt(part.times), part.end);
  }
}
