package dev.keyfold.store.layer.cache;

/**
 * Prevents a read cache from caching stale values when a load races with a write:
 *
 * <pre>
 *   reader   misses, loads the old value  . . . . . . . . . . .  caches it: stale
 *   writer                                 writes, invalidates
 * </pre>
 *
 * <p>So a reader takes a ticket before it loads, and caches only if no write to such a key has
 * begun since; and a writer begins before it invalidates and writes, and ends afterwards. While a
 * write is under way there are no tickets, for the loaded value might be the one before or after
 * it.
 *
 * <p>Keys share a fixed number of stripes by their hash: a write makes readers of other keys of its
 * stripe miss a chance to cache, never more. Thread-safe.
 */
final class KeyFence {
  /** No ticket: a write is under way. */
  static final long CLOSED = -1;

  private static final int STRIPES = 256;

  private final Stripe[] stripes = new Stripe[STRIPES];

  private static final class Stripe {
    int writers;
    long begun;
  }

  KeyFence() {
    for (int i = 0; i < STRIPES; i++) {
      stripes[i] = new Stripe();
    }
  }

  private Stripe stripe(int hash) {
    return stripes[hash & (STRIPES - 1)];
  }

  /** To be taken before the value is loaded. */
  long ticket(int hash) {
    Stripe stripe = stripe(hash);
    synchronized (stripe) {
      return stripe.writers > 0 ? CLOSED : stripe.begun;
    }
  }

  /** Caches what was loaded, unless a write has begun since the ticket was taken. */
  void ifStillOpen(int hash, long ticket, Runnable cache) {
    Stripe stripe = stripe(hash);
    synchronized (stripe) {
      if (stripe.begun == ticket) {
        cache.run(); // under the monitor: a writer that begins now invalidates what is cached here
      }
    }
  }

  void begin(int hash) {
    begin(stripe(hash));
  }

  void end(int hash) {
    end(stripe(hash));
  }

  /** For writes whose keys are many or unknown. */
  void beginAll() {
    for (Stripe stripe : stripes) {
      begin(stripe);
    }
  }

  void endAll() {
    for (Stripe stripe : stripes) {
      end(stripe);
    }
  }

  private static void begin(Stripe stripe) {
    synchronized (stripe) {
      stripe.begun++;
      stripe.writers++;
    }
  }

  private static void end(Stripe stripe) {
    synchronized (stripe) {
      stripe.writers--;
    }
  }
}
