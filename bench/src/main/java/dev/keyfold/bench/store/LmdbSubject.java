package dev.keyfold.bench.store;

import static java.nio.ByteBuffer.allocateDirect;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.lmdbjava.Cursor;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;
import org.lmdbjava.GetOp;
import org.lmdbjava.Txn;

/**
 * LMDB: a B-tree in a mapped file, one writer at a time, readers that copy nothing. A session keeps
 * one read transaction and renews it for each read, which is the cheapest way to see what was
 * written last.
 */
final class LmdbSubject implements StoreSubject {
  private static final long MAP_BYTES = 4L << 30;
  private static final byte[] NAME = "records".getBytes(StandardCharsets.US_ASCII);

  private final Env<ByteBuffer> env;
  private final Dbi<ByteBuffer> dbi;

  LmdbSubject(Path directory, boolean durable) {
    // Without the flag NOSYNC a commit returns when it is on disk.
    EnvFlags[] flags =
        durable
            ? new EnvFlags[] {EnvFlags.MDB_NOTLS}
            : new EnvFlags[] {EnvFlags.MDB_NOTLS, EnvFlags.MDB_NOSYNC};
    env =
        Env.create()
            .setMapSize(MAP_BYTES)
            .setMaxDbs(1)
            .setMaxReaders(64)
            .open(directory.toFile(), flags);
    dbi = env.openDbi(NAME, DbiFlags.MDB_CREATE);
  }

  @Override
  public Session session(Digest digest) {
    return new LmdbSession(env, dbi, digest);
  }

  @Override
  public void close() {
    env.close();
  }

  private static final class LmdbSession implements Session {
    private final Env<ByteBuffer> env;
    private final Dbi<ByteBuffer> dbi;
    private final Digest digest;
    private final ByteBuffer keyBuffer = allocateDirect(Records.KEY_BYTES);
    private final ByteBuffer valueBuffer = allocateDirect(Records.VALUE_BYTES);
    private Txn<ByteBuffer> batch;
    private Txn<ByteBuffer> read;
    private Cursor<ByteBuffer> cursor;

    LmdbSession(Env<ByteBuffer> env, Dbi<ByteBuffer> dbi, Digest digest) {
      this.env = env;
      this.dbi = dbi;
      this.digest = digest;
    }

    // A write transaction locks out other writers; the batch's takes shape in it all the same,
    // because collecting it elsewhere first would only add copies.
    @Override
    public void add(byte[] key, byte[] value) {
      if (batch == null) {
        batch = env.txnWrite();
      }
      dbi.put(batch, fill(keyBuffer, key), fill(valueBuffer, value));
    }

    @Override
    public void write() {
      batch.commit();
      batch.close();
      batch = null;
    }

    @Override
    public void put(byte[] key, byte[] value) {
      add(key, value);
      write();
    }

    @Override
    public long get(byte[] key) {
      renew();
      ByteBuffer value = dbi.get(read, fill(keyBuffer, key));
      long found = value == null ? MISSING : digest.of(value);
      read.reset();
      return found;
    }

    @Override
    public long scan(byte[] start, byte[] end) {
      renew();
      if (cursor == null) {
        cursor = dbi.openCursor(read);
      } else {
        cursor.renew(read);
      }
      long rows = 1;
      boolean there = cursor.get(fill(keyBuffer, start), GetOp.MDB_SET_RANGE);
      while (there && isBefore(cursor.key(), end)) {
        rows = Digest.add(rows, digest.of(cursor.key()), digest.of(cursor.val()));
        there = cursor.next();
      }
      read.reset();
      return rows;
    }

    private void renew() {
      if (read == null) {
        read = env.txnRead();
      } else {
        read.renew();
      }
    }

    /** The end is a prefix of no key here, and mostly differs from keys in its last bytes. */
    private static boolean isBefore(ByteBuffer key, byte[] end) {
      int common = Math.min(key.remaining(), end.length);
      for (int i = 0; i < common; i++) {
        int difference = (key.get(i) & 0xFF) - (end[i] & 0xFF);
        if (difference != 0) {
          return difference < 0;
        }
      }
      return key.remaining() < end.length;
    }

    private static ByteBuffer fill(ByteBuffer buffer, byte[] bytes) {
      return buffer.clear().put(bytes).flip();
    }

    @Override
    public void close() {
      if (cursor != null) {
        cursor.close();
      }
      if (read != null) {
        read.close();
      }
    }
  }
}
