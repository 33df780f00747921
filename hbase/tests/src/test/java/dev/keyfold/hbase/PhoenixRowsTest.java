package dev.keyfold.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.bytes.CellRow;
import dev.keyfold.codec.phoenix.PhoenixCatalog;
import dev.keyfold.codec.phoenix.PhoenixColumns;
import dev.keyfold.codec.phoenix.PhoenixDdl;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.testkit.Seeds;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tables, indexes and rows that Phoenix 5.2.1 creates, read from HBase without it: every value is
 * the one that Phoenix's JDBC driver returns.
 */
class PhoenixRowsTest {
  private static final int ROWS = 40;

  /** Every type, the key with two directions, three families. */
  private static final String COLUMNS =
      "USER_ID VARCHAR NOT NULL, AT DATE NOT NULL, CODE CHAR(4) NOT NULL, REGION VARCHAR,"
          + " V VARCHAR, C CHAR(6), D DECIMAL, DS DECIMAL(12,3), T TINYINT, S SMALLINT, I INTEGER,"
          + " L BIGINT, X.UT UNSIGNED_TINYINT, X.US UNSIGNED_SMALLINT, X.UI UNSIGNED_INT,"
          + " X.UL UNSIGNED_LONG, F FLOAT, G DOUBLE, UF UNSIGNED_FLOAT, UG UNSIGNED_DOUBLE,"
          + " B BOOLEAN, DT DATE, TM TIME, TS TIMESTAMP, X.UD UNSIGNED_DATE, X.UTM UNSIGNED_TIME,"
          + " X.UTS UNSIGNED_TIMESTAMP, \"low\".VB VARBINARY, \"low\".\"Mixed\" BINARY(5),"
          + " IA INTEGER ARRAY, VA VARCHAR ARRAY, DA DECIMAL ARRAY"
          + " CONSTRAINT PK PRIMARY KEY (USER_ID, AT DESC, CODE, REGION DESC)";

  private static final PhoenixHBase PHOENIX = PhoenixHBase.shared();

  /** The storage of a table, and what an index on it says. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "COLUMN_ENCODED_BYTES=0",
        "IMMUTABLE_ROWS=true, IMMUTABLE_STORAGE_SCHEME=SINGLE_CELL_ARRAY_WITH_OFFSETS,"
            + " COLUMN_ENCODED_BYTES=2, SALT_BUCKETS=3",
        "IMMUTABLE_ROWS=true, IMMUTABLE_STORAGE_SCHEME=ONE_CELL_PER_COLUMN, COLUMN_ENCODED_BYTES=1",
      })
  void everyValueIsWhatPhoenixReturns(String storage) {
    long seed = Seeds.fresh();
    Random random = new Random(seed);
    String name = "R" + Integer.toUnsignedString(storage.hashCode()) + "_" + System.nanoTime();
    String create = "CREATE TABLE " + name + " (" + COLUMNS + ") " + storage;
    PHOENIX.sql(create);
    String index =
        "CREATE INDEX "
            + name
            + "_I ON "
            + name
            + " (V, I DESC) INCLUDE (DS, X.UL, \"low\".VB, VA)";
    PHOENIX.sql(index);
    for (int i = 0; i < ROWS; i++) {
      PHOENIX.sql("UPSERT INTO " + name + " VALUES (" + values(random, i) + ")");
    }

    List<List<String>> expected = PHOENIX.sql("SELECT * FROM " + name);
    assertThat(expected).hasSize(ROWS);
    String fromCatalog = catalog(name);
    assertThat(sorted(read(name, create))).as("seed %d", seed).isEqualTo(sorted(expected));
    assertThat(sorted(read(name, fromCatalog))).as("seed %d", seed).isEqualTo(sorted(expected));

    List<List<String>> indexed = PHOENIX.sql("SELECT * FROM " + name + "_I");
    assertThat(indexed).hasSize(ROWS);
    assertThat(sorted(read(name + "_I", create + ";" + index)))
        .as("seed %d", seed)
        .isEqualTo(sorted(indexed));
    assertThat(sorted(read(name + "_I", catalog(name + "_I"))))
        .as("seed %d", seed)
        .isEqualTo(sorted(indexed));
  }

  /** Columns that were added and dropped have numbers that only the catalog knows. */
  @Test
  void alteredTables() {
    for (String kind : List.of("", "IMMUTABLE ")) {
      String name = "A" + kind.strip() + System.nanoTime();
      PHOENIX.sql(
          "CREATE " + kind + "TABLE " + name + " (K VARCHAR PRIMARY KEY, A INTEGER, B VARCHAR)");
      PHOENIX.sql("UPSERT INTO " + name + " VALUES ('old', 1, 'b')");
      PHOENIX.sql("ALTER TABLE " + name + " DROP COLUMN A");
      PHOENIX.sql("ALTER TABLE " + name + " ADD C VARCHAR, X.D BIGINT");
      PHOENIX.sql("UPSERT INTO " + name + " VALUES ('new', 'b2', 'c', 7)");

      assertThat(sorted(read(name, catalog(name))))
          .isEqualTo(sorted(PHOENIX.sql("SELECT * FROM " + name)))
          .isEqualTo(
              List.of(Arrays.asList("new", "b2", "c", "7"), Arrays.asList("old", "b", null, null)));
    }
  }

  /** What the catalog says about a table or an index. */
  private static String catalog(String name) {
    PhoenixCatalog catalog = new PhoenixCatalog();
    try (Store store = Stores.open(PHOENIX.url("SYSTEM.CATALOG"))) {
      add(store, name, catalog);
      String table = catalog.tableOf(name);
      if (table != null) {
        add(store, table, catalog);
      }
    }
    return catalog.ddl(name);
  }

  private static void add(Store store, String name, PhoenixCatalog catalog) {
    try (Cursor rows = store.scan(Scan.over(PhoenixCatalog.range(name)))) {
      while (rows.next()) {
        catalog.add(rows.key().toArray(), rows.value().toArray());
      }
    }
  }

  /** The rows of a table as Phoenix prints them: the columns of the key first. */
  private static List<List<String>> read(String table, String ddl) {
    PhoenixDdl parsed = PhoenixDdl.parse(ddl);
    KeySchema key = parsed.schema();
    PhoenixColumns columns = parsed.columns();
    List<List<String>> rows = new ArrayList<>();
    CellRow cells = new CellRow();
    try (Store store = Stores.open(PHOENIX.url(table));
        Cursor found = store.scan(Scan.over(KeyRange.of(new byte[0], null)))) {
      while (found.next()) {
        List<String> row = new ArrayList<>();
        key.decode(found.key().toArray()).forEach(value -> row.add(text(value)));
        byte[] value = found.value().toArray();
        for (Object column : columns.read(cells.reset(value, 0, value.length))) {
          row.add(text(column));
        }
        rows.add(row);
      }
    }
    return rows;
  }

  /** As the client's process writes a value; see SqlProcess of hbase/phoenix. */
  private static String text(Object value) {
    if (value instanceof byte[] bytes) {
      return Bytes.toHex(bytes);
    }
    if (value instanceof BigDecimal decimal) {
      return decimal.stripTrailingZeros().toPlainString();
    }
    if (value instanceof List<?> list) {
      return list.stream()
          .map(element -> String.valueOf(text(element)))
          .collect(Collectors.joining(", ", "[", "]"));
    }
    return value == null ? null : value.toString();
  }

  private static List<List<String>> sorted(List<List<String>> rows) {
    List<List<String>> copy = new ArrayList<>(rows);
    copy.sort(Comparator.comparing(Object::toString));
    return Collections.unmodifiableList(copy);
  }

  /** A row in SQL; any column that is not in the key may be null. */
  private static String values(Random random, int row) {
    List<String> values = new ArrayList<>();
    values.add("'U" + random.nextInt(5) + "'");
    values.add(date(1_700_000_000_000L + row));
    values.add("'" + "ABCD".substring(random.nextInt(4)) + "'");
    values.add(random.nextBoolean() ? "NULL" : "'r" + random.nextInt(9) + "'");
    List<String> others =
        List.of(
            "'" + "x".repeat(random.nextInt(3)) + "it''s ü " + random.nextInt(99) + "'",
            "'c" + random.nextInt(9_999) + "'",
            decimal(random, random.nextInt(12)),
            BigDecimal.valueOf(random.nextInt(99_999_999) - 50_000_000, random.nextInt(4))
                .toPlainString(),
            Integer.toString(random.nextInt(256) - 128),
            Integer.toString(random.nextInt(65_536) - 32_768),
            Integer.toString(random.nextInt()),
            Long.toString((random.nextLong() >> random.nextInt(64)) | 1),
            Integer.toString(random.nextInt(128)),
            Integer.toString(random.nextInt(32_768)),
            Integer.toString(random.nextInt() >>> 1),
            Long.toString(random.nextLong() >>> (1 + random.nextInt(60))),
            Float.toString((random.nextInt(2_001) - 1_000) / 8f),
            Double.toString((random.nextInt(2_000_001) - 1_000_000) / 1024d),
            Float.toString(random.nextInt(1_000) / 8f),
            Double.toString(random.nextInt(1_000_000) / 1024d),
            Boolean.toString(random.nextBoolean()),
            date((long) random.nextInt() * 1_000 + random.nextInt(1_000)),
            "TO_TIME("
                + stamp(Math.abs((long) random.nextInt()) * 1_000 + random.nextInt(1_000))
                + ")",
            "TIMESTAMP "
                + stamp(random.nextInt() * 1_000L).replace(".000'", "." + nanos(random) + "'"),
            date(Math.abs((long) random.nextInt()) * 1_000),
            "TO_TIME(" + stamp(Math.abs((long) random.nextInt()) * 1_000) + ")",
            "TIMESTAMP " + stamp(Math.abs((long) random.nextInt()) * 1_000 + 7),
            hex(random, 1 + random.nextInt(9)),
            hex(random, 1 + random.nextInt(5)),
            "ARRAY[" + random.nextInt() + "," + random.nextInt(9) + "]",
            random.nextBoolean() ? "ARRAY['a',NULL,NULL,'b','c']" : "ARRAY['it''s','x']",
            "ARRAY[" + decimal(random, 2) + "," + decimal(random, 5) + "]");
    for (String value : others) {
      values.add(random.nextInt(4) == 0 ? "NULL" : value);
    }
    return String.join(", ", values);
  }

  private static String decimal(Random random, int scale) {
    return BigDecimal.valueOf(random.nextInt(), scale).toPlainString();
  }

  private static String nanos(Random random) {
    return String.format("%09d", random.nextInt(1_000_000_000));
  }

  private static String date(long millis) {
    return "TO_DATE(" + stamp(millis) + ")";
  }

  /** {@code '2025-01-17 08:00:00.123'}. */
  private static String stamp(long millis) {
    String text = Instant.ofEpochMilli(millis).toString().replace('T', ' ').replace("Z", "");
    return "'" + (text.contains(".") ? text : text + ".000") + "'";
  }

  private static String hex(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return "DECODE('" + Bytes.toHex(bytes) + "', 'HEX')";
  }
}
