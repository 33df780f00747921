package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.cli.admin.RestoreCommand;
import dev.keyfold.cli.command.Console;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.store.StoreLimits;
import dev.keyfold.store.backup.BackupStream;
import dev.keyfold.store.backup.DamagedBackupException;
import dev.keyfold.store.memory.MemoryStore;
import dev.keyfold.table.schema.KeySpace;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackupRestoreTest {
  @TempDir private Path directory;
  private Shop shop;
  private Path target;
  private String other;

  @BeforeEach
  void open() {
    shop = new Shop(directory).with(300);
    target = directory.resolve("backup");
    other = "rocksdb:" + directory.resolve("other");
  }

  private Cli restore(Path source, String... args) {
    String[] all = Arrays.copyOf(new String[] {"restore", "--store", other}, 4 + args.length);
    all[3] = source.toString();
    System.arraycopy(args, 0, all, 4, args.length);
    return Cli.run("", all);
  }

  /** Also if somebody says that they mean it. */
  @Test
  void nothingButABackupIsReplaced() throws IOException {
    Path store = Path.of(shop.url().substring("rocksdb:".length()));
    Map<String, String> before = Shop.entries(shop.url());
    Path home = Files.createDirectories(directory.resolve("home"));
    Files.writeString(home.resolve("letters"), "dear");
    for (Path wrong : new Path[] {store, store.resolve("backup"), home, directory, Path.of("/")}) {
      Cli run = shop.run("backup", wrong.toString(), "--yes");
      assertThat(run.err()).startsWith("keyfold: TARGET " + wrong + ": found ");
      assertThat(run.status()).isEqualTo(2);
    }
    assertThat(shop.run("backup", home.resolve("a/b").toString()).err())
        .contains(
            "found no directory "
                + home.resolve("a")
                + ", expected an existing directory for the backup");
    assertThat(home.resolve("letters")).hasContent("dear");
    assertThat(Shop.entries(shop.url())).isEqualTo(before);
    Files.delete(home.resolve("letters"));
    for (int i = 0; i < 2; i++) {
      assertThat(shop.run("backup", home.toString(), "--yes").status()).isZero();
    }
  }

  @Test
  void aCheckpointIsCheckedAndRestored() throws IOException {
    Cli run = shop.run("backup", target.toString());
    assertThat(run.err()).matches("keyfold: checkpoint of [0-9.]+ k?B written to .*backup\n");
    assertThat(run.status()).isZero();
    assertThat(Files.readString(target.resolve("checksums.txt")))
        .containsPattern("(?m)^[0-9a-f]{64}  store/CURRENT$");
    assertThat(restore(target).err()).matches("keyfold: .*B restored to rocksdb:.*other\n");
    assertThat(Shop.entries(other)).isEqualTo(Shop.entries(shop.url())).hasSizeGreaterThan(600);
    // What is there is not overwritten, unless it is meant.
    assertThat(restore(target).err()).contains("add --yes to confirm");
    assertThat(restore(target).status()).isEqualTo(2);
    assertThat(Cli.run("", "table", "drop", "--store", other, "orders", "--yes").status()).isZero();
    assertThat(restore(target, "--yes").status()).isZero();
    assertThat(Shop.entries(other)).isEqualTo(Shop.entries(shop.url()));
    // Neither is a backup.
    assertThat(shop.run("backup", target.toString()).status()).isEqualTo(2);
    assertThat(shop.run("backup", target.toString(), "--yes", "--json").out())
        .startsWith("{\"backup\":\"")
        .contains("\"form\":\"checkpoint\",\"bytes\":");
  }

  @Test
  void damagedFilesAreNotRestored() throws IOException {
    shop.run("backup", target.toString());
    restore(target);
    Map<String, String> before = Shop.entries(other);
    Path options = target.resolve("store").resolve("KEYFOLD");
    byte[] good = Files.readAllBytes(options);
    good[0] ^= 1;
    Files.write(options, good);
    Cli run = restore(target, "--yes");
    assertThat(run.status()).isEqualTo(74);
    assertThat(run.err()).contains("the checksum of store/KEYFOLD is wrong");
    Files.delete(options);
    assertThat(restore(target, "--yes").err()).contains("the backup is incomplete: store/KEYFOLD");
    Files.delete(target.resolve("checksums.txt"));
    assertThat(restore(target, "--yes").err()).contains("is not a backup: it has no checksums.txt");
    assertThat(Shop.entries(other)).isEqualTo(before);
  }

  @Test
  void aStreamGoesToAnyStore() {
    Path file = directory.resolve("b.kf");
    Cli run = shop.run("backup", file.toString(), "--stream");
    assertThat(run.err()).startsWith("keyfold: stream of ");
    assertThat(restore(file).status()).isZero();
    assertThat(Shop.entries(other)).isEqualTo(Shop.entries(shop.url()));
    assertThat(Cli.run("", "restore", "--store", "memory:", file.toString(), "--json").out())
        .startsWith("{\"store\":\"memory:\",\"entries\":");
    assertThat(Cli.run("", "restore", "--store", "memory:", target.toString()).status())
        .isEqualTo(74);
  }

  @Test
  void throughAPipeAndBack() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    String[] backup = {"backup", "--store", shop.url(), "-"};
    Console console =
        new Console(new ByteArrayInputStream(new byte[0]), out, System.err, Map.of(), false);
    assertThat(Main.run(backup, console)).isZero();
    byte[] stream = out.toByteArray();
    assertThat(Cli.run(stream, "restore", "--store", other, "-").status()).isZero();
    Map<String, String> all = Shop.entries(other);
    assertThat(all).isEqualTo(Shop.entries(shop.url()));
    // Cut or changed, it does not touch what is there.
    byte[] cut = Arrays.copyOf(stream, stream.length - 40);
    Cli run = Cli.run(cut, "restore", "--store", other, "-", "--yes");
    assertThat(run.err()).contains("the backup is truncated");
    assertThat(run.status()).isEqualTo(74);
    stream[stream.length / 2] ^= 4;
    assertThat(Cli.run(stream, "restore", "--store", other, "-", "--yes").status()).isEqualTo(74);
    assertThat(Shop.entries(other)).isEqualTo(all);
    // Into an empty store, nothing of it stays.
    String fresh = "rocksdb:" + directory.resolve("fresh");
    assertThat(Cli.run(stream, "restore", "--store", fresh, "-").status()).isEqualTo(74);
    assertThat(Shop.entries(fresh)).isEmpty();
  }

  /** Random entries, every truncation and many changes: all back, or nothing. */
  @Test
  void randomStreams() throws IOException {
    long seed = Long.getLong("seed", Long.getLong("seed.fresh", System.nanoTime()));
    Random random = new Random(seed);
    byte[] stream;
    Map<String, String> all = new TreeMap<>();
    try (MemoryStore store = MemoryStore.open()) {
      Batch batch = new Batch();
      for (int i = 0; i < 50; i++) {
        byte[] key = new byte[1 + random.nextInt(20)];
        byte[] value = new byte[random.nextInt(60)];
        random.nextBytes(key);
        random.nextBytes(value);
        batch.put(key, value);
      }
      batch.put(KeySpace.entry(KeySpace.ORIGINS, random.nextInt(100)), new byte[9]);
      store.write(batch);
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      BackupStream.write(store, out, count -> {});
      stream = out.toByteArray();
      // Entries of the origins tell of the store that was backed up, and stay there.
      Batch left = new Batch();
      left.deleteRange(RestoreCommand.ORIGINS);
      store.write(left);
      collect(store, all);
    }
    for (int i = 0; i <= stream.length + 500; i++) {
      byte[] bytes = Arrays.copyOf(stream, Math.min(i, stream.length));
      if (i > stream.length) {
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      }
      Map<String, String> found = new TreeMap<>();
      boolean whole = i == stream.length;
      try (MemoryStore store = MemoryStore.open()) {
        BackupStream.restore(
            new ByteArrayInputStream(bytes), store, RestoreCommand.ORIGINS, count -> {});
        collect(store, found);
        assertThat(found).as("seed %d, change %d", seed, i).isEqualTo(all);
        assertThat(whole).as("seed %d, change %d", seed, i).isTrue();
      } catch (DamagedBackupException e) {
        assertThat(whole).as("seed %d, change %d: %s", seed, i, e).isFalse();
      }
    }
  }

  /** A length that no entry can have is damage, and not a limit of the store that is written. */
  @Test
  void lengthsThatNoEntryHas() throws IOException {
    byte[] stream;
    try (MemoryStore store = MemoryStore.open()) {
      Batch batch = new Batch();
      batch.put(new byte[] {1, 2}, new byte[] {3});
      store.write(batch);
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      BackupStream.write(store, out, count -> {});
      stream = out.toByteArray();
    }
    int key = "keyfold backup 1\n".length();
    int value = key + 4 + 2;
    assertThat(ByteBuffer.wrap(stream).getInt(key)).isEqualTo(3);
    assertThat(ByteBuffer.wrap(stream).getInt(value)).isEqualTo(1);
    for (int length : new int[] {1, StoreLimits.KEY_BYTES + 2, Integer.MAX_VALUE, -1}) {
      assertDamaged(stream, key, length);
    }
    for (int length : new int[] {StoreLimits.VALUE_BYTES + 1, Integer.MAX_VALUE, -1}) {
      assertDamaged(stream, value, length);
    }
  }

  private static void assertDamaged(byte[] stream, int at, int length) {
    byte[] bytes = stream.clone();
    ByteBuffer.wrap(bytes).putInt(at, length);
    try (MemoryStore store = MemoryStore.open()) {
      assertThatThrownBy(
              () ->
                  BackupStream.restore(
                      new ByteArrayInputStream(bytes), store, RestoreCommand.ORIGINS, count -> {}))
          .as("length %d at %d", length, at)
          .isInstanceOf(DamagedBackupException.class)
          .hasMessage("the backup is damaged after entry 0");
      Map<String, String> left = new TreeMap<>();
      collect(store, left);
      assertThat(left).isEmpty();
    }
  }

  private static void collect(Store store, Map<String, String> into) {
    try (Cursor cursor = store.scan(Scan.everything())) {
      while (cursor.next()) {
        into.put(cursor.key().toString(), cursor.value().toString());
      }
    }
  }

  /** On a terminal somebody is asked. */
  @Test
  void asksBeforeItDestroys() {
    assertThat(dropAnswering("n\n")).isEqualTo(3);
    assertThat(dropAnswering("")).isEqualTo(3);
    assertThat(shop.table("list").out()).contains("orders");
    assertThat(dropAnswering("Yes\n")).isZero();
    assertThat(shop.table("list").out()).doesNotContain("orders");
  }

  private int dropAnswering(String answer) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console =
        new Console(
            new ByteArrayInputStream(answer.getBytes(StandardCharsets.UTF_8)),
            new ByteArrayOutputStream(),
            err,
            Map.of(),
            true,
            true);
    console.answers(true);
    int status = Main.run(new String[] {"table", "drop", "--store", shop.url(), "orders"}, console);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .startsWith("this permanently deletes the table orders with all its rows and indexes.");
    return status;
  }
}
