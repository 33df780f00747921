package dev.keyfold.structures.element;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Slice;
import dev.keyfold.structures.layout.Damage;
import dev.keyfold.structures.layout.Layout;
import dev.keyfold.structures.layout.Meta;
import dev.keyfold.structures.type.MemberRange;
import dev.keyfold.structures.type.ScoreRange;
import dev.keyfold.structures.type.ScoreVisitor;
import dev.keyfold.structures.work.UnitOfWork;

/** Ranges of a sorted set in the order of its scores, as keys. */
public final class Scored {
  private static final int SCORE_BYTES = 8;

  /** From that many members on it is worth to know the rank instead of skipping them. */
  private static final long FAR = 1000;

  private final UnitOfWork work;

  public Scored(UnitOfWork work) {
    this.work = work;
  }

  public KeyRange range(Meta meta, ScoreRange range) {
    long min = Layout.sortable(range.min());
    long max = Layout.sortable(range.max());
    if (range.minIncluded() && range.min() == Double.NEGATIVE_INFINITY) {
      // Nothing is before it: known as the beginning of all.
      min = 0;
    }
    byte[] start =
        min == 0
            ? Layout.prefix(Layout.SCORES, meta.id)
            : Layout.scored(meta.id, range.minIncluded() ? min : min + 1, Layout.NOTHING);
    byte[] end = Layout.scored(meta.id, range.maxIncluded() ? max + 1 : max, Layout.NOTHING);
    return KeyRange.of(start, end);
  }

  /** All members have one score, that of the first. */
  public KeyRange range(Meta meta, MemberRange range) {
    byte[] prefix = Layout.prefix(Layout.SCORES, meta.id);
    byte[] start = prefix;
    byte[] end = Bytes.successor(prefix);
    if (range.min() != null) {
      start = Layout.scored(meta.id, edge(meta, false), range.min());
      start = range.minIncluded() ? start : Bytes.next(start);
    }
    if (range.max() != null) {
      end = Layout.scored(meta.id, edge(meta, true), range.max());
      end = range.maxIncluded() ? Bytes.next(end) : end;
    }
    return KeyRange.of(start, end);
  }

  /** The lowest or highest score, as it stands in keys. */
  private long edge(Meta meta, boolean highest) {
    try (Cursor cursor = work.ranks().open(meta, 0, highest, true)) {
      Damage.step(meta, cursor);
      Slice key = cursor.key();
      checkKey(meta, key);
      return Bytes.getLong(key.array(), key.offset() + Layout.prefixLength(meta.id));
    }
  }

  private static void checkKey(Meta meta, Slice key) {
    if (key.length() < Layout.prefixLength(meta.id) + SCORE_BYTES) {
      throw Damage.of(meta, "an entry in the order of scores has no score");
    }
  }

  public long count(Meta meta, KeyRange range) {
    if (range.isEmpty()) {
      return 0;
    }
    return work.ranks().before(meta, range.end()) - work.ranks().before(meta, range.start());
  }

  public void forEach(
      Meta meta, KeyRange range, boolean reversed, long skip, ScoreVisitor visitor) {
    if (range.isEmpty()) {
      return;
    }
    if (skip > FAR) {
      leap(meta, range, reversed, skip, visitor);
      return;
    }
    try (Cursor cursor = work.ranks().scan(meta, range, reversed, true)) {
      for (long i = 0; i < skip; i++) {
        if (!cursor.next()) {
          return;
        }
      }
      show(meta, cursor, visitor);
    }
  }

  /** By rank instead of step by step; the cursor does not know where the range ends. */
  private void leap(Meta meta, KeyRange range, boolean reversed, long skip, ScoreVisitor visitor) {
    long first = work.ranks().before(meta, range.start());
    long end = work.ranks().before(meta, range.end());
    if (skip >= end - first) {
      return;
    }
    long rank = reversed ? meta.size - end + skip : first + skip;
    long[] left = {end - first - skip};
    try (Cursor cursor = work.ranks().open(meta, rank, reversed, true)) {
      show(meta, cursor, (member, score) -> visitor.visit(member, score) && --left[0] > 0);
    }
  }

  /** What comes next, until the visitor ends it. */
  public void show(Meta meta, Cursor cursor, ScoreVisitor visitor) {
    int prefixLength = Layout.prefixLength(meta.id);
    Slice member = new Slice();
    boolean more = true;
    while (more && cursor.next()) {
      Slice key = cursor.key();
      checkKey(meta, key);
      int scoreAt = key.offset() + prefixLength;
      double score = Layout.score(Bytes.getLong(key.array(), scoreAt));
      member.set(key.array(), scoreAt + SCORE_BYTES, key.length() - prefixLength - SCORE_BYTES);
      more = visitor.visit(member, score);
    }
  }
}
