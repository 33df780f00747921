package dev.keyfold.store.rocksdb.salvage;

import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Entries in order, one at a time. */
abstract class SalvageSource implements Comparable<SalvageSource> {
  private @Nullable SalvagedEntry current;

  /** Continues; whether there is one more. */
  final boolean next() throws IOException {
    current = read();
    return current != null;
  }

  /** The one that {@link #next} has found. */
  final SalvagedEntry current() {
    if (current == null) {
      throw new IllegalStateException("no entry was found; call next() first");
    }
    return current;
  }

  /** The next one; null at the end. */
  abstract @Nullable SalvagedEntry read() throws IOException;

  @Override
  public final int compareTo(SalvageSource other) {
    return current().compareTo(other.current());
  }

  /** Entries that are in memory. */
  static SalvageSource of(Iterator<SalvagedEntry> entries) {
    return new SalvageSource() {
      @Override
      @Nullable SalvagedEntry read() {
        return entries.hasNext() ? entries.next() : null;
      }
    };
  }

  /** One after the other: all keys of one are below those of the next. Opened when they are due. */
  static SalvageSource chain(List<? extends SalvageSource> sources) {
    Iterator<? extends SalvageSource> left = sources.iterator();
    return new SalvageSource() {
      private @Nullable SalvageSource reading;

      @Override
      @Nullable SalvagedEntry read() throws IOException {
        while (reading != null || left.hasNext()) {
          if (reading == null) {
            reading = left.next();
          }
          SalvagedEntry entry = reading.read();
          if (entry != null) {
            return entry;
          }
          reading = null;
        }
        return null;
      }
    };
  }
}
