package dev.keyfold.table.write;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.KeySelection;
import dev.keyfold.codec.ValueText;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Scan;
import dev.keyfold.table.errors.DuplicateKeyException;
import dev.keyfold.table.errors.RowException;
import dev.keyfold.table.expr.RowAccess;
import dev.keyfold.table.schema.IndexLayout;
import dev.keyfold.table.schema.KeyLayout;
import dev.keyfold.table.schema.KeySpace;
import dev.keyfold.table.schema.RowView;
import dev.keyfold.table.schema.TableLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Enforces unique indexes. Nulls are distinct, and expired records are ignored. Not thread-safe.
 */
public final class UniqueIndexes {
  private final TableLayout layout;
  private final List<IndexLayout> indexes;

  public UniqueIndexes(TableLayout layout) {
    this.layout = layout;
    this.indexes =
        layout.indexes().stream()
            .filter(index -> index.isUnique() && index.def().state().isWritten())
            .toList();
  }

  /**
   * What must be locked while a row is checked: for each index the keys of which at most one may be
   * there.
   */
  public List<KeyRange> ranges(RowAccess row) {
    if (indexes.isEmpty()) {
      return List.of();
    }
    List<KeyRange> ranges = new ArrayList<>();
    indexes.forEach(index -> ranges.addAll(ranges(index, row)));
    return ranges;
  }

  /** One, or in an index of the elements of a list one for each element; none where one is null. */
  private static List<KeyRange> ranges(IndexLayout index, RowAccess row) {
    try {
      if (!index.holds(row)) {
        return List.of();
      }
      int each = index.eachPart();
      Collection<Object> elements =
          each < 0
              ? Collections.singletonList(null)
              : index.key().parts().get(each).expression().allOf(row);
      List<KeyRange> ranges = new ArrayList<>();
      for (Object element : elements) {
        KeyRange range = range(index, row, element);
        if (range != null) {
          ranges.add(range);
        }
      }
      return ranges;
    } catch (KeyException e) {
      throw new RowException("index " + index.name() + ", " + e.getMessage(), e);
    }
  }

  private static @Nullable KeyRange range(IndexLayout index, RowAccess row, Object element) {
    // Of any length: what is too long for a key is refused where keys are made, and only there.
    KeySelection selection = index.key().select();
    for (int i = 0; i < index.declaredParts(); i++) {
      Object part =
          i == index.eachPart() ? element : index.key().parts().get(i).expression().of(row);
      if (part == null) {
        return null;
      }
      selection.eq(index.key().schema().field(i).name(), part);
    }
    return index.key().storeRange(selection.ranges().get(0)); // in one shard, see TableLayout
  }

  /** The keys of the claims that a record with these fields must have. */
  public List<byte[]> claims(RowAccess row) {
    if (indexes.isEmpty()) {
      return List.of();
    }
    List<byte[]> claims = new ArrayList<>();
    indexes.forEach(index -> claims.addAll(claims(index, row)));
    return claims;
  }

  /** Those for one index; none if it is not unique. */
  public List<byte[]> claims(IndexLayout index, RowAccess row) {
    if (!indexes.contains(index)) {
      return List.of();
    }
    List<byte[]> claims = new ArrayList<>();
    for (KeyRange range : ranges(index, row)) {
      byte[] claim = KeySpace.claim(range.start());
      KeyLayout.Purpose.CLAIM.checkLength(claim.length, index.name());
      claims.add(claim);
    }
    return claims;
  }

  /** The row's values in an index, in words. */
  public static String describe(IndexLayout index, RowAccess row) {
    StringJoiner text = new StringJoiner(", ", "(", ")");
    for (int i = 0; i < index.declaredParts(); i++) {
      KeyLayout.Part part = index.key().parts().get(i);
      Object value =
          i == index.eachPart()
              ? part.expression().allOf(row)
              : ValueText.print(part.field().type(), part.expression().of(row));
      text.add(part.expression().text() + " = " + value);
    }
    return text.toString();
  }

  /** The message for a claim of another record. */
  public DuplicateKeyException taken(byte[] claim) {
    String which =
        indexes.stream()
            .filter(index -> KeySpace.claims(index.def().id()).contains(claim))
            .map(index -> index.def().text().toString())
            .findFirst()
            .orElse("(dropped)");
    return duplicate(which);
  }

  private DuplicateKeyException duplicate(String index) {
    return new DuplicateKeyException(
        "table "
            + layout.def().name()
            + ": another record has the same values in the unique index "
            + index);
  }

  /** Throws {@link DuplicateKeyException} if another live record has the same values. */
  public void check(Reader reader, RowAccess row, long now) {
    for (IndexLayout index : indexes) {
      for (KeyRange range : ranges(index, row)) {
        check(reader, index, range, row, now);
      }
    }
  }

  private static List<byte[]> keys(IndexLayout index, RowAccess row) {
    try {
      return index.keys(row, index.newKeyWriter());
    } catch (KeyException e) {
      throw new RowException("index " + index.name() + ", " + e.getMessage(), e);
    }
  }

  private void check(Reader reader, IndexLayout index, KeyRange range, RowAccess row, long now) {
    List<byte[]> own = keys(index, row);
    RowView entry = new RowView(layout);
    try (Cursor cursor = reader.scan(Scan.over(range))) {
      while (cursor.next()) {
        byte[] key = cursor.key().toArray();
        boolean expired = entry.entry(index, cursor.key(), cursor.value()).header().isExpired(now);
        if (!expired && own.stream().noneMatch(one -> Arrays.equals(one, key))) {
          throw duplicate(index.def().text().toString());
        }
      }
    }
  }
}
