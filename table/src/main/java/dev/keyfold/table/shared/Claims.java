package dev.keyfold.table.shared;

import dev.keyfold.store.errors.ConflictException;
import dev.keyfold.table.errors.DuplicateKeyException;
import dev.keyfold.table.schema.RowHeader;
import dev.keyfold.table.write.RowImages;
import dev.keyfold.table.write.Stamps;

/**
 * Claims unique values for a record, in a store without atomic batches. A value that another record
 * has claimed can be taken over if that record does not have it and certainly will not get it: see
 * {@link RowRepair}. A claim of the record's own gets a new stamp, so that whoever is about to take
 * it away or to remove it does not. Not thread-safe.
 */
public final class Claims {
  private static final int ATTEMPTS = 20;

  private final ResolvedStore store;
  private final RowImages images;
  private final RowRepair repair;
  private final RowHeader header = new RowHeader();

  public Claims(ResolvedStore store, RowImages images) {
    this.store = store;
    this.images = images;
    this.repair = new RowRepair(store, images);
  }

  /**
   * Makes it the claim of the record. Throws {@link DuplicateKeyException} if another live record
   * has the value, {@link ConflictException} if others came first too often.
   */
  public void take(byte[] claimKey, byte[] recordKey, long now) {
    for (int i = 0; i < ATTEMPTS; i++) {
      byte[] claim = store.get(claimKey);
      if (claim != null && !Claim.isOf(claim, recordKey) && !free(claimKey, claim, now)) {
        continue;
      }
      byte[] mine = Claim.of(recordKey, Stamps.next());
      if (Swaps.tryOne(store, claimKey, claim, mine, store.durability())) {
        return;
      }
    }
    throw new ConflictException("a concurrent writer claims the same unique value; try again");
  }

  /** Whether its record has not the value and will not have it by a write that has begun. */
  private boolean free(byte[] claimKey, byte[] claim, long now) {
    byte[] owner = Claim.owner(claim);
    byte[] record = store.get(owner);
    // Throws for a damaged record, which may have the value: given away, it could be there twice.
    boolean has = RowImages.contains(images.of(owner, record).claims(), claimKey);
    if (has && record != null && !header.read(record, 0, record.length).isExpired(now)) {
      throw images.unique().taken(claimKey);
    }
    return repair.expel(owner, record);
  }
}
