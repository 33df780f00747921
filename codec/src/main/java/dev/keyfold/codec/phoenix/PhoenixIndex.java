package dev.keyfold.codec.phoenix;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyOrder;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeySchemaException;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.KeyValueException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The row key of a secondary index of Phoenix: the indexed columns, then those columns of the
 * table's key that are not among them.
 *
 * <pre>{@code
 * KeySchema table = KeySchema.parse("user string, at timestamp desc", KeyFormats.PHOENIX);
 * PhoenixIndex index = PhoenixIndex.of(table, new KeyField("amount", KeyType.INT32, DESC_NULLS_FIRST));
 * index.schema();   // amount decimal desc null first, user string, at timestamp desc
 * }</pre>
 *
 * <p>Three kinds of indexes have these columns after different prefixes:
 *
 * <pre>
 *   global    [salt] columns                     a table of its own, salted like the table
 *   view      [salt] id columns                  one table _IDX_T for all indexes of all views of T
 *   local     region id columns                  in the table itself, never salted
 *
 *   id        VIEW_INDEX_ID of SYSTEM.CATALOG: SMALLINT, or BIGINT with longViewIndex
 *   region    the start key of the region that the row is in; for the first region of several as
 *             many zero bytes as its end key is long; nothing where the table has one region
 * </pre>
 *
 * <p>Columns that the WHERE of a view sets to a constant are in the keys of the table, but not in
 * those of the view's indexes.
 *
 * <p>A column of a table is nullable unless it was declared NOT NULL or belongs to the key. As no
 * key column of fixed width can be null, the index holds such a column as another type: numbers,
 * BOOLEAN (1 and 0), DATE and TIMESTAMP (milliseconds) as DECIMAL; CHAR(n) as VARCHAR with its
 * padding. BINARY(n) becomes VARBINARY, which no further column may follow: it is refused here, and
 * so is a table key with VARBINARY or an ascending array of fixed width at its end, whose trailing
 * zero bytes the index of Phoenix 5.2.1 loses.
 *
 * <p>Immutable and thread-safe.
 */
public final class PhoenixIndex {
  /** The field of the id, as Phoenix names the column. */
  public static final String ID = "_index_id";

  /** The field of the region's start key. */
  public static final String REGION = "_region";

  private static final byte[] ONE_REGION = {};

  private final KeySchema table;

  /** All columns of table and key that the index holds, with their types in the table. */
  private final List<KeyField> columns;

  private final Map<String, Object> constants;
  private final @Nullable KeyType id;
  private final boolean local;
  private final byte[] region;
  private final int buckets;
  private final KeySchema schema;

  private PhoenixIndex(
      KeySchema table,
      List<KeyField> columns,
      Map<String, Object> constants,
      @Nullable KeyType id,
      boolean local,
      byte[] region,
      int buckets) {
    this.table = table;
    this.columns = columns;
    this.constants = constants;
    this.id = id;
    this.local = local;
    this.region = region;
    this.buckets = buckets;
    this.schema = build();
  }

  private KeySchema build() {
    KeySchema.Builder builder = KeySchema.builder().format(table.format()).shards(buckets);
    if (region.length > 0) {
      builder.field(REGION, KeyType.bytes(region.length), KeyOrder.ASC);
    }
    if (id != null) {
      builder.field(ID, id, KeyOrder.ASC);
    }
    for (KeyField column : columns) {
      builder.field(column.name(), Widened.type(column), column.order());
    }
    return builder.build();
  }

  /** {@link #of(KeySchema, List)} for columns one by one. */
  public static PhoenixIndex of(KeySchema table, KeyField... columns) {
    return of(table, Arrays.asList(columns));
  }

  /**
   * The global index of a table on some columns.
   *
   * @param table the primary key of the table
   * @param columns each with its type in the table, nullable as it is in the table, and with the
   *     direction it has in the index; a column of the key has the name and type it has there
   */
  public static PhoenixIndex of(KeySchema table, List<KeyField> columns) {
    if (!(table.format() instanceof PhoenixFormat format) || format.isVarbinary()) {
      throw new KeySchemaException(
          null,
          -1,
          "a table key in the format " + table.format(),
          "phoenix; an index of Phoenix loses zero bytes at the end of a VARBINARY");
    }
    KeyField last = table.field(table.size() - 1);
    if (last.type().kind() == Kind.LIST
        && !last.order().isDescending()
        && Column.width(last.type().fields().get(0).type()) > 0) {
      throw new KeySchemaException(
          last.name(),
          -1,
          last.type() + " at the end of the table's key",
          "a table without it: an index of Phoenix loses zero bytes at the end of an array");
    }
    if (columns.isEmpty()) {
      throw new KeySchemaException(null, -1, "no indexed column", "one or more");
    }
    List<KeyField> originals = new ArrayList<>();
    List<KeyField> rest = new ArrayList<>(table.fields());
    for (KeyField column : columns) {
      originals.add(inTable(rest, column));
    }
    originals.addAll(rest);
    return new PhoenixIndex(
        table, List.copyOf(originals), Map.of(), null, false, ONE_REGION, table.shards());
  }

  /** The column, with the nullability of the table's key if it belongs to it and is taken out. */
  private static KeyField inTable(List<KeyField> key, KeyField column) {
    for (KeyField field : key) {
      if (field.name().equals(column.name())) {
        if (!field.type().equals(column.type())) {
          throw new KeySchemaException(
              column.name(), -1, column.type().toString(), field.type() + ", as in the key");
        }
        key.remove(field);
        KeyOrder order =
            KeyOrder.of(column.order().isDescending(), field.order().isNullable(), false);
        return new KeyField(column.name(), column.type(), order);
      }
    }
    return column;
  }

  /**
   * The same index of a view of the table.
   *
   * @param idType {@link KeyType#INT16}, or {@link KeyType#INT64} where ids are BIGINT
   * @param fixed values that the WHERE of the view gives to columns of the key, by name
   */
  public PhoenixIndex ofView(KeyType idType, Map<String, ?> fixed) {
    List<KeyField> kept = new ArrayList<>(columns);
    kept.removeIf(column -> fixed.containsKey(column.name()));
    return new PhoenixIndex(
        table, List.copyOf(kept), Map.copyOf(fixed), checkedId(idType), false, ONE_REGION, buckets);
  }

  /** The same index with SALT_BUCKETS of its own, 0 for none. */
  public PhoenixIndex salted(int saltBuckets) {
    return new PhoenixIndex(table, columns, constants, id, local, region, saltBuckets);
  }

  /** The same index as a local one, in a table of one region; see {@link #ofView} for the type. */
  public PhoenixIndex local(KeyType idType) {
    return new PhoenixIndex(table, columns, constants, checkedId(idType), true, ONE_REGION, 0);
  }

  /** The keys of a local index in one region of several; one of both ends may be empty. */
  public PhoenixIndex inRegion(byte[] startKey, byte[] endKey) {
    if (!local) {
      throw new KeySchemaException(
          null, -1, "a region for an index that is not local", "a local index");
    }
    byte[] prefix = startKey.length > 0 ? startKey.clone() : new byte[endKey.length];
    return new PhoenixIndex(table, columns, constants, id, true, prefix, 0);
  }

  private static KeyType checkedId(KeyType type) {
    if (!type.equals(KeyType.INT16) && !type.equals(KeyType.INT64)) {
      throw new KeySchemaException(
          ID,
          -1,
          type.toString(),
          "int16 (SMALLINT) or int64 (BIGINT), as VIEW_INDEX_ID_DATA_TYPE");
    }
    return type;
  }

  /** Whether keys begin with an id, which rows then have as {@link #ID}. */
  public boolean hasId() {
    return id != null;
  }

  /** Whether its entries are in the table's own regions. */
  public boolean isLocal() {
    return local;
  }

  /** The key of the index, as a schema like any other. */
  public KeySchema schema() {
    return schema;
  }

  /** The columns that a row needs, with their types in the table. */
  public List<KeyField> columns() {
    return columns;
  }

  /**
   * The key of a row.
   *
   * @param row values of the table's columns by name: those of its key and the indexed ones, and
   *     {@link #ID} where the index has one; a column that does not exist is null
   */
  public byte[] encode(Map<String, ?> row) {
    List<@Nullable Object> values = new ArrayList<>();
    if (region.length > 0) {
      values.add(region);
    }
    if (id != null) {
      Object given = row.get(ID);
      if (given == null) {
        throw new KeyValueException(
            ID, -1, "no value", "the id of the index: VIEW_INDEX_ID in SYSTEM.CATALOG");
      }
      values.add(given);
    }
    for (KeyField column : columns) {
      Object value = row.get(column.name());
      values.add(value == null ? null : Widened.value(column, value));
    }
    return schema.encode(values.toArray());
  }

  /** The table's key that a key of the index holds: its values, in the order of the table. */
  @SuppressWarnings("NullAway") // values of a key are null where a field is nullable
  public List<Object> tableKey(byte[] indexKey) {
    List<Object> values = schema.decode(indexKey);
    List<@Nullable Object> key = new ArrayList<>(table.size());
    for (KeyField field : table.fields()) {
      Object constant = constants.get(field.name());
      key.add(constant != null ? constant : values.get(schema.indexOf(field.name())));
    }
    return Collections.unmodifiableList(key);
  }

  /** The bytes of {@link #tableKey}: the row of the table that an entry of the index represents. */
  public byte[] tableRow(byte[] indexKey) {
    return table.encode(tableKey(indexKey).toArray());
  }
}
