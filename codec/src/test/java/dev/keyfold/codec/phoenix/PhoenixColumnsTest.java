package dev.keyfold.codec.phoenix;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.KeyFormatException;
import dev.keyfold.codec.KeySchemaException;
import dev.keyfold.codec.ValueText;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.bytes.CellRow;
import dev.keyfold.testkit.Seeds;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Columns of Phoenix from cells that Phoenix 5.2.1 has written, seen with HBase's own client. */
class PhoenixColumnsTest {
  private static final String COLUMNS =
      "(K VARCHAR NOT NULL, N BIGINT NOT NULL, A INTEGER, B VARCHAR, C DECIMAL(10,2), D BOOLEAN, E"
          + " CHAR(5), X.F BINARY(4), X.G VARBINARY, H DATE%s CONSTRAINT PK PRIMARY KEY (K, N"
          + " DESC))";

  private static final String MUTABLE =
      "CREATE TABLE T1 "
          + COLUMNS.formatted(
              ", I TIMESTAMP, J UNSIGNED_INT, L DOUBLE, M INTEGER ARRAY, O VARCHAR ARRAY");

  private static final String IMMUTABLE = "CREATE IMMUTABLE TABLE T2 " + COLUMNS.formatted("");

  private static final Pattern BYTE = Pattern.compile("\\\\x([0-9A-F]{2})");

  /** Cells as HBase's shell writes them: {@code FAMILY:QUALIFIER = VALUE}, one per line. */
  private static byte[] row(String cells) {
    CellRow.Writer writer = new CellRow.Writer();
    for (String line : cells.split("\n", -1)) {
      String[] parts = line.split(" = ", 2);
      String[] column = parts[0].split(":", 2);
      writer.cell(bytes(column[0]), bytes(column[1]), bytes(parts[1]));
    }
    return writer.toArray();
  }

  private static byte[] bytes(String text) {
    Matcher found = BYTE.matcher(text);
    String raw =
        found.replaceAll(
            one ->
                Matcher.quoteReplacement(
                    String.valueOf((char) Integer.parseInt(one.group(1), 16))));
    return raw.getBytes(ISO_8859_1);
  }

  private static List<Object> read(String ddl, byte[] row) {
    PhoenixColumns columns = PhoenixDdl.parse(ddl).columns();
    Object[] values = columns.read(new CellRow().reset(row, 0, row.length));
    for (int i = 0; i < values.length; i++) {
      values[i] = ValueText.write(columns.list().get(i).type().fieldType(), values[i]);
    }
    return Arrays.asList(values);
  }

  @Test
  void aTableWithNumberedColumns() {
    String cells =
        """
        0:\\x00\\x00\\x00\\x00 = x
        0:\\x80\\x0B = \\x80\\x00\\x00\\x07
        0:\\x80\\x0C = text
        0:\\x80\\x0D = \\xC1\\x0D3
        0:\\x80\\x0E = \\x01
        0:\\x80\\x0F = ab\\x20\\x20\\x20
        0:\\x80\\x12 = \\x80\\x00\\x01\\x94q\\x8F<\\x00
        0:\\x80\\x13 = \\x80\\x00\\x01\\x94sF\\xB0{\\x00\\x06\\xF8\\x55
        0:\\x80\\x14 = \\x00\\x00\\x00\\x09
        0:\\x80\\x15 = @\\x08\\x00\\x00\\x00\\x00\\x00\\x00
        0:\\x80\\x16 = \\x80\\x00\\x00\\x01\\x80\\x00\\x00\\x02\\x80\\x00\\x00\\x03
        0:\\x80\\x17 = a\\x00\\x00\\xFEb\\x00c\\x00\\x00\\x00\\x80\\x01\\x80\\x03\\x80\\x03\\x80\\x05\\x80\\x07\\x00\\x00\\x00\\x0A\\x00\\x00\\x00\\x05\\x01
        X:\\x80\\x10 = 1\\x00\\x00\\x00
        X:\\x80\\x11 = 2\
        """;

    assertThat(read(MUTABLE, row(cells)))
        .hasToString(
            "[7, text, 12.50, true, ab, 31000000, 32, 2025-01-17T00:00:00Z,"
                + " 2025-01-17T08:00:00.123456789Z, 9, -1.5, [1, 2, 3], [a, null, null, b, c]]");
    assertThat(read(MUTABLE, row("0:\\x00\\x00\\x00\\x00 = x"))).containsOnlyNulls().hasSize(13);
  }

  @Test
  void aTableWhoseFamiliesAreOneCell() {
    String full =
        """
        0:\\x00\\x00\\x00\\x00 = x
        0:1 = x\\x80\\x00\\x00\\x07text\\xC1\\x0D3\\x01ab\\x20\\x20\\x20\\x80\\x00\\x01\\x94q\\x8F<\\x00\\x00\\x00\\x00\\x01\\x00\\x05\\x00\\x09\\x00\\x0C\\x00\\x0D\\x00\\x12\\x00\\x00\\x00\\x1A\\x00\\x00\\x00\\x07\\x03
        X:1 = x1\\x00\\x00\\x002\\x00\\x00\\x00\\x01\\x00\\x05\\x00\\x00\\x00\\x06\\x00\\x00\\x00\\x03\\x03\
        """;
    String nulls =
        """
        0:\\x00\\x00\\x00\\x00 = x
        0:1 = xb\\x00\\x00\\xFF\\xFF\\x00\\x01\\xFF\\xFE\\xFF\\xFE\\xFF\\xFE\\xFF\\xFE\\x00\\x00\\x00\\x02\\x00\\x00\\x00\\x07\\x03
        X:1 = x\\x00\\x00\\xFF\\xFF\\xFF\\xFF\\x00\\x00\\x00\\x01\\x00\\x00\\x00\\x03\\x03\
        """;

    assertThat(read(IMMUTABLE, row(full)))
        .hasToString("[7, text, 12.50, true, ab, 31000000, 32, 2025-01-17T00:00:00Z]");
    assertThat(read(IMMUTABLE, row(nulls)))
        .hasToString("[null, b, null, null, null, null, null, null]");
    // A column that was added later is not in the cells of older rows.
    assertThat(read(IMMUTABLE.replace("H DATE", "H DATE, Z INTEGER"), row(full)))
        .hasSize(9)
        .endsWith((Object) null);
  }

  /** As Phoenix before 5 has written: a run of nulls takes two bytes before the next value. */
  @Test
  void theOlderFormOfOneCell() {
    String ddl =
        "CREATE IMMUTABLE TABLE T (K VARCHAR PRIMARY KEY, A VARCHAR, B VARCHAR, C VARCHAR)";
    String one =
        "0:1 ="
            + " x\\x00\\xFFb\\x00\\x00\\x00\\x01\\x00\\x03\\xFF\\xFC\\x00\\x00\\x00\\x04\\x00\\x00\\x00\\x04\\x02";

    assertThat(read(ddl, row(one))).hasToString("[null, b, null]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = true,
      value = {
        "COLUMN_ENCODED_BYTES=0                                                   | 0:A    | X:b",
        "COLUMN_ENCODED_BYTES=NONE                                                | 0:A    | X:b",
        "COLUMN_ENCODED_BYTES=1                                                   | 0:\\x8B |"
            + " X:\\x8C",
        "COLUMN_ENCODED_BYTES=3, DEFAULT_COLUMN_FAMILY='cf'                       |"
            + " cf:\\x00\\x00\\x0B | X:\\x00\\x00\\x0C",
        "COLUMN_ENCODED_BYTES=4, SALT_BUCKETS=4                                   |"
            + " 0:\\x00\\x00\\x00\\x0B | X:\\x00\\x00\\x00\\x0C",
        "IMMUTABLE_ROWS=true, IMMUTABLE_STORAGE_SCHEME=ONE_CELL_PER_COLUMN        | 0:\\x80\\x0B |"
            + " X:\\x80\\x0C",
        "IMMUTABLE_ROWS=true, MULTI_TENANT=true                                   | 0:\\x80\\x0B |"
            + " X:\\x80\\x0C",
        "IMMUTABLE_STORAGE_SCHEME=SINGLE_CELL_ARRAY_WITH_OFFSETS                  | 0:\\x80\\x0B |"
            + " X:\\x80\\x0C",
        "IMMUTABLE_ROWS='true', COLUMN_ENCODED_BYTES=0                            | 0:A    | X:b",
      })
  void whereColumnsAre(String options, String a, String b) {
    String ddl = "CREATE TABLE T (K VARCHAR PRIMARY KEY, A INTEGER, X.\"b\" VARCHAR) " + options;

    assertThat(read(ddl, row(a + " = \\x80\\x00\\x00\\x05\n" + b + " = text")))
        .hasToString("[5, text]");
  }

  @Test
  void qualifiersOfTheDdlWin() {
    String ddl =
        "CREATE TABLE T (K VARCHAR PRIMARY KEY, A INTEGER ENCODED_QUALIFIER 20,"
            + " B VARCHAR ENCODED_QUALIFIER 13) COLUMN_QUALIFIER_COUNTER ('0'=25)";
    PhoenixColumns columns = PhoenixDdl.parse(ddl).columns();

    assertThat(columns.areNumberedByOrder()).isFalse();
    assertThat(PhoenixDdl.parse(MUTABLE).columns().areNumberedByOrder()).isTrue();
    assertThat(read(ddl, row("0:\\x80\\x0D = text\n0:\\x80\\x14 = \\x80\\x00\\x00\\x05")))
        .hasToString("[5, text]");
  }

  @Test
  void columnsThatAnIndexIncludes() {
    String cells =
        """
        0:\\x00\\x00\\x00\\x00 = \\x01
        0:\\x80\\x0B = \\xC1\\x0D3
        X:\\x80\\x0C = 2\
        """;
    String ddl = MUTABLE + "; CREATE INDEX I1 ON T1 (B, A DESC) INCLUDE (C, X.G)";

    assertThat(read(ddl, row(cells))).hasToString("[12.50, 32]");
    assertThat(
            read(
                IMMUTABLE + "; CREATE INDEX I2 ON T2 (B) INCLUDE (C, X.G)",
                row(
                    """
                    0:1 = x\\xC1\\x0D3\\x00\\x00\\x00\\x01\\x00\\x00\\x00\\x04\\x00\\x00\\x00\\x02\\x03
                    X:1 = x2\\x00\\x00\\x00\\x01\\x00\\x00\\x00\\x02\\x00\\x00\\x00\\x02\\x03\
                    """)))
        .hasToString("[12.50, 32]");
    assertThat(
            read(
                MUTABLE + " COLUMN_ENCODED_BYTES=0; CREATE INDEX I ON T1 (B) INCLUDE (C)",
                row("0:0\\x3AC = \\xC1\\x0D3")))
        .hasToString("[12.50]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "INTEGER         | 800000   | field V: found the bytes 800000, expected 4 bytes: INTEGER",
        "BOOLEAN         | 02       | field V: found the bytes 02, expected 00 or 01: BOOLEAN",
        "UNSIGNED_LONG   | ffffffffffffffff | expected a value without the highest bit:"
            + " UNSIGNED_LONG",
        "UNSIGNED_FLOAT  | bf800000 | expected a number of 0 or more: UNSIGNED_FLOAT",
        "VARCHAR         | 61ff     | expected UTF-8, which the byte ff at 1 is not: VARCHAR",
        "DECIMAL         | c1       | expected an exponent and digits of base 100: DECIMAL",
        "'DECIMAL(3,1)'  | c20203   | expected digits that fit the type, not 102: DECIMAL",
        "TIMESTAMP       | 8000000000000000000f4240 | less than a million nanoseconds",
        "INTEGER ARRAY   | 8000000180 | found an array of 5 bytes, expected elements of 4 bytes",
        "VARCHAR ARRAY   | 7800     | found only 2 bytes in 2 bytes, expected an array",
        "VARCHAR ARRAY   | 780000008001000000040000000104 | found the version 4 at the end",
        "VARCHAR ARRAY   | 780000008001000000040000000201 | offsets that fill the place",
        "VARCHAR ARRAY   | 780000008009000000040000000101 | found an offset of 8",
        "VARCHAR ARRAY   | 780000008001000000040000000103 | found the version 3",
      })
  void valuesThatAreNot(String type, String hex, String message) {
    String ddl = "CREATE TABLE T (K VARCHAR PRIMARY KEY, V " + type + ") COLUMN_ENCODED_BYTES=0";
    byte[] row = new CellRow.Writer().cell(bytes("0"), bytes("V"), Bytes.parseHex(hex)).toArray();

    assertThatThrownBy(() -> read(ddl, row))
        .isInstanceOf(KeyFormatException.class)
        .hasMessageContaining(message);
  }

  @Test
  void cellsOfOtherColumns() {
    String cells = "0:\\x00\\x00\\x00\\x00 = x\n0:A = \\x80\\x00\\x00\\x07\n0:Z = z";

    assertThatThrownBy(() -> read(MUTABLE, row(cells)))
        .isInstanceOf(KeyFormatException.class)
        .hasMessage(
            "found only cells of other columns (0:A, 0:Z), expected cells such as 0:\\x80\\x0b;"
                + " take the DDL from Phoenix's catalog");
    assertThat(read(MUTABLE + " COLUMN_ENCODED_BYTES=0", row(cells)).get(0)).isEqualTo(7);
    assertThatThrownBy(() -> read(MUTABLE, new byte[] {5, 1}))
        .isInstanceOf(KeyFormatException.class)
        .hasMessageContaining("a row of cells");
  }

  @Test
  void typesThatCannotBeReadAreRefusedOnlyForColumns() {
    PhoenixDdl ddl = PhoenixDdl.parse("CREATE TABLE T (K VARCHAR PRIMARY KEY, J JSON)");

    assertThat(ddl.schema()).hasToString("K string");
    assertThatThrownBy(ddl::columns)
        .isInstanceOf(KeySchemaException.class)
        .hasMessageContaining("the column J of the type JSON in line 1, column 40");
  }

  @Test
  void everyTypeHasAFieldType() {
    Map<String, String> types =
        Map.of(
            "UNSIGNED_DATE", "timestamp",
            "UNSIGNED_TIMESTAMP", "timestamp(9)",
            "UNSIGNED_DOUBLE", "double",
            "CHAR(3) ARRAY", "list<string(3)>",
            "DECIMAL(5,1)", "decimal(5,1)",
            "VARCHAR(9)", "string",
            "BIGINT ARRAY[3]", "list<int64>",
            "UNSIGNED_LONG", "uint64",
            "BINARY(2)", "bytes(2)");
    types.forEach(
        (sql, type) -> {
          String ddl = "CREATE TABLE T (K VARCHAR PRIMARY KEY, V " + sql + ")";
          assertThat(PhoenixDdl.parse(ddl).columns().list().get(0).type().fieldType())
              .as(sql)
              .hasToString(type);
        });
  }

  /** Whatever the bytes are: values, or an error of one kind. */
  @Test
  void mutatedRows() {
    byte[][] rows = {
      row(
          "0:1 ="
              + " x\\x80\\x00\\x00\\x07text\\xC1\\x0D3\\x01ab\\x20\\x20\\x20\\x80\\x00\\x01\\x94q\\x8F<\\x00"
              + "\\x00\\x00\\x00\\x01\\x00\\x05\\x00\\x09\\x00\\x0C\\x00\\x0D\\x00\\x12\\x00\\x00\\x00\\x1A"
              + "\\x00\\x00\\x00\\x07\\x03"),
      row(
          "0:\\x80\\x17 ="
              + " a\\x00\\x00\\xFEb\\x00c\\x00\\x00\\x00\\x80\\x01\\x80\\x03\\x80\\x03\\x80\\x05"
              + "\\x80\\x07\\x00\\x00\\x00\\x0A\\x00\\x00\\x00\\x05\\x01")
    };
    PhoenixColumns[] columns = {
      PhoenixDdl.parse(IMMUTABLE).columns(), PhoenixDdl.parse(MUTABLE).columns()
    };
    Seeds.each(
        random -> {
          for (int i = 0; i < 40_000; i++) {
            byte[] row = mutated(rows[i % 2], random);
            try {
              assertThat(columns[i % 2].read(new CellRow().reset(row, 0, row.length)))
                  .hasSize(columns[i % 2].list().size());
            } catch (KeyFormatException named) {
              assertThat(named.found()).isNotBlank();
            }
          }
        });
  }

  private static byte[] mutated(byte[] row, Random random) {
    byte[] bytes =
        Arrays.copyOf(row, row.length - (random.nextInt(4) == 0 ? random.nextInt(9) : 0));
    for (int i = random.nextInt(4); i >= 0; i--) {
      int at =
          random.nextBoolean()
              ? random.nextInt(bytes.length)
              : bytes.length - 1 - random.nextInt(24);
      bytes[at] =
          (byte) (random.nextBoolean() ? random.nextInt(256) : bytes[at] ^ 1 << random.nextInt(8));
    }
    return bytes;
  }
}
