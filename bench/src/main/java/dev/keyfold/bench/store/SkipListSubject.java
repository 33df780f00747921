package dev.keyfold.bench.store;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** The sorted map of the JDK: what a program takes that needs nothing but order and memory. */
final class SkipListSubject implements StoreSubject {
  private final ConcurrentNavigableMap<byte[], byte[]> map =
      new ConcurrentSkipListMap<>(Arrays::compareUnsigned);

  @Override
  public Session session(Digest digest) {
    return new SkipListSession(map, digest);
  }

  @Override
  public void close() {
    map.clear();
  }

  private record SkipListSession(ConcurrentNavigableMap<byte[], byte[]> map, Digest digest)
      implements Session {
    // It has no batches: the writes are made at once, and others see them one by one.
    @Override
    public void add(byte[] key, byte[] value) {
      put(key, value);
    }

    @Override
    public void write() {}

    @Override
    public void put(byte[] key, byte[] value) {
      map.put(key.clone(), value.clone());
    }

    @Override
    public long get(byte[] key) {
      byte[] value = map.get(key);
      return value == null ? MISSING : digest.of(value);
    }

    @Override
    public long scan(byte[] start, byte[] end) {
      long rows = 1;
      for (Map.Entry<byte[], byte[]> row : map.subMap(start, end).entrySet()) {
        rows = Digest.add(rows, digest.of(row.getKey()), digest.of(row.getValue()));
      }
      return rows;
    }

    @Override
    public void close() {}
  }
}
