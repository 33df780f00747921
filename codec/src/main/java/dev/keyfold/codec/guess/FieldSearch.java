package dev.keyfold.codec.guess;

import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.guess.Grammar.Option;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Finds the cheapest sequences of fields that read some keys to their ends.
 *
 * <p>What may follow depends only on where each key has been read to: a state is the offsets of all
 * keys, and the cheapest way to it is the only one that is remembered (dynamic programming). States
 * are visited in the order of the bytes read, so each is complete when its turn comes.
 *
 * <pre>
 *   keys      61 62 00 80000001 | 63 00 80000002
 *   states    (0,0) ──string──▶ (3,2) ──int32──▶ (7,6), the ends
 *                   ──uint16──▶ (2,2) ──…
 * </pre>
 */
final class FieldSearch {
  private static final int MOST_STATES = 400;
  private static final int MOST_FIELDS = 16;
  private static final int RESULTS = 3;

  /** A way that costs so many bits more than the bytes it has read leads nowhere. */
  private static final double HOPELESS = 200;

  /** The price of a byte that is read as something else than text, but looks like text. */
  private static final double TEXT_AS_NUMBER = 12;

  private final Grammar grammar;
  private final byte[][] keys;
  private final Map<Offsets, State> states = new HashMap<>();
  private final PriorityQueue<State> open =
      new PriorityQueue<>(Comparator.comparingLong((State state) -> state.read));
  private final Map<List<Option>, Double> ends = new LinkedHashMap<>();

  FieldSearch(Grammar grammar, byte[][] keys) {
    this.grammar = grammar;
    this.keys = keys;
  }

  @SuppressWarnings("ArrayRecordComponent") // compares the content
  private record Offsets(int[] of) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Offsets that && Arrays.equals(of, that.of);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(of);
    }
  }

  private static final class State {
    final int[] offsets;
    final long read;
    final int depth;
    double cost;
    @Nullable State from;
    @Nullable Option by;

    State(int[] offsets, int depth, double cost) {
      this.offsets = offsets;
      this.read = Arrays.stream(offsets).asLongStream().sum();
      this.depth = depth;
      this.cost = cost;
    }
  }

  /** The cheapest drafts, for keys whose fields begin at an offset. */
  List<Draft> run(int start) {
    int[] offsets = new int[keys.length];
    Arrays.fill(offsets, start);
    State first = new State(offsets, 0, 0);
    open.add(first);
    states.put(new Offsets(offsets), first);
    for (int visited = 0; visited < MOST_STATES && !open.isEmpty(); visited++) {
      expand(open.poll(), (long) start * keys.length);
    }
    return ends.entrySet().stream()
        .sorted(Map.Entry.comparingByValue())
        .limit(RESULTS)
        .map(
            end ->
                new Draft(
                    grammar.format(end.getKey()),
                    end.getKey().stream().map(o -> new Draft.Slot(o.type, o.order)).toList(),
                    end.getValue(),
                    start > 0))
        .toList();
  }

  private void expand(State state, long before) {
    if (state.depth == MOST_FIELDS || state.cost > 8.2 * (state.read - before) + HOPELESS) {
      return;
    }
    @Nullable Object[] values = new Object[keys.length];
    int[] next = new int[keys.length];
    for (Option option : grammar.options(keys, state.offsets)) {
      if (readAll(option, state.offsets, true, values, next)) {
        ends.merge(path(state, option), cost(state, option, values, next), Math::min);
      } else if (readAll(option, state.offsets, false, values, next)) {
        reach(state, option, next.clone(), cost(state, option, values, next));
      }
    }
  }

  private boolean readAll(
      Option option, int[] offsets, boolean last, @Nullable Object[] values, int[] next) {
    boolean moved = false;
    for (int i = 0; i < keys.length; i++) {
      next[i] = grammar.read(option, keys[i], offsets[i], last, values, i);
      if (next[i] == Grammar.NO) {
        return false;
      }
      moved |= next[i] > offsets[i];
    }
    return moved;
  }

  private double cost(State state, Option option, @Nullable Object[] values, int[] next) {
    int bytes = 0;
    for (int i = 0; i < next.length; i++) {
      bytes += next[i] - state.offsets[i];
    }
    double price = option.price;
    if (option.type.kind() != Kind.STRING && isText(state.offsets, next)) {
      price += TEXT_AS_NUMBER * Math.max(1, bytes / next.length);
    }
    return state.cost + price + FieldCost.of(option.type, values, bytes);
  }

  /** Whether the bytes are printable in all keys: they are rather text than a number then. */
  private boolean isText(int[] offsets, int[] next) {
    for (int i = 0; i < keys.length; i++) {
      for (int at = offsets[i]; at < next[i]; at++) {
        if (keys[i][at] < 0x20 || keys[i][at] == 0x7F) {
          return false;
        }
      }
    }
    return true;
  }

  private void reach(State from, Option by, int[] offsets, double cost) {
    Offsets at = new Offsets(offsets);
    State known = states.get(at);
    if (known == null) {
      known = new State(offsets, from.depth + 1, cost);
      known.from = from;
      known.by = by;
      states.put(at, known);
      open.add(known);
    } else if (cost < known.cost) {
      known.cost = cost;
      known.from = from;
      known.by = by;
    }
  }

  private static List<Option> path(State state, Option last) {
    List<Option> path = new ArrayList<>();
    path.add(last);
    for (State at = state; at.by != null && at.from != null; at = at.from) {
      path.add(0, at.by);
    }
    return path;
  }
}
