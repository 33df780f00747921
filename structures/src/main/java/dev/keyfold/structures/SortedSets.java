package dev.keyfold.structures;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Slice;
import dev.keyfold.structures.element.MemberMerge;
import dev.keyfold.structures.element.Scored;
import dev.keyfold.structures.entries.WorkEntries;
import dev.keyfold.structures.layout.Damage;
import dev.keyfold.structures.layout.Layout;
import dev.keyfold.structures.layout.Meta;
import dev.keyfold.structures.layout.StructureLimits;
import dev.keyfold.structures.rank.RankIndexes;
import dev.keyfold.structures.type.MemberRange;
import dev.keyfold.structures.type.ScoreRange;
import dev.keyfold.structures.type.ScoreVisitor;
import dev.keyfold.structures.type.ScoredMember;
import dev.keyfold.structures.type.ScoresVisitor;
import dev.keyfold.structures.type.StructureType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Members in the order of their scores, those of one score in byte order, of one database. Belongs
 * to its {@link Work}. A score is any double but NaN, which represents "no such member".
 */
public final class SortedSets {
  private final Space space;
  private final Scored scored;

  SortedSets(Space space) {
    this.space = space;
    this.scored = new Scored(space.unit);
  }

  private Meta find(byte[] name) {
    return space.unit.metas().find(space.database, name, StructureType.SORTED_SET);
  }

  private WorkEntries entries() {
    return space.unit.entries();
  }

  /** Number of members. */
  public long size(byte[] name) {
    return find(name).size;
  }

  /** The score of the member; NaN if it does not exist. */
  public double score(byte[] name, byte[] member) {
    return score(find(name), member);
  }

  private double score(Meta meta, byte[] member) {
    if (!meta.exists() || member.length > StructureLimits.MEMBER_BYTES) {
      return Double.NaN;
    }
    byte[] value = entries().get(Layout.element(Layout.MEMBERS, meta.id, member));
    return value == null ? Double.NaN : Damage.score(meta, Slice.of(value));
  }

  /** The scores of the members in their order, NaN for each that does not exist. */
  public double[] scores(byte[] name, List<byte[]> members) {
    Meta meta = find(name);
    double[] scores = new double[members.size()];
    for (int i = 0; i < scores.length; i++) {
      scores[i] = score(meta, members.get(i));
    }
    return scores;
  }

  /** Sets the score of a member, new or not. Its former score, NaN if it is new. */
  public double put(byte[] name, byte[] member, double score) {
    if (Double.isNaN(score)) {
      throw new IllegalArgumentException("a score is a number; found NaN");
    }
    StructureLimits.checkMember(member);
    Meta meta = space.unit.metas().findOrCreate(space.database, name, StructureType.SORTED_SET);
    double former = meta.size == 0 ? Double.NaN : score(meta, member);
    if (former == score) {
      return former;
    }
    RankIndexes directories = space.unit.rankIndexes();
    if (!Double.isNaN(former)) {
      byte[] old = Layout.scored(meta.id, former, member);
      entries().delete(old);
      directories.removed(meta, old);
      space.unit.metas().touched(meta);
    } else {
      meta.size++;
      space.unit.metas().changed(meta);
    }
    byte[] ordered = Layout.scored(meta.id, score, member);
    entries().put(Layout.element(Layout.MEMBERS, meta.id, member), Layout.score(score));
    entries().put(ordered, Layout.NOTHING);
    directories.added(meta, ordered);
    return former;
  }

  /** Removes a member; with the last one the name goes. Whether it existed. */
  public boolean remove(byte[] name, byte[] member) {
    Meta meta = find(name);
    double score = score(meta, member);
    if (Double.isNaN(score)) {
      return false;
    }
    byte[] ordered = Layout.scored(meta.id, score, member);
    entries().delete(Layout.element(Layout.MEMBERS, meta.id, member));
    entries().delete(ordered);
    meta.size--;
    space.unit.rankIndexes().removed(meta, ordered);
    space.unit.metas().shrunk(meta);
    return true;
  }

  /** Removes several. How many were there. */
  public long removeAll(byte[] name, List<byte[]> members) {
    long removed = 0;
    for (byte[] member : members) {
      removed += remove(name, member) ? 1 : 0;
    }
    return removed;
  }

  /** How many members are before it; -1 if it does not exist. */
  public long rank(byte[] name, byte[] member) {
    Meta meta = find(name);
    double score = score(meta, member);
    return Double.isNaN(score)
        ? -1
        : space.unit.ranks().before(meta, Layout.scored(meta.id, score, member));
  }

  /** How many members have such a score. */
  public long count(byte[] name, ScoreRange range) {
    Meta meta = find(name);
    return meta.exists() ? scored.count(meta, scored.range(meta, range)) : 0;
  }

  /** How many members are within. */
  public long count(byte[] name, MemberRange range) {
    Meta meta = find(name);
    return meta.exists() ? scored.count(meta, scored.range(meta, range)) : 0;
  }

  /**
   * Shows members by rank, from that one on, 0 for the first; reversed, ranks count from the last
   * member on and it goes backwards. The visitor ends it.
   */
  public void forEach(byte[] name, long rank, boolean reversed, ScoreVisitor visitor) {
    Meta meta = find(name);
    if (rank >= meta.size) {
      return;
    }
    try (Cursor cursor = space.unit.ranks().open(meta, rank, reversed, true)) {
      scored.show(meta, cursor, visitor);
    }
  }

  /**
   * Shows members with such a score, reversed from the highest on, without the first {@code skip}.
   */
  public void forEach(
      byte[] name, ScoreRange range, boolean reversed, long skip, ScoreVisitor visitor) {
    Meta meta = find(name);
    if (meta.exists()) {
      scored.forEach(meta, scored.range(meta, range), reversed, skip, visitor);
    }
  }

  /** Shows members within, reversed from the last on, without the first {@code skip}. */
  public void forEach(
      byte[] name, MemberRange range, boolean reversed, long skip, ScoreVisitor visitor) {
    Meta meta = find(name);
    if (meta.exists()) {
      scored.forEach(meta, scored.range(meta, range), reversed, skip, visitor);
    }
  }

  /**
   * Shows members in byte order whatever their score, starting after {@code after} (null: from the
   * first on): a place to continue from that does not move when scores change.
   */
  public void forEachMember(byte[] name, byte @Nullable [] after, ScoreVisitor visitor) {
    Meta meta = find(name);
    if (!meta.exists()) {
      return;
    }
    byte[] prefix = Layout.prefix(Layout.MEMBERS, meta.id);
    byte[] start = prefix;
    if (after != null) {
      byte[] key = Layout.element(Layout.MEMBERS, meta.id, after);
      start = Bytes.next(key);
    }
    Slice member = new Slice();
    try (Cursor cursor =
        entries().scan(KeyRange.of(start, Bytes.successor(prefix)), false, Long.MAX_VALUE, false)) {
      boolean more = true;
      while (more && cursor.next()) {
        Slice key = cursor.key();
        member.set(key.array(), key.offset() + prefix.length, key.length() - prefix.length);
        more = visitor.visit(member, Damage.score(meta, cursor.value()));
      }
    }
  }

  /**
   * Shows the members of several sorted sets and plain sets in byte order, each once with all its
   * scores. Costs one step for each member of each source.
   */
  public void merge(List<byte[]> names, ScoresVisitor visitor) {
    List<Meta> sources = new ArrayList<>(names.size());
    for (byte[] name : names) {
      Meta meta = space.unit.metas().find(space.database, name);
      if (meta.exists() && meta.type != StructureType.SET) {
        meta = find(name);
      }
      sources.add(meta);
    }
    MemberMerge.run(space.unit, sources, visitor);
  }

  /** Removes those with the lowest scores, or the highest, at most that many, and returns them. */
  public List<ScoredMember> pop(byte[] name, long count, boolean highest) {
    List<ScoredMember> popped = new ArrayList<>();
    if (count > 0) {
      forEach(
          name,
          0,
          highest,
          (member, score) -> {
            space.unit.collect(member.length());
            popped.add(new ScoredMember(member.toArray(), score));
            return popped.size() < count;
          });
    }
    for (ScoredMember each : popped) {
      remove(name, each.member());
    }
    return popped;
  }
}
