package dev.keyfold.codec.testing;

import dev.keyfold.codec.record.Desc;
import dev.keyfold.codec.record.Scale;
import java.time.Instant;
import java.util.UUID;

/** A public record in another package than the codec, and one inside it. */
public record PublicKey(String userId, @Desc @Scale(3) Instant at, UUID id) {
  /** The same as a member. */
  public record Inside(String userId, @Desc @Scale(3) Instant at, UUID id) {}
}
