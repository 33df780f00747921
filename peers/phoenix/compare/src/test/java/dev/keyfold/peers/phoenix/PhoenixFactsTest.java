package dev.keyfold.peers.phoenix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The vectors are what Phoenix writes, and what we refuse is what Phoenix corrupts or refuses. */
class PhoenixFactsTest {
  private static final Path VECTORS = Path.of("..", "..", "..", "testdata", "phoenix.tsv");

  private static PhoenixProcess phoenix;
  private static int tables;

  @BeforeAll
  static void start() throws Exception {
    phoenix = new PhoenixProcess();
  }

  @AfterAll
  static void stop() throws Exception {
    phoenix.stop();
  }

  private static String create(String format) {
    String name = "F" + tables++;
    phoenix.must("ddl", format.formatted(name));
    return name;
  }

  /** All vectors but those of VARBINARY_ENCODED, which this version does not have. */
  @Test
  void vectorsAreTheKeysThatPhoenixWrites() throws IOException {
    int compared = 0;
    for (String line : Files.readAllLines(VECTORS, StandardCharsets.UTF_8)) {
      if (!line.isEmpty() && !line.startsWith("#")) {
        compared += compare(line.split("\t", -1)) ? 1 : 0;
      }
    }
    System.out.println("vectors compared with Phoenix: " + compared);
    assertThat(compared).isGreaterThan(100);
  }

  private static boolean compare(String[] vector) {
    KeySchema schema = KeySchema.parse(vector[1], KeyFormats.named(vector[0]));
    boolean encoded = schema.fields().stream().anyMatch(f -> f.type().kind() == Kind.BYTES);
    if (encoded && schema.format() == KeyFormats.PHOENIX) {
      return false;
    }
    if (!vector[2].equals("0")) {
      schema = schema.withShards(Integer.parseInt(vector[2].substring(0, vector[2].indexOf('/'))));
    }
    String name = "F" + tables++;
    phoenix.must("ddl", Sql.table(name, schema, List.of()));
    List<Object> values = schema.decode(HexFormat.of().parseHex(vector[4]));
    List<String> question = new ArrayList<>(List.of("row", name));
    for (int i = 0; i < schema.size(); i++) {
      KeyField field = schema.field(i);
      question.add(Sql.wire(field.type(), values.get(i)));
    }
    assertThat(phoenix.must(question.toArray(new String[0])))
        .as(String.join(" ", vector))
        .containsExactly("keys", name + "=" + vector[4]);
    return true;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "VARCHAR | s610062 | s61", // NUL inside a VARCHAR ends it
        "DECIMAL | m9E-127 | m9E+129", // the exponent overflows
        "DECIMAL | m-1E+124 | n", // the first byte is the separator of a null
        "DECIMAL DESC | m1E+124 | n",
        "DECIMAL | m123456789012345678901234567890123456789 |"
            + " m1.2345678901234567890123456789012345679E+38", // rounded
        "CHAR(4) NOT NULL | s6120 | s61", // a blank at the end is padding
        "CHAR(4) NOT NULL | s2020 | s",
        "BINARY(4) NOT NULL | b01 | b01000000", // filled with zero bytes
        "DECIMAL(5,2) | m1.555 | m1.55", // cut
        "BOOLEAN NOT NULL DESC | ztrue | zfalse", // written right, read wrong: we read it right
      })
  void whatPhoenixCorrupts(String type, String written, String read) {
    String column = type.replace(" DESC", "");
    String direction = type.endsWith("DESC") ? " DESC" : "";
    String table =
        create(
            "CREATE TABLE %s (a "
                + column
                + ", b VARCHAR CONSTRAINT pk PRIMARY KEY (a"
                + direction
                + ", b))");
    String key = phoenix.must("row", table, written, "s78").get(1);
    String hex = key.substring(key.indexOf('=') + 1);
    assertThat(phoenix.must("read", table, hex).get(1)).isEqualTo(read).isNotEqualTo(written);
  }

  @Test
  void decimalsOutOfRangeShareAKey() {
    String table = create("CREATE TABLE %s (a DECIMAL PRIMARY KEY)");
    assertThat(phoenix.must("row", table, "m1E+126"))
        .isEqualTo(phoenix.must("row", table, "m1E-130"));
  }

  @Test
  void anIndexLosesZeroBytesOfAVarbinary() {
    String table =
        create(
            "CREATE TABLE %s (a VARCHAR, b VARBINARY, v VARCHAR CONSTRAINT pk PRIMARY KEY (a,b))");
    phoenix.must("ddl", "CREATE INDEX " + table + "_I ON " + table + " (v) ASYNC");
    List<String> one = phoenix.must("row", table, "s61", "b0100", "s76");
    List<String> other = phoenix.must("row", table, "s61", "b01", "s76");
    assertThat(one.get(1)).isNotEqualTo(other.get(1));
    assertThat(one.get(2)).isEqualTo(other.get(2));
  }

  @Test
  void anIndexLosesZeroBytesOfAnArray() {
    String table =
        create(
            "CREATE TABLE %s (a VARCHAR, b INTEGER ARRAY, v VARCHAR"
                + " CONSTRAINT pk PRIMARY KEY (a,b))");
    phoenix.must("ddl", "CREATE INDEX " + table + "_I ON " + table + " (v) ASYNC");
    List<String> keys = phoenix.must("row", table, "s61", "aINTEGER;i256", "s76");
    assertThat(keys.get(1)).endsWith("80000100");
    assertThat(keys.get(2)).endsWith("800001");
  }

  @Test
  void aDescendingArrayOfBooleansIsWrittenWrong() {
    String table =
        create(
            "CREATE TABLE %s (k VARCHAR, v BOOLEAN ARRAY CONSTRAINT pk PRIMARY KEY (k, v DESC))");
    List<String> once = phoenix.must("row", table, "s6b", "aBOOLEAN;ztrue;ztrue;ztrue");
    assertThat(once.get(1)).endsWith("6b00fe01feff");
    // It has changed the bytes of true itself, for all that follows.
    assertThat(phoenix.must("row", table, "s6b", "aBOOLEAN;ztrue;ztrue;ztrue")).isNotEqualTo(once);
  }

  @Test
  void nullsInArraysOfFixedWidthAreZero() {
    String table =
        create("CREATE TABLE %s (k VARCHAR, v INTEGER ARRAY CONSTRAINT pk PRIMARY KEY (k, v))");
    assertThat(phoenix.must("row", table, "s6b", "aINTEGER;i1;n"))
        .isEqualTo(phoenix.must("row", table, "s6b", "aINTEGER;i1;i0"));
  }

  @Test
  void shortBinariesAreFilledWithZeros() {
    String table =
        create(
            "CREATE TABLE %s (a BINARY(4) NOT NULL, b BINARY(2) ARRAY"
                + " CONSTRAINT pk PRIMARY KEY (a DESC, b))");
    KeySchema schema = KeySchema.parse("a bytes(4) desc, b list<bytes(2)>", KeyFormats.PHOENIX);
    byte[] key = schema.encode(new byte[] {1}, List.of(new byte[] {1, 2}, new byte[] {3}));
    assertThat(phoenix.must("row", table, "b01", "aBINARY;b0102;b03").get(1))
        .isEqualTo(table + "=" + HexFormat.of().formatHex(key));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "VARCHAR NOT NULL | s", // an empty string is null
        "VARBINARY NOT NULL | b",
        "CHAR(4) NOT NULL | sc3a9", // two bytes in one character
        "CHAR(4) NOT NULL | s6162636465",
        "UNSIGNED_TINYINT NOT NULL | i128",
        "UNSIGNED_SMALLINT NOT NULL | i32768",
        "UNSIGNED_INT NOT NULL | i2147483648",
        "UNSIGNED_LONG NOT NULL | i-1",
        "DOUBLE NOT NULL | d7ff8000000000000", // by way of SQL; its codec has a NaN
        "DECIMAL(5,2) | m1234.5",
      })
  void whatPhoenixRefuses(String type, String written) {
    String table = create("CREATE TABLE %s (a " + type + " PRIMARY KEY)");
    assertThat(phoenix.ask("row", table, written).get(0)).isEqualTo("error");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a INTEGER, b VARCHAR | a, b | both fixed width and nullable",
        "a VARBINARY NOT NULL, b VARCHAR | a, b | last part of a multi-part row key",
        "a VARCHAR, b VARBINARY | a, b DESC | Descending VARBINARY",
      })
  void tablesThatPhoenixRefuses(String columns, String key, String reason) {
    List<String> answer =
        phoenix.ask(
            "ddl",
            "CREATE TABLE X"
                + tables++
                + " ("
                + columns
                + " CONSTRAINT pk PRIMARY KEY ("
                + key
                + "))");
    assertThat(answer.get(0)).isEqualTo("error");
    assertThat(answer.get(1)).contains(reason);
  }

  @Test
  void saltBucketsAreOneByte() {
    for (int buckets : new int[] {1, 256}) {
      create("CREATE TABLE %s (a VARCHAR PRIMARY KEY) SALT_BUCKETS=" + buckets);
    }
    assertThat(phoenix.ask("ddl", "CREATE TABLE X (a VARCHAR PRIMARY KEY) SALT_BUCKETS=257").get(0))
        .isEqualTo("error");
  }
}
