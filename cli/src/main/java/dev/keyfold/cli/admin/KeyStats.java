package dev.keyfold.cli.admin;

import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.ValueText;
import dev.keyfold.store.Slice;
import dev.keyfold.table.schema.KeyLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Counts over the entries of one range of a store, the rows of a table or the entries of an index,
 * that come in the order of their keys. Entries with the same first field follow one another, so
 * the biggest of such groups are found exactly, whatever their number, with a few of them in
 * memory. Not thread-safe.
 */
final class KeyStats {
  private static final int BIGGEST = 5;

  /**
   * Entries that share the first field of their key, within one shard.
   *
   * @param text the field and its value, {@code user = "U1"}
   */
  record Group(String text, long entries, long bytes) {}

  final String name;
  private final @Nullable KeyLayout layout;
  private final @Nullable KeySchema schema;
  private final long[] shards;
  private final PriorityQueue<Group> biggest =
      new PriorityQueue<>(Comparator.comparingLong(Group::bytes));
  private long entries;
  private long keyBytes;
  private long valueBytes;
  private byte[] group = {};
  private long groupEntries;
  private long groupBytes;

  /**
   * @param layout what the keys are; null if they have no fields
   */
  KeyStats(String name, @Nullable KeyLayout layout) {
    this.name = name;
    this.layout = layout;
    this.schema = layout == null ? null : layout.schema();
    this.shards = new long[schema == null ? 0 : schema.shards()];
  }

  void add(Slice key, Slice value) {
    entries++;
    keyBytes += key.length();
    valueBytes += value.length();
    if (layout == null || schema == null) {
      return;
    }
    boolean same = group.length > 0 && key.startsWith(group);
    if (!same || !schema.format().isNative()) { // elsewhere a value may begin with another's bytes
      byte[] whole = key.toArray();
      int id = layout.prefixLength();
      byte[] own = Arrays.copyOfRange(whole, id, whole.length);
      byte[] found = Arrays.copyOf(whole, id + schema.prefixLength(own, 1));
      if (!same || !Arrays.equals(found, group)) {
        endGroup(layout);
        group = found;
      }
    }
    groupEntries++;
    groupBytes += key.length() + value.length();
    if (shards.length > 0) {
      shards[layout.shardOf(key)]++;
    }
  }

  /** The engine's estimate, without reading. */
  void estimate(long count, long bytes, long[] byShard) {
    entries = count;
    keyBytes = bytes;
    System.arraycopy(byShard, 0, shards, 0, shards.length);
  }

  private void endGroup(KeyLayout of) {
    if (groupEntries == 0) {
      return;
    }
    if (biggest.size() < BIGGEST || biggest.peek().bytes() < groupBytes) {
      biggest.add(new Group(describe(of), groupEntries, groupBytes));
      if (biggest.size() > BIGGEST) {
        biggest.poll();
      }
    }
    groupEntries = 0;
    groupBytes = 0;
  }

  private String describe(KeyLayout of) {
    KeySchema fields = of.schema();
    int id = of.prefixLength();
    KeyReader reader = fields.newReader().reset(group, id, group.length - id).field(0);
    Object value = reader.get();
    return fields.field(0).name() + " = " + ValueText.print(fields.field(0).type(), value);
  }

  /** The biggest groups, the biggest first; nothing more may be added. */
  List<Group> biggest() {
    if (layout != null) {
      endGroup(layout);
    }
    List<Group> groups = new ArrayList<>(biggest);
    groups.sort(Comparator.comparingLong(Group::bytes).reversed().thenComparing(Group::text));
    return groups;
  }

  long entries() {
    return entries;
  }

  /** Bytes of keys and values. */
  long bytes() {
    return keyBytes + valueBytes;
  }

  long keyBytes() {
    return keyBytes;
  }

  long valueBytes() {
    return valueBytes;
  }

  int shardCount() {
    return shards.length;
  }

  long fewestInShard() {
    return Arrays.stream(shards).min().orElse(0);
  }

  long mostInShard() {
    return Arrays.stream(shards).max().orElse(0);
  }

  /** How much more the fullest shard has than a shard should: 1 is even. */
  double imbalance() {
    double mean = (double) Arrays.stream(shards).sum() / Math.max(1, shards.length);
    return mean == 0 ? 1 : mostInShard() / mean;
  }

  /** What the keys of a shard begin with. */
  byte[] shardPrefix(int shard) {
    if (layout == null) {
      throw new IllegalStateException("keys without fields have no shards");
    }
    return layout.shardStart(shard);
  }
}
