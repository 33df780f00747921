package dev.keyfold.console.api.heat;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.console.backend.Places;
import dev.keyfold.console.heat.HeatRecorder;
import dev.keyfold.console.heat.HeatRecorder.Sample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The hottest names and rows, and after them the tables and databases whose load is distributed
 * over so many keys that none stands out.
 */
final class HottestKeys {
  private static final int SHOWN = 10;
  private static final int FEWEST_SAMPLES = 4;

  private final HeatKeys keys;
  private final List<Item> items = new ArrayList<>();
  private double all;

  private record Item(double share, Map<String, Object> json) {}

  /** Accesses of one key, or of several. */
  private static final class Load {
    long reads;
    long writes;
    int samples;

    void add(Sample sample) {
      if (sample.write()) {
        writes += sample.weight();
      } else {
        reads += sample.weight();
      }
      samples++;
    }
  }

  HottestKeys(Map<KeySegment, List<Sample>> segments, HeatKeys keys) {
    this.keys = keys;
    for (List<Sample> samples : segments.values()) {
      all += samples.stream().mapToDouble(Sample::weight).sum();
    }
    segments.forEach(this::add);
    items.sort(Comparator.comparingDouble(item -> -item.share));
  }

  /** At most ten, the hottest first. */
  List<Object> toJson() {
    return items.stream().limit(SHOWN).<Object>map(Item::json).toList();
  }

  private void add(KeySegment segment, List<Sample> samples) {
    TreeMap<byte[], Load> byKey = new TreeMap<>(Arrays::compareUnsigned);
    samples.forEach(sample -> byKey.computeIfAbsent(sample.key(), k -> new Load()).add(sample));
    Load rest = new Load();
    for (Sample sample : samples) {
      Load load = byKey.get(sample.key());
      if (load != null && load.samples < FEWEST_SAMPLES) {
        rest.add(sample);
      }
    }
    byKey.forEach(
        (key, load) -> {
          if (load.samples >= FEWEST_SAMPLES) {
            items.add(one(segment, key, load));
          }
        });
    if (rest.samples > 0) {
      boolean some = rest.samples < samples.size();
      items.add(item(segment, some ? "other keys" : "many keys", rest));
    }
  }

  private Item one(KeySegment segment, byte[] key, Load load) {
    List<String> values = segment.values(key);
    Item item = item(segment, label(segment, values), load);
    Map<String, Object> json = item.json;
    json.put("key", Bytes.toHex(key));
    boolean whole = key.length < HeatRecorder.KEY_BYTES && segment.isWhole(values);
    if (whole && segment.database() >= 0) {
      json.put("db", segment.database());
      json.put("name", Bytes.toHex(keys.nameOf(key)));
    } else if (whole && segment.place().kind() == Places.Kind.RECORDS) {
      json.put("row", Bytes.toHex(key));
    }
    return item;
  }

  private static String label(KeySegment segment, List<String> values) {
    if (!segment.isTable()) {
      return values.get(0);
    }
    List<String> fields = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      fields.add(segment.fieldName(i) + " = " + values.get(i));
    }
    return String.join(", ", fields);
  }

  private Item item(KeySegment segment, String label, Load load) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("segment", segment.described());
    json.put("table", segment.place().table());
    json.put("label", label);
    json.put("reads", load.reads);
    json.put("writes", load.writes);
    double share = (load.reads + load.writes) / Math.max(1, all);
    json.put("share", share);
    return new Item(share, json);
  }
}
