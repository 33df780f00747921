package dev.keyfold.store.hbase;

import java.util.LinkedHashMap;
import java.util.Map;

/** The answers asked for last, each for a while. For several threads. */
final class AnswerCache<K, V> {
  private final int most;
  private final long holdNanos;
  private final Map<K, Answer<V>> answers = new LinkedHashMap<>(16, 0.75f, true);

  private record Answer<V>(V value, long since) {}

  AnswerCache(int most, long holdNanos) {
    this.most = most;
    this.holdNanos = holdNanos;
  }

  /** Null if it was not asked for, or too long ago. */
  synchronized V get(K key) {
    Answer<V> answer = answers.get(key);
    if (answer != null && System.nanoTime() - answer.since > holdNanos) {
      answers.remove(key);
      return null;
    }
    return answer == null ? null : answer.value;
  }

  /** All that are not too old. */
  synchronized Map<K, V> all() {
    long now = System.nanoTime();
    Map<K, V> all = new LinkedHashMap<>();
    answers.forEach(
        (key, answer) -> {
          if (now - answer.since <= holdNanos) {
            all.put(key, answer.value);
          }
        });
    return all;
  }

  synchronized void put(K key, V value) {
    answers.put(key, new Answer<>(value, System.nanoTime()));
    if (answers.size() > most) {
      answers.remove(answers.keySet().iterator().next());
    }
  }
}
