package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.compound.CompoundKeys;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.structures.Keys;
import dev.keyfold.structures.Space;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.StructuresOptions;
import dev.keyfold.structures.Work;
import dev.keyfold.structures.compound.CompoundData;
import dev.keyfold.structures.compound.CompoundImport;
import dev.keyfold.structures.resume.ImportCheckpoint;
import dev.keyfold.table.schema.KeySpace;
import dev.keyfold.testkit.FerricLogWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code keyfold import --from-store}: from the files of FerricStore to structures. */
class ImportFromStoreTest {
  private static final long SOON = 4_000_000_000_000L;

  @TempDir private Path directory;
  private FerricLogWriter logs;

  @BeforeEach
  void open() throws IOException {
    logs = new FerricLogWriter(directory.resolve("ferric"));
    logs.put(0, 0, "T:user:1", "hash");
    logs.put(0, 0, "H:user:1\0name", "Ann");
    logs.put(1, 0, "H:user:1\0city", "Oslo");
    logs.put(1, 0, "T:tags", "set");
    logs.put(1, 1, "S:tags\0new", "1");
    logs.put(1, 1, "S:tags\0gone", "1");
    logs.delete(1, 2, "S:tags\0gone");
    logs.put(1, 2, "token", "abc", SOON);
    logs.put(1, 2, "expired", "abc", 5);
  }

  private Cli run(String... more) {
    List<String> args = new ArrayList<>(List.of("import", "--store", target()));
    args.addAll(List.of("--from-store", "bitcask:" + directory.resolve("ferric")));
    args.addAll(List.of(more));
    return Cli.run("", args.toArray(new String[0]));
  }

  private String target() {
    return "rocksdb:" + directory.resolve("data");
  }

  private void check(int database, Consumer<Space> check) {
    try (Store store = Stores.open(target());
        Structures structures =
            Structures.over(store, StructuresOptions.defaults().withBackground(false));
        Work work = structures.read()) {
      check.accept(work.space(database));
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void everythingIsImported() {
    Cli run = run("--format", "compound");
    assertThat(run.out())
        .isEqualTo(
            "2 structures with 3 elements and 1 string taken over, 1 of them with an expiry; 0"
                + " entries left out\n");
    assertThat(run.err()).matches("keyfold: verified: 4 entries, digest [0-9a-f]{32}\n");
    assertThat(run.status()).isZero();
    check(
        0,
        space -> {
          assertThat(space.hashes().get(bytes("user:1"), bytes("city")))
              .asString()
              .isEqualTo("Oslo");
          assertThat(space.sets().size(bytes("tags"))).isEqualTo(1);
          assertThat(space.keys().expiresAt(bytes("token"))).isEqualTo(SOON);
          assertThat(space.keys().expiresAt(bytes("expired"))).isEqualTo(Keys.MISSING);
        });
    Cli again = run("--format", "compound");
    assertThat(again.out()).isEqualTo(run.out()); // nothing is doubled
    assertThat(again.err()).isEqualTo(run.err());
    check(0, space -> assertThat(space.keys().size()).isEqualTo(3));
  }

  /** As a signal stops it, in the middle of a list. */
  @Test
  void anInterruptedImportResumes() throws IOException {
    logs.put(0, 4, "T:list", "list");
    for (int i = 0; i < 2_500; i++) {
      String position = String.format("P%020d.00000000000000000", i);
      logs.put(0, 4, "L:list\0" + position, "e" + i);
    }
    String source = "bitcask:" + directory.resolve("ferric");
    for (List<String> more : List.of(List.<String>of(), List.of("--restart"))) {
      try (Store from = Stores.open(source);
          Store store = Stores.open(target());
          Structures structures =
              Structures.over(store, StructuresOptions.defaults().withBackground(false))) {
        byte[] key = KeySpace.entry(KeySpace.IMPORTS, "structures 0 compound " + source);
        CompoundImport work =
            new CompoundImport(new CompoundData(from, CompoundKeys.ESCAPED), structures, 0)
                .withCheckpoint(new ImportCheckpoint(store, key))
                .onlyWhile(() -> false);
        assertThat(work.run().structures()).isEqualTo(1);
        assertThat(work.isStopped()).isTrue();
      }
      List<String> args = new ArrayList<>(List.of("--format", "compound"));
      args.addAll(more);
      Cli run = run(args.toArray(new String[0]));
      assertThat(run.err())
          .matches(
              (more.isEmpty()
                      ? "keyfold: resuming the interrupted import after its last commit"
                          + " \\(--restart starts from the beginning\\)\n"
                      : "")
                  + "keyfold: verified: 2,504 entries, digest [0-9a-f]{32}\n");
      assertThat(run.out()).startsWith("3 structures with 2,503 elements and 1 string taken over");
      assertThat(run.status()).isZero();
      check(0, space -> assertThat(space.lists().size(bytes("list"))).isEqualTo(2_500));
    }
  }

  @Test
  void whatIsLeftOutIsReported() throws IOException {
    logs.put(0, 0, "T:s", "stream");
    logs.put(0, 0, "X:s\0001-1", "?");
    logs.append(0, 0, new byte[9]);
    Cli run = run("--format", "compound:escaped", "--database", "3");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out())
        .startsWith("2 structures with 3 elements and 1 string taken over")
        .contains("1 entry: T:, of the type stream\n")
        .contains("1 entry: X:, part of a stream\n");
    assertThat(run.err())
        .contains("keyfold: 0 damaged places and 1 torn tail with 9 bytes were skipped")
        .contains("keyfold: 1 key under X: (streams)");
    check(3, space -> assertThat(space.keys().size()).isEqualTo(3));
    Cli json = run("--format", "compound", "--json");
    assertThat(json.status()).isEqualTo(1);
    assertThat(json.out())
        .startsWith(
            "{\"complete\":false,\"format\":\"compound:escaped\",\"structures\":2,\"elements\":3,"
                + "\"strings\":1,\"expiring\":1,\"unreadableTypes\":0,\"lostExpiries\":0,\"leftOut\":{")
        .contains("\"tombstones\":1,\"expired\":1,\"damaged\":0,\"torn-tails\":1,\"lost-bytes\":9")
        .hasLineCount(1);
  }

  @Test
  void namesOfBothRevisionsAreAskedFor() throws IOException {
    logs.put(0, 0, "T:a%25", "hash");
    logs.put(0, 0, "H:a%25\0f", "v");
    logs.put(0, 0, "T:b%", "hash");
    logs.put(0, 0, "H:b%\0f", "v");
    Cli run = run("--format", "compound");
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.err())
        .contains("they may be of either revision; say which with --format compound:escaped");
    assertThat(run("--format", "compound:unescaped").status()).isZero();
    check(0, space -> assertThat(space.keys().exists(bytes("a%25"))).isTrue());
  }

  @Test
  void mistakesAreNamed() {
    run()
        .fails(
            2,
            """
            keyfold: --format: found '', expected compound, compound:escaped, compound:unescaped, modeling or modeling:SEPARATOR
            keyfold: Try 'keyfold import --help'.
            """);
    assertThat(run("--format", "compound", "orders").err())
        .contains("found 'orders', expected no table: this format is imported as structures");
    assertThat(run("--format", "compound", "--csv").err())
        .contains("--csv is for files and cannot be combined with --from-store");
    assertThat(run("--format", "compound", "--database", "16").err())
        .contains("--database: found '16', expected a number from 1 to 15 or 0");
    Cli other = Cli.run("", "import", "--store", target(), "orders", "-", "--format", "compound");
    assertThat(other.err()).contains("--format needs --from-store URL");
    Cli none = Cli.run("", "import", "--store", target());
    assertThat(none.err()).contains("NAME and FILE are missing; give them, or --from-store URL");
    Cli nowhere =
        Cli.run(
            "",
            "import",
            "--store",
            target(),
            "--from-store",
            "bitcask:" + directory.resolve("nowhere"),
            "--format",
            "compound");
    assertThat(nowhere.status()).isEqualTo(4);
    assertThat(nowhere.err()).contains("found no logs in");
  }

  /** Each thing that is not taken over is counted and named; a bad type discards nothing. */
  @Test
  void everythingThatIsNotTakenOverIsNamed() throws IOException {
    String position = "P00000000000000000001.00000000000000000";
    logs.put(0, 3, "T:big", "hash");
    logs.put(0, 3, "PM:big", "?");
    logs.put(0, 3, "T:nothing", "zset");
    logs.put(0, 3, "XM:s", "?");
    logs.put(0, 3, "XG:s\0g", "?");
    logs.put(0, 3, "V:1", "?");
    logs.put(0, 3, "T:list", "lisp");
    logs.put(0, 3, "L:list\0" + position, "a");
    Files.createDirectories(directory.resolve("ferric/dedicated/shard_0/hash"));
    Cli run = run("--format", "compound");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out())
        .startsWith("3 structures with 4 elements and 1 string taken over")
        .contains("1 entry: PM:, a collection promoted to files of its own\n")
        .contains("1 entry: T:, a type without elements\n")
        .contains("1 entry: XM:, part of a stream\n", "1 entry: XG:, part of a stream\n")
        .contains("1 entry: V:, a version\n")
        .contains("'list', taken over as a LIST; its type entry is unreadable: 6c697370");
    assertThat(run.err())
        .contains("1 key under PM: (collections promoted to files of their own)")
        .contains("1 key under V: (versions)")
        .contains("not read: dedicated/shard_0");
    check(0, space -> assertThat(space.lists().size(bytes("list"))).isEqualTo(1));
  }

  /** The logs can be looked at before: entries, sizes, and what their keys are. */
  @Test
  void logsAreLookedAtLikeAnyStore() {
    String url = "bitcask:" + directory.resolve("ferric");
    assertThat(Cli.run("", "scan", "--store", url, "--prefix", "H:").out())
        .isEqualTo("H:user:1\\x00city\tOslo\nH:user:1\\x00name\tAnn\n");
    assertThat(Cli.run("", "stats", "--store", url).out()).contains("6 ");
    assertThat(Cli.run("", "key", "guess", "--store", url).out())
        .contains("1. compound: kind string, key string, sub string null first — decodes 5 of 6");
  }

  /** Nothing is created for an import that cannot begin. */
  @Test
  void aMissingSourceLeavesNoTarget() {
    for (String source :
        List.of(
            "bitcask:" + directory.resolve("nowhere"),
            "rocksdb:" + directory.resolve("nowhere") + "?foreign=true",
            target())) {
      Cli run =
          Cli.run(
              "", "import", "--store", target(), "--from-store", source, "--format", "compound");
      assertThat(run.status()).as(source + run.err()).isIn(2, 4);
      assertThat(directory.resolve("data")).doesNotExist();
    }
  }

  /** Our own entries are no data of another program. */
  @Test
  void storesOfKeyfoldAreRefused() {
    assertThat(run("--format", "compound").err())
        .matches("keyfold: verified: 4 entries, digest [0-9a-f]{32}\n");
    for (String format : List.of("compound", "modeling")) {
      Cli run =
          Cli.run(
              "",
              "import",
              "--store",
              "rocksdb:" + directory.resolve("other"),
              "--from-store",
              target() + "?foreign=true",
              "--format",
              format);
      assertThat(run.status()).isEqualTo(3);
      assertThat(run.err()).contains("the source has tables or structures of Keyfold");
    }
  }

  /** FerricStore's data, taken over, written as compound keys again, and taken over again. */
  @Test
  void comesBackFromAnExport() {
    Cli first = run("--format", "compound");
    assertThat(first.status()).isZero();
    String copy = "rocksdb:" + directory.resolve("copy");
    Cli export =
        Cli.run("", "export", "--store", target(), "--to-store", copy, "--format", "compound");
    assertThat(export.out())
        .isEqualTo(
            """
            2 structures with 3 elements and 1 string written; 0 entries left out
            1 name written without their expiry
            """);
    assertThat(export.status()).isEqualTo(1); // because of the expiry
    assertThat(export.err()).isEqualTo(first.err()); // the same count and digest
    assertThat(Cli.run("", "scan", "--store", copy + "?foreign=true").out())
        .isEqualTo(
            """
            H:user:1\\x00city\tOslo
            H:user:1\\x00name\tAnn
            S:tags\\x00new\t1
            T:tags\tset
            T:user:1\thash
            token\tabc
            """);
    String again = "rocksdb:" + directory.resolve("again");
    Cli back =
        Cli.run("", "import", "--store", again, "--from-store", copy, "--format", "compound");
    assertThat(back.err()).isEqualTo(first.err());
    String[] export1 = {"structure", "export", "--store", target()};
    String[] export2 = {"structure", "export", "--store", again};
    assertThat(Cli.run("", export2).out())
        .isEqualTo(Cli.run("", export1).out().replaceAll(",\"expires\":\"[^\"]*\"", ""))
        .hasLineCount(3);
    Cli twice =
        Cli.run("", "export", "--store", target(), "--to-store", copy, "--format", "compound");
    assertThat(twice.status()).isEqualTo(3);
    assertThat(twice.err()).contains("already has entries");
    assertThat(Cli.run("", "export", "--store", target(), "--to-store", copy).err())
        .contains("NAME is missing: the table to export; structures are exported with --to-store");
    assertThat(
            Cli.run(
                    "",
                    "export",
                    "--store",
                    target(),
                    "--to-store",
                    copy,
                    "--format",
                    "compound",
                    "--values",
                    "json")
                .err())
        .contains("--values needs NAME");
  }
}
