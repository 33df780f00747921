package dev.keyfold.table.shared;

import dev.keyfold.store.Swap;
import dev.keyfold.store.errors.StoreUnavailableException;
import dev.keyfold.table.schema.RowHeader;
import dev.keyfold.table.write.RowChange;
import dev.keyfold.table.write.RowImages;
import dev.keyfold.table.write.RowImages.Image;
import dev.keyfold.table.write.RowWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One record on its way through {@link RowProtocol}. Not thread-safe. */
final class PendingRow {
  final RowChange change;

  /** Of the record; empty before the first attempt. */
  byte[] key = {};

  // Of the attempt under way.
  byte @Nullable [] old;
  List<byte[]> added = List.of();
  List<byte[]> claims = List.of();
  List<byte[]> leaving = List.of();
  List<byte[]> leavingValues = List.of();

  /** What the record becomes; null if it is removed. */
  private byte @Nullable [] update;

  private Image after = Image.NOTHING;
  private int leavingEntries;

  // Of all attempts.
  byte @Nullable [] fence;
  final List<byte[]> tried = new ArrayList<>();
  final List<byte[]> claimed = new ArrayList<>();
  boolean done;
  boolean changed;

  /** Set if nothing tells whether the record was changed. */
  @Nullable StoreUnavailableException lost;

  PendingRow(RowChange change) {
    this.change = change;
  }

  /** Decides what the record becomes; false if it stays, and is done. */
  boolean decide(RowWriter writer, RowImages images, byte @Nullable [] stored) {
    RowHeader header = new RowHeader();
    boolean there = stored != null && !header.readIfPossible(stored).isFence();
    old = stored;
    writer.useKey(key);
    RowChange.Target target = change.decide(writer, there ? stored : null);
    if (target == null) {
      done = true;
      after = images.before(key, stored, writer.rescue());
      return false;
    }
    update = target.value();
    Image before = images.before(key, stored, writer.rescue());
    after = target.row() == null ? Image.NOTHING : images.of(target.row());
    added = RowImages.without(after.entries(), before.entries());
    // The values of a record that may have expired for somebody may be another's by now.
    claims =
        there && header.expiry() == RowHeader.NEVER
            ? RowImages.without(after.claims(), before.claims())
            : after.claims();
    List<byte[]> gone = RowImages.without(before.entries(), after.entries());
    leavingEntries = gone.size();
    leaving = new ArrayList<>(gone);
    leaving.addAll(RowImages.without(before.claims(), after.claims()));
    return true;
  }

  /** Whether something of it lies elsewhere while there is nothing under its key. */
  boolean needsFence() {
    return old == null && !(added.isEmpty() && claims.isEmpty());
  }

  Swap swap() {
    return new Swap(key, old, update);
  }

  /** Adds the removal of all that only the old record had, as it was read before the swap. */
  void addRemovals(List<Swap> out) {
    for (int i = 0; i < leaving.size(); i++) {
      byte[] value = leavingValues.get(i);
      boolean own = value != null && (i < leavingEntries || Claim.isOf(value, key));
      if (own) {
        out.add(new Swap(leaving.get(i), value, null));
      }
    }
  }

  /** Whether nothing is left that the record does not want, as far as is known. */
  boolean isTidy() {
    boolean fenceGone = changed || fence == null;
    return fenceGone && unwantedEntries().isEmpty() && unwantedClaims().isEmpty();
  }

  List<byte[]> unwantedEntries() {
    return changed ? RowImages.without(tried, after.entries()) : tried;
  }

  List<byte[]> unwantedClaims() {
    return changed ? RowImages.without(claimed, after.claims()) : claimed;
  }
}
