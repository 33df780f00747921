package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.cli.command.ExitCode;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From the message about a damaged store to a table that can be asked again. */
class SalvageCommandTest {
  private static final int ROWS = 20_000;

  @TempDir private Path directory;
  private String damaged;
  private String saved;
  private List<String> rows;

  @BeforeEach
  void makeTable() {
    damaged = "rocksdb:" + directory.resolve("damaged");
    saved = "rocksdb:" + directory.resolve("saved");
    String small = damaged + "?memtable=1m";
    Cli.run(
            "",
            "table",
            "create",
            "--store",
            small,
            "t",
            "--schema",
            "k int32, v string",
            "--key",
            "k")
        .gives("");
    Cli.run("", "table", "alter", "--store", small, "t", "--add-index", "by_v: v");
    StringBuilder lines = new StringBuilder();
    Random random = new Random(7);
    for (int i = 0; i < ROWS; i++) {
      lines
          .append("{\"k\":")
          .append(i)
          .append(",\"v\":\"")
          .append(random.nextLong())
          .append("\"}\n");
    }
    assertThat(Cli.run(lines.toString(), "import", "--store", small, "t", "-").status()).isZero();
    rows = Cli.run("", "export", "--store", damaged, "t").out().lines().toList();
    assertThat(rows).hasSize(ROWS);
  }

  private Path largest(String suffix) throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve("damaged"))) {
      return files
          .filter(file -> file.getFileName().toString().matches(suffix))
          .max(Comparator.comparingLong(file -> file.toFile().length()))
          .orElseThrow();
    }
  }

  private Cli salvage(String... more) {
    String[] args = {"salvage", "--store", damaged, "--to", saved};
    return Cli.run("", Stream.of(args, more).flatMap(Stream::of).toArray(String[]::new));
  }

  @Test
  void theMessageLeadsToACopyOfTheRest() throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(largest(".*\\.sst").toFile(), "rw")) {
      file.seek(file.length() / 2);
      file.write(new byte[300]);
    }
    Cli refused = Cli.run("", "check", "--checksums", "--store", damaged);
    assertThat(refused.status()).isEqualTo(ExitCode.STORE);
    Matcher advice =
        Pattern.compile("keyfold (salvage --store \\S+ --to rocksdb:)NEW").matcher(refused.err());
    assertThat(advice.find()).as(refused.err()).isTrue();
    Cli run = Cli.run("", (advice.group(1) + directory.resolve("saved")).split(" "));
    assertThat(run.status()).as(run.out() + run.err()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.out())
        .containsPattern("^[0-9,]+ entries copied to \\S+; not everything could be read\n")
        .containsPattern(
            "\nlost: [0-9]+\\.sst: [^\n]+\n {2}keys from [0-9a-f]+ to before [0-9a-f]+\n"
                + " {2}in ([^\n]+, )?(table t|index by_v of t)")
        .endsWith("next: keyfold check --store " + saved + " --repair\n");
    assertThat(Cli.run("", "check", "--repair", "--store", saved).status()).isZero();
    assertThat(Cli.run("", "check", "--store", saved).status()).isZero();
    List<String> back = Cli.run("", "export", "--store", saved, "t").out().lines().toList();
    Set<String> known = new HashSet<>(rows);
    assertThat(back).hasSizeGreaterThan(ROWS - 1000).allMatch(known::contains);
  }

  @Test
  void withoutAManifestEverythingIsReadAndNothingIsSure() throws IOException {
    Files.delete(largest("MANIFEST-.*"));
    Cli run = salvage("--json");
    assertThat(run.status()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.out())
        .startsWith("{\"store\":\"" + saved + "\",\"complete\":false,\"entries\":")
        .contains("\"from\":\"\",\"to\":null,\"in\":[\"the whole store\"]");
    assertThat(Cli.run("", "export", "--store", saved, "t").out().lines().toList()).isEqualTo(rows);
  }

  @Test
  void aHealthyStoreIsCopiedWhole() {
    Cli run = salvage();
    assertThat(run.status()).as(run.out() + run.err()).isZero();
    assertThat(run.out()).contains(" entries copied to " + saved + "; nothing was lost\n");
    assertThat(Cli.run("", "check", "--store", saved).status()).isZero();
    assertThat(Cli.run("", "export", "--store", saved, "t").out().lines().toList()).isEqualTo(rows);
    salvage()
        .fails(
            ExitCode.USAGE,
            "keyfold: --to: found data in "
                + saved
                + ", expected an empty or new store\nkeyfold: Try 'keyfold salvage --help'.\n");
  }

  @Test
  void whatCannotBeSalvaged() throws IOException {
    Files.createDirectory(directory.resolve("empty"));
    for (String none : List.of("nothing", "empty")) {
      Cli run =
          Cli.run("", "salvage", "--store", "rocksdb:" + directory.resolve(none), "--to", saved);
      assertThat(run.status()).as(run.err()).isEqualTo(ExitCode.STORE);
      assertThat(run.err()).contains("there is no store at " + directory.resolve(none));
    }
    Cli memory = Cli.run("", "salvage", "--store", "memory:", "--to", saved);
    assertThat(memory.status()).isEqualTo(ExitCode.STORE);
    assertThat(memory.err()).contains("found memory:, expected");
    Cli gone = Cli.run("", "salvage", "--store", damaged, "--to", "memory:");
    assertThat(gone.status()).isEqualTo(ExitCode.USAGE);
    assertThat(gone.err()).contains("found memory:, which does not outlive this command");
    Cli shared = Cli.run("", "salvage", "--store", damaged, "--to", "hbase://127.0.0.1:1/t");
    assertThat(shared.status()).as("before anything is created there").isEqualTo(ExitCode.USAGE);
    assertThat(shared.err())
        .contains("stores tables differently; expected hbase://HOST:PORT/TABLE?mode=owned or")
        .contains("rocksdb:PATH");
    Cli inside = Cli.run("", "salvage", "--store", damaged, "--to", damaged + "/saved");
    assertThat(inside.status()).isEqualTo(ExitCode.USAGE);
    assertThat(inside.err()).contains("overlaps the damaged store");
    assertThat(directory.resolve("saved")).doesNotExist();
    assertThat(directory.toFile().list()).containsExactlyInAnyOrder("damaged", "empty");
  }

  @Test
  void aStoreThatIsOpenIsRefused() throws IOException, InterruptedException {
    try (Store open = Stores.open(damaged)) {
      Cli run = salvage();
      assertThat(run.status()).isEqualTo(ExitCode.STORE);
      assertThat(run.err()).contains("is already open by this process");
      // The engine's lock is still held: another process is refused too, by the lock itself.
      String other =
          ProcessTest.bash(
              directory,
              """
              keyfold salvage --store rocksdb:./damaged --to rocksdb:./saved; echo $?
              keyfold table list --store rocksdb:./damaged; echo $?
              """);
      assertThat(other)
          .containsPattern("(?s)is already open by process [0-9]+.*\n4\n.*is already open.*\n4\n$");
      open.put(new byte[] {1}, new byte[] {1});
    }
    assertThat(salvage().status()).isZero();
  }
}
