package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.cli.admin.BackupDirectory;
import dev.keyfold.cli.admin.Replacement;
import dev.keyfold.cli.command.Console;
import dev.keyfold.store.errors.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a backup replaces, and what it leaves when something is in its way. */
class BackupSafetyTest {
  @TempDir private Path directory;
  private Shop shop;
  private Path target;

  @BeforeEach
  void open() throws IOException {
    directory = directory.toRealPath();
    shop = new Shop(directory).with(20);
    target = directory.resolve("backup");
  }

  private Cli backup(Path to, String... args) {
    return shop.run(
        Stream.concat(Stream.of("backup", to.toString()), Stream.of(args)).toArray(String[]::new));
  }

  private Path beside(String what) {
    return directory.resolve(".backup.keyfold-" + what);
  }

  @Test
  void onlyBackupsAndNothingAreReplaced() throws IOException, InterruptedException {
    Path file = Files.writeString(directory.resolve("letter"), "dear");
    Path files = Files.createDirectory(directory.resolve("files"));
    Files.writeString(files.resolve("checksums.txt"), "");
    Files.writeString(files.resolve("letter"), "dear");
    Path sums = Files.createDirectory(directory.resolve("sums"));
    Files.writeString(sums.resolve("checksums.txt"), "");
    Path pipe = directory.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    assertThat(backup(file, "--yes").err())
        .contains("found a file that is not a backup, expected a backup");
    assertThat(backup(files, "--yes").err())
        .contains("found a directory with letter in it, expected a backup");
    assertThat(backup(sums, "--yes").err()).contains("a directory with only checksums.txt in it");
    assertThat(backup(pipe, "--yes").err())
        .contains("found a special file, expected a file or dir");
    for (Path wrong : new Path[] {file, files, sums, pipe}) {
      assertThat(backup(wrong, "--yes").status()).isEqualTo(2);
      assertThat(backup(wrong, "--yes", "--stream").status()).isEqualTo(2);
      assertThat(wrong).exists();
    }
    assertThat(files.resolve("letter")).hasContent("dear");
    assertThat(file).hasContent("dear");
    Files.writeString(file, "");
    assertThat(backup(file, "--yes", "--stream").status()).isZero();
    assertThat(backup(file, "--yes").status()).isZero();
    assertThat(backup(file, "--yes", "--stream").status()).isZero();
    assertThat(Files.isRegularFile(file)).isTrue();
    Shop.assertNothingBeside(directory);
  }

  /** The store would go with what is replaced. */
  @Test
  void theStoreIsNotInTheTarget() throws IOException {
    backup(target);
    String store = "rocksdb:" + target.resolve("store");
    Cli run = Cli.run("", "backup", "--store", store, target.toString(), "--yes");
    assertThat(run.err()).contains("found the store inside it, expected a path outside the store");
    assertThat(run.status()).isEqualTo(2);
    assertThat(target.resolve("store")).exists();
  }

  @Test
  void whatCannotBePutInItsPlaceLeavesWhatIsThere() throws IOException {
    Files.writeString(target, "old");
    Replacement replacement = new Replacement(target, "new", "old");
    replacement.make(path -> {}); // makes nothing
    assertThatThrownBy(replacement::swap).isInstanceOf(IOException.class);
    assertThat(target).hasContent("old");
    Files.delete(target);
    replacement.make(path -> Files.writeString(path, "new"));
    Files.writeString(target, "somebody's");
    assertThatThrownBy(replacement::swap)
        .hasMessageContaining("was created by another process in the meantime");
    assertThat(target).hasContent("somebody's");
    assertNothingButNew();
  }

  private void assertNothingButNew() {
    assertThat(beside("old")).doesNotExist();
    assertThat(beside("new")).hasContent("new");
  }

  @Test
  void whatAnInterruptedBackupMovedAwayIsMovedBack() throws IOException {
    backup(target);
    Files.move(target, beside("old"));
    Cli run = backup(target);
    assertThat(run.err())
        .startsWith("keyfold: found " + beside("old") + ", left by an interrupted run")
        .contains("add --yes");
    new BackupDirectory(target).verify();
    Shop.assertNothingBeside(directory);
  }

  /** Neither if the store says no, which is no failure of input or output. */
  @Test
  void nothingStaysOfABackupThatFails() throws IOException {
    Replacement replacement = new Replacement(target, "new", "old");
    assertThatThrownBy(
            () ->
                replacement.make(
                    path -> {
                      Files.createDirectories(path.resolve("store"));
                      throw new StoreException("no");
                    }))
        .hasMessage("no");
    Shop.assertNothingBeside(directory);
  }

  @Test
  void aLinkToABackupStaysOne() throws IOException {
    backup(target);
    Path link = Files.createSymbolicLink(directory.resolve("link"), target);
    String before = Files.readString(target.resolve("checksums.txt"));
    shop.load(Shop.lines(30, 40));
    assertThat(backup(link, "--yes").status()).isZero();
    assertThat(link).isSymbolicLink();
    assertThat(Files.readString(target.resolve("checksums.txt"))).isNotEqualTo(before);
    // Nor does a link hide that there is a store.
    Path store = Files.createSymbolicLink(directory.resolve("s"), directory.resolve("store"));
    assertThat(backup(store.resolve("backup")).err()).contains("found the store at ");
    Shop.assertNothingBeside(directory);
  }

  @Test
  void aNameThatIsTooLong() {
    Path longName = directory.resolve("n".repeat(300));
    for (String[] form : new String[][] {{}, {"--stream"}}) {
      Cli run = backup(longName, form);
      assertThat(run.err())
          .startsWith("keyfold: cannot write " + longName + ": ")
          .contains("File name too long")
          .doesNotContain("Exception", "RocksDB reported");
      assertThat(run.status()).isEqualTo(74);
    }
  }

  /** However much it is, little of it is kept; and what is not taken is no backup. */
  @Test
  void standardOutputGetsItWhileItIsRead() {
    int[] most = {0, 0};
    OutputStream counting =
        new OutputStream() {
          @Override
          public void write(int b) {
            write(new byte[1], 0, 1);
          }

          @Override
          public void write(byte[] bytes, int offset, int length) {
            most[0] = Math.max(most[0], length);
            most[1]++;
          }
        };
    assertThat(shop.load(Shop.lines(100, 3_000)).status()).isZero();
    assertThat(toStandardOutput(counting)).isZero();
    assertThat(most[0]).isLessThanOrEqualTo(1 << 16);
    assertThat(most[1]).isGreaterThan(1);
    OutputStream closed =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("Broken pipe");
          }
        };
    assertThat(toStandardOutput(closed)).isEqualTo(74);
  }

  private int toStandardOutput(OutputStream out) {
    String[] args = {"backup", "--store", shop.url(), "-"};
    Console console =
        new Console(
            InputStream.nullInputStream(), out, OutputStream.nullOutputStream(), Map.of(), false);
    return Main.run(args, console);
  }
}
