package dev.keyfold.redis.command;

import java.util.List;

/** Finds the keys of a command whose key specifications are not sufficient, such as SORT. */
@FunctionalInterface
public interface KeyFinder {
  /** The keys of these arguments; empty if the arguments are invalid. */
  List<KeySpec.Key> find(byte[][] arguments);
}
