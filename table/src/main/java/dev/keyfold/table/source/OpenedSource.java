package dev.keyfold.table.source;

import dev.keyfold.store.Store;
import dev.keyfold.store.errors.StoreException;
import dev.keyfold.store.errors.StoreUnavailableException;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One store of another program, opened when it is first needed and shared by all who read it. Many
 * engines show a foreign store as it was when it was opened, so it is opened again if that was a
 * while ago; whoever reads the older one keeps it until he has finished. Thread-safe.
 */
final class OpenedSource {
  /** After this time a new reader gets a newly opened store. */
  static final Duration FRESH = Duration.ofSeconds(30);

  private final String url;
  private final Function<String, Store> opener;
  private final long freshNanos;
  private @Nullable Lease current;

  OpenedSource(String url, Function<String, Store> opener, Duration fresh) {
    this.url = url;
    this.opener = opener;
    this.freshNanos = fresh.toNanos();
  }

  /** An open store with the number of those who use it, all guarded by the source. */
  final class Lease {
    private final Store store;
    private final long opened = System.nanoTime();
    private int users;
    private boolean retired;

    private Lease(Store store) {
      this.store = store;
    }

    Store store() {
      return store;
    }

    /** To be called once by each who acquired it. */
    void release() {
      synchronized (OpenedSource.this) {
        users--;
        closeIfUnused();
      }
    }

    private void retire() {
      retired = true;
      closeIfUnused();
    }

    private void closeIfUnused() {
      if (retired && users == 0) {
        store.close();
      }
    }
  }

  /**
   * The open store; give it back.
   *
   * @param view for whom, for the message if it cannot be opened
   */
  synchronized Lease acquire(String view) {
    Lease lease = current;
    if (lease == null || System.nanoTime() - lease.opened > freshNanos) {
      lease = new Lease(open(view));
      close();
      current = lease;
    }
    lease.users++;
    return lease;
  }

  private Store open(String view) {
    try {
      return opener.apply(url);
    } catch (StoreException e) {
      throw new StoreUnavailableException(
          "view "
              + view
              + ": its source "
              + url
              + " cannot be opened: "
              + e.getMessage()
              + ". If it has moved, drop the view and create it over the new place",
          e);
    }
  }

  /** Closes the store as soon as it is unused; the next query opens it again. */
  synchronized void close() {
    Lease lease = current;
    current = null;
    if (lease != null) {
      lease.retire();
    }
  }
}
