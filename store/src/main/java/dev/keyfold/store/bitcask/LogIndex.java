package dev.keyfold.store.bitcask;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.Store;
import dev.keyfold.store.StoreLimits;
import dev.keyfold.store.memory.MemoryStore;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * The newest {@link Location} of each key, in a store in memory: sorted, and compact. Filled by one
 * thread, then only read.
 *
 * <p>Within a shard, the later record wins: a later file, or a later offset. The owner keeps a key
 * in one shard only. If two shards have it nevertheless, as after their number was changed, the
 * record that was written later wins, and a tombstone deletes only what its own shard has: moving a
 * key leaves a tombstone in the shard it has left.
 */
final class LogIndex implements LogReader.Sink {
  private static final int AT_ONCE = 1_000;

  private final Store keys = MemoryStore.open();
  private final List<LogFile> files;
  private final Findings findings;
  private final Slice found = new Slice();
  private final RecordHeader other = new RecordHeader();
  private final byte[] otherBytes = new byte[RecordHeader.BYTES];

  LogIndex(List<LogFile> files, Findings findings) {
    this.files = files;
    this.findings = findings;
  }

  Store keys() {
    return keys;
  }

  @Override
  public void record(int file, long offset, RecordHeader header, Slice key, boolean refers)
      throws IOException {
    if (header.tombstone) {
      findings.tombstones++;
    }
    if (keys.get(key, found)) {
      Location before = Location.of(found);
      if (files.get(before.file()).shard() != files.get(file).shard()) {
        findings.inSeveralShards++;
        if (header.tombstone || writtenAt(before) > header.writtenAt) {
          return;
        }
      }
    }
    if (header.tombstone) {
      keys.delete(key.toArray());
    } else {
      Location location = new Location(file, offset, header.valueSize, header.expiresAt, refers);
      keys.put(key.toArray(), location.toBytes());
    }
  }

  private long writtenAt(Location location) throws IOException {
    files.get(location.file()).read(location.offset(), otherBytes, otherBytes.length);
    other.read(otherBytes, 0);
    return other.writtenAt;
  }

  /** After the last record: removes what has expired or cannot be shown, and counts the rest. */
  void settle(long now) {
    Batch removed = new Batch();
    byte[] from = {};
    do {
      removed.clear();
      try (Cursor cursor = keys.scan(Scan.over(KeyRange.of(from, null)))) {
        while (removed.count() < AT_ONCE && cursor.next()) {
          settle(cursor.key(), Location.of(cursor.value()), now, removed);
          if (removed.count() == AT_ONCE) {
            from = Arrays.copyOf(cursor.key().toArray(), cursor.key().length() + 1);
          }
        }
      }
      keys.write(removed, Durability.ASYNC);
    } while (removed.count() == AT_ONCE);
  }

  private void settle(Slice key, Location location, long now, Batch removed) {
    if (location.isExpired(now)) {
      findings.expired++;
      removed.delete(key.toArray());
    } else if (location.refers() || location.valueSize() > StoreLimits.VALUE_BYTES) {
      findings.hidden(key, location.refers());
      removed.delete(key.toArray());
    } else {
      findings.live(key);
    }
  }
}
