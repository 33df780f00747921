package dev.keyfold.table.run;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Slice;
import java.util.ArrayList;
import java.util.List;

/** Point lookups of complete keys, in batches. */
final class LookupEntries implements EntryIterator {
  private static final int CHUNK = 128;

  private final Reader reader;
  private final List<byte[]> keys;
  private final ExecutionStats work;
  private List<byte[]> values = List.of();
  private int chunkStart;
  private int at = -1;
  private final Slice key = new Slice();
  private final Slice value = new Slice();

  /** The ranges of the keys in the order of reading; each holds one key, its start. */
  LookupEntries(Reader reader, List<KeyRange> ranges, ExecutionStats work) {
    this.reader = reader;
    this.work = work;
    this.keys = new ArrayList<>(ranges.size());
    ranges.forEach(range -> keys.add(range.start()));
  }

  @Override
  public boolean next() {
    while (++at < keys.size()) {
      if (at >= chunkStart + values.size()) {
        chunkStart = at;
        values = lookUp(keys.subList(at, Math.min(keys.size(), at + CHUNK)));
      }
      byte[] found = values.get(at - chunkStart);
      if (found != null) {
        key.set(keys.get(at), 0, keys.get(at).length);
        value.set(found, 0, found.length);
        return true;
      }
    }
    return false;
  }

  private List<byte[]> lookUp(List<byte[]> chunk) {
    chunk.forEach(each -> work.seek());
    if (chunk.size() > 1) {
      return reader.getAll(chunk);
    }
    List<byte[]> single = new ArrayList<>(1);
    single.add(reader.get(chunk.get(0)));
    return single;
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
  public void close() {}
}
