package dev.keyfold.table.maintenance;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.errors.StoreCorruptedException;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.schema.RowHeader;
import dev.keyfold.table.write.TableState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Removes the expired records of a table with their index entries, in chunks. They are already
 * invisible, so this only frees space. Used once, by one thread.
 */
public final class ExpiredRecords {
  /** Records read, and at most removed, while the definition's lock is held. */
  private static final int CHUNK_ROWS = 512;

  private final TableState state;
  private final RowMaintenance maintenance;
  private final RowHeader header = new RowHeader();
  private byte[] next;
  private long removed;
  private int read;

  private final Pace pace;

  /** At that pace in rows read; it can also stop it. */
  public ExpiredRecords(TableState state, RowMaintenance maintenance, Pace pace) {
    this.state = state;
    this.maintenance = maintenance;
    this.pace = pace;
    this.next = state.layout().primary().everything().start();
  }

  /** How many were removed. */
  public long reclaim() {
    boolean more = true;
    while (more && !pace.isStopped() && !Thread.currentThread().isInterrupted()) {
      more = chunk();
      pace.did(read); // without any lock
    }
    return removed;
  }

  private boolean chunk() {
    boolean[] more = {false};
    removed +=
        maintenance.removeExpired(
            writer -> {
              List<byte[]> expired = new ArrayList<>();
              KeyRange all = writer.layout().primary().everything();
              // If the records have moved to another key meanwhile, the next run finds them there.
              more[0] = all.contains(next) && find(KeyRange.of(next, all.end()), expired);
              return expired;
            });
    return more[0];
  }

  /** Notes the keys of what has expired among the next records; whether there may be more. */
  private boolean find(KeyRange range, List<byte[]> expired) {
    long now = state.now();
    int most = pace.atOnce(CHUNK_ROWS);
    read = 0;
    try (Cursor cursor = state.store().scan(Scan.over(range).limit(most).inBulk())) {
      while (cursor.next()) {
        read++;
        Slice value = cursor.value();
        if (isExpired(value, now)) {
          expired.add(cursor.key().toArray());
        }
        if (read == most) {
          next = Arrays.copyOf(cursor.key().toArray(), cursor.key().length() + 1);
        }
      }
    }
    return read == most;
  }

  /** A damaged record is left for the check to report: the others must not wait for it. */
  private boolean isExpired(Slice value, long now) {
    try {
      header.read(value.array(), value.offset(), value.length());
      return header.isExpired(now) && !header.isFence();
    } catch (KeyException | StoreCorruptedException | TableException damaged) {
      return false;
    }
  }
}
