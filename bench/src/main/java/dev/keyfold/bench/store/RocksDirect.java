package dev.keyfold.bench.store;

import java.nio.ByteBuffer;
import org.rocksdb.DirectSlice;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/** By direct buffers, all of them used again, the read options and the bound of a scan too. */
final class RocksDirect extends RocksByHand {
  RocksDirect(String url, boolean durable) {
    super(url, durable);
  }

  @Override
  public Session session(Digest digest) {
    return new DirectSession(db(), durable, digest);
  }

  private static final class DirectSession extends RocksSession {
    private final ByteBuffer keyBuffer = ByteBuffer.allocateDirect(Records.KEY_BYTES);
    private final ByteBuffer valueBuffer = ByteBuffer.allocateDirect(Records.VALUE_BYTES);
    private final ByteBuffer endBuffer = ByteBuffer.allocateDirect(Records.KEY_BYTES);
    private final DirectSlice bound = new DirectSlice(endBuffer, 0);

    DirectSession(RocksDB db, boolean durable, Digest digest) {
      super(db, durable, digest);
    }

    @Override
    public void add(byte[] key, byte[] value) {
      try {
        batch.put(fill(keyBuffer, key), fill(valueBuffer, value));
      } catch (RocksDBException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void put(byte[] key, byte[] value) {
      try {
        db.put(writing, fill(keyBuffer, key), fill(valueBuffer, value));
      } catch (RocksDBException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public long get(byte[] key) {
      try {
        int length = db.get(reading, fill(keyBuffer, key), valueBuffer.clear());
        return length == RocksDB.NOT_FOUND ? MISSING : digest.of(valueBuffer);
      } catch (RocksDBException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public long scan(byte[] start, byte[] end) {
      long rows = 1;
      fill(endBuffer, end);
      bound.setLength(end.length);
      reading.setIterateUpperBound(bound);
      try (RocksIterator iterator = db.newIterator(reading)) {
        for (iterator.seek(fill(keyBuffer, start)); iterator.isValid(); iterator.next()) {
          iterator.key(keyBuffer.clear());
          iterator.value(valueBuffer.clear());
          rows = Digest.add(rows, digest.of(keyBuffer), digest.of(valueBuffer));
        }
        iterator.status();
      } catch (RocksDBException e) {
        throw new IllegalStateException(e);
      } finally {
        reading.setIterateUpperBound(null);
      }
      return rows;
    }

    private static ByteBuffer fill(ByteBuffer buffer, byte[] bytes) {
      return buffer.clear().put(bytes).flip();
    }

    @Override
    public void close() {
      super.close();
      bound.close();
    }
  }
}
