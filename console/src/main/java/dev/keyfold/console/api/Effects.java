package dev.keyfold.console.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The hit rates of caches and filters, from the counters of the layers and the engine. */
final class Effects {
  private Effects() {}

  /** A list of {@code {name, share, of, text}}; empty if the store has no such counters. */
  static List<Object> of(Map<String, Long> metrics) {
    List<Object> list = new ArrayList<>();
    add(list, metrics, "cache", "cache.hits", "cache.misses", "reads answered from the cache");
    add(
        list,
        metrics,
        "bloom filters",
        "bloom.useful",
        "bloom.positive",
        "file reads avoided by the filters");
    add(
        list,
        metrics,
        "memtable",
        "memtable.hits",
        "memtable.misses",
        "reads answered from the memtable");
    Long asked = metrics.get("guard.asked");
    if (asked != null && asked > 0) {
      list.add(
          effect(
              "bloom guard",
              metrics.getOrDefault("guard.avoided", 0L),
              asked,
              "reads of absent keys avoided"));
    }
    return list;
  }

  private static void add(
      List<Object> list,
      Map<String, Long> metrics,
      String name,
      String good,
      String bad,
      String text) {
    Long hits = metrics.get(good);
    Long misses = metrics.get(bad);
    if (hits != null && misses != null && hits + misses > 0) {
      list.add(effect(name, hits, hits + misses, text));
    }
  }

  private static Map<String, Object> effect(String name, long part, long of, String text) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", name);
    json.put("share", part / (double) of);
    json.put("of", of);
    json.put("text", text);
    return json;
  }
}
