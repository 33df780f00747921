package dev.keyfold.store.backup;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.Store;
import dev.keyfold.store.StoreLimits;
import dev.keyfold.store.errors.StoreException;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * The backup stream format: all entries of a store, which any engine can restore:
 *
 * <pre>
 *   "keyfold backup 1\n"
 *   entries, in the order of their keys:
 *     length of the key + 1, 4 bytes     key     length of the value, 4 bytes     value
 *   0, 4 bytes                           after the last entry
 *   number of entries, 8 bytes
 *   SHA-256 of everything before, 32 bytes
 * </pre>
 *
 * <p>Numbers are big-endian. These bytes never change; another layout has another first line.
 */
public final class BackupStream {
  private static final byte[] MAGIC = "keyfold backup 1\n".getBytes(StandardCharsets.US_ASCII);
  private static final int BATCH_ENTRIES = 1_000;
  private static final long BATCH_BYTES = 4 << 20;
  private static final int STEP = 1 << 10;

  private BackupStream() {}

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** Bytes on their way out, and the digest of them. */
  private static final class Digesting extends FilterOutputStream {
    private final MessageDigest digest = sha256();
    private final byte[] number = new byte[8];

    Digesting(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      digest.update(bytes, offset, length);
      out.write(bytes, offset, length);
    }

    @Override
    public void write(int b) throws IOException {
      digest.update((byte) b);
      out.write(b);
    }

    void number(long value, int width) throws IOException {
      for (int i = 0; i < width; i++) {
        number[i] = (byte) (value >> (8 * (width - 1 - i)));
      }
      write(number, 0, width);
    }

    void slice(Slice slice) throws IOException {
      write(slice.array(), slice.offset(), slice.length());
    }

    void end() throws IOException {
      out.write(digest.digest());
      out.flush();
    }
  }

  /** Writes the store as it is now; the stream stays the caller's. Gives the number of entries. */
  public static long write(Store store, OutputStream target, LongConsumer listener)
      throws IOException {
    // The stream below would be closed with it.
    @SuppressWarnings("resource")
    Digesting out = new Digesting(target);
    out.write(MAGIC);
    long count = 0;
    try (Snapshot snapshot = store.snapshot();
        Cursor cursor = snapshot.scan(Scan.everything().inBulk())) {
      while (cursor.next()) {
        out.number(cursor.key().length() + 1L, 4);
        out.slice(cursor.key());
        out.number(cursor.value().length(), 4);
        out.slice(cursor.value());
        count++;
        if (count % STEP == 0) {
          listener.accept(count);
        }
      }
    }
    out.number(0, 4);
    out.number(count, 8);
    out.end();
    return count;
  }

  /** What to do with an entry. */
  private interface Visitor {
    void visit(byte[] key, byte[] value);
  }

  /** Reads the whole stream, without writing anything; throws if it is not whole and unchanged. */
  public static long verify(InputStream in, LongConsumer listener) throws IOException {
    return read(in, (key, value) -> {}, listener);
  }

  /** Whether it can be the beginning of a backup to replace: it is empty, or begins as one. */
  public static boolean mayBeginAs(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] begin = in.readNBytes(MAGIC.length);
      return begin.length == 0 || Arrays.equals(begin, MAGIC);
    }
  }

  /**
   * Puts all entries into a store, in batches. If the stream turns out to be damaged, they are
   * removed again before this throws; the store was empty before.
   *
   * @param leftOut entries that say something of the store which was backed up, not of this one
   */
  public static long restore(InputStream in, Store store, KeyRange leftOut, LongConsumer listener)
      throws IOException {
    try {
      return put(in, store, leftOut, listener);
    } catch (IOException | RuntimeException e) {
      if (isCleared(store)) {
        throw e;
      }
      throw incomplete(e);
    }
  }

  /**
   * Puts all entries into a store in the place of what is there. What was there is gone if that
   * fails, and the caller gets the error.
   *
   * @param leftOut entries that say something of the store which was backed up, not of this one
   */
  public static long replace(InputStream in, Store store, KeyRange leftOut, LongConsumer listener)
      throws IOException {
    try {
      clear(store);
      return put(in, store, leftOut, listener);
    } catch (IOException | RuntimeException e) {
      isCleared(store); // nothing rather than a part, which would look like a whole
      throw incomplete(e);
    }
  }

  private static RuntimeException incomplete(Exception cause) throws IOException {
    String message =
        cause.getMessage()
            + ". The store is now incomplete: its old data is deleted and the backup is only partly"
            + " restored; repeat the restore before using it";
    if (cause instanceof IOException) {
      throw new IOException(message, cause);
    }
    return new StoreException(message, cause);
  }

  private static long put(InputStream in, Store store, KeyRange leftOut, LongConsumer listener)
      throws IOException {
    Batch batch = new Batch();
    long[] size = {0, 0};
    long count =
        read(
            in,
            (key, value) -> {
              batch.put(key, value);
              size[0]++;
              size[1] += key.length + value.length;
              if (size[0] >= BATCH_ENTRIES || size[1] >= BATCH_BYTES) {
                store.write(batch);
                batch.clear();
                Arrays.fill(size, 0);
              }
            },
            listener);
    batch.deleteRange(leftOut);
    store.write(batch);
    store.sync();
    return count;
  }

  /** Removes everything; whether that went well. */
  private static boolean isCleared(Store store) {
    try {
      clear(store);
      return true;
    } catch (StoreException e) {
      return false; // what it says is not the first thing that went wrong
    }
  }

  private static void clear(Store store) {
    Batch batch = new Batch();
    batch.deleteRange(KeyRange.of(new byte[0], null));
    store.write(batch);
    store.sync();
  }

  private static long read(InputStream source, Visitor visitor, LongConsumer listener)
      throws IOException {
    DigestInputStream digesting = new DigestInputStream(source, sha256());
    DataInputStream in = new DataInputStream(digesting);
    try {
      byte[] magic = in.readNBytes(MAGIC.length);
      if (!Arrays.equals(magic, MAGIC)) {
        throw new DamagedBackupException(
            "found data that is not a keyfold backup, expected it to start with 'keyfold backup"
                + " 1'");
      }
      long count = 0;
      for (int length = in.readInt(); length != 0; length = in.readInt()) {
        // A key that no store could hold is damage too: the store must not be asked to refuse it.
        byte[] key = bytes(in, length - 1, 1, StoreLimits.KEY_BYTES, count);
        visitor.visit(key, bytes(in, in.readInt(), 0, StoreLimits.VALUE_BYTES, count));
        count++;
        if (count % STEP == 0) {
          listener.accept(count);
        }
      }
      long written = in.readLong();
      byte[] expected = digesting.getMessageDigest().digest();
      digesting.on(false);
      byte[] found = in.readNBytes(expected.length);
      if (written != count || !Arrays.equals(expected, found) || in.read() >= 0) {
        throw new DamagedBackupException(
            "the checksum of the backup is wrong: it was modified or truncated");
      }
      return count;
    } catch (EOFException e) {
      throw new DamagedBackupException("the backup is truncated");
    }
  }

  private static byte[] bytes(DataInputStream in, int length, int shortest, int longest, long entry)
      throws IOException {
    if (length < shortest || length > longest) {
      throw new DamagedBackupException("the backup is damaged after entry " + entry);
    }
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException();
    }
    return bytes;
  }
}
