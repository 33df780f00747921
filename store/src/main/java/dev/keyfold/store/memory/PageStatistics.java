package dev.keyfold.store.memory;

import java.util.Map;
import java.util.TreeMap;

/** Walks over all pages of a tree, without looking into them. */
final class PageStatistics {
  private long pages;
  private long live;
  private long capacity;

  private PageStatistics() {}

  static Map<String, Long> of(Node root) {
    PageStatistics statistics = new PageStatistics();
    statistics.add(root);
    Map<String, Long> metrics = new TreeMap<>();
    metrics.put("entries", root.entries());
    metrics.put("bytes", root.bytes);
    metrics.put("pages", statistics.pages);
    metrics.put("depth", root instanceof Inner inner ? inner.level + 1L : 1L);
    metrics.put("fill", statistics.live * 100 / Math.max(1, statistics.capacity));
    return metrics;
  }

  private void add(Node node) {
    if (node instanceof Inner inner) {
      for (int i = 0; i < inner.childCount(); i++) {
        add(inner.children[i]);
      }
    } else {
      pages++;
      live += node.live;
      capacity += node.data.length;
    }
  }
}
