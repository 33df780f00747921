package dev.keyfold.bench.store;

/**
 * Where a store in memory lies: as it was written, or as a collection has left it, which moves
 * objects together. Others have one state only.
 */
enum State {
  FRESH,
  COLLECTED
}
