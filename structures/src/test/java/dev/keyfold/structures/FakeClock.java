package dev.keyfold.structures;

import java.time.Instant;
import java.time.InstantSource;

/** Stands still until told. */
final class FakeClock implements InstantSource {
  volatile long now = 1_000_000;

  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(now);
  }

  @Override
  public long millis() {
    return now;
  }
}
