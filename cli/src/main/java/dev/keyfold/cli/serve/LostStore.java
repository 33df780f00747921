package dev.keyfold.cli.serve;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Store;
import dev.keyfold.store.errors.StoreClosedException;
import dev.keyfold.store.errors.StoreException;
import dev.keyfold.store.errors.StoreLockedException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Ends a server whose store another process has taken over, as can happen to a table with a lease:
 * it could only reject requests. A supervisor may restart it as a standby.
 */
public final class LostStore {
  private static final long LOOK_MILLIS = 500;

  /** An empty range: reading it only checks the ownership of the store. */
  private static final KeyRange NOTHING = KeyRange.of(new byte[] {0}, new byte[] {0});

  private volatile @Nullable StoreLockedException lost;

  private LostStore() {}

  public static LostStore watch(Store store, Runnable stop) {
    LostStore watch = new LostStore();
    Thread thread = new Thread(() -> watch.run(store, stop), "keyfold-owner-watch");
    thread.setDaemon(true);
    thread.start();
    return watch;
  }

  private void run(Store store, Runnable stop) {
    while (lost == null) {
      try {
        TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        store.estimate(NOTHING);
      } catch (StoreLockedException e) {
        lost = e;
      } catch (StoreClosedException | InterruptedException end) {
        return;
      } catch (RuntimeException | Error away) {
        // The store may recover, and so may memory; nothing else would check again.
      }
    }
    try {
      stop.run();
    } catch (StoreException e) {
      // It cannot write what it had buffered, and has not acknowledged that.
    }
  }

  /** Throws if it was lost. */
  public void check() {
    StoreLockedException why = lost;
    if (why != null) {
      throw why;
    }
  }
}
