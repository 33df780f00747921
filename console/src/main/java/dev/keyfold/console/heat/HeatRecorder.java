package dev.keyfold.console.heat;

import dev.keyfold.store.layer.AccessMeter;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * Keeps a sample of the accesses of the last minutes, in columns of a few seconds. It lowers the
 * sampling rate under load, so that a column has some hundred samples and a busy server pays no
 * more than an idle one. Thread-safe.
 */
public final class HeatRecorder implements AccessMeter {
  /** How long a column is. */
  public static final int COLUMN_SECONDS = 5;

  private static final long COLUMN_MILLIS = COLUMN_SECONDS * 1000L;
  private static final int COLUMNS = 180;

  /** How much of a key a sample keeps. */
  public static final int KEY_BYTES = 128;

  private static final int ENOUGH =
      256; // then half as many are asked for; at most 17 times within a column
  private static final int FEW = 64;
  private static final int MOST = 5_000;
  private static final int RAREST = 1 << 16;

  /**
   * One sampled access.
   *
   * @param key its first bytes
   * @param weight the number of accesses that it represents
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Sample(byte[] key, boolean write, int weight) {}

  /**
   * What happened within some seconds.
   *
   * @param start in milliseconds since 1970
   */
  public record Column(long start, List<Sample> samples) {}

  /** Set while a thread reads on behalf of the console itself. */
  private static final ThreadLocal<Boolean> IGNORED = ThreadLocal.withInitial(() -> false);

  private final InstantSource clock;
  private final Deque<Column> columns = new ArrayDeque<>();
  private IntConsumer control = oneIn -> {};
  private int oneIn = 1;
  private int sinceSlower;

  /** Nothing so far. */
  public HeatRecorder(InstantSource clock) {
    this.clock = clock;
  }

  /** Sets how many accesses a sample represents. */
  public synchronized void controls(IntConsumer sampler) {
    control = sampler;
    control.accept(oneIn);
  }

  /** Accesses by this thread are not recorded: looking at the heat must not make heat. */
  public <T> T ignoring(Supplier<T> reading) {
    boolean before = IGNORED.get();
    IGNORED.set(true);
    try {
      return reading.get();
    } finally {
      IGNORED.set(before);
    }
  }

  @Override
  public void accessed(byte[] array, int offset, int length, boolean write, int weight) {
    if (!IGNORED.get()) {
      record(array, offset, length, write, weight);
    }
  }

  private synchronized void record(
      byte[] array, int offset, int length, boolean write, int weight) {
    Column column = current();
    if (column.samples.size() < MOST) {
      int kept = Math.min(length, KEY_BYTES);
      column.samples.add(
          new Sample(Arrays.copyOfRange(array, offset, offset + kept), write, weight));
    }
    if (++sinceSlower >= ENOUGH && oneIn < RAREST) {
      setOneIn(oneIn * 2);
    }
  }

  private void setOneIn(int next) {
    oneIn = next;
    sinceSlower = 0;
    control.accept(next);
  }

  private long start() {
    return Math.floorDiv(clock.millis(), COLUMN_MILLIS) * COLUMN_MILLIS;
  }

  private Column current() {
    long start = start();
    Column last = columns.peekLast();
    if (last != null && last.start >= start) {
      return last;
    }
    relax();
    if (last != null && sinceSlower < FEW && oneIn > 1) {
      setOneIn(oneIn / 2);
    }
    sinceSlower = 0;
    Column next = new Column(start, new ArrayList<>());
    columns.addLast(next);
    while (columns.size() > COLUMNS
        || columns.peekFirst().start < start - COLUMNS * COLUMN_MILLIS) {
      columns.removeFirst();
    }
    return next;
  }

  /** After a pause it begins where it began at first. */
  private void relax() {
    Column last = columns.peekLast();
    if (last != null && start() - last.start > 2 * COLUMN_MILLIS && oneIn > 1) {
      setOneIn(1);
    }
  }

  /** A copy of the last columns, the oldest first; seconds in which nothing happened have none. */
  public synchronized List<Column> columns(int most) {
    relax();
    long since = clock.millis() - most * COLUMN_MILLIS;
    return columns.stream()
        .filter(column -> column.start > since)
        .map(column -> new Column(column.start, List.copyOf(column.samples)))
        .toList();
  }
}
