package dev.keyfold.table.shared;

import dev.keyfold.table.expr.RowAccess;
import dev.keyfold.table.write.RowChange;
import dev.keyfold.table.write.RowImages;
import dev.keyfold.table.write.RowWriter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Partitions changes into groups that can be written concurrently: within a group no record and no
 * unique value occurs twice, so that no change waits for another. The groups keep the order of the
 * list. Not thread-safe.
 */
final class ChangeGroups {
  private final Iterator<? extends RowChange> changes;
  private final int most;
  private @Nullable RowChange ahead;

  ChangeGroups(List<? extends RowChange> changes, int most) {
    this.changes = changes.iterator();
    this.most = most;
    step();
  }

  private void step() {
    ahead = changes.hasNext() ? changes.next() : null;
  }

  boolean hasNext() {
    return ahead != null;
  }

  List<PendingRow> next(RowWriter writer, RowImages images) {
    List<PendingRow> rows = new ArrayList<>();
    Set<ByteBuffer> taken = new HashSet<>();
    while (ahead != null && rows.size() < most && take(ahead, writer, images, taken)) {
      rows.add(new PendingRow(ahead));
      step();
    }
    return rows;
  }

  private boolean take(
      RowChange change, RowWriter writer, RowImages images, Set<ByteBuffer> taken) {
    boolean free = taken.add(ByteBuffer.wrap(change.key(writer)));
    RowAccess row = change.row(writer);
    if (row != null) {
      for (byte[] claim : images.unique().claims(row)) {
        free &= taken.add(ByteBuffer.wrap(claim));
      }
    }
    return free;
  }
}
