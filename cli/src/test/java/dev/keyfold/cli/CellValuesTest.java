package dev.keyfold.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.bytes.CellRow;
import dev.keyfold.codec.phoenix.PhoenixDdl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Rows of cells from the command line. They lie in a RocksDB here, which is as good for them;
 * module hbase/tests has the real thing.
 */
class CellValuesTest {
  private static final String DDL =
      "CREATE TABLE t (k VARCHAR NOT NULL, n BIGINT NOT NULL, v VARCHAR ENCODED_QUALIFIER 12,"
          + " d DECIMAL(5,2) ENCODED_QUALIFIER 11, a INTEGER ARRAY ENCODED_QUALIFIER 13"
          + " CONSTRAINT pk PRIMARY KEY (k, n DESC))";

  @TempDir private Path directory;
  private Path ddl;

  @BeforeEach
  void writeDdl() throws IOException {
    ddl = Files.writeString(directory.resolve("t.sql"), DDL);
  }

  private static byte[] cells(String... cells) {
    CellRow.Writer row = new CellRow.Writer();
    for (String cell : cells) {
      String[] parts = cell.split("[:=]", -1);
      row.cell(parts[0].getBytes(UTF_8), Bytes.parseHex(parts[1]), Bytes.parseHex(parts[2]));
    }
    return row.toArray();
  }

  private Cli foreign(String... args) {
    return on("rocksdb:" + directory.resolve("db") + "?foreign=true", args);
  }

  private Cli own(String... args) {
    return on("rocksdb:" + directory.resolve("own"), args);
  }

  private static Cli on(String store, String... args) {
    String[] all = new String[args.length + 2];
    System.arraycopy(args, 0, all, 0, args.length);
    all[args.length] = "--store";
    all[args.length + 1] = store;
    return Cli.run("", all);
  }

  @Test
  void phoenix() throws Exception {
    byte[] key = PhoenixDdl.parse(DDL).schema().encode("k", 7L);
    try (ForeignDatabase database = new ForeignDatabase(directory.resolve("db"))) {
      database.put(
          key, cells("0:00000000=78", "0:800b=c10d33", "0:800c=74", "0:800d=8000000180000002"));
      database.put(PhoenixDdl.parse(DDL).schema().encode("l", 7L), cells("0:00000000=78"));
      database.put(PhoenixDdl.parse(DDL).schema().encode("m", 7L), cells("0:800b=ff"));
    }
    String file = ddl.toString();
    Cli scan = foreign("scan", "--ddl", file, "--values", "phoenix", "--json");
    assertThat(scan.out())
        .isEqualTo(
            """
            {"key":["k",7],"value":{"v":"t","d":"12.50","a":[1,2]}}
            {"key":["l",7],"value":{"v":null,"d":null,"a":null}}
            """);
    assertThat(scan.err())
        .contains("field d: found the bytes ff, expected an exponent and digits of base 100");
    assertThat(scan.status()).isEqualTo(1);
    foreign("get", "--ddl", file, "--values", "phoenix", "[\"k\",7]")
        .gives("{\"v\":\"t\",\"d\":\"12.50\",\"a\":[1,2]}\n");
    foreign("get", "--hex", Bytes.toHex(key), "--values", "cells")
        .gives(
            "{\"0:\\\\x00\\\\x00\\\\x00\\\\x00\":\"x\",\"0:\\\\x80\\\\x0b\":\"\\\\xc1\\\\x0d3\","
                + "\"0:\\\\x80\\\\x0c\":\"t\",\"0:\\\\x80\\\\x0d\":"
                + "\"\\\\x80\\\\x00\\\\x00\\\\x01\\\\x80\\\\x00\\\\x00\\\\x02\"}\n");
    own("table", "create", "t", "--ddl", file).gives("");
    assertThat(own("table", "describe", "t").out()).contains("list<int32>", "n desc");
    Cli load =
        own(
            "import",
            "t",
            "--ddl",
            file,
            "--values",
            "phoenix",
            "--from-store",
            "rocksdb:" + directory.resolve("db") + "?foreign=true");
    assertThat(load.err()).contains("2 rows written, 1 bad entry", "verified: 2 entries");
    own("query", "t", "k = 'k'", "--json")
        .gives("{\"k\":\"k\",\"n\":7,\"v\":\"t\",\"d\":\"12.50\",\"a\":[1,2]}\n");
  }

  @Test
  void cellsAsFields() throws Exception {
    try (ForeignDatabase database = new ForeignDatabase(directory.resolve("db"))) {
      database.put("1".getBytes(UTF_8), cells("i:6e=416461", "i:002c=00000007", "j:=372e35"));
      database.put("2".getBytes(UTF_8), cells("i:6e=ff"));
      database.put("3".getBytes(UTF_8), cells("i:6e=42", "i:002c=07"));
      database.put("4".getBytes(UTF_8), new byte[] {9});
    }
    String schema = "id string, name string, age int32 null, price decimal null";
    own("table", "create", "u", "--schema", schema, "--key", "id").gives("");
    String[] load = {
      "import",
      "u",
      "--format",
      "delimited:#",
      "--schema",
      "id string",
      "--from-store",
      "rocksdb:" + directory.resolve("db") + "?foreign=true",
      "--values",
      ""
    };
    load[9] = "cells:name=i:n, age=i:\\x00\\x2c, price=j: as text";
    assertThat(own(load).err())
        .contains(
            "entry 32: value: at byte 0: found ff, expected UTF-8",
            "entry 33: value: field age: found the bytes 07, expected 4 bytes of int32",
            "entry 34: value: at offset 0: found the length 9 of the family",
            "1 row written, 3 bad entries");
    own("query", "u", "id = '1'", "--json")
        .gives("{\"id\":\"1\",\"name\":\"Ada\",\"age\":7,\"price\":\"7.5\"}\n");
    load[9] = "cells:age=i:a";
    assertThat(own(load).err()).contains("the field name would have no value");
    load[9] = "cells:name";
    assertThat(own(load).err()).contains("found 'name', expected FIELD=FAMILY:QUALIFIER");
    load[9] = "cells:name=i:n,nam=i:m";
    assertThat(own(load).err()).contains("table u has no field 'nam'");
    load[9] = "cells:name=i:n,name=i:m";
    assertThat(own(load).err()).contains("found a field twice");
  }

  /** Rows of HBase and Phoenix tables, queried in place. */
  @Test
  void views() throws Exception {
    try (ForeignDatabase database = new ForeignDatabase(directory.resolve("db"))) {
      for (long n = 1; n <= 9; n++) {
        database.put(
            PhoenixDdl.parse(DDL).schema().encode(n < 8 ? "k" : "l", n),
            cells("0:00000000=78", "0:800b=c10d33", "0:800c=" + Bytes.toHex(new byte[] {'v'})));
      }
    }
    try (ForeignDatabase database = new ForeignDatabase(directory.resolve("cells"))) {
      database.put("user#1".getBytes(UTF_8), cells("i:6e=416461", "i:61=00000007"));
      database.put("user#2".getBytes(UTF_8), cells("i:6e=426f62"));
    }
    String db = "rocksdb:" + directory.resolve("db") + "?foreign=true";
    own("table", "create", "t", "--over", db, "--ddl", ddl.toString(), "--values", "phoenix")
        .gives("");
    own("query", "t", "select n, d, v where k = 'k' and n = 7", "--json")
        .gives("{\"n\":7,\"d\":\"12.50\",\"v\":\"v\"}\n");
    own("query", "t", "select n where k = 'k' and n between 3 and 5 order by n desc", "--json")
        .gives("{\"n\":5}\n{\"n\":4}\n{\"n\":3}\n");
    assertThat(own("explain", "t", "k = 'k' and n > 3 order by n desc").out())
        .startsWith("RANGE SCAN of source key (k, n desc)")
        .contains("order     from the key");
    assertThat(own("sql", "select max(n), count(*) from t where k = 'l'").out()).contains("9", "2");
    own(
            "table",
            "create",
            "u",
            "--over",
            "rocksdb:" + directory.resolve("cells") + "?foreign=true",
            "--format",
            "delimited:#",
            "--schema",
            "kind string, id string, name string, age int32 null",
            "--key",
            "kind, id",
            "--values",
            "cells:name=i:n, age=i:a")
        .gives("");
    own("query", "u", "kind = 'user' and id = '1'", "--json")
        .gives("{\"kind\":\"user\",\"id\":\"1\",\"name\":\"Ada\",\"age\":7}\n");
    own("query", "u", "kind = 'user' order by id desc", "--json")
        .gives(
            """
            {"kind":"user","id":"2","name":"Bob","age":null}
            {"kind":"user","id":"1","name":"Ada","age":7}
            """);
  }

  @Test
  void mistakes() throws Exception {
    try (ForeignDatabase database = new ForeignDatabase(directory.resolve("db"))) {
      database.put("k".getBytes(UTF_8), "text".getBytes(UTF_8));
    }
    assertThat(foreign("scan", "--values", "phoenix").err())
        .contains("--values: found phoenix, expected --ddl FILE");
    assertThat(foreign("scan", "--values", "cells").err())
        .contains("entry 6b: at offset 0: found the length 116 of the family before 3 more bytes");
    assertThat(own("put", "k", "v", "--values", "cells").err()).contains("read-only");
    assertThat(foreign("ddl", "T").err()).contains("no table T in the catalog");
    assertThat(foreign("ddl").err()).contains("must be the table SYSTEM.CATALOG of Phoenix");
    Path byOrder = Files.writeString(ddl, DDL.replaceAll("ENCODED_QUALIFIER ..", ""));
    assertThat(foreign("scan", "--ddl", byOrder.toString(), "--values", "phoenix").err())
        .contains("no ENCODED_QUALIFIER for some columns of t: they are numbered in their order");
  }
}
