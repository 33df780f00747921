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

/**
 * Parts many changes into groups that can go together: within one no record comes twice and no
 * unique value either, so that none of a group waits for another one of it. What comes later in the
 * list comes in the same group or a later one. Not thread-safe.
 */
final class ChangeGroups {
  private final Iterator<? extends RowChange> changes;
  private final int most;
  private RowChange ahead;

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
    while (ahead != null && rows.size() < most && take(writer, images, taken)) {
      rows.add(new PendingRow(ahead));
      step();
    }
    return rows;
  }

  private boolean take(RowWriter writer, RowImages images, Set<ByteBuffer> taken) {
    boolean free = taken.add(ByteBuffer.wrap(ahead.key(writer)));
    RowAccess row = ahead.row(writer);
    if (row != null) {
      for (byte[] claim : images.unique().claims(row)) {
        free &= taken.add(ByteBuffer.wrap(claim));
      }
    }
    return free;
  }
}
