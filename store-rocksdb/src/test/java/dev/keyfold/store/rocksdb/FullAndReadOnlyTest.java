package dev.keyfold.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.Batch;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Scan;
import dev.keyfold.store.errors.StoreException;
import dev.keyfold.store.errors.StoreFullException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A full disk and a directory that may not be written, for real: in child processes that have a
 * small file system of their own, or no rights.
 */
class FullAndReadOnlyTest {
  private static final boolean ROOT = "root".equals(System.getProperty("user.name"));

  @TempDir Path directory;

  @Test
  void aFullDiskIsNamedAndNothingAcknowledgedIsLost() throws Exception {
    for (String flushing : new String[] {"log", "flush", "flush", "flush"}) {
      Path mount = Files.createDirectories(directory.resolve("mount"));
      String output =
          mounted(mount, "-t tmpfs -o size=12m none", "fill", mount.toString(), flushing);
      assertThat(output).contains("full: ").contains("the disk is full").endsWith("all there");
    }
  }

  @Test
  void writingResumesWhenThereIsRoom() throws Exception {
    for (String flushing : new String[] {"log", "flush", "flush"}) {
      Path mount = Files.createDirectories(directory.resolve("mount"));
      String output =
          mounted(mount, "-t tmpfs -o size=12m none", "resume", mount.toString(), flushing);
      assertThat(output).contains("full: ").contains("writes resume automatically");
      assertThat(output).contains("a cursor from before: ").contains("was reopened");
      assertThat(output).endsWith("all there");
    }
  }

  @Test
  void aStoreThatCannotBeOpenedOnAFullDiskPromisesNothing() throws Exception {
    Path mount = Files.createDirectories(directory.resolve("mount"));
    String output = mounted(mount, "-t tmpfs -o size=12m none", "start", mount.toString(), "");
    assertThat(output)
        .contains("StoreFullException", "the disk is full", "Free space and open it again")
        .doesNotContain("by itself")
        .endsWith("all there");
  }

  @Test
  void aReadOnlyFileSystemIsNamed() throws Exception {
    Path store = directory.resolve("store");
    RocksStore.open(store, RocksOptions.defaults()).close();
    String output = mounted(store, "-o bind,ro " + store, "open", store.toString(), "");
    assertThat(output).contains("StoreReadOnlyException").contains(store.toString());
  }

  @Test
  void aDirectoryWithoutTheRightToWriteIsNamed() throws Exception {
    Path store = directory.resolve("store");
    RocksStore.open(store, RocksOptions.defaults()).close();
    List<String> command = new ArrayList<>();
    if (ROOT) { // for whom permissions hold only without this capability
      command.addAll(List.of("setpriv", "--bounding-set=-dac_override,-dac_read_search"));
    }
    command.addAll(Child.command(FullAndReadOnlyTest.class, "open", store.toString(), ""));
    permit(store, "r-xr-xr-x");
    assertThat(Child.run(command)).contains("StoreReadOnlyException").contains(store.toString());
    permit(store, "rwxr-xr-x");
    for (String file : new String[] {"LOCK", "CURRENT"}) {
      permit(store.resolve(file), file.equals("LOCK") ? "r--r--r--" : "---------");
      assertThat(Child.run(command)).contains("StoreReadOnlyException").contains(file);
      permit(store.resolve(file), "rw-r--r--");
    }
    assertThat(Child.run(command)).contains("opened ");
  }

  private static void permit(Path path, String permissions) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }

  /** Runs {@link #main} in a mount namespace of its own, where the mount is seen by nobody else. */
  private static String mounted(Path at, String mount, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("unshare"));
    command.add(ROOT ? "-m" : "-rm");
    command.addAll(List.of("sh", "-c", "mount " + mount + " " + at + " && exec \"$@\"", "sh"));
    command.addAll(Child.command(FullAndReadOnlyTest.class, arguments));
    return Child.run(command);
  }

  /** The child. */
  public static void main(String[] arguments) throws IOException {
    Path path = Path.of(arguments[1]);
    if (arguments[0].equals("fill")) {
      fill(path, arguments[2].equals("flush"));
      return;
    }
    if (arguments[0].equals("start")) {
      start(path);
      return;
    }
    if (arguments[0].equals("resume")) {
      resume(path, arguments[2].equals("flush"));
      return;
    }
    try (RocksStore store = RocksStore.open(path, RocksOptions.defaults())) {
      System.out.println("opened " + store);
    } catch (StoreException e) {
      System.out.println(e);
    }
  }

  private static RocksOptions options(boolean flushing) {
    return RocksOptions.builder()
        .memtableBytes(flushing ? 256 << 10 : 64 << 20)
        .compression(false)
        .build();
  }

  /** Writes until the disk is full; how many rows were acknowledged. */
  private static int writeUntilFull(RocksStore store, int from) {
    int acknowledged = from;
    try {
      for (; acknowledged < 100_000; acknowledged++) {
        store.write(row(acknowledged), Durability.GROUP);
      }
    } catch (StoreFullException e) {
      System.out.println("full: " + e.getMessage());
    }
    return acknowledged;
  }

  /** A store that is opened when there is no room left, and again when there is. */
  private static void start(Path disk) throws IOException {
    Path path = disk.resolve("store");
    try (RocksStore store = RocksStore.open(path, options(false))) {
      store.write(row(0), Durability.GROUP);
    }
    Path ballast = disk.resolve("ballast");
    try (OutputStream out = Files.newOutputStream(ballast)) {
      while (true) {
        out.write(new byte[4096]);
      }
    } catch (IOException full) {
      System.out.println(full.getMessage());
    }
    try (RocksStore store = RocksStore.open(path, options(false))) {
      System.out.println("opened " + store);
    } catch (StoreException e) {
      System.out.println(e);
    }
    Files.delete(ballast);
    try (RocksStore store = RocksStore.open(path, options(false))) {
      expect(store, 1, "with room again");
    }
    System.out.println("all there");
  }

  /** The same store all the time: full, with room, full again, with room. */
  private static void resume(Path disk, boolean flushing) throws IOException {
    Path ballast = disk.resolve("ballast");
    Path path = disk.resolve("store");
    Files.write(ballast, new byte[4 << 20]);
    Files.write(disk.resolve("more"), new byte[2 << 20]);
    RocksStore store = RocksStore.open(path, options(flushing));
    int rows = writeUntilFull(store, 0);
    expect(store, rows, "while full");
    expectRefused(store, rows);
    Cursor cursor = store.scan(Scan.everything());
    if (!cursor.next()) {
      throw new AssertionError("a scan on the full disk found nothing");
    }
    Files.delete(ballast);
    awaitWritten(store, rows);
    try {
      while (cursor.next()) {
        cursor.key();
      }
      throw new AssertionError("a cursor went on over another opening");
    } catch (StoreException e) {
      System.out.println("a cursor from before: " + e.getMessage());
    }
    cursor.close();
    expect(store, rows + 1, "after resuming");
    rows = writeUntilFull(store, rows + 1);
    expect(store, rows, "while full again");
    Files.delete(disk.resolve("more"));
    awaitWritten(store, rows);
    store.checkWritable();
    store.close();
    store = RocksStore.open(path, options(flushing));
    expect(store, rows + 1, "after closing in good order");
    store.close();
    System.out.println(rows + " all there");
  }

  private static void expectRefused(RocksStore store, int row) {
    try {
      store.write(row(row), Durability.ASYNC);
      throw new AssertionError("a write on the full disk went through");
    } catch (StoreFullException expected) {
      // and so does a question
    }
    try {
      store.checkWritable();
      throw new AssertionError("the full disk counts as writable");
    } catch (StoreFullException expected) {
      System.out.println("refused");
    }
  }

  /** Writes the row as soon as the store takes it. */
  private static void awaitWritten(RocksStore store, int row) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (true) {
      try {
        store.write(row(row), Durability.GROUP);
        return;
      } catch (StoreFullException e) {
        if (System.nanoTime() > end) {
          throw e;
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
      }
    }
  }

  private static void fill(Path disk, boolean flushing) throws IOException {
    Path ballast = disk.resolve("ballast");
    Files.write(ballast, new byte[4 << 20]);
    Path path = disk.resolve("store");
    RocksOptions options = options(flushing);
    RocksStore store = RocksStore.open(path, options);
    int acknowledged = writeUntilFull(store, 0);
    try {
      store.write(row(acknowledged), Durability.GROUP);
      throw new AssertionError("a write on the full disk went through");
    } catch (StoreException e) {
      System.out.println("again: " + e.getClass().getSimpleName());
    }
    expect(store, acknowledged, "while full");
    try {
      store.close();
    } catch (StoreException e) {
      System.out.println("closing: " + e.getMessage());
    }
    Files.delete(ballast);
    store = RocksStore.open(path, options);
    expect(store, acknowledged, "after opening again");
    for (int i = 0; i < 50; i++) {
      store.write(row(acknowledged + i), Durability.SYNC);
    }
    store.close();
    store = RocksStore.open(path, options);
    expect(store, acknowledged + 50, "after going on");
    store.close();
    System.out.println(acknowledged + " all there");
  }

  /** Two entries that must both be there or none. */
  private static Batch row(int number) {
    Batch batch = new Batch();
    batch.put(key('a', number), value(number));
    batch.put(key('b', number), value(number));
    return batch;
  }

  private static void expect(RocksStore store, int rows, String when) {
    for (int i = 0; i < rows; i++) {
      byte[] value = value(i);
      if (!java.util.Arrays.equals(store.get(key('a', i)), value)
          || !java.util.Arrays.equals(store.get(key('b', i)), value)) {
        throw new AssertionError("row " + i + " of " + rows + " is missing " + when);
      }
    }
  }

  private static byte[] key(char letter, int number) {
    return ByteBuffer.allocate(5).put((byte) letter).putInt(number).array();
  }

  private static byte[] value(int number) {
    byte[] value = new byte[2000];
    new Random(number).nextBytes(value);
    return value;
  }
}
