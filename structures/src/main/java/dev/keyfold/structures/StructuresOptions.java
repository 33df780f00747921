package dev.keyfold.structures;

import dev.keyfold.store.Durability;
import dev.keyfold.structures.layout.StructureLimits;
import dev.keyfold.structures.type.ChangeListener;
import java.time.InstantSource;
import java.util.Objects;

/**
 * The options of structures. Immutable; each {@code with} returns a changed copy.
 *
 * @param clock what time it is, for expiry; one reading a work
 * @param durability what a commit has reached when it returns. Whoever gathers commits, as a server
 *     does, says {@link Durability#ASYNC} and calls {@link Structures#sync} itself
 * @param databases number of logical databases
 * @param background whether a thread of its own reclaims deleted structures; without it somebody
 *     calls {@link Structures#reclaim}
 * @param backgroundExpiry whether that thread also removes due names, so that the listener hears of
 *     them from it; without it somebody calls {@link Structures#expireDue}
 * @param directoryBlocks most blocks of rank directories kept in memory, about 100 bytes each
 * @param listener receives every change
 */
public record StructuresOptions(
    InstantSource clock,
    Durability durability,
    int databases,
    boolean background,
    boolean backgroundExpiry,
    int directoryBlocks,
    ChangeListener listener) {
  private static final StructuresOptions DEFAULTS =
      new StructuresOptions(
          InstantSource.system(), Durability.ASYNC, 16, true, true, 1 << 18, ChangeListener.NONE);

  public StructuresOptions {
    Objects.requireNonNull(clock, "clock");
    Objects.requireNonNull(durability, "durability");
    Objects.requireNonNull(listener, "listener");
    if (databases < 1 || databases > StructureLimits.DATABASES) {
      throw new IllegalArgumentException(
          "there are 1 to " + StructureLimits.DATABASES + " databases; found " + databases);
    }
  }

  /** The system's clock, async, 16 databases, a background thread. */
  public static StructuresOptions defaults() {
    return DEFAULTS;
  }

  public StructuresOptions withClock(InstantSource clock) {
    return new StructuresOptions(
        clock, durability, databases, background, backgroundExpiry, directoryBlocks, listener);
  }

  public StructuresOptions withDurability(Durability durability) {
    return new StructuresOptions(
        clock, durability, databases, background, backgroundExpiry, directoryBlocks, listener);
  }

  public StructuresOptions withDatabases(int databases) {
    return new StructuresOptions(
        clock, durability, databases, background, backgroundExpiry, directoryBlocks, listener);
  }

  /** With or without the thread; with it, it does both. */
  public StructuresOptions withBackground(boolean background) {
    return new StructuresOptions(
        clock, durability, databases, background, background, directoryBlocks, listener);
  }

  public StructuresOptions withBackgroundExpiry(boolean backgroundExpiry) {
    return new StructuresOptions(
        clock, durability, databases, background, backgroundExpiry, directoryBlocks, listener);
  }

  public StructuresOptions withDirectoryBlocks(int directoryBlocks) {
    return new StructuresOptions(
        clock, durability, databases, background, backgroundExpiry, directoryBlocks, listener);
  }

  public StructuresOptions withListener(ChangeListener listener) {
    return new StructuresOptions(
        clock, durability, databases, background, backgroundExpiry, directoryBlocks, listener);
  }
}
