package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.cli.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code keyfold key index}: the keys are those that Phoenix 5.2.1 writes. */
class IndexCommandTest {
  private static final String TABLE =
      "CREATE TABLE t (k VARCHAR NOT NULL, n INTEGER NOT NULL, v VARCHAR, w INTEGER"
          + " CONSTRAINT pk PRIMARY KEY (k, n))";
  private static final String ROW = "{\"k\":\"k\",\"N\":5,\"v\":\"v\",\"w\":7}\n";

  @TempDir Path directory;

  private String ddl(String text) throws IOException {
    return Files.writeString(directory.resolve("ddl.sql"), text).toString();
  }

  @Test
  void rowsBecomeKeysOfTheIndexAndBack() throws IOException {
    String ddl = ddl(TABLE + " SALT_BUCKETS=4; CREATE INDEX i ON t (w DESC)");
    Cli run = Cli.run(ROW, "key", "index", "--ddl", ddl);
    assertThat(run.status()).isZero();
    String key = run.out();
    assertThat(key.substring(2)).isEqualTo("3ef7ff6b0080000005\n");
    Cli.run(key, "key", "index", "--ddl", ddl, "--to-table").gives("016b0080000005\n");
    Cli.run(key, "key", "decode", "--ddl", ddl).gives("[\"7\",\"k\",5]\n");
    Cli.run(ROW, "key", "index", "--ddl", ddl, "--json")
        .gives("{\"key\":\"" + key.strip() + "\"}\n");
  }

  @Test
  void localIndexesHaveARegionAndAnId() throws IOException {
    String ddl = ddl(TABLE + " SALT_BUCKETS=4; CREATE LOCAL INDEX i ON t (v)");
    String region = "010000000000";
    String key = region + "800076006b0080000005";
    Cli.run(ROW, "key", "index", "--ddl", ddl, "--index-id", "0", "--region", region)
        .gives(key + "\n");
    Cli.run(key, "key", "index", "--ddl", ddl, "--region", region, "--to-table")
        .gives("016b0080000005\n");
    Cli.run(key, "key", "decode", "--ddl", ddl, "--region", region)
        .gives("[\"" + region + "\",0,\"v\",\"k\",5]\n");
    assertThat(Cli.run("", "key", "explain", "--ddl", ddl, "--region", region, key).out())
        .contains("_region bytes(6), _index_id int16, v string null first, k string, n int32");
    Cli.run(ROW, "key", "index", "--ddl", ddl, "--index-id", "0", "--index-id-type", "bigint")
        .gives("800000000000000076006b0080000005\n");
  }

  @Test
  void indexesOnViewsHaveAnIdAndNoConstants() throws IOException {
    String ddl =
        ddl(
            TABLE
                + "; CREATE VIEW x (y VARCHAR) AS SELECT * FROM t WHERE k = 'kk';"
                + " CREATE INDEX i ON x (v)");
    Cli.run(
            "{\"n\":5,\"v\":\"v\",\"y\":null}",
            "key",
            "index",
            "--ddl",
            ddl,
            "--index-id",
            "-32768")
        .gives("0000760080000005\n");
    Cli.run("0000760080000005", "key", "index", "--ddl", ddl, "--to-table")
        .gives("6b6b0080000005\n");
  }

  @Test
  void badRowsAreReportedAndTheOthersWritten() throws IOException {
    String ddl = ddl(TABLE + "; CREATE INDEX i ON t (v)");
    Cli run = Cli.run("[1]\n{\"z\":1}\n" + ROW + "{\"v\":\"v\"}\n", "key", "index", "--ddl", ddl);
    assertThat(run.status()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.out()).isEqualTo("76006b0080000005\n");
    assertThat(run.err())
        .contains("line 1: found an array, expected a JSON object with the columns of a row")
        .contains("line 2: found the column z, expected one of k, n, v, w")
        .contains("line 4: field k at offset 1: found null, expected a value");
  }

  @Test
  void mistakesInOptionsAreNamed() throws IOException {
    String table = ddl(TABLE);
    refused("expected one", "--ddl", table);
    String global = ddl(TABLE + "; CREATE INDEX i ON t (v)");
    refused("--index-id: found an index of a table", "--ddl", global, "--index-id", "1");
    refused("--region needs CREATE LOCAL INDEX", "--ddl", global, "--region", "00");
    String local = ddl(TABLE + "; CREATE LOCAL INDEX i ON t (v)");
    refused("--index-id N is missing", "--ddl", local);
    refused("found 'x', expected a whole number", "--ddl", local, "--index-id", "x");
    refused("expected smallint or bigint", "--ddl", local, "--index-id-type", "int");
    refused("--region: at character 0", "--ddl", local, "--index-id", "1", "--region", "xy");
    Cli run = Cli.run("", "key", "decode", "--schema", "a string", "--region", "00");
    assertThat(run.err()).contains("--region needs --ddl");
  }

  private static void refused(String words, String... options) {
    String[] args = new String[options.length + 2];
    args[0] = "key";
    args[1] = "index";
    System.arraycopy(options, 0, args, 2, options.length);
    Cli run = Cli.run("", args);
    assertThat(run.status()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains(words);
  }

  @Test
  void shortBinariesAreFilledAsPhoenixDoes() throws IOException {
    String ddl =
        ddl(
            "CREATE TABLE t (a BINARY(4) NOT NULL, b BINARY(2)[] CONSTRAINT pk PRIMARY KEY (a DESC,"
                + " b))");
    Cli.run("[\"01\",[\"0102\",\"03\"]]\n", "key", "encode", "--ddl", ddl)
        .gives("feffffff01020300\n");
  }
}
