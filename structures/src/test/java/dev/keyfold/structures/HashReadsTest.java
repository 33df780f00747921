package dev.keyfold.structures;

import static dev.keyfold.structures.Opened.b;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.store.layer.forward.ForwardingStore;
import dev.keyfold.structures.type.ChangeListener;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a hash with several fields reads of the store. */
class HashReadsTest {
  /** Notes each read, with how many keys it is for. */
  private static final class Noting extends ForwardingStore {
    final List<String> reads = new ArrayList<>();

    Noting(Store below) {
      super(below);
    }

    @Override
    public byte[] get(byte[] key) {
      reads.add("get");
      return super.get(key);
    }

    @Override
    public boolean get(Slice key, Slice value) {
      reads.add("get");
      return super.get(key, value);
    }

    @Override
    public List<byte[]> getAll(List<byte[]> keys) {
      reads.add("getAll " + keys.size());
      return super.getAll(keys);
    }

    @Override
    public Cursor scan(Scan scan) {
      reads.add("scan");
      return super.scan(scan);
    }
  }

  private static List<byte[]> pairs(int fields, String value) {
    List<byte[]> pairs = new ArrayList<>();
    for (int i = 0; i < fields; i++) {
      pairs.add(b("field" + i));
      pairs.add(b(value));
    }
    return pairs;
  }

  /** HSET of several fields of a hash that no cache knows: its name, then all fields together. */
  @Test
  void severalFieldsAreReadAtOnce() {
    Noting store = new Noting(Stores.open("memory:"));
    try (Opened opened = new Opened(store, ChangeListener.NONE)) {
      opened.change(space -> space.hashes().putAll(b("bob"), pairs(20, "before")));
      for (int fields : new int[] {3, 30}) {
        opened.reopen();
        store.reads.clear();
        opened.change(space -> space.hashes().putAll(b("bob"), pairs(fields, "after")));
        assertThat(store.reads).containsExactly("get", "getAll " + fields);
      }
      assertThat(opened.number(space -> space.hashes().size(b("bob")))).isEqualTo(30);
    }
  }
}
