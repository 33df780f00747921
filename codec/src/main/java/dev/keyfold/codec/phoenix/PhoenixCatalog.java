package dev.keyfold.codec.phoenix;

import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeySchemaException;
import dev.keyfold.codec.bytes.CellRow;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The DDL of tables and indexes from the rows of {@code SYSTEM.CATALOG}, the table in which Phoenix
 * keeps its definitions. It has everything that {@link PhoenixDdl} needs, also what the statements
 * of a user do not say: the numbers of columns that were added or after others were dropped.
 *
 * <pre>
 *   key      TENANT_ID 00 TABLE_SCHEM 00 TABLE_NAME [00 COLUMN_NAME [00 COLUMN_FAMILY]]
 *   a table  the key ends with its name       a column of the key   without COLUMN_FAMILY
 *   a link   without COLUMN_NAME              any other column      with both
 * </pre>
 *
 * <p>Unquoted names are printed in lower case, which is the same name in Phoenix. Not thread-safe.
 */
public final class PhoenixCatalog {
  private static final PhoenixDdl OWN =
      PhoenixDdl.parse(
          """
          CREATE TABLE SYSTEM.CATALOG (
            TENANT_ID VARCHAR, TABLE_SCHEM VARCHAR, TABLE_NAME VARCHAR, COLUMN_NAME VARCHAR,
            COLUMN_FAMILY VARCHAR, TABLE_TYPE CHAR(1), DATA_TABLE_NAME VARCHAR,
            INDEX_TYPE UNSIGNED_TINYINT, SALT_BUCKETS INTEGER, MULTI_TENANT BOOLEAN,
            IMMUTABLE_ROWS BOOLEAN, ENCODING_SCHEME TINYINT, IMMUTABLE_STORAGE_SCHEME TINYINT,
            DATA_TYPE INTEGER, COLUMN_SIZE INTEGER, DECIMAL_DIGITS INTEGER, NULLABLE INTEGER,
            ORDINAL_POSITION INTEGER, SORT_ORDER INTEGER, KEY_SEQ SMALLINT,
            COLUMN_QUALIFIER VARBINARY, IS_ROW_TIMESTAMP BOOLEAN
            CONSTRAINT PK PRIMARY KEY (TENANT_ID, TABLE_SCHEM, TABLE_NAME, COLUMN_NAME, COLUMN_FAMILY))
          COLUMN_ENCODED_BYTES=0
          """);

  /** All but the tenant may be absent; the reader wants no null at the end to be there. */
  private static final KeySchema KEYS =
      KeySchema.parse(
          "tenant string null, schem string null, tab string null, col string null, fam string"
              + " null",
          KeyFormats.PHOENIX);

  private static final PhoenixColumns CELLS = OWN.columns();

  private static final Map<Integer, String> TYPES =
      Map.ofEntries(
          Map.entry(12, "VARCHAR"),
          Map.entry(1, "CHAR"),
          Map.entry(-3, "VARBINARY"),
          Map.entry(-2, "BINARY"),
          Map.entry(3, "DECIMAL"),
          Map.entry(-6, "TINYINT"),
          Map.entry(5, "SMALLINT"),
          Map.entry(4, "INTEGER"),
          Map.entry(-5, "BIGINT"),
          Map.entry(6, "FLOAT"),
          Map.entry(8, "DOUBLE"),
          Map.entry(16, "BOOLEAN"),
          Map.entry(91, "DATE"),
          Map.entry(92, "TIME"),
          Map.entry(93, "TIMESTAMP"),
          Map.entry(11, "UNSIGNED_TINYINT"),
          Map.entry(13, "UNSIGNED_SMALLINT"),
          Map.entry(9, "UNSIGNED_INT"),
          Map.entry(10, "UNSIGNED_LONG"),
          Map.entry(14, "UNSIGNED_FLOAT"),
          Map.entry(15, "UNSIGNED_DOUBLE"),
          Map.entry(18, "UNSIGNED_TIME"),
          Map.entry(19, "UNSIGNED_DATE"),
          Map.entry(20, "UNSIGNED_TIMESTAMP"));

  /** What is added to the number of a type for its array. */
  private static final int ARRAY = 3_000;

  private static final int LOCAL = 2;
  private static final int DESCENDING = 1;
  private static final int SINGLE_CELL = 2;
  private static final String DEFAULT_FAMILY = "0";

  private static final Pattern PLAIN = Pattern.compile("[A-Z][A-Z0-9_]*");
  private static final Set<String> RESERVED = Set.of("CONSTRAINT", "PRIMARY", "NOT", "NULL");

  /** One row of the catalog. */
  @SuppressWarnings("ArrayRecordComponent") // never compared, never leaves this class
  private record Entry(@Nullable String column, @Nullable String family, @Nullable Object[] cells) {
    @Nullable Object cell(String name) {
      List<PhoenixColumn> columns = CELLS.list();
      for (int i = 0; i < columns.size(); i++) {
        if (columns.get(i).name().equals(name)) {
          return cells[i];
        }
      }
      throw new IllegalArgumentException(name);
    }

    int number(String name, int otherwise) {
      return cell(name) instanceof Number number ? number.intValue() : otherwise;
    }

    boolean flag(String name) {
      return Boolean.TRUE.equals(cell(name));
    }

    boolean isInKey() {
      return column != null && cell("KEY_SEQ") != null;
    }
  }

  /** By their names with the schema, as Phoenix keeps them. */
  private final Map<String, List<Entry>> tables = new TreeMap<>();

  private final KeyReader reader = KEYS.newReader();
  private final CellRow row = new CellRow();

  /** A catalog without tables. */
  public PhoenixCatalog() {}

  /** The keys of all rows about a table, with its schema if it has one: {@code SHOP.ORDERS}. */
  public static KeyRange range(String table) {
    int dot = table.indexOf('.');
    String schema = dot < 0 ? "" : table.substring(0, dot);
    byte[] start =
        ("\0" + schema + "\0" + table.substring(dot + 1)).getBytes(StandardCharsets.UTF_8);
    byte[] end = Arrays.copyOf(start, start.length + 1);
    end[start.length] = 1;
    return KeyRange.of(start, end);
  }

  /** Takes a row of the catalog; one of a tenant, whose tables are views, is left out. */
  public void add(byte[] key, byte[] value) {
    @Nullable Object[] names = reader.reset(key, 0, key.length).getAll();
    boolean link = names[3] == null && names[4] != null;
    if (names[0] == null && names[2] != null && !link) {
      String table = names[1] == null ? names[2].toString() : names[1] + "." + names[2];
      @Nullable Object[] cells = CELLS.read(row.reset(value, 0, value.length));
      tables
          .computeIfAbsent(table, unused -> new ArrayList<>())
          .add(new Entry((String) names[3], (String) names[4], cells));
    }
  }

  /** Whether no row of a table was added. */
  public boolean isEmpty() {
    return tables.isEmpty();
  }

  /** The tables and indexes that were added, system tables left out. */
  public Set<String> tables() {
    Set<String> names = new TreeSet<>();
    tables.forEach(
        (name, entries) -> {
          Entry header = header(entries);
          if (header != null
              && Set.of("u", "i").contains(String.valueOf(header.cell("TABLE_TYPE")))) {
            names.add(name);
          }
        });
    return names;
  }

  private static @Nullable Entry header(List<Entry> entries) {
    return entries.stream()
        .filter(entry -> entry.column == null && entry.family == null)
        .findFirst()
        .orElse(null);
  }

  /** The table that an index is on, whose rows {@link #ddl} needs, too; null if it is no index. */
  public @Nullable String tableOf(String index) {
    Entry header = header(entries(index));
    if (header == null || !"i".equals(header.cell("TABLE_TYPE"))) {
      return null;
    }
    int dot = index.indexOf('.');
    return index.substring(0, dot + 1) + header.cell("DATA_TABLE_NAME");
  }

  private List<Entry> entries(String name) {
    return tables.getOrDefault(name, List.of());
  }

  /** CREATE TABLE, and CREATE INDEX after it if the name is that of an index. */
  public String ddl(String name) {
    List<Entry> entries = entries(name);
    Entry header = header(entries);
    if (header == null) {
      throw new KeySchemaException(
          null, -1, "no table " + name + " in the catalog", "the name as Phoenix keeps it");
    }
    String of = tableOf(name);
    if (of != null) {
      return ddl(of) + index(name, of, header, entries);
    }
    if (!"u".equals(header.cell("TABLE_TYPE")) && !"s".equals(header.cell("TABLE_TYPE"))) {
      throw new KeySchemaException(
          null,
          -1,
          name + ", which is of the kind '" + header.cell("TABLE_TYPE") + "'",
          "a table or an index: a view has the key and the columns of its table");
    }
    return table(name, header, entries);
  }

  private static String table(String name, Entry header, List<Entry> entries) {
    checkNames(name, entries);
    List<String> lines = new ArrayList<>();
    List<String> parts = new ArrayList<>();
    for (Entry column : keyColumns(entries)) {
      lines.add(
          "  "
              + sql(column.column)
              + " "
              + type(column)
              + (column.number("NULLABLE", 0) == 0 ? " NOT NULL" : ""));
      parts.add(
          sql(column.column)
              + direction(column)
              + (column.flag("IS_ROW_TIMESTAMP") ? " ROW_TIMESTAMP" : ""));
    }
    boolean numbered = header.number("ENCODING_SCHEME", 0) > 0;
    for (Entry column : otherColumns(entries)) {
      lines.add(
          "  "
              + place(column.family, column.column)
              + " "
              + type(column)
              + qualifier(column, numbered));
    }
    return "CREATE TABLE "
        + qualified(name)
        + " (\n"
        + String.join(",\n", lines)
        + "\n  CONSTRAINT pk PRIMARY KEY ("
        + String.join(", ", parts)
        + "))\n"
        + storage(header)
        + (header.flag("MULTI_TENANT") ? ", MULTI_TENANT=true" : "")
        + ";\n";
  }

  /** Fields have no families and no quotes: two columns must not become one field. */
  private static void checkNames(String table, List<Entry> entries) {
    Set<String> taken = new HashSet<>();
    for (Entry entry : entries) {
      if (entry.column != null && !taken.add(sql(entry.column).replace("\"", ""))) {
        throw new KeySchemaException(
            null,
            -1,
            "two columns " + entry.column + " of " + table + ", in two families or in another case",
            "columns with different names; write the DDL by hand for one of them");
      }
    }
  }

  private static String index(String name, String table, Entry header, List<Entry> entries) {
    if (header.number("INDEX_TYPE", 1) == LOCAL) {
      throw new KeySchemaException(
          null,
          -1,
          name + ", a local index",
          "a global one: the keys of a local one begin with the start of their region and an id");
    }
    boolean numbered = header.number("ENCODING_SCHEME", 0) > 0;
    List<String> key = new ArrayList<>();
    for (Entry column : keyColumns(entries)) {
      key.add(indexed(column) + direction(column));
    }
    List<String> included = new ArrayList<>();
    for (Entry column : otherColumns(entries)) {
      included.add(indexed(column) + qualifier(column, numbered));
    }
    int dot = name.indexOf('.');
    return "CREATE INDEX "
        + sql(name.substring(dot + 1))
        + " ON "
        + qualified(table)
        + " ("
        + String.join(", ", key)
        + ")"
        + (included.isEmpty() ? "" : "\n  INCLUDE (" + String.join(", ", included) + ")")
        + "\n"
        + storage(header)
        + ";\n";
  }

  private static String storage(Entry header) {
    return "COLUMN_ENCODED_BYTES="
        + header.number("ENCODING_SCHEME", 0)
        + (header.flag("IMMUTABLE_ROWS") ? ", IMMUTABLE_ROWS=true" : "")
        + ", IMMUTABLE_STORAGE_SCHEME="
        + (header.number("IMMUTABLE_STORAGE_SCHEME", 1) == SINGLE_CELL
            ? "SINGLE_CELL_ARRAY_WITH_OFFSETS"
            : "ONE_CELL_PER_COLUMN")
        + ", SALT_BUCKETS="
        + header.number("SALT_BUCKETS", 0);
  }

  private static List<Entry> keyColumns(List<Entry> entries) {
    return entries.stream()
        .filter(Entry::isInKey)
        .sorted(Comparator.comparingInt(entry -> entry.number("KEY_SEQ", 0)))
        .toList();
  }

  private static List<Entry> otherColumns(List<Entry> entries) {
    return entries.stream()
        .filter(entry -> entry.column != null && !entry.isInKey())
        .sorted(Comparator.comparingInt(entry -> entry.number("ORDINAL_POSITION", 0)))
        .toList();
  }

  private static String direction(Entry column) {
    return column.number("SORT_ORDER", 2) == DESCENDING ? " DESC" : "";
  }

  private static String type(Entry column) {
    int number = column.number("DATA_TYPE", 0);
    boolean array = number >= ARRAY - 100; // those with negative numbers are below
    String name = TYPES.get(array ? number - ARRAY : number);
    if (name == null) {
      name = "UNKNOWN_" + (number < 0 ? "M" : "") + Math.abs(number);
    }
    int size = column.number("COLUMN_SIZE", -1);
    int digits = column.number("DECIMAL_DIGITS", -1);
    String length =
        switch (name) {
          case "CHAR", "BINARY" -> "(" + size + ")";
          case "VARCHAR", "VARBINARY" -> size < 0 ? "" : "(" + size + ")";
          case "DECIMAL" -> size < 0 ? "" : "(" + size + (digits < 0 ? "" : "," + digits) + ")";
          default -> "";
        };
    return name + length + (array ? " ARRAY" : "");
  }

  /** Of one byte or two, numbers are stored with the highest bit inverted. */
  private static String qualifier(Entry column, boolean numbered) {
    if (!numbered || !(column.cell("COLUMN_QUALIFIER") instanceof byte[] bytes)) {
      return "";
    }
    int number = 0;
    for (byte b : bytes) {
      number = number << 8 | (b & 0xFF);
    }
    return " ENCODED_QUALIFIER "
        + (bytes.length <= 2 ? number ^ 1 << (8 * bytes.length - 1) : number);
  }

  /**
   * In the catalog a column of an index is named {@code FAMILY:NAME}, one of the key {@code :NAME}.
   */
  private static String indexed(Entry column) {
    String name = String.valueOf(column.column);
    int colon = name.indexOf(':');
    return colon <= 0
        ? sql(name.substring(colon + 1))
        : place(name.substring(0, colon), name.substring(colon + 1));
  }

  private static String place(@Nullable String family, @Nullable String column) {
    return family == null || family.equals(DEFAULT_FAMILY)
        ? sql(column)
        : sql(family) + "." + sql(column);
  }

  private static String qualified(String name) {
    int dot = name.indexOf('.');
    return dot < 0 ? sql(name) : sql(name.substring(0, dot)) + "." + sql(name.substring(dot + 1));
  }

  private static String sql(@Nullable String name) {
    String text = String.valueOf(name);
    return PLAIN.matcher(text).matches() && !RESERVED.contains(text)
        ? text.toLowerCase(Locale.ROOT)
        : '"' + text.replace("\"", "\"\"") + '"';
  }
}
