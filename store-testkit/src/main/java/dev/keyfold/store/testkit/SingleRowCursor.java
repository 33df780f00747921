package dev.keyfold.store.testkit;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.Store;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Random;

/**
 * A scan that fetches a few entries at a time, each few as they are then, like one that asks one
 * server after the other.
 */
final class SingleRowCursor implements Cursor {
  private static final int MOST = 4;

  private final Store store;
  private final Scan scan;
  private final SingleRowStore.Gate gate;
  private final Random random;
  private final Queue<byte[][]> fetched = new ArrayDeque<>();
  private KeyRange rest;
  private boolean ended;
  private long left;
  private final Slice key = new Slice();
  private final Slice value = new Slice();

  SingleRowCursor(Store store, Scan scan, SingleRowStore.Gate gate, Random random) {
    this.store = store;
    this.scan = scan;
    this.gate = gate;
    this.random = random;
    this.rest = scan.range();
    this.left = scan.limit();
  }

  @Override
  public boolean next() {
    if (left <= 0) {
      return false;
    }
    if (fetched.isEmpty() && !ended) {
      fetch();
    }
    byte[][] entry = fetched.poll();
    if (entry == null) {
      return false;
    }
    left--;
    key.set(entry[0], 0, entry[0].length);
    value.set(entry[1], 0, entry[1].length);
    return true;
  }

  private void fetch() {
    gate.pass("scan", rest.start());
    int count = 1 + random.nextInt(MOST);
    byte[] last = null;
    try (Cursor cursor = store.scan(scan.within(rest).limit(count))) {
      while (cursor.next()) {
        last = cursor.key().toArray();
        fetched.add(new byte[][] {last, scan.keysOnly() ? new byte[0] : cursor.value().toArray()});
      }
    }
    ended = fetched.size() < count;
    if (last != null) {
      rest =
          scan.reversed()
              ? KeyRange.of(rest.start(), last)
              : KeyRange.of(Bytes.next(last), rest.end());
    }
  }

  @Override
  public Slice key() {
    return key;
  }

  @Override
  public Slice value() {
    return value;
  }

  @Override
  public void seek(byte[] target) {
    fetched.clear();
    ended = false;
    KeyRange all = scan.range();
    byte[] most = all.end();
    byte[] next = Bytes.next(target);
    if (scan.reversed()) {
      byte[] end = most != null && Bytes.compare(next, most) >= 0 ? most : next;
      rest = KeyRange.of(all.start(), Bytes.compare(end, all.start()) < 0 ? all.start() : end);
    } else {
      byte[] start = Bytes.compare(target, all.start()) < 0 ? all.start() : target;
      rest = KeyRange.of(most != null && Bytes.compare(start, most) > 0 ? most : start, most);
    }
  }

  @Override
  public void close() {}
}
