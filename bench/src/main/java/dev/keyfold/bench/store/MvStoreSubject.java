package dev.keyfold.bench.store;

import java.nio.file.Path;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.ByteArrayDataType;

/**
 * The log-structured B-tree of H2. Left to itself it writes to its file once a second; here every
 * write or batch is committed, because all other stores keep what they have acknowledged when the
 * process dies.
 */
final class MvStoreSubject implements StoreSubject {
  private static final int CACHE_MEGABYTES = 512;

  private final String file;
  private final boolean durable;
  private MVStore store;
  private MVMap<byte[], byte[]> map;

  MvStoreSubject(Path directory, boolean durable) {
    this.file = directory.resolve("records.mv").toString();
    this.durable = durable;
    open();
  }

  private void open() {
    store =
        new MVStore.Builder().fileName(file).cacheSize(CACHE_MEGABYTES).autoCommitDisabled().open();
    MVMap.Builder<byte[], byte[]> types = new MVMap.Builder<>();
    types.setKeyType(ByteArrayDataType.INSTANCE);
    types.setValueType(ByteArrayDataType.INSTANCE);
    map = store.openMap("records", types);
  }

  @Override
  public Session session(Digest digest) {
    return new MvStoreSession(store, map, durable, digest);
  }

  @Override
  public void settle() {
    store.close();
    open();
  }

  @Override
  public void close() {
    store.close();
  }

  private record MvStoreSession(
      MVStore store, MVMap<byte[], byte[]> map, boolean durable, Digest digest) implements Session {
    // It keeps the arrays it is given.
    @Override
    public void add(byte[] key, byte[] value) {
      map.put(key.clone(), value.clone());
    }

    @Override
    public void write() {
      store.commit();
      if (durable) {
        store.sync();
      }
    }

    @Override
    public void put(byte[] key, byte[] value) {
      add(key, value);
      write();
    }

    @Override
    public long get(byte[] key) {
      byte[] value = map.get(key);
      return value == null ? MISSING : digest.of(value);
    }

    // Its upper bound is inclusive, but none of the ends is a key.
    @Override
    public long scan(byte[] start, byte[] end) {
      long rows = 1;
      Cursor<byte[], byte[]> cursor = map.cursor(start, end, false);
      while (cursor.hasNext()) {
        byte[] key = cursor.next();
        rows = Digest.add(rows, digest.of(key), digest.of(cursor.getValue()));
      }
      return rows;
    }

    @Override
    public void close() {}
  }
}
