package dev.keyfold.store.memory;

import java.util.Arrays;

/**
 * Writes the entries of some neighbouring leaves, and perhaps a new one among them, into more or
 * fewer pages: one routine for splitting, sharing, merging and compacting. Entries are added in the
 * order of their keys and copied, so that the leaves they came from can be written to; then {@link
 * #spread} or {@link #cut} decides what goes into which page; then {@link #write} does it.
 *
 * <p>One for a tree: the buffers are used again and again. Not thread-safe.
 */
final class PagePacker {
  private final Geometry geometry;

  /** The entries as a leaf has them, one after another in key order, from the starts on. */
  private byte[] buffer = new byte[0];

  private int[] starts = new int[64];
  private byte[] marks = new byte[64];
  private byte[][] outside = new byte[64][];
  private int count;

  /** Where pages end, as indexes of entries. */
  private int[] ends = new int[4];

  private int pages;

  PagePacker(Geometry geometry) {
    this.geometry = geometry;
  }

  void clear() {
    Arrays.fill(outside, 0, count, null);
    count = 0;
    pages = 0;
  }

  /** Adds the entries of a leaf from {@code from} (inclusive) to {@code to} (exclusive). */
  void add(Leaf leaf, int from, int to) {
    reserve(to - from, leaf.live);
    // Entries that already lie one after another are copied in one piece.
    int piece = 0;
    int pieceEnd = 0;
    for (int i = from; i < to; i++) {
      int size = leaf.size(i);
      int entry = leaf.offset(i);
      if (entry != pieceEnd) {
        System.arraycopy(
            leaf.data, piece, buffer, starts[count] - (pieceEnd - piece), pieceEnd - piece);
        piece = entry;
      }
      pieceEnd = entry + size;
      marks[count] = (byte) leaf.markOf(i);
      outside[count] = leaf.outsideValue(i);
      starts[count + 1] = starts[count] + size;
      count++;
    }
    System.arraycopy(
        leaf.data, piece, buffer, starts[count] - (pieceEnd - piece), pieceEnd - piece);
  }

  /** Adds a new entry. */
  void add(Entry entry) {
    reserve(1, entry.size());
    entry.writeTo(buffer, starts[count]);
    marks[count] = (byte) entry.mark();
    outside[count] = entry.outside;
    starts[count + 1] = starts[count] + entry.size();
    count++;
  }

  private void reserve(int entries, int bytes) {
    if (count + entries >= starts.length) {
      starts = Arrays.copyOf(starts, (count + entries) * 2);
      marks = Arrays.copyOf(marks, starts.length);
      outside = Arrays.copyOf(outside, starts.length);
    }
    if (starts[count] + bytes > buffer.length) {
      buffer = Arrays.copyOf(buffer, (starts[count] + bytes) * 2);
    }
  }

  /** Spreads all entries evenly over that many pages; over more if they do not fit. */
  void spread(int wanted) {
    spread(0, count, wanted);
  }

  /** Entries from {@code index} on begin another page; each side is one page, if it fits. */
  void cut(int index) {
    spread(0, index, 1);
    spread(index, count, 1);
  }

  private void spread(int first, int last, int wanted) {
    int total = starts[last] - starts[first];
    int from = first;
    for (int page = 1; from < last; page++) {
      int goal =
          page >= wanted ? starts[last] : starts[first] + (int) ((long) total * page / wanted);
      int to = from + 1;
      while (to < last
          && starts[to + 1] - starts[from] <= geometry.pageBytes()
          && (starts[to] + starts[to + 1]) / 2 <= goal) {
        to++;
      }
      if (page < wanted && to < last) {
        to = shortestCut(from, to, last);
      }
      if (pages == ends.length) {
        ends = Arrays.copyOf(ends, pages * 2);
      }
      ends[pages++] = to;
      from = to;
    }
  }

  /**
   * A place near {@code to} to end a page that began at {@code from}: where two neighbours share
   * least, so that the separator is short, and where possible entries with the same first fields
   * stay on one page.
   */
  private int shortestCut(int from, int to, int last) {
    int reach = (to - from) / 8;
    int best = to;
    int least = Integer.MAX_VALUE;
    for (int i = to - reach; i <= to + reach && i < last; i++) {
      if (starts[i] - starts[from] > geometry.pageBytes()) {
        break;
      }
      int shared = shared(i - 1, i);
      if (shared < least || (shared == least && Math.abs(i - to) < Math.abs(best - to))) {
        best = i;
        least = shared;
      }
    }
    return best;
  }

  /** Bytes of all entries. */
  int bytes() {
    return starts[count];
  }

  int pages() {
    return pages;
  }

  /** Bytes of a page. */
  int pageBytes(int page) {
    return starts[ends[page]] - starts[firstOf(page)];
  }

  private int firstOf(int page) {
    return page == 0 ? 0 : ends[page - 1];
  }

  /** Writes a page into the leaf, whose content is lost. */
  void write(int page, Leaf leaf, int capacity) {
    int first = firstOf(page);
    int entries = ends[page] - first;
    int base = starts[first];
    int bytes = pageBytes(page);
    leaf.reset(Math.max(bytes, capacity), expected(entries, bytes, capacity));
    System.arraycopy(buffer, base, leaf.data, 0, bytes);
    leaf.prefix = shared(first, ends[page] - 1);
    long content = bytes - (long) entries * Node.HEADER;
    for (int i = 0; i < entries; i++) {
      int entry = starts[first + i] - base;
      byte[] value = outside[first + i];
      if (value != null) {
        Entry.writeTag(leaf.data, entry, Leaf.OUTSIDE | leaf.addOutside(value));
        content += value.length;
      }
      leaf.setSlot(i, entry, marks[first + i] & 0xFF);
    }
    leaf.count = entries;
    leaf.end = bytes;
    leaf.live = bytes;
    leaf.bytes = content;
  }

  /** How many entries a page will have when it is full, if the others are like these. */
  private static int expected(int entries, int bytes, int capacity) {
    int whenFull = (int) ((long) entries * capacity / bytes) + 1;
    return Math.max(entries, Math.min(whenFull, Math.max(64, entries * 2)));
  }

  /** Adds a leaf to the parent in front of which the separator must be that of the page. */
  void insertInto(Inner parent, int index, int page, Leaf leaf) {
    int first = firstOf(page);
    // Up to the first byte that differs: above everything on the left, not above the right.
    int length = shared(first - 1, first) + 1;
    parent.insertChild(index, leaf, buffer, starts[first] + Node.HEADER, length);
  }

  /** How many bytes the keys of two entries share. */
  private int shared(int one, int other) {
    int left = starts[one];
    int right = starts[other];
    int shorter = Math.min(Node.unsignedShort(buffer, left), Node.unsignedShort(buffer, right));
    return Node.mismatch(buffer, left + Node.HEADER, buffer, right + Node.HEADER, 0, shorter);
  }
}
