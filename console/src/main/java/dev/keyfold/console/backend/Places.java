package dev.keyfold.console.backend;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.structures.StructureKeys;
import dev.keyfold.table.Tables;
import dev.keyfold.table.expr.Functions;
import dev.keyfold.table.schema.IndexLayout;
import dev.keyfold.table.schema.KeyLayout;
import dev.keyfold.table.schema.TableDef;
import dev.keyfold.table.schema.TableLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Maps keys of the store to the table, index or structure that they belong to. */
public final class Places {
  /** What keys are of. */
  public enum Kind {
    RECORDS,
    INDEX,
    STRUCTURES,
    CATALOG,
    UNKNOWN
  }

  /**
   * Keys of one kind.
   *
   * @param table name of the table; null if it is of none
   * @param layout the schema of the keys; null if they have none
   */
  public record Place(Kind kind, @Nullable String table, @Nullable KeyLayout layout) {
    public static final Place STRUCTURES = new Place(Kind.STRUCTURES, null, null);
    public static final Place CATALOG = new Place(Kind.CATALOG, null, null);
    public static final Place UNKNOWN = new Place(Kind.UNKNOWN, null, null);

    /** The schema of the keys of a table or index. */
    public KeyLayout keys() {
      if (layout == null) {
        throw new IllegalStateException("keys of kind " + kind + " have no schema");
      }
      return layout;
    }

    /** In words. */
    public String describe() {
      return switch (kind) {
        case RECORDS -> "record of table " + table;
        case INDEX -> "entry of index " + keys().name() + " of table " + table;
        case STRUCTURES -> "structure";
        case CATALOG -> "catalog of tables";
        case UNKNOWN -> "unknown key";
      };
    }

    /** A short title: {@code orders}, {@code orders.by_category}. */
    public String title() {
      return switch (kind) {
        case RECORDS -> String.valueOf(table);
        case INDEX -> table + "." + keys().name();
        case STRUCTURES -> "structures";
        case CATALOG -> "catalog";
        case UNKNOWN -> "unknown";
      };
    }

    /** All its keys. */
    public KeyRange range() {
      return switch (kind) {
        case RECORDS, INDEX -> keys().everything();
        case STRUCTURES -> KeyRange.of(new byte[] {(byte) 0xD0}, new byte[] {(byte) 0xF0});
        case CATALOG -> KeyRange.of(new byte[] {0}, new byte[] {0x10});
        case UNKNOWN -> KeyRange.of(new byte[] {(byte) 0xF0}, null);
      };
    }
  }

  private static final int CATALOG_END = 0x10;

  private final Tables tables;
  private final Map<String, TableLayout> layouts = new ConcurrentHashMap<>();

  Places(Tables tables) {
    this.tables = tables;
  }

  /** The layout of a definition, compiled once. */
  public TableLayout layout(TableDef def) {
    return layouts.compute(
        def.name(),
        (name, known) ->
            known != null && known.def().equals(def)
                ? known
                : TableLayout.of(def, Functions.builtIn()));
  }

  /** The keys of all tables and indexes, in the order in which they lie in the store. */
  public List<Place> all() {
    List<Place> all = new ArrayList<>();
    for (TableDef def : tables.list()) {
      all.addAll(of(layout(def)));
    }
    all.sort((a, b) -> Bytes.compare(a.keys().prefix(), b.keys().prefix()));
    return all;
  }

  /** The keys of one table, the primary one first; none of a view, whose keys are elsewhere. */
  public static List<Place> of(TableLayout layout) {
    String table = layout.def().name();
    List<Place> places = new ArrayList<>();
    if (layout.def().source() != null) {
      return places;
    }
    places.add(new Place(Kind.RECORDS, table, layout.primary()));
    if (layout.next() != null) {
      places.add(new Place(Kind.RECORDS, table, layout.next()));
    }
    for (IndexLayout index : layout.indexes()) {
      places.add(new Place(Kind.INDEX, table, index.key()));
    }
    return places;
  }

  /** What a key belongs to. */
  public Place of(byte[] key) {
    return of(key, all());
  }

  /** The same, with an earlier result of {@link #all}. */
  public static Place of(byte[] key, List<Place> all) {
    if (key.length == 0) {
      return Place.UNKNOWN;
    }
    if (StructureKeys.owns(key)) {
      return Place.STRUCTURES;
    }
    if ((key[0] & 0xFF) < CATALOG_END) {
      return Place.CATALOG;
    }
    for (Place place : all) {
      if (Bytes.startsWith(key, place.keys().prefix())) {
        return place;
      }
    }
    return Place.UNKNOWN;
  }
}
