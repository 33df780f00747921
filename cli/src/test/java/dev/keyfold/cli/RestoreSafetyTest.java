package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.cli.admin.RestoreCommand;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.store.backup.BackupStream;
import dev.keyfold.store.errors.StoreException;
import dev.keyfold.store.errors.StoreFullException;
import dev.keyfold.store.memory.MemoryStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a restore leaves when something is in its way. */
class RestoreSafetyTest {
  @TempDir private Path directory;
  private Shop shop;
  private Path checkpoint;
  private Path stream;
  private Path place;
  private String other;
  private Map<String, String> all;

  /** A store, two backups of it, and another store with one row more. */
  @BeforeEach
  void open() throws IOException {
    directory = directory.toRealPath();
    shop = new Shop(directory).with(20);
    checkpoint = directory.resolve("backup");
    stream = directory.resolve("b.kf");
    place = directory.resolve("other");
    other = "rocksdb:" + place;
    assertThat(shop.run("backup", checkpoint.toString()).status()).isZero();
    assertThat(shop.run("backup", stream.toString(), "--stream").status()).isZero();
    all = Shop.entries(shop.url());
    assertThat(restore(checkpoint, other).status()).isZero();
    put(other);
  }

  private static Cli restore(Path source, String url, String... args) {
    return Cli.run(
        "",
        Stream.concat(Stream.of("restore", "--store", url, source.toString()), Stream.of(args))
            .toArray(String[]::new));
  }

  /** Makes a store different from the backup. */
  private static void put(String url) {
    try (Store store = Stores.open(url)) {
      store.put(new byte[] {127}, new byte[] {1});
    }
  }

  private Path beside(String what) {
    return directory.resolve(".other.keyfold-" + what);
  }

  /** Killed between two renames: the only copy of the store has another name. */
  @Test
  void whatAnInterruptedRestoreMovedAwayIsMovedBack() throws IOException {
    Map<String, String> before = Shop.entries(other);
    for (Path source : new Path[] {checkpoint, stream}) {
      Files.move(place, beside("before"));
      Files.createDirectories(beside("restoring").resolve("half"));
      Cli run = restore(source, other); // not confirmed
      assertThat(run.status()).isEqualTo(2);
      assertThat(run.err())
          .startsWith("keyfold: found " + beside("before") + ", left by an interrupted run")
          .contains(": moved it back to " + place + "\n", "add --yes");
      assertThat(Shop.entries(other)).isEqualTo(before);
    }
    for (Path source : new Path[] {checkpoint, stream}) {
      Files.move(place, beside("before"));
      Files.createDirectory(place);
      assertThat(restore(source, other, "--yes").status()).isZero();
      assertThat(Shop.entries(other)).isEqualTo(all);
      Shop.assertNothingBeside(directory);
    }
  }

  /** Killed before what was replaced had been removed. */
  @Test
  void leftoversAreRemoved() throws IOException {
    Files.createDirectories(beside("before").resolve("half"));
    Files.createDirectories(beside("restoring").resolve("half"));
    assertThat(restore(stream, other, "--yes").status()).isZero();
    assertThat(Shop.entries(other)).isEqualTo(all);
    Shop.assertNothingBeside(directory);
  }

  /** The old store stays in its place while the copy is made, and if it cannot be made. */
  @Test
  void whatFailsLeavesTheStore() throws IOException {
    Map<String, String> before = Shop.entries(other);
    byte[] bytes = Files.readAllBytes(stream);
    bytes[bytes.length - 1] ^= 1;
    Cli run = Cli.run(bytes, "restore", "--store", other, "-", "--yes");
    assertThat(run.status()).isEqualTo(74);
    assertThat(Shop.entries(other)).isEqualTo(before);
    Shop.assertNothingBeside(directory);
    // An option that only the engine knows to be wrong.
    run = restore(stream, other + "?colour=red", "--yes");
    assertThat(run.status()).isEqualTo(2);
    assertThat(Shop.entries(other)).isEqualTo(before);
    Shop.assertNothingBeside(directory);
  }

  @Test
  void theOptionsOfTheUrlHoldForTheNewStore() {
    assertThat(restore(stream, other + "?profile=read-heavy&durability=sync", "--yes").status())
        .isZero();
    assertThat(Shop.entries(other)).isEqualTo(all);
  }

  /** Also while its successor is made, nobody else may open the store. */
  @Test
  void aStoreInUseIsNotReplaced() throws IOException {
    Files.createDirectories(beside("restoring")); // somebody else's
    try (Store store = Stores.open(other)) {
      for (Path source : new Path[] {checkpoint, stream}) {
        Cli run = restore(source, other, "--yes");
        assertThat(run.err()).contains("is already open by this process");
        assertThat(run.status()).isEqualTo(4);
      }
      assertThat(store.get(new byte[] {127})).isNotNull();
    }
    assertThat(beside("restoring")).exists();
  }

  @Test
  void aDamagedStoreIsReplaced() throws IOException {
    for (Path source : new Path[] {checkpoint, stream}) {
      Files.delete(place.resolve("CURRENT"));
      assertThat(restore(source, other).err()).contains("add --yes");
      assertThat(restore(source, other, "--yes").status()).isZero();
      assertThat(Shop.entries(other)).isEqualTo(all);
      try (Stream<Path> files = Files.list(place)) {
        for (Path file : files.filter(f -> f.toString().contains("MANIFEST")).toList()) {
          Files.writeString(file, "nonsense");
        }
      }
      assertThat(restore(source, other, "--yes").status()).isZero();
      assertThat(Shop.entries(other)).isEqualTo(all);
    }
    Shop.assertNothingBeside(directory);
  }

  @Test
  void whatIsNoStoreIsNotReplaced() throws IOException {
    Path home = Files.createDirectory(directory.resolve("home"));
    Files.writeString(home.resolve("letters"), "dear");
    for (Path source : new Path[] {checkpoint, stream}) {
      Cli run = restore(source, "rocksdb:" + home, "--yes");
      assertThat(run.err()).contains("contains other files (letters) and no store");
      assertThat(run.status()).isEqualTo(4);
      run = restore(source, "rocksdb:" + home.resolve("letters"), "--yes");
      assertThat(run.err())
          .contains("found a file at ", "expected a directory or a path that does not exist");
      assertThat(run.status()).isEqualTo(74);
    }
    assertThat(home.resolve("letters")).hasContent("dear");
    // Nor does a file go that somebody has put beside those of a store.
    Files.writeString(place.resolve("letters"), "dear");
    assertThat(restore(checkpoint, other, "--yes").err()).contains("has letters in it");
    assertThat(restore(stream, other, "--yes").status()).isZero();
    assertThat(Shop.entries(other)).isEqualTo(all);
    assertThat(place.resolve("letters")).hasContent("dear");
  }

  @Test
  void aBackupIsNotRestoredIntoItself() throws IOException {
    Path link = Files.createSymbolicLink(directory.resolve("link"), checkpoint);
    for (Path wrong :
        new Path[] {checkpoint.resolve("store"), checkpoint, directory, link.resolve("store")}) {
      Cli run = restore(checkpoint, "rocksdb:" + wrong, "--yes");
      assertThat(run.err()).contains("overlaps the backup");
      assertThat(run.status()).isEqualTo(2);
    }
    Path inside = Files.copy(stream, place.resolve("b.kf"));
    assertThat(restore(inside, other, "--yes").status()).isEqualTo(2);
    assertThat(restore(checkpoint, other, "--yes").status()).isEqualTo(74);
    assertThat(inside).exists();
    Files.delete(inside);
    assertThat(restore(checkpoint, other, "--yes").status()).isZero();
  }

  @Test
  void aLinkToAStoreStaysOne() throws IOException {
    Path link = Files.createSymbolicLink(directory.resolve("link"), place);
    for (Path source : new Path[] {checkpoint, stream}) {
      assertThat(restore(source, "rocksdb:" + link, "--yes").status()).isZero();
      assertThat(link).isSymbolicLink();
      assertThat(Shop.entries(other)).isEqualTo(all);
      put(other);
    }
    Path nowhere = Files.createSymbolicLink(directory.resolve("nowhere"), directory.resolve("no"));
    assertThat(restore(stream, "rocksdb:" + nowhere).err())
        .contains("found a dangling symbolic link");
    assertThat(nowhere).isSymbolicLink();
    Shop.assertNothingBeside(directory);
  }

  /** A store that cannot be put in the place of another, and is full after some writes. */
  @Test
  void aStoreThatIsNowIncompleteIsToldAbout() throws IOException {
    byte[] bytes = Files.readAllBytes(stream);
    for (int writes = 0; writes < 2; writes++) {
      try (MemoryStore store = MemoryStore.open()) {
        Store full = fullAfter(store, writes);
        assertThatThrownBy(
                () ->
                    BackupStream.replace(
                        new ByteArrayInputStream(bytes), full, RestoreCommand.ORIGINS, count -> {}))
            .isInstanceOf(StoreException.class)
            .hasMessageContaining("it is full. The store is now incomplete: ")
            .hasMessageEndingWith("repeat the restore before using it");
      }
    }
    bytes[bytes.length - 1] ^= 1;
    try (MemoryStore store = MemoryStore.open()) {
      assertThatThrownBy(
              () ->
                  BackupStream.replace(
                      new ByteArrayInputStream(bytes), store, RestoreCommand.ORIGINS, count -> {}))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("The store is now incomplete");
      assertThatThrownBy(
              () ->
                  BackupStream.restore(
                      new ByteArrayInputStream(bytes),
                      fullAfter(store, 0),
                      RestoreCommand.ORIGINS,
                      count -> {}))
          .hasMessageContaining("The store is now incomplete");
    }
  }

  private static Store fullAfter(Store store, int writes) {
    AtomicInteger left = new AtomicInteger(writes);
    return (Store)
        Proxy.newProxyInstance(
            Store.class.getClassLoader(),
            new Class<?>[] {Store.class},
            (proxy, method, args) -> {
              if (method.getName().equals("write") && left.getAndDecrement() <= 0) {
                throw new StoreFullException("it is full");
              }
              try {
                return method.invoke(store, args);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
