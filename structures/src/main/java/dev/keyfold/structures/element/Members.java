package dev.keyfold.structures.element;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Slice;
import dev.keyfold.structures.entries.WorkEntries;
import dev.keyfold.structures.layout.Damage;
import dev.keyfold.structures.layout.Layout;
import dev.keyfold.structures.layout.Meta;
import dev.keyfold.structures.layout.StructureLimits;
import dev.keyfold.structures.type.FieldVisitor;
import dev.keyfold.structures.type.NameVisitor;
import dev.keyfold.structures.type.StructureType;
import dev.keyfold.structures.work.UnitOfWork;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The common part of hashes and sets: entries under an id, by field or member. */
public final class Members {
  /** Values are read in chunks; big values make them small. */
  private static final int FIRST_CHUNK = 32;

  private static final int MOST_CHUNK = 1024;
  private static final long CHUNK_BYTES = 1 << 20;

  private final UnitOfWork work;

  public Members(UnitOfWork work) {
    this.work = work;
  }

  private WorkEntries entries() {
    return work.entries();
  }

  private static byte[] key(Meta meta, byte[] member) {
    return Layout.element(Layout.ELEMENTS, meta.id, member);
  }

  /** The value; not to be changed. */
  public byte @Nullable [] get(Meta meta, byte[] member) {
    if (!meta.exists() || member.length > StructureLimits.MEMBER_BYTES) {
      return null;
    }
    return entries().get(key(meta, member));
  }

  public List<byte[]> getAll(Meta meta, List<byte[]> members) {
    if (!meta.exists()) {
      return Collections.nCopies(members.size(), null);
    }
    List<byte[]> values = new ArrayList<>(members.size());
    forEachValue(
        meta,
        members,
        value -> {
          work.collect(value == null ? 0 : value.length);
          values.add(value);
        });
    return values;
  }

  /** Which of the members are there: their values together may be more than fits into memory. */
  private BitSet present(Meta meta, List<byte[]> members) {
    BitSet present = new BitSet(members.size());
    if (meta.exists()) {
      int[] next = {0};
      forEachValue(meta, members, value -> present.set(next[0]++, value != null));
    }
    return present;
  }

  private void forEachValue(Meta meta, List<byte[]> members, Consumer<byte @Nullable []> visitor) {
    List<byte[]> keys = new ArrayList<>(members.size());
    for (byte[] member : members) {
      StructureLimits.checkMember(member);
      keys.add(key(meta, member));
    }
    int chunk = FIRST_CHUNK;
    int from = 0;
    while (from < keys.size()) {
      int to = Math.min(keys.size(), from + chunk);
      long bytes = 0;
      for (byte[] value : entries().getAll(keys.subList(from, to))) {
        bytes += value == null ? 0 : value.length;
        visitor.accept(value);
      }
      chunk =
          bytes > CHUNK_BYTES
              ? (int) Math.max(1, chunk * CHUNK_BYTES / bytes)
              : Math.min(2 * chunk, MOST_CHUNK);
      from = to;
    }
  }

  /** The structure is there, perhaps just made and empty. Whether the member is new. */
  public boolean put(Meta meta, byte[] member, byte[] value) {
    byte[] key = key(meta, member);
    boolean added = meta.size == 0 || entries().get(key) == null;
    put(meta, key, value, added);
    return added;
  }

  private void put(Meta meta, byte[] key, byte[] value, boolean added) {
    if (!added && meta.type == StructureType.SET) {
      return;
    }
    entries().put(key, value);
    if (added) {
      meta.size++;
      work.metas().changed(meta);
      work.rankIndexes().added(meta, key);
    } else {
      // The entry of the name says the same as before; only the listener hears of it.
      work.metas().touched(meta);
    }
  }

  /**
   * Puts several, reading all of them at once before the first is written.
   *
   * @param values one for each; null for members without
   * @return how many are new
   */
  public long putAll(Meta meta, List<byte[]> members, @Nullable List<byte[]> values) {
    BitSet before = meta.size == 0 ? new BitSet() : present(meta, members);
    Set<byte[]> seen = new TreeSet<>(Arrays::compareUnsigned);
    long added = 0;
    for (int i = 0; i < members.size(); i++) {
      byte[] member = members.get(i);
      boolean isNew = seen.add(member) && !before.get(i);
      added += isNew ? 1 : 0;
      put(meta, key(meta, member), values == null ? Layout.NOTHING : values.get(i), isNew);
    }
    return added;
  }

  public boolean remove(Meta meta, byte[] member) {
    if (get(meta, member) == null) {
      return false;
    }
    delete(meta, member);
    return true;
  }

  private void delete(Meta meta, byte[] member) {
    byte[] key = key(meta, member);
    entries().delete(key);
    meta.size--;
    work.rankIndexes().removed(meta, key);
    work.metas().shrunk(meta);
  }

  /** Removes several, reading all of them at once; how many were there. */
  public long removeAll(Meta meta, List<byte[]> members) {
    if (members.size() == 1) {
      return remove(meta, members.get(0)) ? 1 : 0;
    }
    BitSet before = present(meta, members);
    Set<byte[]> removed = new TreeSet<>(Arrays::compareUnsigned);
    for (int i = 0; i < members.size(); i++) {
      if (before.get(i) && removed.add(members.get(i))) {
        delete(meta, members.get(i));
      }
    }
    return removed.size();
  }

  /** After the bound, or before it if reversed; null for all. */
  public void forEach(Meta meta, byte @Nullable [] bound, boolean reversed, FieldVisitor visitor) {
    if (!meta.exists()) {
      return;
    }
    byte[] prefix = Layout.prefix(Layout.ELEMENTS, meta.id);
    byte[] start = prefix;
    byte[] end = Bytes.successor(prefix);
    if (bound != null) {
      byte[] key = key(meta, bound);
      if (reversed) {
        end = key;
      } else {
        start = Bytes.next(key);
      }
    }
    boolean keysOnly = meta.type == StructureType.SET;
    Slice member = new Slice();
    try (Cursor cursor = work.ranks().scan(meta, KeyRange.of(start, end), reversed, keysOnly)) {
      boolean more = true;
      while (more && cursor.next()) {
        last(cursor.key(), prefix.length, member);
        more = visitor.visit(member, keysOnly ? member : cursor.value());
      }
    }
  }

  private static void last(Slice key, int prefixLength, Slice member) {
    member.set(key.array(), key.offset() + prefixLength, key.length() - prefixLength);
  }

  private byte[] at(Meta meta, long rank) {
    try (Cursor cursor = work.ranks().open(meta, rank, false, true)) {
      Damage.step(meta, cursor);
      Slice key = cursor.key();
      work.collect(key.length());
      return Arrays.copyOfRange(
          key.array(), key.offset() + Layout.prefixLength(meta.id), key.offset() + key.length());
    }
  }

  public List<byte[]> sampleWithRepeats(Meta meta, long count, RandomGenerator random) {
    if (!meta.exists()) {
      return List.of();
    }
    List<byte[]> sample = new ArrayList<>();
    if (count * 4 >= meta.size) {
      List<byte[]> all = all(meta);
      Damage.require(meta, all.size() == meta.size);
      for (long i = 0; i < count; i++) {
        byte[] member = all.get(random.nextInt(all.size())).clone();
        work.collect(member.length);
        sample.add(member);
      }
    } else {
      for (long i = 0; i < count; i++) {
        sample.add(at(meta, random.nextLong(meta.size)));
      }
    }
    return sample;
  }

  public List<byte[]> sample(Meta meta, long count, RandomGenerator random) {
    if (!meta.exists() || count <= 0) {
      return List.of();
    }
    List<byte[]> sample;
    if (count >= meta.size) {
      sample = all(meta);
    } else {
      sample = new ArrayList<>();
      SortedSet<Long> ranks = ranks(count, meta.size, random);
      if (count * 4 >= meta.size) {
        addAt(meta, ranks, sample);
      } else {
        ranks.forEach(rank -> sample.add(at(meta, rank)));
      }
    }
    shuffle(sample, random);
    return sample;
  }

  /** Passes all members, and keeps those of the ranks. */
  private void addAt(Meta meta, SortedSet<Long> ranks, List<byte[]> sample) {
    Iterator<Long> wanted = ranks.iterator();
    long[] next = {wanted.next()};
    long[] rank = {0};
    forEach(
        meta,
        null,
        false,
        (member, value) -> {
          if (rank[0]++ == next[0]) {
            work.collect(member.length());
            sample.add(member.toArray());
            next[0] = wanted.hasNext() ? wanted.next() : -1;
          }
          return next[0] >= 0;
        });
    Damage.require(meta, sample.size() == ranks.size());
  }

  /** Different ones; each step picks among what is left, as if drawn from an urn. */
  private static SortedSet<Long> ranks(long count, long size, RandomGenerator random) {
    TreeSet<Long> ranks = new TreeSet<>();
    for (long top = size - count; top < size; top++) {
      if (!ranks.add(random.nextLong(top + 1))) {
        ranks.add(top);
      }
    }
    return ranks;
  }

  private static void shuffle(List<byte[]> list, RandomGenerator random) {
    for (int i = list.size() - 1; i > 0; i--) {
      Collections.swap(list, i, random.nextInt(i + 1));
    }
  }

  private List<byte[]> all(Meta meta) {
    List<byte[]> all = new ArrayList<>();
    forEach(
        meta,
        null,
        false,
        (member, value) -> {
          work.collect(member.length());
          return all.add(member.toArray());
        });
    return all;
  }

  public void intersect(List<Meta> sets, NameVisitor visitor) {
    List<Meta> bySize = new ArrayList<>(sets);
    bySize.sort(Comparator.comparingLong(set -> set.size));
    if (bySize.isEmpty() || !bySize.get(0).exists()) {
      return;
    }
    if (MemberMerge.isCheaperThan(bySize.get(0).size * (sets.size() - 1), sets)) {
      MemberMerge.run(work, sets, (member, in) -> anyIs(in, 0, true) || visitor.visit(member));
      return;
    }
    forEach(
        bySize.get(0),
        null,
        false,
        (member, nothing) -> {
          byte[] asked = member.toArray();
          for (int i = 1; i < bySize.size(); i++) {
            if (get(bySize.get(i), asked) == null) {
              return true;
            }
          }
          return visitor.visit(member);
        });
  }

  public void difference(List<Meta> sets, NameVisitor visitor) {
    if (MemberMerge.isCheaperThan(sets.get(0).size * (sets.size() - 1), sets)) {
      MemberMerge.run(
          work,
          sets,
          (member, in) -> Double.isNaN(in[0]) || anyIs(in, 1, false) || visitor.visit(member));
      return;
    }
    forEach(
        sets.get(0),
        null,
        false,
        (member, nothing) -> {
          byte[] asked = member.toArray();
          for (int i = 1; i < sets.size(); i++) {
            if (get(sets.get(i), asked) != null) {
              return true;
            }
          }
          return visitor.visit(member);
        });
  }

  /** Whether any of the sets from that one on lacks the member, or has it. */
  private static boolean anyIs(double[] scores, int from, boolean missing) {
    for (int i = from; i < scores.length; i++) {
      if (Double.isNaN(scores[i]) == missing) {
        return true;
      }
    }
    return false;
  }

  public void union(List<Meta> sets, NameVisitor visitor) {
    MemberMerge.run(work, sets, (member, in) -> visitor.visit(member));
  }
}
