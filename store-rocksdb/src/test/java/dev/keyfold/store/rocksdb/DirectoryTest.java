package dev.keyfold.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.store.errors.StoreCorruptedException;
import dev.keyfold.store.errors.StoreException;
import dev.keyfold.store.errors.StoreLockedException;
import dev.keyfold.store.errors.StoreVersionException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;

/** What may be opened as a store, by whom, and what is said otherwise. */
class DirectoryTest {
  @TempDir(factory = FastDisk.class)
  Path directory;

  @Test
  void aNewDirectoryBecomesAStore() throws IOException {
    Path path = directory.resolve("a/b/new");
    try (Store store = Stores.open("rocksdb:" + path + "?durability=group&cache=8m")) {
      store.put(new byte[] {1}, new byte[] {2});
      assertThat(store).isInstanceOf(RocksStore.class).hasToString("rocksdb:" + path);
    }
    assertThat(Files.readString(path.resolve("KEYFOLD"))).isEqualTo("engine=rocksdb\nformat=1\n");
    try (Store store = Stores.open("rocksdb:" + path)) {
      assertThat(store.get(new byte[] {1})).containsExactly(2);
    }
  }

  @Test
  void theSameProcessCannotOpenItTwice() {
    try (RocksStore store = open()) {
      store.put(new byte[] {1}, new byte[] {2});
      assertThatThrownBy(this::open)
          .isInstanceOf(StoreLockedException.class)
          .hasMessageContainingAll(directory.toString(), "by this process since", "close it there");
      assertThat(store.get(new byte[] {1})).containsExactly(2);
    }
    open().close();
  }

  @Test
  void anotherProcessCannotOpenIt() throws Exception {
    Process holder =
        Child.startAndAwait(Child.command(DirectoryTest.class, directory.toString()), "open");
    try {
      assertThatThrownBy(this::open)
          .isInstanceOf(StoreLockedException.class)
          .hasMessageContainingAll(directory.toString(), "by process " + holder.pid());
    } finally {
      holder.destroyForcibly().waitFor();
    }
    try (RocksStore store = open()) {
      assertThat(store.get(new byte[] {7})).as("a killed holder leaves no lock").containsExactly(7);
    }
  }

  /** The holder. */
  public static void main(String[] arguments) throws Exception {
    RocksStore store = RocksStore.open(Path.of(arguments[0]), RocksOptions.defaults());
    store.put(new byte[] {7}, new byte[] {7});
    System.out.println("open");
    Thread.sleep(60_000);
    store.close();
  }

  @Test
  void aNewerFormatIsRefused() throws IOException {
    open().close();
    Files.writeString(directory.resolve("KEYFOLD"), "engine=rocksdb\nformat=2\n");
    assertThatThrownBy(this::open)
        .isInstanceOf(StoreVersionException.class)
        .hasMessageContainingAll("found format 2", "supported up to 1", "with that version");
    Files.writeString(directory.resolve("KEYFOLD"), "engine=lsm9\nformat=1\n");
    assertThatThrownBy(this::open)
        .isInstanceOf(StoreVersionException.class)
        .hasMessageContaining("found engine 'lsm9'");
    Files.writeString(directory.resolve("KEYFOLD"), "");
    assertThatThrownBy(this::open).isInstanceOf(StoreVersionException.class);
    Files.writeString(directory.resolve("KEYFOLD"), "engine=rocksdb\nformat=one\n");
    assertThatThrownBy(this::open).isInstanceOf(StoreCorruptedException.class);
  }

  @Test
  void aDirectoryOfSomethingElseIsRefusedAndLeftAlone() throws IOException {
    Files.writeString(directory.resolve("letter.txt"), "dear");
    assertThatThrownBy(this::open)
        .isInstanceOf(StoreVersionException.class)
        .hasMessageContainingAll("other files (letter.txt)", "empty or new directory");
    assertThat(directory.toFile().list()).containsExactly("letter.txt");
    assertThatThrownBy(
            () -> RocksStore.open(directory.resolve("letter.txt"), RocksOptions.defaults()))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("is a file");
  }

  @Test
  void aDatabaseThatKeyfoldDidNotMakeIsRefused() throws Exception {
    RocksDB.loadLibrary();
    try (Options options = new Options().setCreateIfMissing(true);
        RocksDB db = RocksDB.open(options, directory.toString())) {
      db.put(new byte[] {1}, new byte[] {1});
    }
    assertThatThrownBy(this::open)
        .isInstanceOf(StoreVersionException.class)
        .hasMessageContaining("did not create");
  }

  @Test
  void aCreationThatACrashInterruptedIsFinished() throws IOException {
    Files.writeString(directory.resolve("KEYFOLD"), "engine=rocksdb\nformat=1\n");
    Files.writeString(directory.resolve("MANIFEST-000001"), "");
    assertTakesWrites(directory);
    Path second = directory.resolve("second");
    Files.createDirectories(second);
    Files.writeString(second.resolve("KEYFOLD.new"), "engi");
    assertTakesWrites(second);
    assertThat(second.resolve("KEYFOLD")).content().contains("engine=rocksdb", "format=1");
    assertThat(second.resolve("KEYFOLD.new")).doesNotExist();
  }

  private static void assertTakesWrites(Path directory) {
    try (RocksStore store = RocksStore.open(directory, RocksOptions.defaults())) {
      store.put(new byte[] {1}, new byte[] {2});
    }
    try (RocksStore store = RocksStore.open(directory, RocksOptions.defaults())) {
      assertThat(store.get(new byte[] {1})).containsExactly(2);
    }
  }

  private RocksStore open() {
    return RocksStore.open(directory, RocksOptions.defaults());
  }
}
