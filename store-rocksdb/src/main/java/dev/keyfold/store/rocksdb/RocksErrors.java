package dev.keyfold.store.rocksdb;

import dev.keyfold.store.errors.StoreClosedException;
import dev.keyfold.store.errors.StoreCorruptedException;
import dev.keyfold.store.errors.StoreException;
import dev.keyfold.store.errors.StoreFullException;
import dev.keyfold.store.errors.StoreReadOnlyException;
import dev.keyfold.store.errors.StoreVersionException;
import dev.keyfold.store.errors.UnsupportedStoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/**
 * Translates errors of RocksDB and the file system into the exceptions of the store contract, with
 * what to do about them. The original message is kept at the end, because it names the file.
 */
final class RocksErrors {
  private static final String FOREIGN_REMEDY =
      "open it again, in case the program that writes it has replaced the file since it was"
          + " opened; if that fails, repair it with that program";

  private final Path directory;
  private final Consumer<StoreFullException> full;

  /** Whether the files are another program's, which are only read. */
  private final boolean foreign;

  RocksErrors(Path directory) {
    this(directory, none -> {});
  }

  private RocksErrors(Path directory, Consumer<StoreFullException> full, boolean foreign) {
    this.directory = directory;
    this.full = full;
    this.foreign = foreign;
  }

  /** For a database of another program. */
  static RocksErrors foreign(Path directory) {
    return new RocksErrors(directory, none -> {}, true);
  }

  /**
   * @param full hears of a write that the disk had no room for
   */
  RocksErrors(Path directory, Consumer<StoreFullException> full) {
    this(directory, full, false);
  }

  StoreException reading(RocksDBException e) {
    return translate("reading", e);
  }

  StoreException writing(RocksDBException e) {
    StoreException translated = translate("writing", e);
    if (translated instanceof StoreFullException noRoom) {
      full.accept(noRoom);
    }
    return translated;
  }

  StoreException opening(RocksDBException e) {
    return isFull(e.getStatus(), words(e))
        ? new StoreFullException(
            "opening the store at "
                + directory
                + ": the disk is full, and opening needs space to move the write-ahead log to table"
                + " files. Acknowledged writes are safe. Free space and open it again. RocksDB"
                + " reported: "
                + words(e),
            e)
        : translate("opening", e);
  }

  /** Any other call. */
  StoreException during(String what, RocksDBException e) {
    return translate(what, e);
  }

  /** Our own files. */
  StoreException during(String what, IOException e) {
    return translate(what, Status.Code.IOError, null, e.toString(), e);
  }

  private StoreException translate(String what, RocksDBException e) {
    Status status = e.getStatus();
    Status.Code code = status == null ? Status.Code.Undefined : status.getCode();
    return translate(what, code, status, words(e), e);
  }

  private StoreException translate(
      String what, Status.Code code, @Nullable Status status, String words, Exception e) {
    String where = what + " the store at " + directory + ": ";
    if (isFull(status, words)) {
      return new StoreFullException(
          where
              + "the disk is full. Acknowledged writes are safe, and reads continue. Free"
              + " space: writes resume automatically. RocksDB reported: "
              + words,
          e);
    }
    if (has(
        words,
        "permission denied",
        "read-only file system",
        "operation not permitted",
        "accessdenied")) {
      if (foreign) {
        return new StoreException(
            where
                + "this process may not read a file. Grant its user read access to the directory"
                + " and every file in it. RocksDB reported: "
                + words,
            e);
      }
      return new StoreReadOnlyException(
          where
              + "this process may not write a file. Grant its user write access to the"
              + " directory and every file in it. RocksDB reported: "
              + words,
          e);
    }
    if (foreign && has(words, "merge_operator")) {
      return new UnsupportedStoreException(
          where + ForeignFiles.unknownMerge(directory) + ". RocksDB reported: " + words, e);
    }
    if (has(words, "unknown footer", "format_version", "unsupported", "unknown compression")) {
      return new StoreVersionException(
          where
              + "a file was written by a newer version of the engine. Open it with that version."
              + " RocksDB reported: "
              + words,
          e);
    }
    if (code == Status.Code.Corruption || isMissing(words)) {
      return new StoreCorruptedException(
          where
              + "a file is damaged, truncated or missing. To recover, "
              + (foreign ? FOREIGN_REMEDY : toGoOn(directory))
              + ". RocksDB reported: "
              + words,
          e);
    }
    if (has(words, "previous error")) {
      return new StoreException(
          where
              + "an earlier write failed, so the store stopped. Acknowledged writes are in the"
              + " write-ahead log and are recovered when the store is opened again. RocksDB"
              + " reported: "
              + words,
          e);
    }
    if (code == Status.Code.ShutdownInProgress) {
      return new StoreClosedException(where + "it is being closed", e);
    }
    return new StoreException(where + "RocksDB reported: " + words, e);
  }

  /** What to do about a store that is damaged. */
  static String toGoOn(Path directory) {
    return "restore the latest backup, or copy the readable data to a new store: keyfold salvage"
        + " --store rocksdb:"
        + directory
        + " --to rocksdb:NEW";
  }

  /** Whether opening failed because the directory is open already. */
  static boolean isLocked(RocksDBException e) {
    String words = words(e);
    return has(words, "lock hold by current process", "while lock file", "lock file:")
        && !has(words, "permission denied", "read-only file system");
  }

  private static boolean isFull(@Nullable Status status, String words) {
    return (status != null && status.getSubCode() == Status.SubCode.NoSpace)
        || has(words, "no space left", "disk quota exceeded", "max allowed space");
  }

  private static boolean isMissing(String words) {
    return has(
        words,
        "no such file",
        "does not exist",
        "file is too short",
        "truncated",
        "checksum mismatch",
        "missing wal",
        "wal file");
  }

  private static String words(RocksDBException e) {
    String message = e.getMessage();
    return message == null || message.isBlank() ? String.valueOf(e.getStatus()) : message;
  }

  private static boolean has(String words, String... any) {
    String lower = words.toLowerCase(Locale.ROOT);
    for (String one : any) {
      if (lower.contains(one)) {
        return true;
      }
    }
    return false;
  }
}
