package dev.keyfold.table.shared;

import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.table.schema.KeySpace;
import dev.keyfold.table.write.Stamps;

/** Completes transactions over several records whose processes have crashed. */
public final class Decisions {
  private Decisions() {}

  /**
   * Puts the values that count into place, and removes the decisions.
   *
   * @param pendingMillis how old one must be that is not decided
   */
  public static void settle(ResolvedStore store, long pendingMillis) {
    long now = System.currentTimeMillis();
    try (Cursor cursor =
        store.raw().scan(Scan.over(KeySpace.entries(KeySpace.DECISIONS)).inBulk())) {
      while (cursor.next()) {
        byte[] key = cursor.key().toArray();
        byte[] decision = cursor.value().toArray();
        boolean old = now - Stamps.millis(Decision.transaction(key)) >= pendingMillis;
        if (Decision.isCommitted(decision) || old) {
          settle(store, key, decision);
        }
      }
    }
  }

  /** One that is pending is removed first: it will not happen. One that has, last. */
  private static void settle(ResolvedStore store, byte[] key, byte[] decision) {
    Store raw = store.raw();
    Durability durability = raw.durability();
    boolean committed = Decision.isCommitted(decision);
    if (!committed && !Swaps.tryOne(raw, key, decision, null, durability)) {
      return; // decided meanwhile
    }
    for (byte[] place : Decision.keys(decision)) {
      byte[] value = raw.get(place);
      if (value != null
          && Provisional.is(place, value)
          && Provisional.parse(value).isOf(Decision.transaction(key))) {
        store.settle(place, value, durability);
      }
    }
    if (committed) {
      boolean unused = Swaps.tryOne(raw, key, decision, null, durability);
    }
  }
}
