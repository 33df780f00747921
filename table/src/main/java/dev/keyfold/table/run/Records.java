package dev.keyfold.table.run;

import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeyWriter;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Slice;
import dev.keyfold.table.schema.IndexLayout;
import dev.keyfold.table.schema.KeyLayout;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Fetches the records of index entries in batches, in the order of the entries. */
final class Records {
  private final Reader reader;
  private final IndexLayout index;
  private final KeyLayout primary;
  private final KeyReader entryReader;
  private final KeyWriter keyWriter;
  private final List<byte[]> entryKeys = new ArrayList<>();
  private final List<byte[]> keys = new ArrayList<>();
  private List<byte[]> values = List.of();
  private int at = -1;

  Records(Reader reader, IndexLayout index, KeyLayout primary) {
    this.reader = reader;
    this.index = index;
    this.primary = primary;
    this.entryReader = index.key().schema().newReader();
    this.keyWriter = primary.schema().newWriter();
  }

  /** Forgets what was fetched. */
  void clear() {
    entryKeys.clear();
    keys.clear();
    values = List.of();
    at = -1;
  }

  /** Notes the record of an entry. */
  void add(Slice entryKey) {
    entryKeys.add(entryKey.toArray());
    int prefix = index.key().prefixLength();
    entryReader.reset(entryKey.array(), entryKey.offset() + prefix, entryKey.length() - prefix);
    keyWriter.reset();
    for (int i = 0; i < primary.parts().size(); i++) {
      keyWriter.put(entryReader.field(index.primaryPlace(i)).get());
    }
    keys.add(primary.storeKey(keyWriter.toBytes()));
  }

  int size() {
    return keys.size();
  }

  /** Fetches all that were noted. */
  void fetch(ExecutionStats work) {
    values = keys.isEmpty() ? List.of() : reader.getAll(keys);
    work.fetched(keys.size());
  }

  /** Steps to the next entry; its record may be gone. */
  boolean next() {
    return ++at < values.size();
  }

  byte[] entryKey() {
    return entryKeys.get(at);
  }

  byte[] key() {
    return keys.get(at);
  }

  /** The record, null if none exists. */
  byte @Nullable [] value() {
    return values.get(at);
  }
}
