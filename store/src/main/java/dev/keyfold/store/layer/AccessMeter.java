package dev.keyfold.store.layer;

/**
 * Receives a sample of the keys that a store reads and writes. Called on the thread that reads or
 * writes, so it must be fast and thread-safe.
 */
public interface AccessMeter {
  /**
   * One access that represents several.
   *
   * @param array holds the key; must not be kept
   * @param offset where the key begins
   * @param length bytes of the key
   * @param write whether it was written
   * @param weight how many accesses it represents
   */
  void accessed(byte[] array, int offset, int length, boolean write, int weight);
}
