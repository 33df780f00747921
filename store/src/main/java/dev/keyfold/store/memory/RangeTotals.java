package dev.keyfold.store.memory;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.RangeEstimate;
import org.jspecify.annotations.Nullable;

/**
 * Counts what is in a range. Every inner node knows what is below it, so only the two leaves at the
 * ends are looked into, and the result is exact.
 */
final class RangeTotals {
  private long entries;
  private long bytes;

  private RangeTotals() {}

  static RangeEstimate of(Node root, KeyRange range) {
    RangeTotals totals = new RangeTotals();
    if (!range.isEmpty()) {
      totals.add(root, range.start(), range.end());
    }
    return new RangeEstimate(totals.bytes, totals.entries);
  }

  /** Null for a bound that lies outside of the node. */
  private void add(Node node, byte @Nullable [] start, byte @Nullable [] end) {
    if (start == null && end == null) {
      entries += node.entries();
      bytes += node.bytes;
    } else if (node instanceof Leaf leaf) {
      int first = start == null ? 0 : leaf.indexFrom(start);
      int last = end == null ? leaf.count : leaf.indexFrom(end);
      entries += last - first;
      for (int i = first; i < last; i++) {
        bytes += leaf.keyLength(i) + leaf.valueLength(i);
      }
    } else {
      Inner inner = (Inner) node;
      int first = start == null ? 0 : inner.childFor(start, 0, start.length);
      int last = end == null ? inner.count : inner.childFor(end, 0, end.length);
      for (int i = first; i <= last; i++) {
        add(inner.children[i], i == first ? start : null, i == last ? end : null);
      }
    }
  }
}
