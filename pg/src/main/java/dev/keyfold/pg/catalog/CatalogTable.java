package dev.keyfold.pg.catalog;

import dev.keyfold.codec.KeyOrder;
import dev.keyfold.codec.KeyType;
import dev.keyfold.sql.system.SystemTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A table of the catalog: its columns as text, and how its rows are computed. Thread-safe. */
final class CatalogTable implements SystemTable {
  private static final Map<String, KeyType> TYPES = new HashMap<>();

  static {
    TYPES.put("oid", KeyType.INT64);
    TYPES.put("int8", KeyType.INT64);
    TYPES.put("int4", KeyType.INT32);
    TYPES.put("int2", KeyType.INT32); // functions take int4
    TYPES.put("bool", KeyType.BOOL);
    TYPES.put("float4", KeyType.FLOAT);
    TYPES.put("text", KeyType.STRING);
    TYPES.put("timestamp", KeyType.TIMESTAMP);
    for (String element : List.of("oid", "int2", "text")) {
      KeyType type = TYPES.get(element);
      if (type != null) {
        TYPES.put(element + "[]", KeyType.list(type, KeyOrder.ASC_NULLS_FIRST));
      }
    }
  }

  /** Sets values of one row by the names of columns; the others are null. */
  static final class Rows {
    private final CatalogTable table;
    private final List<@Nullable Object[]> list = new ArrayList<>();

    private Rows(CatalogTable table) {
      this.table = table;
    }

    /** A row of names and values in turn. */
    void add(@Nullable Object... namesAndValues) {
      @Nullable Object[] row = table.defaults.clone();
      for (int i = 0; i < namesAndValues.length; i += 2) {
        Integer at = table.positions.get(String.valueOf(namesAndValues[i]));
        if (at == null) {
          throw new IllegalStateException("no column " + namesAndValues[i]);
        }
        row[at] = namesAndValues[i + 1];
      }
      list.add(row);
    }
  }

  /** Computes the rows. */
  interface Filling {
    void fill(CatalogScope scope, CatalogModel model, Rows rows);
  }

  private final List<Column> columns = new ArrayList<>();
  private final Map<String, Integer> positions = new HashMap<>();
  private final @Nullable Object[] defaults;
  private final Filling filling;

  /**
   * @param spec columns as {@code name:type} or {@code name:type=value}, the value of all rows that
   *     say nothing else
   */
  CatalogTable(String spec, Filling filling) {
    String[] words = spec.strip().split("\\s+", -1);
    this.defaults = new @Nullable Object[words.length];
    for (String word : words) {
      int colon = word.indexOf(':');
      int equals = word.indexOf('=');
      String type = word.substring(colon + 1, equals < 0 ? word.length() : equals);
      KeyType found = TYPES.get(type);
      if (found == null) {
        throw new IllegalStateException("no type " + type);
      }
      if (equals >= 0) {
        defaults[columns.size()] = value(type).apply(word.substring(equals + 1));
      }
      positions.put(word.substring(0, colon), columns.size());
      columns.add(new Column(word.substring(0, colon), found));
    }
    this.filling = filling;
  }

  private static Function<String, Object> value(String type) {
    return switch (type) {
      case "bool" -> Boolean::valueOf;
      case "int4", "int2" -> Integer::valueOf;
      case "oid", "int8" -> Long::valueOf;
      case "float4" -> Float::valueOf;
      default -> text -> text;
    };
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  @Override
  public Iterable<@Nullable Object[]> rows() {
    CatalogScope scope = CatalogScope.current();
    Rows rows = new Rows(this);
    filling.fill(scope, scope.model(), rows);
    return rows.list;
  }
}
