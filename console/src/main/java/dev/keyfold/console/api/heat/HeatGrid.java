package dev.keyfold.console.api.heat;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.console.heat.HeatRecorder.Column;
import dev.keyfold.console.heat.HeatRecorder.Sample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The heat map: a histogram of samples by time and key. Each row is a range of keys, in key order,
 * and each cell has the number of reads and writes.
 *
 * <p>Rows have about the same number of distinct keys, not the same load: a hot key is then one
 * bright row instead of many grey ones. A sharded table has one row per shard, or one for a few of
 * them.
 */
final class HeatGrid {
  private static final int ROWS_A_SEGMENT = 24;
  private static final int ROWS = 96;

  /** A row: keys from {@code first} on, up to the next row. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Line(
      KeySegment segment, byte[] first, String label, long[] reads, long[] writes) {}

  private final List<Column> columns;
  private final Map<KeySegment, List<Sample>> bySegment = new LinkedHashMap<>();
  private final IdentityHashMap<Sample, KeySegment> segmentOf = new IdentityHashMap<>();
  private final List<Line> lines = new ArrayList<>();

  HeatGrid(List<Column> columns, HeatKeys keys) {
    this.columns = columns;
    TreeMap<byte[], KeySegment> segments = new TreeMap<>(Arrays::compareUnsigned);
    for (Column column : columns) {
      for (Sample sample : column.samples()) {
        KeySegment segment = keys.segmentOf(sample.key());
        if (segment.isData()) {
          bySegment.computeIfAbsent(segment, s -> new ArrayList<>()).add(sample);
          segmentOf.put(sample, segment);
          segments.putIfAbsent(sample.key(), segment);
        }
      }
    }
    List<KeySegment> ordered = segments.values().stream().distinct().toList();
    int most = Math.max(4, Math.min(ROWS_A_SEGMENT, ROWS / Math.max(1, ordered.size())));
    ordered.forEach(segment -> addLines(segment, most));
    fill();
  }

  /** The samples of each segment. */
  Map<KeySegment, List<Sample>> segments() {
    return bySegment;
  }

  private void addLines(KeySegment segment, int most) {
    TreeSet<byte[]> keys = new TreeSet<>(Arrays::compareUnsigned);
    bySegment.getOrDefault(segment, List.of()).forEach(sample -> keys.add(sample.key()));
    if (segment.shards() > 0) {
      addShards(segment, most);
      return;
    }
    int step = Math.max(1, (keys.size() + most - 1) / most);
    int at = 0;
    List<String> before = List.of();
    for (byte[] key : keys) {
      if (at++ % step == 0) {
        List<String> values = segment.values(key);
        lines.add(line(segment, key, label(values, before)));
        before = values;
      }
    }
  }

  /** The values up to the first that differs from those of the previous row. */
  private static String label(List<String> values, List<String> before) {
    int differs = 0;
    while (differs < values.size() - 1
        && differs < before.size()
        && values.get(differs).equals(before.get(differs))) {
      differs++;
    }
    return values.isEmpty() ? "" : String.join(" · ", values.subList(0, differs + 1));
  }

  private void addShards(KeySegment segment, int most) {
    int shards = segment.shards();
    int step = Math.max(1, (shards + most - 1) / most);
    for (int shard = 0; shard < shards; shard += step) {
      byte[] prefix = segment.place().keys().prefix();
      byte[] first = Arrays.copyOf(prefix, prefix.length + 2);
      Bytes.putShort(first, prefix.length, shard);
      int last = Math.min(shards, shard + step) - 1;
      lines.add(
          line(segment, first, last == shard ? "shard " + shard : "shards " + shard + "–" + last));
    }
  }

  private Line line(KeySegment segment, byte[] first, String label) {
    return new Line(segment, first, label, new long[columns.size()], new long[columns.size()]);
  }

  private void fill() {
    TreeMap<byte[], Line> index = new TreeMap<>(Arrays::compareUnsigned);
    lines.forEach(line -> index.put(line.first, line));
    for (int c = 0; c < columns.size(); c++) {
      for (Sample sample : columns.get(c).samples()) {
        Map.Entry<byte[], Line> entry = index.floorEntry(sample.key());
        if (entry != null && entry.getValue().segment.equals(segmentOf.get(sample))) {
          Line line = entry.getValue();
          (sample.write() ? line.writes : line.reads)[c] += sample.weight();
        }
      }
    }
  }

  Map<String, Object> toJson() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("columns", columns.stream().map(Column::start).toList());
    List<Object> rows = new ArrayList<>();
    for (Line line : lines) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("segment", line.segment.title());
      row.put("label", line.label);
      row.put("key", Bytes.toHex(line.first));
      row.put("reads", Arrays.stream(line.reads).boxed().toList());
      row.put("writes", Arrays.stream(line.writes).boxed().toList());
      rows.add(row);
    }
    json.put("rows", rows);
    return json;
  }
}
