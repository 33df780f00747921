package dev.keyfold.bench.store;

import dev.keyfold.store.Batch;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;

/** A store of ours, through its contract and nothing else. */
final class KeyfoldSubject implements StoreSubject {
  private final String url;
  private final Runnable settling;
  private Store store;

  /**
   * Opens the store.
   *
   * @param settling what is done to its files while it is closed for a moment; null: it has none
   */
  KeyfoldSubject(String url, Runnable settling) {
    this.url = url;
    this.settling = settling;
    store = Stores.open(url);
  }

  @Override
  public Session session(Digest digest) {
    return new KeyfoldSession(store, digest);
  }

  @Override
  public void settle() {
    if (settling != null) {
      store.close();
      settling.run();
      store = Stores.open(url);
    }
  }

  @Override
  public void close() {
    store.close();
  }

  private static final class KeyfoldSession implements Session {
    private final Store store;
    private final Digest digest;
    private final Batch batch = new Batch();
    private final Slice wanted = new Slice();
    private final Slice found = new Slice();

    KeyfoldSession(Store store, Digest digest) {
      this.store = store;
      this.digest = digest;
    }

    @Override
    public void add(byte[] key, byte[] value) {
      batch.put(key, value);
    }

    @Override
    public void write() {
      store.write(batch);
      batch.clear();
    }

    @Override
    public void put(byte[] key, byte[] value) {
      store.put(key, value);
    }

    @Override
    public long get(byte[] key) {
      return store.get(wanted.set(key, 0, key.length), found) ? digest(found) : MISSING;
    }

    @Override
    public long scan(byte[] start, byte[] end) {
      return sum(Scan.between(start, end));
    }

    @Override
    public long scanPrefix(byte[] prefix, byte[] end) {
      return sum(Scan.prefix(prefix));
    }

    private long sum(Scan scan) {
      long rows = 1;
      try (Cursor cursor = store.scan(scan)) {
        while (cursor.next()) {
          rows = Digest.add(rows, digest(cursor.key()), digest(cursor.value()));
        }
      }
      return rows;
    }

    private long digest(Slice slice) {
      return digest.of(slice.array(), slice.offset(), slice.length());
    }

    @Override
    public void close() {}
  }
}
