package dev.keyfold.table.write;

import dev.keyfold.store.Batch;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Store;
import dev.keyfold.store.errors.StoreReadOnlyException;
import dev.keyfold.table.errors.CopiedTableException;
import dev.keyfold.table.schema.KeySpace;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * Whether the indexes of a table can be relied on. They cannot after the engine has cloned or
 * restored the table from a snapshot of its own: it takes one region after the other, while others
 * write, so the copy may have a record without its entries or its claims on unique values.
 *
 * <p>Beside the catalog lies the {@link Store#incarnation} in which the indexes were complete. A
 * copy has that entry too, and is another incarnation; a repair makes both the same. A table
 * without the entry is new, or older than this rule, and is believed. Thread-safe.
 */
public final class Origin {
  /** A process that was running while its table was restored learns it after so long. */
  private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final Store store;
  private final byte[] key;

  /** Whether the engine makes such copies at all. */
  private final boolean copied;

  private volatile boolean trusted;
  private volatile long looked;

  public Origin(Store store, int table) {
    this.store = store;
    this.key = KeySpace.entry(KeySpace.ORIGINS, table);
    String now = store.incarnation();
    this.copied = !now.isEmpty();
    if (copied) {
      look(now);
    }
  }

  /** Throws {@link CopiedTableException} if the indexes may be incomplete. */
  public void check(String table) {
    if (!copied || (trusted && System.nanoTime() - looked < LOOK_NANOS)) {
      return;
    }
    String now = store.incarnation();
    byte[] expected = look(now);
    if (!trusted) {
      throw new CopiedTableException(
          "table "
              + table
              + ": its indexes may lack rows, because the engine has cloned, restored or disabled"
              + " the table since they were last complete; found copy '"
              + now
              + "', expected '"
              + new String(expected, StandardCharsets.UTF_8)
              + "'. Run 'keyfold check "
              + table
              + " --repair' with the same --store, or Tables.check(\""
              + table
              + "\", true), once; until then read the table by its primary key");
    }
  }

  /** Compares; the copy in which the indexes were complete. */
  private byte[] look(String now) {
    byte[] expected = store.get(key);
    if (expected == null) {
      expected = bytes(now);
      try {
        write(expected);
      } catch (StoreReadOnlyException mayOnlyRead) {
        // A process with write access does it.
      }
    }
    looked = System.nanoTime();
    trusted = Arrays.equals(expected, bytes(now));
    return expected;
  }

  /** Which copy this is now, to be asked before a repair begins. */
  public String now() {
    return copied ? store.incarnation() : "";
  }

  /** The indexes were made complete in this copy. */
  public void repaired(String copy) {
    if (copied) {
      write(bytes(copy));
      look(store.incarnation());
    }
  }

  private void write(byte[] copy) {
    Batch batch = new Batch();
    batch.put(key, copy);
    store.write(batch, Durability.SYNC);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
