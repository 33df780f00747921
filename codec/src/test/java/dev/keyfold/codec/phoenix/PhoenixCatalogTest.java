package dev.keyfold.codec.phoenix;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.KeyFormatException;
import dev.keyfold.codec.KeySchemaException;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.bytes.CellRow;
import org.junit.jupiter.api.Test;

/** DDL from rows of SYSTEM.CATALOG, with cells as Phoenix 5.2.1 writes them. */
class PhoenixCatalogTest {
  private final PhoenixCatalog catalog = new PhoenixCatalog();

  /** Cells are written {@code NAME=HEX}. */
  private void row(String key, String... cells) {
    CellRow.Writer row = new CellRow.Writer();
    for (String cell : cells) {
      String[] parts = cell.split("=", 2);
      row.cell(new byte[] {'0'}, parts[0].getBytes(ISO_8859_1), Bytes.parseHex(parts[1]));
    }
    row.cell(new byte[] {'0'}, "_0".getBytes(ISO_8859_1), new byte[] {'x'});
    catalog.add(key.getBytes(ISO_8859_1), row.toArray());
  }

  private void column(String key, int type, int position, String... more) {
    String[] cells = new String[more.length + 3];
    cells[0] =
        "DATA_TYPE="
            + Bytes.toHex(new byte[] {(byte) (type >> 24 ^ 0x80)})
            + Integer.toHexString(type | 0xFF000000).substring(2);
    cells[1] = "ORDINAL_POSITION=8000000" + position;
    cells[2] = "IS_ROW_TIMESTAMP=00";
    System.arraycopy(more, 0, cells, 3, more.length);
    row(key, cells);
  }

  private void orders() {
    row(
        "\0SHOP\0ORDERS",
        "TABLE_TYPE=75",
        "ENCODING_SCHEME=82",
        "SALT_BUCKETS=80000004",
        "IMMUTABLE_ROWS=01",
        "IMMUTABLE_STORAGE_SCHEME=82",
        "MULTI_TENANT=00");
    row("\0SHOP\0ORDERS\0\0" + "0", "QUALIFIER_COUNTER=8000000d");
    row("\0SHOP\0ORDERS\0\0BY_C", "LINK_TYPE=01", "TABLE_TYPE=69");
    column(
        "\0SHOP\0ORDERS\0USER_ID",
        12,
        1,
        "KEY_SEQ=8001",
        "NULLABLE=80000000",
        "SORT_ORDER=80000002");
    column("\0SHOP\0ORDERS\0AT", 91, 2, "KEY_SEQ=8002", "NULLABLE=80000000", "SORT_ORDER=80000001");
    column(
        "\0SHOP\0ORDERS\0C\0X",
        12,
        4,
        "COLUMN_QUALIFIER=800d",
        "NULLABLE=80000001",
        "COLUMN_SIZE=8000000a");
    column(
        "\0SHOP\0ORDERS\0amount\0" + "0",
        3,
        3,
        "COLUMN_QUALIFIER=800b",
        "NULLABLE=80000001",
        "COLUMN_SIZE=8000000a",
        "DECIMAL_DIGITS=80000002");
    column("\0SHOP\0ORDERS\0TAGS\0" + "0", 3012, 5, "COLUMN_QUALIFIER=800f", "NULLABLE=80000001");
  }

  private void index(String kind) {
    row(
        "\0SHOP\0BY_C",
        "TABLE_TYPE=69",
        "ENCODING_SCHEME=80",
        "DATA_TABLE_NAME=4f5244455253",
        "INDEX_TYPE=" + kind,
        "IMMUTABLE_STORAGE_SCHEME=81");
    column("\0SHOP\0BY_C\0X:C", 12, 1, "KEY_SEQ=8001", "SORT_ORDER=80000002");
    column("\0SHOP\0BY_C\0:USER_ID", 12, 2, "KEY_SEQ=8002", "SORT_ORDER=80000002");
    column("\0SHOP\0BY_C\0:AT", 91, 3, "KEY_SEQ=8003", "SORT_ORDER=80000001");
    column("\0SHOP\0BY_C\0" + "0:amount\0" + "0", 3, 4);
  }

  @Test
  void aTable() {
    orders();

    assertThat(catalog.tables()).containsExactly("SHOP.ORDERS");
    assertThat(catalog.ddl("SHOP.ORDERS"))
        .isEqualTo(
            """
            CREATE TABLE shop.orders (
              user_id VARCHAR NOT NULL,
              at DATE NOT NULL,
              "amount" DECIMAL(10,2) ENCODED_QUALIFIER 11,
              x.c VARCHAR(10) ENCODED_QUALIFIER 13,
              tags VARCHAR ARRAY ENCODED_QUALIFIER 15
              CONSTRAINT pk PRIMARY KEY (user_id, at DESC))
            COLUMN_ENCODED_BYTES=2, IMMUTABLE_ROWS=true, IMMUTABLE_STORAGE_SCHEME=SINGLE_CELL_ARRAY_WITH_OFFSETS, SALT_BUCKETS=4;
            """);
    PhoenixDdl read = PhoenixDdl.parse(catalog.ddl("SHOP.ORDERS"));
    assertThat(read.schema()).hasToString("user_id string, at timestamp desc");
    assertThat(read.columns().list())
        .extracting(PhoenixColumn::name)
        .containsExactly("amount", "c", "tags");
    assertThat(read.columns().areNumberedByOrder()).isFalse();
  }

  @Test
  void anIndexWithItsTable() {
    orders();
    index("01");

    assertThat(catalog.tableOf("SHOP.BY_C")).isEqualTo("SHOP.ORDERS");
    assertThat(catalog.tableOf("SHOP.ORDERS")).isNull();
    assertThat(catalog.ddl("SHOP.BY_C"))
        .startsWith("CREATE TABLE shop.orders (")
        .endsWith(
            """
            CREATE INDEX by_c ON shop.orders (x.c, user_id, at DESC)
              INCLUDE ("amount")
            COLUMN_ENCODED_BYTES=0, IMMUTABLE_STORAGE_SCHEME=ONE_CELL_PER_COLUMN, SALT_BUCKETS=0;
            """);
    PhoenixDdl read = PhoenixDdl.parse(catalog.ddl("SHOP.BY_C"));
    assertThat(read.schema()).hasToString("c string null first, user_id string, at timestamp desc");
    byte[] cell =
        new CellRow.Writer()
            .cell(new byte[] {'0'}, "0:amount".getBytes(ISO_8859_1), Bytes.parseHex("c10d33"))
            .toArray();
    assertThat(read.columns().read(new CellRow().reset(cell, 0, cell.length))[0])
        .hasToString("12.50");
  }

  @Test
  void whatIsRefused() {
    orders();
    index("02");
    row("\0\0V", "TABLE_TYPE=76");
    row("TENANT\0\0W", "TABLE_TYPE=75");
    row("\0\0TWICE", "TABLE_TYPE=75", "ENCODING_SCHEME=80");
    column("\0\0TWICE\0K", 12, 1, "KEY_SEQ=8001");
    column("\0\0TWICE\0A\0X", 12, 2);
    column("\0\0TWICE\0A\0Y", 12, 3);

    assertThat(catalog.tables()).doesNotContain("W", "V");
    refused("SHOP.BY_C", "SHOP.BY_C, a local index");
    refused("V", "V, which is of the kind 'v'");
    refused("NONE", "no table NONE in the catalog");
    refused("TWICE", "two columns A of TWICE");
    assertThatThrownBy(() -> catalog.add("\0\0BAD".getBytes(ISO_8859_1), new byte[] {1}))
        .isInstanceOf(KeyFormatException.class);
  }

  private void refused(String name, String found) {
    assertThatThrownBy(() -> catalog.ddl(name))
        .isInstanceOf(KeySchemaException.class)
        .hasMessageContaining(found);
  }

  @Test
  void theRowsOfATable() {
    assertThat(PhoenixCatalog.range("SHOP.ORDERS").toString()).isNotEmpty();
    assertThat(PhoenixCatalog.range("T1").contains("\0\0T1".getBytes(ISO_8859_1))).isTrue();
    assertThat(PhoenixCatalog.range("T1").contains("\0\0T1\0A\0".getBytes(ISO_8859_1))).isTrue();
    assertThat(PhoenixCatalog.range("T1").contains("\0\0T10".getBytes(ISO_8859_1))).isFalse();
  }
}
