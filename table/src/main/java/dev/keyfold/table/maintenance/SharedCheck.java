package dev.keyfold.table.maintenance;

import dev.keyfold.codec.KeyException;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.errors.StoreCorruptedException;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.schema.RowView;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.shared.ResolvedStore;
import dev.keyfold.table.shared.RowRepair;
import dev.keyfold.table.write.RowImages;
import dev.keyfold.table.write.TableState;

/**
 * Rules of stores with single-row atomicity: entries carry a stamp, claims keep values unique, and
 * others write while the check reads, so that whatever disagrees is read a second time.
 */
final class SharedCheck implements CheckRules {
  private final RowRepair repair;
  private final ClaimCheck claims;
  private final boolean repairs;

  SharedCheck(TableState state, TableLayout layout, boolean repairs) {
    ResolvedStore store = ResolvedStore.of(state);
    RowImages images = new RowImages(layout);
    this.repair = new RowRepair(store, images);
    this.claims = new ClaimCheck(store, images, repairs, state.now());
    this.repairs = repairs;
  }

  @Override
  public boolean isValueRight(IndexFindings index, byte[] value, byte[] demanded) {
    return repair.isStamped(value);
  }

  @Override
  public boolean isStillWrong(byte[] recordKey, byte[] entryKey) {
    try {
      return repair.isWrong(recordKey, entryKey);
    } catch (KeyException | StoreCorruptedException | TableException damagedRecord) {
      return false; // counted when the records are read
    }
  }

  @Override
  public void fence(byte[] key) {
    if (repairs) {
      boolean unused = repair.fence(key);
    }
  }

  @Override
  public void record(IndexFindings index, byte[] key, RowView record) {
    claims.record(index, key, record);
  }

  @Override
  public void recordsDone() {
    claims.flush();
  }

  @Override
  public void beginIndex(IndexFindings index) {}

  @Override
  public void entry(Cursor entry) {}

  @Override
  public void endIndex(IndexFindings index) {
    claims.claims(index);
  }
}
