package dev.keyfold.table.shared;

import dev.keyfold.store.Durability;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Store;
import dev.keyfold.store.Swap;
import dev.keyfold.store.errors.OutcomeUnknownException;
import dev.keyfold.store.errors.StoreUnavailableException;
import dev.keyfold.table.schema.RowHeader;
import dev.keyfold.table.write.Stamps;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Compare-and-sets in a store that may lose the answer, before or after it has done what was asked.
 * The keys are read then. Stored values have stamps and never come twice, so:
 *
 * <pre>
 *   found      means
 *   update     it took place
 *   expected   it has not; the same request is sent again. The first one may still arrive: only one
 *              of both can succeed, and a refusal is looked at like a lost answer
 *   update with a later stamp     it took place, and repair has touched the record since
 *   expected with a later stamp   it has not and will not: repair was faster
 *   other      another process was faster, or has replaced what this one wrote: unknown
 * </pre>
 *
 * <p>Of a removal that took place nothing is left to find, so it is unknown as well. "Nothing" has
 * no stamp: a key that was expected to be absent, and is, counts as not written. Done by one
 * thread.
 */
public final class Swaps {
  /** Answers lost one after another; each read in between has waited for the servers. */
  private static final int ATTEMPTS = 5;

  /** What became of one. */
  enum Outcome {
    DONE,
    /** The key was not as expected, and will not be. */
    REFUSED,
    /** Not answered, and the key does not tell. */
    UNKNOWN
  }

  private final Store store;
  private final Reader reader;
  private final List<Swap> swaps;
  private final Durability durability;
  private final Outcome[] outcomes;
  private @Nullable StoreUnavailableException lost;

  private Swaps(Store store, Reader reader, List<Swap> swaps, Durability durability) {
    this.store = store;
    this.reader = reader;
    this.swaps = swaps;
    this.durability = durability;
    this.outcomes = new Outcome[swaps.size()];
    Arrays.fill(outcomes, Outcome.UNKNOWN);
  }

  /** Carries them out. Throws {@link OutcomeUnknownException} if keys cannot even be read. */
  static Swaps run(Store store, List<Swap> swaps, Durability durability) {
    Swaps running = new Swaps(store, store, swaps, durability);
    try {
      running.run();
    } catch (StoreUnavailableException away) {
      throw new OutcomeUnknownException(
          "the answer to a write was lost, and the rows cannot be read: it may have been applied."
              + " Read the rows when the store is available, and repeat what is missing. "
              + away.getMessage(),
          away);
    }
    return running;
  }

  /**
   * The same for whoever can begin again: which of them are certain to have taken place. Throws
   * {@link StoreUnavailableException} if the keys cannot be read.
   */
  static boolean[] tryAll(Store store, List<Swap> swaps, Durability durability) {
    return tryAll(store, store, swaps, durability);
  }

  /**
   * The same.
   *
   * @param reader where to look, if the store shows something else than what is stored
   */
  static boolean[] tryAll(Store store, Reader reader, List<Swap> swaps, Durability durability) {
    Swaps running = new Swaps(store, reader, swaps, durability);
    running.run();
    boolean[] done = new boolean[swaps.size()];
    for (int i = 0; i < done.length; i++) {
      done[i] = running.outcomes[i] == Outcome.DONE;
    }
    return done;
  }

  /** One of them. */
  public static boolean tryOne(
      Store store,
      byte[] key,
      byte @Nullable [] expected,
      byte @Nullable [] update,
      Durability durability) {
    return tryAll(store, List.of(new Swap(key, expected, update)), durability)[0];
  }

  Outcome outcome(int i) {
    return outcomes[i];
  }

  /** What the engine said when an answer was lost; null if none was. */
  @Nullable StoreUnavailableException lost() {
    return lost;
  }

  private void run() {
    if (swaps.isEmpty()) {
      return;
    }
    try {
      boolean[] done = store.compareAndSetAll(swaps, durability);
      for (int i = 0; i < done.length; i++) {
        outcomes[i] = done[i] ? Outcome.DONE : Outcome.REFUSED;
      }
    } catch (StoreUnavailableException first) {
      lost = first;
      List<Integer> open = new ArrayList<>();
      for (int i = 0; i < outcomes.length; i++) {
        open.add(i);
      }
      for (int attempt = 1; attempt < ATTEMPTS && !open.isEmpty(); attempt++) {
        open = again(unwritten(open));
      }
    }
  }

  /** Those whose keys are as expected; of the others it is noted what became of them. */
  private List<Integer> unwritten(List<Integer> open) {
    List<byte[]> now;
    try {
      now = reader.getAll(open.stream().map(i -> swaps.get(i).key()).toList());
    } catch (StoreUnavailableException away) {
      away.addSuppressed(lost);
      throw away;
    }
    List<Integer> same = new ArrayList<>();
    for (int i = 0; i < now.size(); i++) {
      Swap swap = swaps.get(open.get(i));
      byte[] found = now.get(i);
      if (isOf(found, swap.update())) {
        outcomes[open.get(i)] = Outcome.DONE;
      } else if (Arrays.equals(found, swap.expected())) {
        same.add(open.get(i));
      } else if (isOf(found, swap.expected())) {
        outcomes[open.get(i)] = Outcome.REFUSED;
      }
    }
    return same;
  }

  /** Whether a value is this one, or what repair has made of it; nothing is neither. */
  static boolean isOf(byte @Nullable [] found, byte @Nullable [] written) {
    if (found == null || written == null) {
      return false;
    }
    return Arrays.equals(found, written)
        || (RowHeader.differInStamp(found, written)
            && Stamps.isTouched(
                new RowHeader().readIfPossible(found).stamp(),
                new RowHeader().readIfPossible(written).stamp()));
  }

  /** Sends them once more; those without a good answer. */
  private List<Integer> again(List<Integer> open) {
    if (open.isEmpty()) {
      return open;
    }
    try {
      boolean[] done = store.compareAndSetAll(open.stream().map(swaps::get).toList(), durability);
      List<Integer> refused = new ArrayList<>();
      for (int i = 0; i < done.length; i++) {
        if (done[i]) {
          outcomes[open.get(i)] = Outcome.DONE;
        } else {
          refused.add(open.get(i));
        }
      }
      return refused;
    } catch (StoreUnavailableException lostAgain) {
      return open;
    }
  }
}
