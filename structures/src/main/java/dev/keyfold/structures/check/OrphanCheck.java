package dev.keyfold.structures.check;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Scan;
import dev.keyfold.structures.check.StructureCheckResult.Problem;
import dev.keyfold.structures.layout.KeyDisplay;
import dev.keyfold.structures.layout.Layout;
import dev.keyfold.structures.layout.Ordinal;
import dev.keyfold.structures.layout.StructureIds;

/** Leaps from id to id through all elements, and finds those that belong to no name. */
final class OrphanCheck {
  private static final byte[] SPACES = {
    Layout.ELEMENTS, Layout.LIST, Layout.MEMBERS, Layout.SCORES
  };

  private final Reader reader;
  private final StructureFindings findings;
  private final StructureIds ids;
  private final LostNames lost;

  OrphanCheck(Reader reader, StructureFindings findings, StructureIds ids, LostNames lost) {
    this.reader = reader;
    this.findings = findings;
    this.ids = ids;
    this.lost = lost;
  }

  void run() {
    for (byte space : SPACES) {
      space(space);
    }
  }

  private void space(byte space) {
    try (Cursor cursor = reader.scan(Scan.prefix(new byte[] {space}).withoutValues())) {
      boolean more = cursor.next();
      while (more) {
        byte[] key = cursor.key().toArray();
        byte owner = space == Layout.SCORES ? Layout.MEMBERS : space;
        if (!Ordinal.isAt(key, 1) || !StructureIds.isId(Ordinal.get(key, 1))) {
          stray(space, key);
          more = cursor.next();
          continue;
        }
        long id = Ordinal.get(key, 1);
        if (!ids.has(owner, id) && reader.get(Layout.reclaim(owner, id)) == null) {
          lost.addOrphan(owner, id);
        }
        byte[] next = Bytes.successor(Layout.prefix(space, id));
        if (next == null) {
          return;
        }
        cursor.seek(next);
        more = cursor.next();
      }
    }
  }

  private void stray(byte space, byte[] key) {
    if (space != Layout.SCORES) {
      lost.addStray(key);
      return;
    }
    // The member has its score in its own entry too.
    findings.add(
        Problem.DAMAGED,
        "an entry in the order of scores without a valid id: " + KeyDisplay.hex(key),
        fix -> fix.delete(key));
  }
}
