package dev.keyfold.store.hbase.owned;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The background thread that applies the write-ahead log to the rows. It applies several log parts
 * together: only the newest version of each key is written, with its own timestamp. Ranges come
 * after the entries, each sparing what is not older than itself; so the order within a portion does
 * not matter, and neither does doing it twice.
 *
 * <p>What cannot be written is tried again for as long as this process owns the table.
 */
final class Applier {
  private static final long IDLE_MILLIS = 1_000;
  private static final long PAUSE_MILLIS = 200;

  private final TimedRows rows;
  private final VersionChains chains;
  private final Lease lease;
  private final Thread thread = new Thread(this::run, "keyfold-apply");
  private volatile boolean ended;
  private volatile @Nullable RuntimeException trouble;

  Applier(TimedRows rows, VersionChains chains, Lease lease) {
    this.rows = rows;
    this.chains = chains;
    this.lease = lease;
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  private void run() {
    try {
      while (!ended) {
        VersionChains.Portion portion = chains.nextPortion(IDLE_MILLIS);
        while (portion != null && !ended) {
          try {
            lease.checkReadable(); // not by one who may have been asleep
            apply(portion);
            trouble = null;
            portion = null;
          } catch (RuntimeException e) {
            trouble = e;
            Thread.sleep(PAUSE_MILLIS);
          }
        }
      }
    } catch (InterruptedException end) {
      // The owner is closing, or the JVM is.
    }
  }

  private void apply(VersionChains.Portion portion) {
    long reader = chains.oldestReader(portion.sequence());
    List<byte[]> kept = new ArrayList<>();
    if (reader >= 0) {
      List<byte[]> keys = portion.entries().stream().map(TimedRows.Timed::key).toList();
      List<byte[]> changing = chains.without(keys, reader);
      List<byte[]> values = rows.getAll(changing);
      for (int i = 0; i < changing.size(); i++) {
        chains.keep(changing.get(i), values.get(i));
      }
    }
    rows.write(portion.entries());
    for (VersionChains.Cleared cleared : portion.cleared()) {
      rows.clear(
          cleared.range(),
          cleared.time(),
          reader >= 0,
          doomed -> {
            if (reader >= 0) {
              keep(doomed, reader, kept);
            }
          });
    }
    chains.applied(portion, kept);
  }

  private void keep(List<TimedRows.Timed> doomed, long reader, List<byte[]> kept) {
    for (TimedRows.Timed entry : doomed) {
      if (!chains.without(List.of(entry.key()), reader).isEmpty()) {
        chains.keep(entry.key(), entry.value());
      }
      kept.add(entry.key());
    }
  }

  /** What keeps it from going on; null if nothing does. */
  @Nullable RuntimeException trouble() {
    return trouble;
  }

  /** Ends it without waiting for what is left to do. */
  void end() {
    ended = true;
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
