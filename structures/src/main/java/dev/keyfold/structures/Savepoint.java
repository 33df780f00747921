package dev.keyfold.structures;

import dev.keyfold.structures.work.Checkpoint;

/**
 * A savepoint within a {@link Work} that writes: what was done since is undone, what was done
 * before stays. Made by {@link Work#savepoint}, and of no use after its work has ended.
 */
public final class Savepoint {
  final Checkpoint checkpoint;

  Savepoint(Checkpoint checkpoint) {
    this.checkpoint = checkpoint;
  }
}
