package dev.keyfold.store.rocksdb;

import dev.keyfold.store.errors.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.rocksdb.Checkpoint;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** A checkpoint: written next to its target and renamed when it is complete. */
final class Backup {
  private Backup() {}

  /** Within the store's gate. */
  static void write(RocksDB db, Path directory, RocksErrors errors) {
    Path target = directory.toAbsolutePath().normalize();
    Path beside = target.resolveSibling(target.getFileName() + ".new");
    for (Path taken : List.of(target, beside)) {
      if (Files.exists(taken)) {
        throw new StoreException(
            "a checkpoint needs a new directory; found existing "
                + taken
                + ": choose another path, or remove it");
      }
    }
    Path parent = Objects.requireNonNull(target.getParent(), "a root, which always exists");
    boolean whole = false;
    try (Checkpoint checkpoint = Checkpoint.create(db)) {
      Files.createDirectories(parent);
      checkpoint.createCheckpoint(beside.toString());
      new StoreDirectory(beside).adopt();
      Files.move(beside, target, StandardCopyOption.ATOMIC_MOVE);
      StoreDirectory.force(parent);
      whole = true;
    } catch (RocksDBException e) {
      throw errors.during("making a checkpoint of", e);
    } catch (IOException e) {
      throw errors.during("making a checkpoint in " + target + " of", e);
    } finally {
      if (!whole) {
        remove(beside);
      }
    }
  }

  private static void remove(Path half) {
    try (Stream<Path> files = Files.walk(half)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      // It stays, under a name that nobody takes for a store; the next checkpoint will name it.
    }
  }
}
