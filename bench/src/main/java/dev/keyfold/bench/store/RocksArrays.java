package dev.keyfold.bench.store;

import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;

/** By arrays, which are used again wherever the interface lets them be. */
final class RocksArrays extends RocksByHand {
  RocksArrays(String url, boolean durable) {
    super(url, durable);
  }

  @Override
  public Session session(Digest digest) {
    return new ArraySession(db(), durable, digest);
  }

  private static final class ArraySession extends RocksSession {
    private final byte[] keyBytes = new byte[Records.KEY_BYTES];
    private final byte[] valueBytes = new byte[Records.VALUE_BYTES];

    ArraySession(RocksDB db, boolean durable, Digest digest) {
      super(db, durable, digest);
    }

    @Override
    public void add(byte[] key, byte[] value) {
      try {
        batch.put(key, value);
      } catch (RocksDBException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void put(byte[] key, byte[] value) {
      try {
        db.put(writing, key, value);
      } catch (RocksDBException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public long get(byte[] key) {
      try {
        int length = db.get(reading, key, valueBytes);
        return length == RocksDB.NOT_FOUND ? MISSING : digest.of(valueBytes, 0, length);
      } catch (RocksDBException e) {
        throw new IllegalStateException(e);
      }
    }

    // As the manual has it: options, bound and iterator for each scan.
    @Override
    public long scan(byte[] start, byte[] end) {
      long rows = 1;
      try (Slice bound = new Slice(end);
          ReadOptions options = new ReadOptions().setIterateUpperBound(bound);
          RocksIterator iterator = db.newIterator(options)) {
        for (iterator.seek(start); iterator.isValid(); iterator.next()) {
          int keyLength = iterator.key(keyBytes);
          int valueLength = iterator.value(valueBytes);
          rows =
              Digest.add(
                  rows, digest.of(keyBytes, 0, keyLength), digest.of(valueBytes, 0, valueLength));
        }
        iterator.status();
      } catch (RocksDBException e) {
        throw new IllegalStateException(e);
      }
      return rows;
    }
  }
}
