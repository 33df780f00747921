package dev.keyfold.structures.element;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Slice;
import dev.keyfold.structures.layout.Damage;
import dev.keyfold.structures.layout.Layout;
import dev.keyfold.structures.layout.Meta;
import dev.keyfold.structures.type.ScoresVisitor;
import dev.keyfold.structures.type.StructureType;
import dev.keyfold.structures.work.UnitOfWork;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;

/**
 * K-way merge of sets and sorted sets in the order of members: one cursor for each source, memory
 * for one member of each. Not thread-safe.
 */
public final class MemberMerge {
  /** A step of a cursor costs about that part of a lookup. */
  private static final long STEPS_FOR_LOOKUP = 4;

  /** A source and the member it stands at. */
  private static final class Head implements Comparable<Head> {
    final int source;
    final Cursor cursor;
    final Meta meta;
    final boolean scored;
    final int prefixLength;
    final Slice member = new Slice();

    Head(UnitOfWork work, int source, Meta meta) {
      this.source = source;
      this.meta = meta;
      scored = meta.type == StructureType.SORTED_SET;
      byte[] prefix = Layout.prefix(meta.elementSpace(), meta.id);
      prefixLength = prefix.length;
      cursor = work.entries().scan(KeyRange.prefix(prefix), false, Long.MAX_VALUE, !scored);
    }

    boolean advance() {
      boolean found = cursor.next();
      if (found) {
        Slice key = cursor.key();
        member.set(key.array(), key.offset() + prefixLength, key.length() - prefixLength);
      }
      return found;
    }

    double score() {
      return Damage.score(meta, cursor.value());
    }

    @Override
    public int compareTo(Head other) {
      return Arrays.compareUnsigned(
          member.array(),
          member.offset(),
          member.offset() + member.length(),
          other.member.array(),
          other.member.offset(),
          other.member.offset() + other.member.length());
    }
  }

  private MemberMerge() {}

  /** Whether to walk over all members is cheaper than that many lookups. */
  static boolean isCheaperThan(long lookups, List<Meta> sources) {
    long steps = 0;
    for (Meta source : sources) {
      steps += source.size;
    }
    return steps / STEPS_FOR_LOOKUP <= lookups;
  }

  public static void run(UnitOfWork work, List<Meta> sources, ScoresVisitor visitor) {
    double[] scores = new double[sources.size()];
    Arrays.fill(scores, Double.NaN);
    List<Cursor> open = new ArrayList<>();
    PriorityQueue<Head> heads = new PriorityQueue<>();
    try {
      for (int i = 0; i < scores.length; i++) {
        if (sources.get(i).exists()) {
          Head head = new Head(work, i, sources.get(i));
          open.add(head.cursor);
          if (head.advance()) {
            heads.add(head);
          }
        }
      }
      merge(heads, scores, visitor);
    } finally {
      open.forEach(Cursor::close);
    }
  }

  private static void merge(PriorityQueue<Head> heads, double[] scores, ScoresVisitor visitor) {
    List<Head> same = new ArrayList<>();
    boolean more = true;
    while (more && !heads.isEmpty()) {
      Head first = heads.poll();
      same.add(first);
      while (!heads.isEmpty() && heads.peek().compareTo(first) == 0) {
        same.add(heads.poll());
      }
      for (Head head : same) {
        scores[head.source] = head.scored ? head.score() : 1;
      }
      // Before any of them steps on: the member lies where the first cursor stands.
      more = visitor.visit(first.member, scores);
      for (Head head : same) {
        scores[head.source] = Double.NaN;
        if (head.advance()) {
          heads.add(head);
        }
      }
      same.clear();
    }
  }
}
