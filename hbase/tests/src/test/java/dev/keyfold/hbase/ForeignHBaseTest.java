package dev.keyfold.hbase;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.cli.Main;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.CellRow;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.store.errors.StoreMissingException;
import dev.keyfold.store.errors.StoreReadOnlyException;
import dev.keyfold.store.errors.StoreUrlException;
import dev.keyfold.store.errors.UnsupportedStoreException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table that HBase's own client has created and filled, opened with {@code foreign=true}. */
class ForeignHBaseTest {
  private static final int ROWS = 250;

  @TempDir private Path directory;

  private final String table = StandaloneHBase.newTable("users");
  private final String url = table + "?foreign=true";
  private TableDescriptor before;

  /** Two families; not every row has every cell, and one cell has an older version. */
  @BeforeEach
  void create() throws Exception {
    try (Connection connection = PlainClient.connect(table);
        Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(PlainClient.table(table))
              .setColumnFamily(
                  ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("info"))
                      .setMaxVersions(3)
                      .build())
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of("stats"))
              .build());
      try (Table rows = connection.getTable(PlainClient.table(table))) {
        List<Put> puts = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
          Put put = new Put(Bytes.toBytes(key(i)));
          put.addColumn(Bytes.toBytes("info"), Bytes.toBytes("name"), Bytes.toBytes("name " + i));
          put.addColumn(Bytes.toBytes("info"), Bytes.toBytes("age"), Bytes.toBytes(i % 90));
          if (i % 3 == 0) {
            put.addColumn(Bytes.toBytes("stats"), Bytes.toBytes("visits"), Bytes.toBytes((long) i));
            put.addColumn(Bytes.toBytes("stats"), new byte[] {0, ','}, Bytes.toBytes(true));
            put.addColumn(
                Bytes.toBytes("stats"),
                Bytes.toBytes("paid"),
                Bytes.toBytes(new BigDecimal("12.50")));
          }
          puts.add(put);
        }
        rows.put(puts);
        Thread.sleep(2); // a newer version
        rows.put(
            new Put(Bytes.toBytes(key(7)))
                .addColumn(Bytes.toBytes("info"), Bytes.toBytes("name"), Bytes.toBytes("Ada")));
      }
      before = admin.getDescriptor(PlainClient.table(table));
    }
  }

  @AfterEach
  void nothingHasChanged() throws Exception {
    try (Connection connection = PlainClient.connect(table);
        Admin admin = connection.getAdmin()) {
      assertThat(admin.getDescriptor(PlainClient.table(table))).isEqualTo(before);
    }
  }

  private static String key(int i) {
    return "user#%05d".formatted(i);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  @Test
  void readsLikeAnyStore() {
    TreeMap<String, Integer> model = new TreeMap<>();
    for (int i = 0; i < ROWS; i++) {
      model.put(key(i), i % 3 == 0 ? 5 : 2);
    }
    try (Store store = Stores.open(url)) {
      assertThat(entries(store, Scan.over(KeyRange.of(new byte[0], null)))).isEqualTo(model);
      Scan part = Scan.over(KeyRange.of(bytes(key(20)), bytes(key(40))));
      assertThat(entries(store, part)).isEqualTo(model.subMap(key(20), key(40)));
      assertThat(keys(store, part.reverse().limit(3))).containsExactly(key(39), key(38), key(37));
      assertThat(keys(store, part.withoutValues().limit(2))).containsExactly(key(20), key(21));
      assertThat(store.get(bytes("user#"))).isNull();
      assertThat(store.getAll(List.of(bytes(key(3)), bytes("x"), bytes(key(4)))))
          .satisfies(
              found -> {
                assertThat(cells(found.get(0))).hasSize(5);
                assertThat(found.get(1)).isNull();
                assertThat(cells(found.get(2))).hasSize(2);
              });
      assertThat(cells(store.get(bytes(key(7))))).contains("info:name=Ada");
      assertThat(store.estimate(KeyRange.prefix(bytes("user#0001"))).count()).isEqualTo(10);
      try (Cursor cursor = store.scan(part)) {
        cursor.seek(bytes(key(30)));
        assertThat(cursor.next()).isTrue();
        assertThat(cursor.key().toArray()).isEqualTo(bytes(key(30)));
        cursor.seek(bytes(key(5)));
        assertThat(cursor.next()).isTrue();
        assertThat(cursor.key().toArray()).isEqualTo(bytes(key(20)));
        cursor.seek(bytes(key(40)));
        assertThat(cursor.next()).isFalse();
      }
    }
    try (Store stats = Stores.open(url + "&family=stats")) {
      assertThat(keys(stats, Scan.prefix(bytes("user#0000"))))
          .containsExactly(key(0), key(3), key(6), key(9));
    }
  }

  @Test
  void nothingCanBeWritten() {
    try (Store store = Stores.open(url)) {
      assertThatThrownBy(() -> store.put(bytes("k"), bytes("v")))
          .isInstanceOf(StoreReadOnlyException.class)
          .hasMessageContaining("foreign=true");
      assertThatThrownBy(() -> store.delete(bytes("k"))).isInstanceOf(StoreReadOnlyException.class);
      assertThatThrownBy(() -> store.write(new Batch())).isInstanceOf(StoreReadOnlyException.class);
      assertThatThrownBy(store::bulkWriter).isInstanceOf(StoreReadOnlyException.class);
      assertThatThrownBy(store::checkWritable).isInstanceOf(StoreReadOnlyException.class);
      assertThatThrownBy(store::transaction).isInstanceOf(UnsupportedStoreException.class);
      assertThatThrownBy(store::snapshot).isInstanceOf(UnsupportedStoreException.class);
    }
    assertThatThrownBy(() -> Stores.open(StandaloneHBase.newTable("none") + "?foreign=true"))
        .isInstanceOf(StoreMissingException.class);
    assertThatThrownBy(() -> Stores.open(url + "&family=info,none"))
        .isInstanceOf(StoreUrlException.class)
        .hasMessageContaining("found 'none', expected column families of the table: info, stats");
    assertThatThrownBy(() -> Stores.open(url + "&mode=owned"))
        .isInstanceOf(StoreUrlException.class);
  }

  @Test
  void commands() {
    assertThat(
            keyfold(
                0, "scan", "--store", url, "--prefix", "user#00003", "--values", "cells", "--json"))
        .isEqualTo(
            "{\"key\":\"user#00003\",\"value\":{\"info:age\":\"\\\\x00\\\\x00\\\\x00\\\\x03\",\"info:name\":\"name"
                + " 3\",\"stats:\\\\x00,\":\"\\\\xff\",\"stats:paid\":\"\\\\x00\\\\x00\\\\x00\\\\x02\\\\x04\\\\xe2\",\"stats:visits\":\"\\\\x00\\\\x00\\\\x00\\\\x00\\\\x00\\\\x00\\\\x00\\\\x03\"}}\n");
    assertThat(keyfold(0, "stats", "--store", url)).contains("250");
    String own = "rocksdb:" + directory.resolve("data");
    keyfold(
        0,
        "table",
        "create",
        "--store",
        own,
        "users",
        "--key",
        "id",
        "--schema",
        "id decimal(5,0), name string, age int32, visits int64 null, vip bool null,"
            + " paid decimal(6,2) null");
    assertThat(
            keyfold(
                0,
                "import",
                "--store",
                own,
                "users",
                "--from-store",
                url,
                "--format",
                "delimited:#",
                "--schema",
                "kind string, id decimal(5,0)",
                "--prefix",
                "[\"user\"]",
                "--values",
                "cells:name=info:name, age=info:age, visits=stats:visits, vip=stats:\\x00\\x2c,"
                    + " paid=stats:paid"))
        .contains("250 rows written", "verified: 250 entries");
    assertThat(keyfold(0, "query", "--store", own, "users", "id = 7", "--json"))
        .isEqualTo(
            "{\"id\":\"7\",\"name\":\"Ada\",\"age\":7,\"visits\":null,\"vip\":null,\"paid\":null}\n");
    assertThat(keyfold(0, "query", "--store", own, "users", "id = 9", "--json"))
        .contains("\"visits\":9,\"vip\":true,\"paid\":\"12.50\"");
  }

  /** Queries in place: lookup, prefix, range and order from the row keys, also in SQL. */
  @Test
  void views() {
    String own = "rocksdb:" + directory.resolve("views");
    keyfold(
        0,
        "table",
        "create",
        "--store",
        own,
        "users",
        "--over",
        url,
        "--format",
        "delimited:#",
        "--schema",
        "kind string, id decimal(5,0), name string, age int32, visits int64 null",
        "--key",
        "kind, id",
        "--where",
        "kind = 'user'",
        "--values",
        "cells:name=info:name, age=info:age, visits=stats:visits");
    assertThat(keyfold(0, "query", "--store", own, "users", "id = 7", "--json"))
        .isEqualTo("{\"kind\":\"user\",\"id\":\"7\",\"name\":\"Ada\",\"age\":7,\"visits\":null}\n");
    assertThat(
            keyfold(
                0,
                "query",
                "--store",
                own,
                "users",
                "select id, visits where id between 8 and 10 order by id desc",
                "--json"))
        .isEqualTo(
            """
            {"id":"10","visits":null}
            {"id":"9","visits":9}
            {"id":"8","visits":null}
            """);
    assertThat(keyfold(0, "explain", "--store", own, "users", "id > 240"))
        .startsWith("RANGE SCAN of source key (kind, id)");
    assertThat(keyfold(3, "query", "--store", own, "users", "age = 7"))
        .contains("does not serve the query");
    assertThat(
            keyfold(
                0,
                "sql",
                "--store",
                own,
                "select count(*) as n from users where id >= 200",
                "--json"))
        .contains("50");
    assertThat(keyfold(0, "export", "--store", own, "users").lines()).hasSize(ROWS);
  }

  private static String keyfold(int status, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int found = Main.run(args, new ByteArrayInputStream(new byte[0]), out, err);
    String said = out.toString(UTF_8) + err.toString(UTF_8);
    assertThat(found).as("%s: %s", String.join(" ", args), said).isEqualTo(status);
    return said;
  }

  private static List<String> cells(byte[] value) {
    List<String> cells = new ArrayList<>();
    CellRow row = new CellRow().reset(value, 0, value.length);
    while (row.next()) {
      cells.add(
          Bytes.toString(row.family())
              + ":"
              + Bytes.toStringBinary(row.qualifier())
              + "="
              + Bytes.toStringBinary(row.value()));
    }
    return cells;
  }

  private static Map<String, Integer> entries(Store store, Scan scan) {
    TreeMap<String, Integer> found = new TreeMap<>();
    try (Cursor cursor = store.scan(scan)) {
      while (cursor.next()) {
        found.put(
            new String(cursor.key().toArray(), UTF_8), cells(cursor.value().toArray()).size());
      }
    }
    return found;
  }

  private static List<String> keys(Store store, Scan scan) {
    List<String> found = new ArrayList<>();
    try (Cursor cursor = store.scan(scan)) {
      while (cursor.next()) {
        found.add(new String(cursor.key().toArray(), UTF_8));
      }
    }
    return found;
  }
}
