package dev.keyfold.bench.table;

import java.util.ArrayList;
import java.util.List;

/**
 * How many orders the tables have.
 *
 * @param memory those in memory
 * @param disk those on disk
 * @param few the smallest of those on disk at which growth is measured
 */
record Sizes(int memory, int disk, int few) {
  /** Where growth is measured: the smallest, times ten and times ten, up to the table itself. */
  List<Integer> growing() {
    List<Integer> sizes = new ArrayList<>();
    for (long size = few; size < disk; size *= 10) {
      sizes.add((int) size);
    }
    sizes.add(disk);
    return sizes;
  }
}
