package dev.keyfold.redis.state;

import java.util.ArrayDeque;
import java.util.Map;
import java.util.TreeMap;

/** Latency spikes by event, for LATENCY. */
public final class Latency {
  private static final int MOST = 160;

  /** Without any events. */
  public Latency() {}

  /** A latency spike. */
  public record Sample(long seconds, long millis) {}

  private final Map<String, ArrayDeque<Sample>> samples = new TreeMap<>();

  /** Adds a latency spike. */
  public void add(String event, long seconds, long millis) {
    ArrayDeque<Sample> all = samples.computeIfAbsent(event, e -> new ArrayDeque<>());
    if (!all.isEmpty() && all.getLast().seconds() == seconds) {
      Sample last = all.removeLast();
      all.addLast(new Sample(seconds, Math.max(last.millis(), millis)));
      return;
    }
    all.addLast(new Sample(seconds, millis));
    if (all.size() > MOST) {
      all.removeFirst();
    }
  }

  /** By event, oldest first. */
  public Map<String, ArrayDeque<Sample>> samples() {
    return samples;
  }
}
