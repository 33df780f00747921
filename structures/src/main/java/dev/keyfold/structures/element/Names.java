package dev.keyfold.structures.element;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Slice;
import dev.keyfold.structures.layout.Database;
import dev.keyfold.structures.layout.Layout;
import dev.keyfold.structures.layout.Meta;
import dev.keyfold.structures.type.NameVisitor;
import dev.keyfold.structures.work.UnitOfWork;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The names of one database in byte order, without those that are due. */
public final class Names {
  private final UnitOfWork work;
  private final Database database;

  public Names(UnitOfWork work, Database database) {
    this.work = work;
    this.database = database;
  }

  /** Shows names after {@code after}; null: from the first on. */
  public void scan(byte @Nullable [] after, NameVisitor visitor) {
    byte[] prefix = Layout.prefix(Layout.META, database.physical);
    byte[] start =
        after == null
            ? prefix
            : Arrays.copyOf(
                Layout.meta(database.physical, after), prefix.length + after.length + 1);
    scan(KeyRange.of(start, Bytes.successor(prefix)), false, visitor);
  }

  private void scan(KeyRange range, boolean reversed, NameVisitor visitor) {
    work.checkOpen();
    work.metas().writeOut();
    int prefixLength = Layout.prefixLength(database.physical);
    Slice name = new Slice();
    try (Cursor cursor = work.entries().scan(range, reversed, Long.MAX_VALUE, false)) {
      boolean more = true;
      while (more && cursor.next()) {
        if (!isDue(cursor.value())) {
          Slice key = cursor.key();
          name.set(key.array(), key.offset() + prefixLength, key.length() - prefixLength);
          more = visitor.visit(name);
        }
      }
    }
  }

  /** The last name; null if none exists. */
  public byte @Nullable [] last() {
    byte[][] found = new byte[1][];
    scan(
        KeyRange.prefix(Layout.prefix(Layout.META, database.physical)),
        true,
        name -> {
          found[0] = name.toArray();
          return false;
        });
    return found[0];
  }

  private boolean isDue(Slice entry) {
    long expiry = Meta.expiryOf(entry);
    return expiry != Meta.NO_EXPIRY && expiry <= work.now();
  }
}
