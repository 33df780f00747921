package dev.keyfold.table.run;

import dev.keyfold.codec.bytes.Counted;
import dev.keyfold.store.Reader;
import dev.keyfold.table.errors.ScanRefusedException;
import dev.keyfold.table.errors.TokenException;
import dev.keyfold.table.expr.Term;
import dev.keyfold.table.plan.Plan;
import dev.keyfold.table.schema.IndexLayout;
import dev.keyfold.table.schema.RowView;
import dev.keyfold.table.source.SourceView;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A running plan: a pull-based row iterator whose rows are views that are valid until the next
 * step. Reads only on demand. Not thread-safe.
 */
public final class Execution implements AutoCloseable {
  /** Records of index entries fetched at once. */
  private static final int FETCHED = 128;

  private final Plan plan;
  private final Reader reader;
  private final long now;
  private final ExecutionStats work;
  private final RowView view;
  private final Term[] residual;

  /** Conditions that the index entry represents, tested again on its record. */
  private final Term[] promised;

  private final long mostRead;
  private final EntryIterator entries;
  private final @Nullable Records records;
  private final @Nullable Verifier verifier;
  private final @Nullable SortedRows sorted;
  private long left;

  /** It stands on a row, or did before it looked one further. */
  private boolean standing;

  /** It has looked one row further; where it stood before, and whether there is that row. */
  private boolean peeked;

  private byte[] stood = {};
  private boolean more;
  private boolean closed;

  /**
   * @param reader a snapshot of the store; stays the caller's
   * @param now milliseconds since the epoch: what has expired by then is not seen
   * @param token where to resume, null to begin
   */
  public Execution(Plan plan, Reader reader, long now, @Nullable ContinuationToken token) {
    this.plan = plan;
    // Entries that do not change together with their records are compared with those, which alone
    // are believed.
    IndexLayout index = plan.index();
    this.verifier = index != null && plan.query().verified() ? new Verifier(index) : null;
    this.reader = reader;
    this.work =
        reader instanceof SourceView source
            ? new ExecutionStats(source::skipped)
            : new ExecutionStats(() -> 0);
    this.now = now;
    this.view = plan.query().table().takeView();
    this.residual = plan.residual().toArray(new Term[0]);
    this.mostRead = plan.kind() == Plan.Kind.FULL_SCAN ? plan.query().allowScan() : Long.MAX_VALUE;
    this.left = plan.query().limit();
    if (token != null && token.isSorted() != plan.isSorting()) {
      throw new TokenException(
          "the token belongs to another plan of the query; start without a token");
    }
    byte[] after = token == null ? null : token.position();
    this.records =
        index == null || plan.isCovered()
            ? null
            : new Records(reader, index, plan.query().table().primary());
    this.entries = entries(plan.isSorting() ? null : after);
    this.promised = records == null || verifier != null ? new Term[0] : promised(plan);
    this.sorted = plan.isSorting() ? new SortedRows(plan, after) : null;
  }

  /**
   * The conditions served by the index's key, without those on fields of the primary key, which
   * come from the entry itself. A damaged index may have entries from before the record was last
   * written; to test a few fields of a record that is in hand costs next to nothing.
   */
  private static Term[] promised(Plan plan) {
    List<Term> promised = new ArrayList<>();
    for (Term term : plan.query().terms()) {
      boolean fromEntry =
          term.expression().isPlain()
              && plan.query().table().primary().parts().stream()
                  .anyMatch(part -> part.source() == term.expression().source());
      if (!fromEntry && !plan.residual().contains(term)) {
        promised.add(term);
      }
    }
    return promised.toArray(new Term[0]);
  }

  private EntryIterator entries(byte @Nullable [] after) {
    boolean reversed = plan.isReversed();
    return switch (plan.kind()) {
      case NOTHING -> new SequenceEntries(reader, List.of(), false, 1, work);
      case SKIP_SCAN -> new SkippingEntries(plan, reader, after, work);
      case EXACT_LOOKUP, PREFIX_SCAN, RANGE_SCAN, ORDERED_SCAN, FULL_SCAN -> {
        if (plan.isMerged()) {
          yield new MergedEntries(plan, reader, after, expected(), work);
        }
        var ranges = Ranges.remaining(plan.ranges(), after, reversed);
        yield plan.kind() == Plan.Kind.EXACT_LOOKUP && plan.index() == null
            ? new LookupEntries(reader, ranges, work)
            : new SequenceEntries(reader, ranges, reversed, expected(), work);
      }
    };
  }

  /**
   * How many entries this will likely ask for: the limit, if every entry is a row of the answer,
   * and one more for a token.
   */
  private long expected() {
    boolean every = residual.length == 0 && !plan.isSorting();
    return every && left < Long.MAX_VALUE ? left + 1 : Long.MAX_VALUE;
  }

  public Plan plan() {
    return plan;
  }

  /** What was done so far. */
  public ExecutionStats work() {
    return work;
  }

  /** Steps to the next row; false at the limit or the end. */
  public boolean next() {
    if (left == 0) {
      return false;
    }
    boolean there = peeked ? more : advance();
    peeked = false;
    standing = there;
    if (there) {
      left--;
      work.returned();
    } else {
      left = 0;
    }
    return there;
  }

  /** The row it stands on, until the next step or {@link #token}. */
  public RowView row() {
    return view;
  }

  /**
   * Where to resume after the row it stands on; null if there are no more rows. Looks for the next
   * row, so the view is gone.
   */
  public @Nullable String token() {
    if (!standing) {
      return null;
    }
    if (!peeked) {
      stood = position();
      more = advance();
      peeked = true;
    }
    return more
        ? new ContinuationToken(plan.key().id(), plan.isSorting(), stood).print(plan.query())
        : null;
  }

  /** Taken only when asked for: most rows are passed without it. */
  private byte[] position() {
    if (sorted != null) {
      return sorted.position();
    }
    return records == null ? entries.key().toArray() : records.entryKey();
  }

  private boolean advance() {
    if (sorted != null) {
      if (!sorted.isFilled()) {
        while (advanceUnsorted()) {
          sorted.add(view);
        }
        sorted.fill();
      }
      return sorted.next(view);
    }
    return advanceUnsorted();
  }

  private boolean advanceUnsorted() {
    return records == null ? advanceEntry() : advanceRecord(records);
  }

  private boolean advanceEntry() {
    IndexLayout index = plan.index();
    while (entries.next()) {
      countRead();
      if (index == null) {
        view.record(entries.key(), entries.value());
      } else {
        view.entry(index, entries.key(), entries.value());
      }
      if (passes()) {
        return true;
      }
    }
    return false;
  }

  private boolean advanceRecord(Records fetched) {
    while (true) {
      while (fetched.next()) {
        byte[] key = fetched.key();
        byte[] value = fetched.value();
        if (value != null) {
          view.record(key, 0, key.length, value, 0, value.length);
        }
        if (verifier == null ? !isAsPromised(value) : !verified(verifier, fetched, value)) {
          continue;
        }
        if (passes() && (verifier == null || verifier.isFirst(key))) {
          return true;
        }
      }
      fetched.clear();
      // One more than the limit, so that a token needs no second fetch.
      boolean few = residual.length == 0 && sorted == null && left < FETCHED;
      long wanted = few ? left + 1 : FETCHED;
      while (fetched.size() < wanted && entries.next()) {
        countRead();
        fetched.add(entries.key());
      }
      if (fetched.size() == 0) {
        return false;
      }
      fetched.fetch(work);
    }
  }

  /** Whether there is a record, and it fulfils what its entry represents. */
  private boolean isAsPromised(byte @Nullable [] value) {
    boolean agrees = value != null;
    for (int i = 0; agrees && i < promised.length; i++) {
      agrees = promised[i].test(view);
    }
    if (!agrees) {
      work.disagreed();
    }
    return agrees;
  }

  private boolean verified(Verifier by, Records fetched, byte @Nullable [] value) {
    boolean agrees = value != null && by.agrees(view, fetched.entryKey());
    if (!agrees) {
      by.disagrees(fetched.key(), fetched.entryKey());
    }
    return agrees;
  }

  /**
   * An entry whose record did not have it.
   *
   * @param index id of the index
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Stale(int index, byte[] recordKey, byte[] entryKey) {}

  /** A few of the entries that were passed over because their records did not have them. */
  public List<Stale> stale() {
    return verifier == null ? List.of() : verifier.stale();
  }

  private boolean passes() {
    if (view.header().isExpired(now)) {
      return false;
    }
    for (Term term : residual) {
      if (!term.test(view)) {
        return false;
      }
    }
    return true;
  }

  private void countRead() {
    work.read();
    if (work.readCount() > mostRead) {
      throw new ScanRefusedException(
          "the scan has read "
              + Counted.of(plan.query().allowScan(), "row")
              + " of table "
              + plan.query().table().def().name()
              + ", the allowed maximum, without reaching the end",
          null);
    }
  }

  @Override
  public void close() {
    entries.close();
    if (!closed) {
      closed = true;
      plan.query().table().giveBack(view);
    }
  }
}
