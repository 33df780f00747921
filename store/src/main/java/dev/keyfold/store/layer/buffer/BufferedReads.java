package dev.keyfold.store.layer.buffer;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.RangeEstimate;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.StoreLimits;
import dev.keyfold.store.transaction.Overlay;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads from a write buffer first, then from the store below. */
final class BufferedReads {
  private BufferedReads() {}

  /** The lookup answers as {@link Overlay#get}. */
  static List<byte[]> getAll(Function<byte[], byte[]> lookup, Reader below, List<byte[]> keys) {
    List<byte[]> values = new ArrayList<>(keys.size());
    List<byte[]> rest = new ArrayList<>();
    List<Integer> places = new ArrayList<>();
    for (byte[] key : keys) {
      StoreLimits.checkKey(key.length);
      byte[] buffered = lookup.apply(key);
      if (buffered == null) {
        places.add(values.size());
        rest.add(key);
      }
      values.add(buffered == null || buffered == Overlay.DELETED ? null : buffered.clone());
    }
    if (!rest.isEmpty()) {
      List<byte[]> found = below.getAll(rest);
      for (int i = 0; i < found.size(); i++) {
        values.set(places.get(i), found.get(i));
      }
    }
    return values;
  }

  /** The puts of the view in the range, counted: there are never many. */
  static RangeEstimate estimate(Overlay.View view, KeyRange range) {
    long bytes = 0;
    long count = 0;
    try (Cursor puts = view.over(NOTHING, Scan.over(range))) {
      while (puts.next()) {
        bytes += puts.key().length() + (long) puts.value().length();
        count++;
      }
    }
    return new RangeEstimate(bytes, count);
  }

  private static final Reader NOTHING =
      new Reader() {
        @Override
        public byte @Nullable [] get(byte[] key) {
          return null;
        }

        @Override
        public Cursor scan(Scan scan) {
          return new EmptyCursor();
        }
      };

  private static final class EmptyCursor implements Cursor {
    @Override
    public boolean next() {
      return false;
    }

    @Override
    public Slice key() {
      throw new IllegalStateException("there is no entry");
    }

    @Override
    public Slice value() {
      throw new IllegalStateException("there is no entry");
    }

    @Override
    public void seek(byte[] key) {}

    @Override
    public void close() {}
  }
}
