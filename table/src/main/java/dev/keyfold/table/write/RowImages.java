package dev.keyfold.table.write;

import dev.keyfold.store.errors.StoreCorruptedException;
import dev.keyfold.table.errors.RowException;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.expr.RowAccess;
import dev.keyfold.table.schema.IndexLayout;
import dev.keyfold.table.schema.RowHeader;
import dev.keyfold.table.schema.RowView;
import dev.keyfold.table.schema.TableLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The index entries and claims that a record should have, by the layout of its table. Reuses
 * buffers: one instance per thread.
 */
public final class RowImages {
  private final TableLayout layout;
  private final List<IndexEntries> indexes = new ArrayList<>();
  private final UniqueIndexes unique;
  private final RowView view;
  private final RowHeader header = new RowHeader();

  /**
   * The keys of both.
   *
   * @param entries in indexes
   * @param claims on unique values
   */
  public record Image(List<byte[]> entries, List<byte[]> claims) {
    public static final Image NOTHING = new Image(List.of(), List.of());

    public boolean isEmpty() {
      return entries.isEmpty() && claims.isEmpty();
    }
  }

  public RowImages(TableLayout layout) {
    this.layout = layout;
    this.unique = new UniqueIndexes(layout);
    this.view = new RowView(layout);
    for (IndexLayout index : layout.indexes()) {
      if (index.def().state().isWritten()) {
        indexes.add(new IndexEntries(index));
      }
    }
  }

  public TableLayout layout() {
    return layout;
  }

  public UniqueIndexes unique() {
    return unique;
  }

  /** The image of a row; throws {@link RowException} if an index cannot hold it. */
  public Image of(RowAccess row) {
    List<byte[]> entries = new ArrayList<>();
    indexes.forEach(index -> entries.addAll(index.keys(row)));
    return new Image(entries, unique.claims(row));
  }

  /**
   * The image of what a write replaces. Of a damaged record it is nothing: what the record has is
   * left, to be found superfluous like what a writer has left that died.
   */
  public Image before(byte[] key, byte @Nullable [] value, DamagedRows rescue) {
    try {
      return of(key, value);
    } catch (StoreCorruptedException | TableException unreadable) {
      if (value != null) {
        rescue.check(value, unreadable);
      }
      return Image.NOTHING;
    }
  }

  /**
   * The image of what is stored under a record's key; nothing of nothing, and of a fence. Throws
   * {@link StoreCorruptedException} if it is damaged.
   */
  public Image of(byte[] key, byte @Nullable [] value) {
    if (value == null || header.readIfPossible(value).isFence()) {
      return Image.NOTHING;
    }
    RowView row = view.record(key, 0, key.length, value, 0, value.length);
    List<byte[]> entries = new ArrayList<>();
    List<byte[]> claims = new ArrayList<>();
    for (IndexEntries index : indexes) {
      try {
        entries.addAll(index.keys(row));
        claims.addAll(unique.claims(index.index(), row));
      } catch (RowException unfit) {
        // Not in an index that cannot hold it: one that is being built, and will be disabled.
      }
    }
    return new Image(entries, claims);
  }

  public static boolean contains(List<byte[]> keys, byte[] key) {
    for (byte[] candidate : keys) {
      if (Arrays.equals(candidate, key)) {
        return true;
      }
    }
    return false;
  }

  /** Those of the first list that the second has not. */
  public static List<byte[]> without(List<byte[]> keys, List<byte[]> others) {
    if (others.isEmpty()) {
      return keys;
    }
    List<byte[]> left = new ArrayList<>();
    for (byte[] key : keys) {
      if (!contains(others, key)) {
        left.add(key);
      }
    }
    return left;
  }
}
