package dev.keyfold.table.write;

import dev.keyfold.codec.KeyType;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Writes;
import dev.keyfold.table.errors.DuplicateKeyException;
import dev.keyfold.table.errors.RowException;
import dev.keyfold.table.expr.RowAccess;
import dev.keyfold.table.schema.KeyDescriptions;
import dev.keyfold.table.schema.RowHeader;
import dev.keyfold.table.schema.RowView;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.schema.ValueEquality;
import org.jspecify.annotations.Nullable;

/**
 * The rules of insert, put, update and delete for a record and its index entries, independent of
 * where reads come from and writes go: the store under locks, or a transaction. The caller has
 * encoded the key.
 */
public final class RowOperations {
  /** What must be there before. */
  public enum Mode {
    /** Nothing in particular. */
    PUT,
    /** No record with this key. */
    INSERT,
    /** A record with this key. */
    UPDATE
  }

  private RowOperations() {}

  /** Whether a row can be written without knowing the one before: nothing else depends on it. */
  public static boolean isBlind(TableLayout layout) {
    return layout.indexes().isEmpty() && layout.next() == null && !layout.def().has("versioned");
  }

  public static <R> void write(
      RowWriter writer,
      RowMapper<R> mapper,
      R row,
      Mode mode,
      long expiry,
      long now,
      Reader reader,
      Writes out) {
    byte[] key = writer.copyOfKey();
    byte[] old = reader.get(key);
    long version = admit(writer, mode, old, now);
    RowAccess access = mapper.access(row);
    writer.checkUnique(reader, access, now);
    writer.encodeValue(mapper, row, expiry, version);
    byte[] value = writer.copyOfValue();
    writer.changeIndexes(out, old, access, expiry);
    writer.putRecord(out, key, value);
  }

  /** The version that the record gets; throws if what is stored is not as it must be. */
  public static long admit(RowWriter writer, Mode mode, byte @Nullable [] old, long now) {
    RowHeader before = old == null ? null : writer.oldHeader(old);
    boolean there = before != null && !before.isExpired(now);
    if (mode == Mode.INSERT && there) {
      throw new DuplicateKeyException(
          "table "
              + writer.layout().def().name()
              + " already has a record with the primary key "
              + KeyDescriptions.describe(writer.layout().primary(), writer.copyOfKey())
              + "; use put to replace it");
    }
    if (mode == Mode.UPDATE && !there) {
      throw new RowException(
          "table "
              + writer.layout().def().name()
              + " has no record with this primary key to update; use put or insert to add it");
    }
    // What has expired counts as gone, reclaimed or not: versions begin again.
    return writer.layout().def().has("versioned")
        ? (before != null && there ? before.version() : 0) + 1
        : 0;
  }

  /** Removes the record and its index entries; whether one was there to be seen. */
  public static boolean delete(RowWriter writer, long now, Reader reader, Writes out) {
    byte[] key = writer.copyOfKey();
    byte[] old = reader.get(key);
    if (old == null) {
      return false;
    }
    boolean there = !writer.oldHeader(old).isExpired(now);
    writer.changeIndexes(out, old, null, RowHeader.NEVER);
    writer.deleteRecord(out, key);
    return there;
  }

  /** Whether the stored record has exactly the fields of the expected row. */
  public static <R> boolean isStored(
      RowWriter writer,
      RowMapper<R> mapper,
      @Nullable R expected,
      byte @Nullable [] stored,
      long now) {
    if (stored == null) {
      return expected == null;
    }
    RowView view = writer.old(stored);
    if (view.header().isExpired(now) || expected == null) {
      return expected == null && view.header().isExpired(now);
    }
    RowAccess row = mapper.access(expected);
    for (int i = 0; i < writer.layout().def().fields().size(); i++) {
      KeyType type = writer.layout().def().fields().get(i).type();
      if (!ValueEquality.areSame(type, view.get(i), row.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** Replaces or removes the stored record if it is as expected; whether it was. */
  public static <R> boolean compareAndSet(
      TypedTable<R> table,
      RowWriter writer,
      @Nullable R expected,
      @Nullable R update,
      boolean keepExpiry,
      Reader reader,
      Writes out) {
    RowMapper<R> mapper = table.mapper(writer.layout());
    long now = table.state().now();
    byte[] stored = reader.get(writer.copyOfKey());
    if (!isStored(writer, mapper, expected, stored, now)) {
      return false;
    }
    if (update == null) {
      boolean unused = delete(writer, now, reader, out);
    } else {
      long expiry =
          keepExpiry && expected != null && stored != null
              ? writer.old(stored).header().expiry()
              : table.defaultExpiry();
      write(writer, mapper, update, Mode.PUT, expiry, now, reader, out);
    }
    return true;
  }
}
