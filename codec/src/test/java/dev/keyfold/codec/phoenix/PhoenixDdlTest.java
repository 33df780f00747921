package dev.keyfold.codec.phoenix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeyOrder;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeySchemaException;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.Limits;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.testkit.Seeds;
import java.util.Map;
import java.util.Random;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** DDL of Phoenix to key schemas: the forms of its grammar reference, and what is refused. */
class PhoenixDdlTest {
  private static final String ORDERS =
      """
      -- orders of a shop
      CREATE TABLE IF NOT EXISTS shop."orders" (
        user_id VARCHAR NOT NULL,
        at DATE NOT NULL, /* in milliseconds */
        region VARCHAR(10),
        d.total DECIMAL(10,2) DEFAULT (1 + 2),
        d.items INTEGER,
        d.tags VARCHAR ARRAY[5],
        d.code CHAR(4)
        CONSTRAINT pk PRIMARY KEY (user_id, AT DESC ROW_TIMESTAMP, region)
      ) SALT_BUCKETS=16, DEFAULT_COLUMN_FAMILY='d', d.VERSIONS = 3, TTL=-1
      SPLIT ON ('a', ('b'));
      """;

  private static KeySchema schema(String sql) {
    return PhoenixDdl.parse(sql).schema();
  }

  @Test
  void aTableWithEverything() {
    PhoenixDdl ddl = PhoenixDdl.parse(ORDERS);

    assertThat(ddl.name()).isEqualTo("shop.\"orders\"");
    assertThat(ddl.schema())
        .hasToString("user_id string, at timestamp desc, region string null first");
    assertThat(ddl.schema().shards()).isEqualTo(16);
    assertThat(ddl.schema().format()).isEqualTo(KeyFormats.PHOENIX);
    assertThat(ddl.notes())
        .containsExactly(
            "column AT: ROW_TIMESTAMP is ignored; it sets the timestamp of the cells, not the key");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "VARCHAR|string",
        "varchar(20)|string",
        "CHAR(4)|string(4)",
        "BINARY(8)|bytes(8)",
        "VARBINARY_ENCODED|bytes",
        "TINYINT|int8",
        "SMALLINT|int16",
        "INTEGER|int32",
        "BIGINT|int64",
        "UNSIGNED_TINYINT|uint8",
        "UNSIGNED_SMALLINT|uint16",
        "UNSIGNED_INT|uint32",
        "UNSIGNED_LONG|uint64",
        "FLOAT|float",
        "DOUBLE|double",
        "DECIMAL|decimal",
        "DECIMAL(10)|decimal(10,0)",
        "DECIMAL(38, 5)|decimal(38,5)",
        "BOOLEAN|bool",
        "DATE|timestamp",
        "TIME|timestamp",
        "TIMESTAMP|timestamp(9)",
        "VARCHAR ARRAY|list<string null first>",
        "DECIMAL(9,2)[]|list<decimal(9,2) null first>",
        "INTEGER ARRAY[3]|list<int32>",
        "CHAR(4)[]|list<string(4)>"
      })
  void everyType(String sql, String type) {
    assertThat(schema("CREATE TABLE t (k " + sql + " NOT NULL PRIMARY KEY, v INTEGER)"))
        .hasToString("k " + type);
    assertThat(schema("create immutable table t (k " + sql + " primary key desc)"))
        .hasToString("k " + type + " desc");
  }

  @Test
  void varbinaryIsAVariantOfTheFormat() {
    String columns = "(a VARCHAR, b VARBINARY CONSTRAINT pk PRIMARY KEY (a, b))";

    assertThat(schema("CREATE TABLE t " + columns).format()).hasToString("phoenix:varbinary");
    assertThat(schema("CREATE TABLE t " + columns))
        .hasToString("a string null first, b bytes null first");
  }

  @Test
  void nullsAreInVariableColumnsOfSeveral() {
    assertThat(schema("CREATE TABLE t (a VARCHAR, b INTEGER, CONSTRAINT pk PRIMARY KEY (a, b))"))
        .hasToString("a string null first, b int32");
    assertThat(schema("CREATE TABLE t (a VARCHAR NULL, CONSTRAINT pk PRIMARY KEY (A))"))
        .hasToString("a string");
  }

  @Test
  void anIndexHasItsColumnsAndTheRestOfTheKey() {
    assertThat(
            schema(ORDERS + "CREATE INDEX i ON shop.\"orders\" (d.items DESC) INCLUDE (d.total)"))
        .hasToString(
            "items decimal desc null first, user_id string, at timestamp desc,"
                + " region string null first")
        .matches(key -> key.shards() == 16);
    assertThat(
            schema(
                ORDERS
                    + "CREATE INDEX IF NOT EXISTS i ON SHOP.\"orders\" (REGION, code asc)"
                    + " ASYNC SALT_BUCKETS=0;"))
        .hasToString(
            "region string null first, code string null first, user_id string, at timestamp desc")
        .matches(key -> key.shards() == 0);
    assertThat(
            PhoenixDdl.parse(ORDERS + "CREATE UNCOVERED INDEX \"i\" ON shop.\"orders\" (at)")
                .name())
        .isEqualTo("\"i\"");
  }

  @Test
  void indexesAreThoseOfPhoenixIndex() {
    PhoenixIndex index =
        PhoenixIndex.of(
            KeySchema.parse("k string, j int32 desc", KeyFormats.PHOENIX),
            new KeyField("v", KeyType.TIMESTAMP_NANOS, KeyOrder.DESC_NULLS_FIRST));

    assertThat(
            schema(
                "CREATE TABLE t (k VARCHAR NOT NULL, j INTEGER NOT NULL, v TIMESTAMP"
                    + " CONSTRAINT pk PRIMARY KEY (k, j DESC)); CREATE INDEX i ON t (v DESC)"))
        .isEqualTo(index.schema());
  }

  private static final String T =
      "CREATE TABLE t (k VARCHAR NOT NULL, n INTEGER NOT NULL, v VARCHAR, w INTEGER"
          + " CONSTRAINT pk PRIMARY KEY (k, n))";

  @Test
  void localIndexesBeginWithTheirId() {
    PhoenixDdl ddl = PhoenixDdl.parse(T + " SALT_BUCKETS=4; CREATE LOCAL INDEX l ON t (v)");

    assertThat(ddl.schema()).hasToString("_index_id int16, v string null first, k string, n int32");
    assertThat(ddl.schema().shards()).isZero();
    assertThat(ddl.columnNames()).containsExactly("k", "n", "v", "w");
    PhoenixIndex index = ddl.index();
    Map<String, ?> row = Map.of("_index_id", 0, "k", "k", "n", 5, "v", "v");
    assertThat(Bytes.toHex(index.encode(row))).isEqualTo("800076006b0080000005");
    PhoenixIndex region = index.inRegion(Bytes.parseHex("010000000000"), new byte[] {2});
    byte[] key = region.encode(row);
    assertThat(Bytes.toHex(key)).isEqualTo("010000000000800076006b0080000005");
    assertThat(region.schema()).hasToString("_region bytes(6), " + ddl.schema());
    assertThat(Bytes.toHex(region.tableRow(key))).isEqualTo("016b0080000005");
    assertThat(Bytes.toHex(index.inRegion(new byte[0], new byte[] {7, 7}).encode(row)))
        .isEqualTo("0000800076006b0080000005");
    assertThat(PhoenixDdl.parse(T + "; CREATE LOCAL INDEX l ON t (v)", KeyType.INT64).schema())
        .hasToString("_index_id int64, v string null first, k string, n int32");
    assertThatThrownBy(() -> index.encode(Map.of("k", "k", "n", 5)))
        .hasMessageContaining("VIEW_INDEX_ID");
    assertThat(PhoenixDdl.parse(T).index()).isNull();
  }

  @Test
  void indexesOfViewsLeaveOutWhatTheViewFixes() {
    String view = T + "; CREATE VIEW v1 (x VARCHAR) AS SELECT * FROM t WHERE k = 'kk' AND w = 7;";

    assertThat(schema(view)).hasToString("k string, n int32");
    PhoenixDdl ddl = PhoenixDdl.parse(view + "CREATE INDEX i ON v1 (x DESC)");
    assertThat(ddl.schema()).hasToString("_index_id int16, x string desc null first, n int32");
    assertThat(ddl.columnNames()).containsExactly("k", "n", "v", "w", "x");
    byte[] key = ddl.index().encode(Map.of("_index_id", -32768, "n", 5, "x", "x"));
    assertThat(Bytes.toHex(key)).isEqualTo("000087ff80000005");
    assertThat(ddl.index().tableKey(key)).containsExactly("kk", 5);
    assertThat(
            schema(view + "CREATE VIEW v2 (p VARCHAR PRIMARY KEY) AS SELECT * FROM v1 WHERE n=5"))
        .hasToString("k string, n int32, p string null first");
    assertThat(
            schema(
                view
                    + "CREATE VIEW v2 (p VARCHAR PRIMARY KEY) AS SELECT * FROM v1 WHERE n=-5;"
                    + "CREATE LOCAL INDEX l ON v2 (v)"))
        .hasToString("_index_id int16, v string null first, p string null first");
    assertThat(schema("CREATE VIEW \"h\" (pk VARCHAR PRIMARY KEY, f.q VARCHAR)"))
        .hasToString("pk string");
  }

  @Test
  void indexesOfSeveralTenantsBeginWithTheTenant() {
    String table =
        "CREATE TABLE m (t VARCHAR NOT NULL, k VARCHAR NOT NULL, v VARCHAR"
            + " CONSTRAINT pk PRIMARY KEY (t, k)) MULTI_TENANT=true;";

    assertThat(schema(table + "CREATE INDEX i ON m (v)"))
        .hasToString("t string, v string null first, k string");
    assertThat(schema(table + "CREATE LOCAL INDEX i ON m (v)"))
        .hasToString("_index_id int16, t string, v string null first, k string");
  }

  @Test
  void anIndexWithItsOwnSaltKeepsThatOfTheTable() {
    PhoenixIndex index =
        PhoenixDdl.parse(T + " SALT_BUCKETS=4; CREATE INDEX i ON t (v) SALT_BUCKETS=0").index();
    byte[] key = index.encode(Map.of("k", "k", "n", 5, "v", "v"));
    assertThat(Bytes.toHex(key)).isEqualTo("76006b0080000005");
    assertThat(Bytes.toHex(index.tableRow(key))).isEqualTo("016b0080000005");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "``|the end of the text in line 1, column 1|'CREATE'",
        "DROP TABLE t|'DROP' in line 1, column 1|'CREATE'",
        "CREATE SEQUENCE s|'SEQUENCE' in line 1, column 8|TABLE, VIEW or INDEX",
        "CREATE VIEW v AS SELECT * FROM t|the table t in line 1, column 32|CREATE TABLE t before"
            + " it",
        "CREATE TABLE t (k CHAR(1) PRIMARY KEY); CREATE VIEW v AS SELECT k FROM t|'k' in line 1,"
            + " column 65|'*'",
        "CREATE TABLE t (k CHAR(1) PRIMARY KEY); CREATE VIEW v AS SELECT * FROM t WHERE k > 'a'|'>'"
            + " in line 1, column 82|other conditions are not supported",
        "CREATE TABLE t (k CHAR(1) PRIMARY KEY); CREATE VIEW v AS SELECT * FROM t WHERE k = 'a' OR"
            + " k = 'b'|'k' in line 1|other conditions are not supported",
        "CREATE TABLE t (k INTEGER PRIMARY KEY); CREATE VIEW v AS SELECT * FROM t WHERE k ="
            + " 'a'|\"a\" for the column k in line 1, column 84|a whole number",
        "CREATE TABLE t (k CHAR(1) PRIMARY KEY, v DATE); CREATE VIEW v AS SELECT * FROM t WHERE v ="
            + " NOW()|'NOW'|a text, a number",
        "CREATE TABLE t (k CHAR(1) PRIMARY KEY); CREATE VIEW v AS SELECT * FROM t WHERE k = 'a';"
            + " CREATE INDEX i ON v (k)|a constant of the view for the column k|differs",
        "CREATE TABLE t (k CHAR(1) PRIMARY KEY, a VARCHAR[]); CREATE LOCAL INDEX i ON t"
            + " (a)|before another field for the column a|as the last field",
        "CREATE TABLE t (k VARCHAR)|a table without PRIMARY KEY in line 1, column 16|columns",
        "CREATE TABLE t (k INT PRIMARY KEY)|column k of the type INT in a key in line 1, column"
            + " 17|INTEGER",
        "CREATE TABLE t (k CHAR PRIMARY KEY)|'PRIMARY' in line 1, column 24|'('",
        "CREATE TABLE t (k CHAR(0) PRIMARY KEY)|'0' in line 1, column 24|from 1 to",
        "CREATE TABLE t (k DECIMAL(39) PRIMARY KEY)|'39' in line 1, column 27|from 1 to 38",
        "CREATE TABLE t (k DECIMAL(3,4) PRIMARY KEY)|'4' in line 1, column 29|from 0 to 3",
        "CREATE TABLE t (k VARBINARY[] PRIMARY KEY)|column k of the type VARBINARY ARRAY|has no",
        "CREATE TABLE t (k INT ARRAY PRIMARY KEY)|column k of the type INT ARRAY|INTEGER",
        "CREATE TABLE t (a CHAR(1) PRIMARY KEY, b CHAR(1) PRIMARY KEY)|a second PRIMARY KEY in line"
            + " 1, column 50|one",
        "CREATE TABLE t (a CHAR(1), A CHAR(1) PRIMARY KEY)|a second column A in line 1, column"
            + " 28|different",
        "CREATE TABLE t (a CHAR(1), \"a\" CHAR(1) PRIMARY KEY)|a second column \"a\"|different",
        "CREATE TABLE t (a CHAR(1) CONSTRAINT p PRIMARY KEY (b))|the column b in line 1, column"
            + " 53|: A",
        "CREATE TABLE t (\"a b\" CHAR(1) PRIMARY KEY)|the field name 'a b' in line 1, column 17|a"
            + " letter",
        "CREATE TABLE t (k CHAR(1) PRIMARY KEY) SALT_BUCKETS=257|'257' in line 1, column 53|from 0"
            + " to 256",
        "CREATE TABLE t (k CHAR(1) PRIMARY KEY) SALT_BUCKETS|the end of the text|'='",
        "CREATE TABLE t (k CHAR(1) PRIMARY KEY|the end of the text in line 1, column 38|',' or ')'",
        "CREATE TABLE t (k \"CHAR|a quote in line 1, column 19|ends it",
        "CREATE TABLE t /* k|a comment in line 1, column 16|*/",
        "CREATE TABLE t (a VARBINARY, b CHAR(1) CONSTRAINT p PRIMARY KEY (a, b))|VARBINARY before"
            + " another field of the column a|last field",
        "CREATE TABLE t (a VARBINARY_ENCODED, b VARBINARY CONSTRAINT p PRIMARY KEY (a,"
            + " b))|VARBINARY and VARBINARY_ENCODED|one of the two",
        "CREATE INDEX i ON t (v)|the table t in line 1, column 19|CREATE TABLE t before it",
        "CREATE TABLE t (k CHAR(1) PRIMARY KEY, v BINARY(2)); CREATE INDEX i ON t (v)|a nullable"
            + " bytes(2) for the column v of the index in line 1, column 72|never null",
        "CREATE TABLE t (k CHAR(1) PRIMARY KEY, v VARBINARY); CREATE INDEX i ON t (v)|column v of"
            + " the type VARBINARY in a key|another type",
        "CREATE TABLE t (k CHAR(1) PRIMARY KEY, v VARCHAR); CREATE INDEX i ON t (UPPER(v))|'(' in"
            + " line 1, column 78|expressions",
        "CREATE TABLE t (k CHAR(1) PRIMARY KEY, v VARCHAR); CREATE INDEX i ON t (v) WHERE k ="
            + " 'a'|'WHERE'|partial"
      })
  void refusals(String sql, String found, String expected) {
    assertThatThrownBy(() -> PhoenixDdl.parse(sql))
        .isInstanceOf(KeySchemaException.class)
        .hasMessageContaining("found ")
        .hasMessageContaining(found)
        .hasMessageContaining(", expected ")
        .hasMessageContaining(expected);
  }

  @Test
  void linesAreCounted() {
    assertThatThrownBy(() -> PhoenixDdl.parse("CREATE TABLE t (\r\n  -- none\n  k VARCHAR ?"))
        .hasMessage("found '?' in line 3, column 13, expected ',' or ')'");
    assertThatThrownBy(() -> PhoenixDdl.parse(" ".repeat(Limits.SCHEMA_TEXT + 1)))
        .hasMessageContaining("at most " + Limits.SCHEMA_TEXT);
  }

  @Test
  void whatIsWrittenAsDdlIsReadBack() {
    Seeds.each(
        random -> {
          for (int i = 0; i < 2_000; i++) {
            KeySchema schema = PhoenixRandom.schema(random);
            assertThat(schema(ddl(schema))).as(ddl(schema)).isEqualTo(expected(schema));
          }
        });
  }

  @Test
  void damagedTextIsReadOrRefused() {
    String index = "CREATE INDEX i ON shop.\"orders\" (d.items DESC, code) INCLUDE (total) TTL='1'";
    Seeds.each(
        random -> {
          for (int i = 0; i < 20_000; i++) {
            String text = damaged(ORDERS + index, random);
            try {
              assertThat(PhoenixDdl.parse(text).schema().size()).isPositive();
            } catch (KeySchemaException e) {
              assertThat(e).hasMessageContaining("found ");
            }
          }
        });
  }

  private static String damaged(String text, Random random) {
    StringBuilder changed = new StringBuilder(text);
    for (int i = 0; i <= random.nextInt(3) && !changed.isEmpty(); i++) {
      int at = random.nextInt(changed.length());
      switch (random.nextInt(3)) {
        case 0 -> changed.setCharAt(at, "\"'()[],.;-/* x0\u00E9".charAt(random.nextInt(16)));
        case 1 -> changed.delete(at, Math.min(changed.length(), at + 1 + random.nextInt(12)));
        default -> changed.setLength(at + 1);
      }
    }
    return changed.toString();
  }

  /** A key of one column is never null, and DATE has a time. */
  private static KeySchema expected(KeySchema schema) {
    KeySchema.Builder builder = KeySchema.builder().format(schema.format());
    for (KeyField field : schema.fields()) {
      boolean nullable = field.order().isNullable() && schema.size() > 1;
      builder.field(
          field.name(),
          type(field.type()),
          KeyOrder.of(field.order().isDescending(), nullable, false));
    }
    return builder.shards(schema.shards()).build();
  }

  private static KeyType type(KeyType type) {
    if (type.kind() == Kind.LIST) {
      KeyType element = type(type.fields().get(0).type());
      boolean fixed = Column.width(element) > 0;
      return KeyType.list(element, fixed ? KeyOrder.ASC : KeyOrder.ASC_NULLS_FIRST);
    }
    return type.kind() == Kind.DATE ? KeyType.TIMESTAMP : type;
  }

  private static String ddl(KeySchema schema) {
    StringJoiner columns = new StringJoiner(", ", "CREATE TABLE t (", "");
    StringJoiner key = new StringJoiner(", ", " CONSTRAINT pk PRIMARY KEY (", "))");
    for (KeyField field : schema.fields()) {
      String type = sql(field.type(), schema);
      columns.add(field.name() + " " + type + (field.order().isNullable() ? "" : " NOT NULL"));
      key.add(field.name() + (field.order().isDescending() ? " DESC" : ""));
    }
    return columns + "" + key + (schema.shards() > 0 ? " SALT_BUCKETS=" + schema.shards() : "");
  }

  private static String sql(KeyType type, KeySchema schema) {
    return switch (type.kind()) {
      case STRING -> type.size() == 0 ? "VARCHAR" : "CHAR(" + type.size() + ")";
      case BYTES -> schema.format().equals(KeyFormats.PHOENIX) ? "VARBINARY_ENCODED" : "VARBINARY";
      case FIXED_BYTES -> "BINARY(" + type.size() + ")";
      case INT8 -> "TINYINT";
      case INT16 -> "SMALLINT";
      case INT32 -> "INTEGER";
      case INT64 -> "BIGINT";
      case UINT8 -> "UNSIGNED_TINYINT";
      case UINT16 -> "UNSIGNED_SMALLINT";
      case UINT32 -> "UNSIGNED_INT";
      case UINT64 -> "UNSIGNED_LONG";
      case BOOL -> "BOOLEAN";
      case DATE, TIMESTAMP_MILLIS -> "DATE";
      case TIMESTAMP_NANOS -> "TIMESTAMP";
      case LIST -> sql(type.fields().get(0).type(), schema) + " ARRAY";
      default -> type.toString().toUpperCase(java.util.Locale.ROOT);
    };
  }
}
