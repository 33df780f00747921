package dev.keyfold.structures.load;

import dev.keyfold.codec.bytes.Bytes;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Brings entries into the order of their keys, a run of some megabytes at a time: an engine takes
 * sorted entries in a third of the time. Entries that come in order pass through in small pieces.
 * Not thread-safe.
 *
 * <p>Entries lie one after another in one array. They are sorted by the eight bytes that follow
 * what all keys of the run have in common, and only by more where these are the same: keys of one
 * structure begin alike, and to fetch each one for every comparison would take most of the time.
 */
public final class SortedRun {
  private static final int MOST_BYTES =
      (int) Math.min(64 << 20, Math.max(1 << 20, Runtime.getRuntime().maxMemory() / 32));

  private static final int PIECE_BYTES = 256 << 10;
  private static final int FEW = 12;

  /** Takes entries; the arrays are only valid during the call. */
  public interface Sink {
    void put(byte[] key, int keyOffset, int keyLength, byte[] value, int offset, int length);

    /** The next key does not sort after the last one. */
    void startOver();
  }

  private final Sink sink;
  private final int mostBytes;
  private byte[] entries = new byte[1024];
  private int end;

  /** Where each entry begins, and the length of its key; the value follows. */
  private int[] starts = new int[32];

  private int[] keyLengths = new int[32];
  private int count;
  private boolean inOrder = true;
  private int common;

  /** The greatest key that went to the sink; null before the first. */
  private byte @Nullable [] greatest;

  /** While sorting: of each entry its leading bytes, as a number, and its index. */
  private long[] leads = {};

  private int[] order = {};
  private long[] leftLeads = {};
  private int[] left = {};

  public SortedRun(Sink sink) {
    this(sink, MOST_BYTES);
  }

  /** With runs of that size, for tests. */
  public SortedRun(Sink sink, int mostBytes) {
    this.sink = sink;
    this.mostBytes = mostBytes;
  }

  /** Adds an entry; the arrays are the caller's. */
  public void add(byte[] key, int keyLength, byte[] value, int offset, int length) {
    long grown = end + (long) keyLength + length;
    if (count > 0 && grown > (inOrder ? Math.min(PIECE_BYTES, mostBytes) : mostBytes)) {
      end();
      grown = (long) keyLength + length;
    }
    room(grown);
    if (count == 0) {
      common = keyLength;
    } else {
      int last = count - 1;
      inOrder = inOrder && compare(key, 0, keyLength, last) > 0;
      int same = Arrays.mismatch(key, 0, Math.min(keyLength, common), entries, 0, common);
      common = same < 0 ? common : same;
    }
    System.arraycopy(key, 0, entries, end, keyLength);
    System.arraycopy(value, offset, entries, end + keyLength, length);
    starts[count] = end;
    keyLengths[count] = keyLength;
    count++;
    end = (int) grown;
  }

  private void room(long bytes) {
    if (bytes > entries.length) {
      entries =
          Arrays.copyOf(entries, Math.toIntExact(Math.max(bytes, Math.min(bytes * 2, mostBytes))));
    }
    if (count == starts.length) {
      starts = Arrays.copyOf(starts, count * 2);
      keyLengths = Arrays.copyOf(keyLengths, count * 2);
    }
  }

  private int compare(byte[] key, int offset, int length, int index) {
    int start = starts[index];
    return Arrays.compareUnsigned(
        key, offset, offset + length, entries, start, start + keyLengths[index]);
  }

  /** Writes what waits. */
  public void end() {
    if (count == 0) {
      return;
    }
    if (!inOrder) {
      sort();
    }
    int first = inOrder ? 0 : order[0];
    if (greatest != null && compare(greatest, 0, greatest.length, first) >= 0) {
      sink.startOver();
      greatest = null;
    }
    for (int i = 0; i < count; i++) {
      int index = inOrder ? i : order[i];
      int value = starts[index] + keyLengths[index];
      int valueEnd = index == count - 1 ? end : starts[index + 1];
      sink.put(entries, starts[index], keyLengths[index], entries, value, valueEnd - value);
    }
    int last = inOrder ? count - 1 : order[count - 1];
    greatest = Arrays.copyOfRange(entries, starts[last], starts[last] + keyLengths[last]);
    leads = new long[0];
    order = new int[0];
    count = 0;
    end = 0;
    inOrder = true;
  }

  private void sort() {
    leads = new long[count];
    order = new int[count];
    leftLeads = new long[(count + 1) / 2];
    left = new int[(count + 1) / 2];
    byte[] eight = new byte[Long.BYTES];
    for (int i = 0; i < count; i++) {
      int from = starts[i] + common;
      int length = Math.min(Long.BYTES, keyLengths[i] - common);
      if (length == Long.BYTES) {
        leads[i] = Bytes.getLong(entries, from) ^ Long.MIN_VALUE;
      } else {
        Arrays.fill(eight, (byte) 0);
        System.arraycopy(entries, from, eight, 0, length);
        leads[i] = Bytes.getLong(eight, 0) ^ Long.MIN_VALUE;
      }
      order[i] = i;
    }
    sort(0, count);
    leftLeads = new long[0];
    left = new int[0];
  }

  /** A merge sort: half of what is merged is moved aside. */
  private void sort(int from, int to) {
    if (to - from <= FEW) {
      sortFew(from, to);
      return;
    }
    int middle = (from + to) >>> 1;
    sort(from, middle);
    sort(middle, to);
    if (isAfter(leads[middle - 1], order[middle - 1], leads[middle], order[middle])) {
      merge(from, middle, to);
    }
  }

  private void sortFew(int from, int to) {
    for (int i = from + 1; i < to; i++) {
      long lead = leads[i];
      int index = order[i];
      int at = i;
      for (; at > from && isAfter(leads[at - 1], order[at - 1], lead, index); at--) {
        leads[at] = leads[at - 1];
        order[at] = order[at - 1];
      }
      leads[at] = lead;
      order[at] = index;
    }
  }

  private void merge(int from, int middle, int to) {
    int leftEnd = middle - from;
    System.arraycopy(leads, from, leftLeads, 0, leftEnd);
    System.arraycopy(order, from, left, 0, leftEnd);
    int right = middle;
    int at = from;
    for (int i = 0; i < leftEnd; at++) {
      if (right < to && isAfter(leftLeads[i], left[i], leads[right], order[right])) {
        leads[at] = leads[right];
        order[at] = order[right++];
      } else {
        leads[at] = leftLeads[i];
        order[at] = left[i++];
      }
    }
  }

  private boolean isAfter(long lead, int index, long otherLead, int other) {
    return lead == otherLead
        ? compare(entries, starts[index], keyLengths[index], other) > 0
        : lead > otherLead;
  }
}
