package dev.keyfold.codec.phoenix;

import dev.keyfold.codec.KeyFormatException;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.bytes.CellRow;
import dev.keyfold.codec.bytes.CellRowException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a Phoenix table that are not in its key, or those that an index includes, and how
 * to read them from the cells of a row.
 *
 * <p>Columns are numbered from 11 on: all of a table in the order of their declaration, or those of
 * each family if a family is one cell; ENCODED_QUALIFIER overrides it. That is what Phoenix does
 * when it creates a table. Once columns were added or dropped, only its catalog knows the numbers;
 * {@link PhoenixCatalog} prints the DDL with all of them.
 *
 * <p>Immutable and thread-safe.
 */
public final class PhoenixColumns {
  /**
   * Where a column is.
   *
   * @param position in the single cell of its family, -1 if it has a cell of its own
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared, never leaves this class
  private record Place(byte[] family, byte[] qualifier, int position) {}

  private static final int SHOWN = 5;

  private final List<PhoenixColumn> columns;
  private final List<Place> places;
  private final boolean numbered;

  private PhoenixColumns(List<PhoenixColumn> columns, List<Place> places, boolean numbered) {
    this.columns = List.copyOf(columns);
    this.places = List.copyOf(places);
    this.numbered = numbered;
  }

  /** In the order of their declaration. */
  public List<PhoenixColumn> list() {
    return columns;
  }

  /**
   * Whether cells are found by numbers that the DDL does not have, so that they are right only if
   * no column was ever added or dropped.
   */
  public boolean areNumberedByOrder() {
    return numbered;
  }

  /**
   * The values of the columns, in their order, null where the row has none. Cells of other columns
   * are ignored, as Phoenix does; but if a row has only such, its columns are elsewhere than the
   * DDL says. {@link KeyFormatException} for that, and for values that do not have their type.
   */
  public @Nullable Object[] read(CellRow row) {
    @Nullable Object[] values = new Object[columns.size()];
    List<String> unknown = new ArrayList<>();
    int next = 0;
    boolean known = false;
    try {
      while (row.next()) {
        int found = find(row, next);
        if (found < 0) {
          note(row, unknown);
        } else {
          known = true;
          next = read(row, found, values);
        }
      }
    } catch (CellRowException e) {
      throw new KeyFormatException(null, -1, "no row: " + e.getMessage(), "its cells");
    }
    if (!known && !unknown.isEmpty() && !columns.isEmpty()) {
      throw new KeyFormatException(
          null,
          -1,
          "only cells of other columns (" + String.join(", ", unknown) + ")",
          "cells such as " + name(places.get(0)) + "; take the DDL from Phoenix's catalog");
    }
    return values;
  }

  /** The first column of the cell; they mostly come in order. -1 if none exists. */
  private int find(CellRow row, int from) {
    for (int i = 0; i < places.size(); i++) {
      int at = (from + i) % places.size();
      Place place = places.get(at);
      if (row.isFamily(place.family) && row.isQualifier(place.qualifier)) {
        return at;
      }
    }
    return -1;
  }

  /** Takes the values of a cell; the column to look for next. */
  private int read(CellRow row, int column, @Nullable Object[] values) {
    byte[] in = row.array();
    Place place = places.get(column);
    if (place.position < 0) {
      PhoenixColumn found = columns.get(column);
      values[column] = found.type().decode(found.name(), in, row.valueFrom(), row.valueTo());
      return column + 1;
    }
    String cell = "family " + new String(place.family, StandardCharsets.UTF_8);
    List<int[]> parts = PhoenixArrays.columns(cell, in, row.valueFrom(), row.valueTo());
    for (int i = 0; i < places.size(); i++) {
      Place other = places.get(i);
      if (other.position >= 0 && other.position < parts.size() && row.isFamily(other.family)) {
        int[] part = parts.get(other.position);
        PhoenixColumn found = columns.get(i);
        values[i] = found.type().decode(found.name(), in, part[0], part[1]);
      }
    }
    return column + 1;
  }

  private static void note(CellRow row, List<String> unknown) {
    byte[] qualifier = row.qualifier();
    if (!PhoenixStorage.isEmptyColumn(qualifier) && unknown.size() < SHOWN) {
      unknown.add(name(row.family(), qualifier));
    }
  }

  private static String name(Place place) {
    return name(place.family, place.qualifier);
  }

  private static String name(byte[] family, byte[] qualifier) {
    StringBuilder text = new StringBuilder(new String(family, StandardCharsets.UTF_8)).append(':');
    for (byte b : qualifier) {
      if (b > ' ' && b < 0x7F && b != '\\') {
        text.append((char) b);
      } else {
        text.append("\\x").append(Bytes.toHex(b));
      }
    }
    return text.toString();
  }

  /** Numbers columns as Phoenix does. */
  static final class Builder {
    private final PhoenixStorage storage;
    private final List<PhoenixColumn> columns = new ArrayList<>();
    private final List<Place> places = new ArrayList<>();

    /** By family if a family is a cell, else all under one. */
    private final Map<String, Integer> counters = new HashMap<>();

    private boolean numbered;

    Builder(PhoenixStorage storage) {
      this.storage = storage;
    }

    /**
     * @param name as Phoenix keeps it
     * @param number what the DDL says, -1 if it says none
     */
    void add(DdlColumn column, String family, String name, int number) {
      String counter = storage.singleCell() ? family : "";
      int assigned = counters.merge(counter, 1, Integer::sum) - 1 + PhoenixStorage.FIRST;
      int found = number < 0 ? assigned : number;
      numbered |= number < 0 && storage.qualifierBytes() > 0;
      columns.add(new PhoenixColumn(column.name().text(), column.checkedCellType()));
      byte[] bytes = family.getBytes(StandardCharsets.UTF_8);
      places.add(
          storage.singleCell()
              ? new Place(bytes, PhoenixStorage.SINGLE_CELL, found - PhoenixStorage.FIRST + 1)
              : new Place(bytes, storage.qualifier(name, found), -1));
    }

    PhoenixColumns build() {
      return new PhoenixColumns(columns, places, numbered);
    }
  }
}
