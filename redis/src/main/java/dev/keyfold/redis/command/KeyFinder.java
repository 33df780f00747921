package dev.keyfold.redis.command;

import java.util.List;

/** Finds the keys of a command whose specifications alone cannot tell them, such as SORT. */
@FunctionalInterface
public interface KeyFinder {
  /** The keys of these arguments; empty if the arguments do not fit. */
  List<KeySpec.Key> find(byte[][] arguments);
}
