package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backups through pipes, and programs that are killed while they restore one. */
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

  /** A pipe can be read once only. */
  @Test
  void pipesAreRestored() throws IOException, InterruptedException {
    assertThat(
            bash(
                50,
                """
                keyfold backup --store rocksdb:./s - 2> /dev/null | gzip > b.gz
                keyfold export --store rocksdb:./s t > expected.txt
                keyfold restore <(zcat b.gz) --store rocksdb:./s --yes > /dev/null 2>&1; echo $?
                keyfold export --store rocksdb:./s t | cmp - expected.txt && echo same
                zcat b.gz | keyfold restore /dev/stdin --store rocksdb:./s --yes 2> /dev/null; echo $?
                keyfold export --store rocksdb:./s t | cmp - expected.txt && echo same
                touch s/notes # so it is restored in its place
                keyfold restore <(zcat b.gz) --store rocksdb:./s --yes 2> /dev/null; echo $?
                keyfold export --store rocksdb:./s t | cmp - expected.txt && echo same
                keyfold restore <(zcat b.gz | head -c 900) --store rocksdb:./s --yes 2> /dev/null; echo $?
                keyfold export --store rocksdb:./s t | cmp - expected.txt && echo same
                """))
        .isEqualTo("0\nsame\n0\nsame\n0\nsame\n74\nsame\n");
  }

  /** Behind it, {@code humbly COMMAND} runs without the right of root to write everywhere. */
  private static final String HUMBLY =
      """
      if [ $(id -u) = 0 ]; then
        drop=-dac_override,-dac_read_search
        as="setpriv --bounding-set=$drop --inh-caps=$drop"
      fi
      export -f keyfold
      humbly() { ${as:-} bash -c "$*" 2>&1; echo $?; }
      """;

  @Test
  void aDirectoryThatMayNotBeWritten() throws IOException, InterruptedException {
    assertThat(
            bash(
                5,
                HUMBLY
                    + """
                    mkdir -m 555 locked
                    humbly keyfold backup --store rocksdb:./s locked/b
                    humbly keyfold backup --store rocksdb:./s locked/b --stream
                    """))
        .isEqualTo("keyfold: cannot write locked/b: permission denied\n74\n".repeat(2));
  }

  /** Its directory may not be written, so its files stay. */
  @Test
  void theNewBackupIsThereIfTheOldCannotBeRemoved() throws IOException, InterruptedException {
    String said =
        bash(
            5,
            HUMBLY
                + """
                keyfold backup --store rocksdb:./s b 2> /dev/null
                chmod 555 b/store
                humbly keyfold backup --store rocksdb:./s b --yes
                keyfold restore b --store rocksdb:./one 2> /dev/null; echo $?
                humbly keyfold backup --store rocksdb:./s b --yes # the name for the old is taken
                keyfold restore b --store rocksdb:./two 2> /dev/null; echo $?
                keyfold restore .b.keyfold-new --store rocksdb:./three 2> /dev/null; echo $?
                chmod 755 .b.keyfold-old/store
                keyfold backup --store rocksdb:./s b --yes 2> /dev/null; echo $?
                ls -A | grep -c keyfold- || true
                """);
    assertThat(said)
        .matches(
            "(?s)keyfold: cannot remove \\S+/\\.b\\.keyfold-old, which was replaced[^\n]*\n"
                + "keyfold: checkpoint of [^\n]* written to b\n0\n0\n"
                + "keyfold: the backup is complete at \\S+/\\.b\\.keyfold-new, but cannot be renamed"
                + "[^\n]*\n74\n0\n0\n0\n0\n");
  }

  /** Whoever is in a directory that is replaced would see nothing of the new one. */
  @Test
  void theWorkingDirectoryStays() throws IOException, InterruptedException {
    assertThat(
            bash(
                50,
                """
                keyfold backup --store rocksdb:./s b 2> /dev/null
                keyfold backup --store rocksdb:./s b.kf --stream 2> /dev/null
                cd s
                keyfold restore ../b --store rocksdb:. --yes 2>&1 | grep -c 'is the working directory'
                keyfold restore ../b.kf --store rocksdb:. --yes 2> /dev/null; echo $?
                keyfold export --store rocksdb:. t | grep -c .
                """))
        .isEqualTo("1\n0\n50\n");
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

  /**
   * Whenever it is killed, one of the two stores is there, or the next restore brings it back. The
   * moments are spread over the time that a restore takes; {@code -Dcrash.kills=} for more of them.
   */
  @Test
  void killedRestoresLoseNothing() throws IOException, InterruptedException {
    int kills = Integer.getInteger("crash.kills", 4);
    String out =
        bash(
            20_000,
            """
            keyfold backup --store rocksdb:./s b 2> /dev/null
            keyfold backup --store rocksdb:./s b.kf --stream 2> /dev/null
            keyfold export --store rocksdb:./s t > expected.txt
            begin=$(date +%s%N)
            keyfold restore b.kf --store rocksdb:./s --yes 2> /dev/null
            took=$((($(date +%s%N) - begin) / 1000000))
            i=0
            for kill in $(seq KILLS); do
              source=b
              [ $((kill % 2)) = 0 ] || source=b.kf
              keyfold restore $source --store rocksdb:./s --yes 2> /dev/null &
              delay=$((took * kill / KILLS))
              sleep $((delay / 1000)).$(printf %03d $((delay % 1000)))
              # The function runs in a shell of its own, whose child is the program.
              kill -9 $(ps -o pid= --ppid $!) $! 2> /dev/null
              wait 2> /dev/null
              [ -d s ] || mv .s.keyfold-before s
              keyfold export --store rocksdb:./s t 2>&1 | cmp - expected.txt && i=$((i + 1))
            done
            echo $i whole
            keyfold restore b --store rocksdb:./s --yes 2> /dev/null; echo $?
            ls -A | grep -c keyfold-
            """
                .replace("KILLS", Integer.toString(kills)));
    assertThat(out).endsWith(kills + " whole\n0\n0\n");
    System.out.printf("crash: %d kills of restores, nothing lost%n", kills);
  }
}
