package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backups through pipes. */
class BackupProcessTest {
  private static final String STORE =
      """
      keyfold table create --store rocksdb:./s t --schema 'k int32, v string' --key k
      seq -f '{"k":%g,"v":"0123456789012345678901234567890123456789"}' ROWS |
        keyfold import --store rocksdb:./s t - 2> /dev/null
      """;

  @TempDir private Path directory;

  private String bash(int rows, String script) throws IOException, InterruptedException {
    return ProcessTest.bash(directory, STORE.replace("ROWS", Integer.toString(rows)) + script);
  }

  /** Who reads only a part has no backup, and no script may take it for one. */
  @Test
  void aCutBackupIsNoSuccess() throws IOException, InterruptedException {
    assertThat(
            bash(
                20_000,
                """
                keyfold backup --store rocksdb:./s - | head -c 1000 > /dev/null
                echo ${PIPESTATUS[0]}
                keyfold backup --store rocksdb:./s - > /dev/full; echo $?
                """))
        .isEqualTo(
            """
            keyfold: cannot write to standard output: Broken pipe
            74
            keyfold: cannot write to standard output: No space left on device
            74
            """);
  }
}
