package dev.keyfold.console.api.heat;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.console.backend.Places;
import dev.keyfold.console.heat.HeatRecorder.Column;
import dev.keyfold.console.heat.HeatRecorder.Sample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Explains the distribution of the load: which name, or which field of which key, causes a hot
 * spot, and which change would remove it. Also reports an even load.
 */
final class HeatDiagnosis {
  private static final int FEWEST = 30;
  private static final double WORTH_A_WORD = 0.01;
  private static final double HOT = 0.4;
  private static final double RISING = 0.8;
  private static final int RISING_COLUMNS = 3;

  private final List<Column> columns;
  private final Map<KeySegment, List<Sample>> segments;

  HeatDiagnosis(List<Column> columns, Map<KeySegment, List<Sample>> segments) {
    this.columns = columns;
    this.segments = segments;
  }

  /** Findings, the most serious first: {@code {level, segment, field, text, help}}. */
  List<Object> findings() {
    double all = segments.values().stream().mapToDouble(HeatDiagnosis::weight).sum();
    List<Map<String, Object>> findings = new ArrayList<>();
    segments.forEach(
        (segment, samples) -> {
          if (samples.size() >= FEWEST && weight(samples) >= all * WORTH_A_WORD) {
            findings.add(finding(segment, samples, weight(samples) / all));
          }
        });
    findings.sort(Comparator.comparing(f -> "hot".equals(f.get("level")) ? 0 : 1));
    return new ArrayList<>(findings);
  }

  private static double weight(List<Sample> samples) {
    return samples.stream().mapToDouble(Sample::weight).sum();
  }

  private Map<String, Object> finding(KeySegment segment, List<Sample> samples, double share) {
    List<Sample> writes = samples.stream().filter(Sample::write).toList();
    if (segment.shards() == 0 && isRising(segment, writes)) {
      return rising(segment);
    }
    for (boolean write : new boolean[] {true, false}) {
      List<Sample> chosen = samples.stream().filter(s -> s.write() == write).toList();
      if (weight(chosen) >= weight(samples) * 0.2 && chosen.size() >= FEWEST / 2) {
        Map<String, Object> hot = concentrated(segment, chosen, write);
        if (hot != null) {
          return hot;
        }
      }
    }
    return finding(
        "fine",
        segment,
        null,
        percent(share)
            + " of all accesses go to "
            + segment.described()
            + ", distributed over "
            + (segment.isTable() ? "its keys." : "their names."),
        "");
  }

  /** Whether nearly every write has a higher key than all writes of the columns before. */
  private boolean isRising(KeySegment segment, List<Sample> writes) {
    if (writes.size() < FEWEST || !segment.isTable()) {
      return false;
    }
    byte[] highest = null;
    double above = 0;
    double all = 0;
    int counted = 0;
    byte[] prefix = segment.place().keys().prefix();
    for (Column column : columns) {
      List<byte[]> keys =
          column.samples().stream()
              .filter(s -> s.write() && Bytes.startsWith(s.key(), prefix))
              .map(Sample::key)
              .toList();
      if (keys.isEmpty()) {
        continue;
      }
      if (highest != null) {
        byte[] before = highest;
        above += keys.stream().filter(k -> Arrays.compareUnsigned(k, before) > 0).count();
        all += keys.size();
        counted++;
      }
      for (byte[] key : keys) {
        highest = highest == null || Arrays.compareUnsigned(key, highest) > 0 ? key : highest;
      }
    }
    return counted >= RISING_COLUMNS && above >= all * RISING;
  }

  private static Map<String, Object> rising(KeySegment segment) {
    String field = segment.fieldName(0);
    return finding(
        "hot",
        segment,
        field,
        "Every write to "
            + segment.described()
            + " goes to the end of the key range, because the key starts with '"
            + field
            + "', which grows with each write.",
        "Put a field with many distinct values before '"
            + field
            + "', or add shards, for example 16. Range queries on '"
            + field
            + "' then read all shards.");
  }

  /** The longest key prefix with a large share of the accesses; null if none exists. */
  private static @Nullable Map<String, Object> concentrated(
      KeySegment segment, List<Sample> samples, boolean write) {
    double all = weight(samples);
    List<String> known = new ArrayList<>();
    double share = 1;
    double found = 0;
    List<Sample> within = samples;
    for (int field = 0; share >= HOT; field++) {
      Map<String, Double> byValue = new HashMap<>();
      for (Sample sample : within) {
        List<String> values = segment.values(sample.key());
        if (values.size() > field) {
          byValue.merge(values.get(field), (double) sample.weight(), Double::sum);
        }
      }
      Map.Entry<String, Double> top =
          byValue.entrySet().stream().max(Map.Entry.comparingByValue()).orElse(null);
      share = top == null ? 0 : top.getValue() / all;
      if (share >= HOT && top != null) {
        int at = field;
        known.add(top.getKey());
        found = share;
        within =
            within.stream()
                .filter(
                    s -> {
                      List<String> values = segment.values(s.key());
                      return values.size() > at && values.get(at).equals(top.getKey());
                    })
                .toList();
      }
    }
    return known.isEmpty() ? null : hot(segment, known, found, write);
  }

  private static Map<String, Object> hot(
      KeySegment segment, List<String> known, double share, boolean write) {
    int last = known.size() - 1;
    String field = segment.fieldName(segment.isTable() ? last : 0);
    String text =
        percent(share)
            + " of the "
            + (write ? "writes to " : "reads of ")
            + segment.described()
            + " go to "
            + where(segment, known)
            + ".";
    return finding("hot", segment, field, text, help(segment, known, field, write));
  }

  /** {@code cart:77}, or {@code rows with user = "u7"}. */
  private static String where(KeySegment segment, List<String> known) {
    if (!segment.isTable()) {
      return known.get(0);
    }
    List<String> where = new ArrayList<>();
    for (int i = 0; i < known.size(); i++) {
      where.add(segment.fieldName(i) + " = " + known.get(i));
    }
    boolean one = segment.isWhole(known);
    boolean index = segment.place().kind() == Places.Kind.INDEX;
    return (index ? (one ? "the entry" : "entries") : (one ? "the row" : "rows"))
        + " with "
        + String.join(", ", where);
  }

  private static String help(KeySegment segment, List<String> known, String field, boolean write) {
    if (segment.title().equals(KeySegment.UNNAMED)) {
      return "";
    }
    if (!segment.isTable()) {
      String name = known.get(0);
      return write
          ? "Split the data over several names, for example "
              + (name + ":0 to " + name + ":15, and combine them when you read.")
          : "Cache the value in the application, or split the data over several names.";
    }
    if (segment.isWhole(known)) {
      return (write
              ? "Write this row less often, or split it into several rows that you add up when"
                  + " you read."
              : "Enable a read cache (read-cache=64m in the store URL).")
          + " Shards do not help with a single row.";
    }
    String next = segment.fieldName(known.size());
    if (segment.shards() > 0) {
      return "All these rows are in the same shard. Choose the shard by "
          + (field + " and " + next + " together, so that the rows of one " + field)
          + " are distributed over several shards.";
    }
    return "Add shards, chosen by the key fields up to "
        + (next + ". A query for one " + field + " then reads all shards and merges the rows.");
  }

  private static String percent(double share) {
    return Math.round(share * 100) + " %";
  }

  private static Map<String, Object> finding(
      String level, KeySegment segment, @Nullable String field, String text, String help) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("level", level);
    json.put("segment", segment.title());
    json.put("field", field);
    json.put("text", text);
    json.put("help", help);
    return json;
  }
}
