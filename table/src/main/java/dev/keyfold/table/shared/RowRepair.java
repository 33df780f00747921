package dev.keyfold.table.shared;

import dev.keyfold.store.Swap;
import dev.keyfold.store.errors.ConflictException;
import dev.keyfold.table.errors.DuplicateKeyException;
import dev.keyfold.table.schema.RowHeader;
import dev.keyfold.table.write.RowImages;
import dev.keyfold.table.write.RowImages.Image;
import dev.keyfold.table.write.Stamps;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Repairs index entries and claims to match their records, in a store without atomic batches, while
 * others write. A writer puts entries and claims before its record, so one that no record asks for
 * may belong to a write that is just about to happen. Hence what is removed is removed in this
 * order:
 *
 * <ol>
 *   <li>read the entry or claim, then its record;
 *   <li>give the record, or the fence in its place, another stamp: whoever has read it before
 *       cannot write it any more and begins again, with an entry of a new stamp. Whoever has
 *       written it, and waits for the answer, recognises it: see {@link Stamps#touched};
 *   <li>remove the entry or claim if it still is as it was read.
 * </ol>
 *
 * Where there is neither record nor fence, nobody is about to write: a writer sets a fence first.
 * Not thread-safe.
 */
public final class RowRepair {
  private static final int ATTEMPTS = 100;

  private final ResolvedStore store;
  private final RowImages images;
  private final RowHeader header = new RowHeader();

  public RowRepair(ResolvedStore store, RowImages images) {
    this.store = store;
    this.images = images;
  }

  /** Puts an entry right; whether it was not. */
  public boolean entry(byte[] recordKey, byte[] entryKey) {
    boolean[] changed = {false};
    repeat(
        () -> {
          byte[] entry = store.get(entryKey);
          byte[] record = store.get(recordKey);
          boolean wanted = RowImages.contains(images.of(recordKey, record).entries(), entryKey);
          if (wanted ? isStamped(entry) : entry == null) {
            return true;
          }
          byte[] next = wanted ? RowHeader.stampOnly(Stamps.next()) : null;
          if (!wanted && !expel(recordKey, record)) {
            return false;
          }
          boolean done = swap(entryKey, entry, next);
          changed[0] |= done;
          return done && !wanted; // else looks again: the record may have moved on meanwhile
        });
    return changed[0];
  }

  /** Whether an entry is not as its record, as both are now, says. */
  public boolean isWrong(byte[] recordKey, byte[] entryKey) {
    byte[] entry = store.get(entryKey);
    byte[] record = store.get(recordKey);
    boolean wanted = RowImages.contains(images.of(recordKey, record).entries(), entryKey);
    return wanted ? !isStamped(entry) : entry != null;
  }

  public boolean isStamped(byte @Nullable [] entry) {
    return entry != null && header.read(entry, 0, entry.length).stamp() != 0;
  }

  /** Removes a claim whose record has not its value; whether there was one to remove. */
  public boolean claim(byte[] claimKey) {
    boolean[] changed = {false};
    repeat(
        () -> {
          byte[] claim = store.get(claimKey);
          if (claim == null) {
            return true;
          }
          byte[] owner = Claim.owner(claim);
          byte[] record = store.get(owner);
          if (RowImages.contains(images.of(owner, record).claims(), claimKey)) {
            return true;
          }
          if (!expel(owner, record)) {
            return false;
          }
          changed[0] = swap(claimKey, claim, null);
          return changed[0];
        });
    return changed[0];
  }

  /**
   * Claims for a record what it should have, as long as it should; whether something was missing.
   * Throws {@link DuplicateKeyException} if another live record has it.
   */
  public boolean claimsOf(byte[] recordKey, long now) {
    Claims claims = new Claims(store, images);
    boolean[] changed = {false};
    repeat(
        () -> {
          byte[] record = store.get(recordKey);
          Image image = images.of(recordKey, record);
          if (record == null || header.read(record, 0, record.length).isExpired(now)) {
            return true;
          }
          boolean missing = false;
          List<byte[]> found = store.getAll(image.claims());
          for (int i = 0; i < found.size(); i++) {
            if (found.get(i) == null || !Claim.isOf(found.get(i), recordKey)) {
              claims.take(image.claims().get(i), recordKey, now);
              missing = true;
            }
          }
          changed[0] |= missing;
          return !missing || Arrays.equals(record, store.get(recordKey));
        });
    return changed[0];
  }

  /** Removes a fence; whether it existed. Who has set it begins again. */
  public boolean fence(byte[] recordKey) {
    byte[] record = store.get(recordKey);
    return record != null
        && header.read(record, 0, record.length).isFence()
        && swap(recordKey, record, null);
  }

  /**
   * Sees to it that nobody who has read the record so far can write it; false if it has changed.
   */
  public boolean expel(byte[] recordKey, byte @Nullable [] record) {
    if (record == null) {
      return store.isReallyAbsent(recordKey);
    }
    return swap(expelling(recordKey, record));
  }

  /** What has to be done for that where there is a record or a fence. */
  public static Swap expelling(byte[] recordKey, byte[] record) {
    long stamp = new RowHeader().read(record, 0, record.length).stamp();
    byte[] next = RowHeader.restamped(record, Stamps.touched(stamp));
    return new Swap(recordKey, record, next);
  }

  private boolean swap(byte[] key, byte @Nullable [] expected, byte @Nullable [] update) {
    return swap(new Swap(key, expected, update));
  }

  private boolean swap(Swap swap) {
    return Swaps.tryAll(store, List.of(swap), store.durability())[0];
  }

  /** Until it says so. */
  private static void repeat(BooleanSupplier step) {
    for (int i = 0; i < ATTEMPTS; i++) {
      if (step.getAsBoolean()) {
        return;
      }
    }
    throw new ConflictException(
        "a record was written by others " + ATTEMPTS + " times while it was being repaired");
  }
}
