package dev.keyfold.table.maintenance;

import dev.keyfold.codec.KeyException;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.errors.StoreCorruptedException;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.schema.KeySpace;
import dev.keyfold.table.schema.RowHeader;
import dev.keyfold.table.schema.RowView;
import dev.keyfold.table.shared.Claim;
import dev.keyfold.table.shared.ResolvedStore;
import dev.keyfold.table.shared.RowRepair;
import dev.keyfold.table.write.RowImages;
import dev.keyfold.table.write.UniqueIndexes;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compares the claims on unique values with the records, in both directions, in a store that keeps
 * them. What others have written meanwhile is no fault: what disagrees is looked at a second time.
 * Not thread-safe.
 */
final class ClaimCheck {
  private static final int CHUNK = 512;

  private final ResolvedStore store;
  private final UniqueIndexes unique;
  private final RowImages images;
  private final RowRepair repair;
  private final boolean repairs;
  private final long now;
  private final RowHeader header = new RowHeader();
  private final List<Expected> chunk = new ArrayList<>();
  private final Set<ByteBuffer> duplicates = new HashSet<>();

  /** A claim that a record should have. */
  private static final class Expected {
    final IndexFindings index;
    final byte[] record;
    final byte[] claim;
    final String values;

    Expected(IndexFindings index, byte[] record, byte[] claim, String values) {
      this.values = values;
      this.index = index;
      this.record = record;
      this.claim = claim;
    }
  }

  ClaimCheck(ResolvedStore store, RowImages images, boolean repairs, long now) {
    this.store = store;
    this.images = images;
    this.unique = images.unique();
    this.repair = new RowRepair(store, images);
    this.repairs = repairs;
    this.now = now;
  }

  /** Looks whether the record has its claims in the index; perhaps later, see {@link #flush}. */
  void record(IndexFindings index, byte[] key, RowView record) {
    if (index.isComplete() && !record.header().isExpired(now)) {
      List<byte[]> expected = unique.claims(index.index, record);
      String values = expected.isEmpty() ? "" : UniqueIndexes.describe(index.index, record);
      expected.forEach(claim -> chunk.add(new Expected(index, key, claim, values)));
      if (chunk.size() >= CHUNK) {
        flush();
      }
    }
  }

  void flush() {
    List<byte[]> found =
        chunk.isEmpty()
            ? List.of()
            : store.getAll(chunk.stream().map(expected -> expected.claim).toList());
    for (int i = 0; i < found.size(); i++) {
      Expected expected = chunk.get(i);
      if (found.get(i) == null || !Claim.isOf(found.get(i), expected.record)) {
        missing(expected);
      }
    }
    chunk.clear();
  }

  private void missing(Expected expected) {
    byte[] claim = store.get(expected.claim);
    byte[] record = store.get(expected.record);
    boolean wanted =
        record != null
            && !header.read(record, 0, record.length).isExpired(now)
            && RowImages.contains(images.of(expected.record, record).claims(), expected.claim);
    if (!wanted || (claim != null && Claim.isOf(claim, expected.record))) {
      return;
    }
    if (claim != null && isHeldByAnother(expected.claim, claim)) {
      if (duplicates.add(ByteBuffer.wrap(expected.claim))) {
        expected.index.duplicates++;
        expected.index.duplicate(expected.values);
      }
      return;
    }
    boolean repaired = repairs && repair.claimsOf(expected.record, now);
    expected.index.claim("missing", expected.claim, repaired);
  }

  private boolean isHeldByAnother(byte[] claimKey, byte[] claim) {
    byte[] owner;
    try {
      owner = Claim.owner(claim);
    } catch (StoreCorruptedException damaged) {
      return false;
    }
    byte[] record = store.get(owner);
    try {
      return record != null
          && !header.read(record, 0, record.length).isExpired(now)
          && RowImages.contains(images.of(owner, record).claims(), claimKey);
    } catch (StoreCorruptedException | TableException damaged) {
      return true; // it may have the value: see Claims
    }
  }

  /** Looks whether the records have what is claimed for them. */
  void claims(IndexFindings index) {
    try (Cursor cursor = store.scan(Scan.over(KeySpace.claims(index.index.def().id())).inBulk())) {
      while (cursor.next()) {
        byte[] key = cursor.key().toArray();
        if (isDangling(key, cursor.value().toArray()) && isDangling(key, store.get(key))) {
          index.claim("dangling", key, repairs && repair.claim(key));
        }
      }
    }
  }

  private boolean isDangling(byte[] key, byte @Nullable [] claim) {
    if (claim == null) {
      return false;
    }
    try {
      byte[] owner = Claim.owner(claim);
      return !RowImages.contains(images.of(owner, store.get(owner)).claims(), key);
    } catch (StoreCorruptedException | KeyException | TableException damagedRecord) {
      return false; // counted when the records were read
    }
  }
}
