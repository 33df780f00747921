package dev.keyfold.store.hbase;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Swap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Many compare-and-sets in groups of which each is done in whole or not at all, until every one has
 * its answer: what was refused is read, and asked for again if it is as expected; what was not
 * begun is asked for again after a while. What is then still open is done one by one.
 *
 * <p>Nothing is answered "not as expected" that nobody has looked at: callers take that for the
 * work of others.
 */
final class CompareRounds {
  /** After this many conflicts, another writer keeps writing the same keys. */
  private static final int ROUNDS = 4;

  private static final long LONGEST_PAUSE_MILLIS = 2_000;

  /** What became of a group. */
  enum Outcome {
    DONE,
    /** Nothing was done: at least one key was not as expected. */
    REFUSED,
    /** Nothing was done: its server could not. */
    NOT_BEGUN
  }

  /** The servers. */
  interface Requests {
    /** Whether groups can be asked for at all. */
    boolean areAvailable();

    /**
     * Groups, in the order given.
     *
     * @param again whether others were asked for before
     */
    List<List<Integer>> groups(List<Swap> swaps, List<Integer> open, boolean again);

    List<Outcome> send(List<Swap> swaps, List<List<Integer>> groups);

    List<byte[]> read(List<byte[]> keys);

    boolean single(Swap swap);

    void pause(long millis);
  }

  private final Requests requests;
  private final long timeoutNanos;
  private final long firstPauseMillis;

  CompareRounds(Requests requests, Duration timeout, Duration pause) {
    this.requests = requests;
    this.timeoutNanos = timeout.toNanos();
    this.firstPauseMillis = pause.toMillis();
  }

  /** Whether each key was as expected, and was replaced. */
  boolean[] run(List<Swap> swaps) {
    boolean[] done = new boolean[swaps.size()];
    List<Integer> open = new ArrayList<>();
    for (int i = 0; i < done.length; i++) {
      open.add(i);
    }
    long from = System.nanoTime();
    long pauseMillis = firstPauseMillis;
    boolean again = false;
    boolean late = false;
    for (int refused = 0; mayGroup(open) && refused < ROUNDS && !late; again = true) {
      // Servers lock rows in the order of a request; if it is the same for all, nobody waits in a
      // circle.
      open.sort((a, b) -> Bytes.compare(swaps.get(a).key(), swaps.get(b).key()));
      List<List<Integer>> groups = requests.groups(swaps, open, again);
      List<Outcome> outcomes = requests.send(swaps, groups);
      take(Outcome.DONE, groups, outcomes).forEach(each -> done[each] = true);
      List<Integer> waiting = take(Outcome.NOT_BEGUN, groups, outcomes);
      List<Integer> unclear = take(Outcome.REFUSED, groups, outcomes);
      open = new ArrayList<>(waiting);
      if (!unclear.isEmpty()) {
        refused++;
        open.addAll(asExpected(swaps, unclear));
      }
      if (!waiting.isEmpty() && requests.areAvailable()) {
        late = System.nanoTime() - from >= timeoutNanos; // the single requests report what is wrong
        if (!late) {
          requests.pause(pauseMillis);
          pauseMillis = Math.min(pauseMillis * 2, LONGEST_PAUSE_MILLIS);
        }
      }
    }
    for (int each : open) {
      done[each] = requests.single(swaps.get(each));
    }
    return done;
  }

  private boolean mayGroup(List<Integer> open) {
    return open.size() > 1 && requests.areAvailable();
  }

  private static List<Integer> take(
      Outcome outcome, List<List<Integer>> groups, List<Outcome> outcomes) {
    List<Integer> taken = new ArrayList<>();
    for (int i = 0; i < groups.size(); i++) {
      if (outcomes.get(i) == outcome) {
        taken.addAll(groups.get(i));
      }
    }
    return taken;
  }

  private List<Integer> asExpected(List<Swap> swaps, List<Integer> candidates) {
    List<byte[]> now = requests.read(candidates.stream().map(i -> swaps.get(i).key()).toList());
    List<Integer> same = new ArrayList<>();
    for (int i = 0; i < now.size(); i++) {
      if (Arrays.equals(now.get(i), swaps.get(candidates.get(i)).expected())) {
        same.add(candidates.get(i));
      }
    }
    return same;
  }
}
