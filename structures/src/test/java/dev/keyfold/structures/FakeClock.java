package dev.keyfold.structures;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/** Stands still until told. Thread-safe. */
final class FakeClock implements InstantSource {
  private final AtomicLong now = new AtomicLong(1_000_000);

  void set(long millis) {
    now.set(millis);
  }

  void advance(long millis) {
    now.addAndGet(millis);
  }

  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(millis());
  }

  @Override
  public long millis() {
    return now.get();
  }
}
