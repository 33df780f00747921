package dev.keyfold.structures;

/** Rank directories of big structures, by id. Under the writer's lock. */
final class Directories {
  void drop(long id) {}

  void added(Work work, Meta meta, byte[] key) {}

  void removed(Work work, Meta meta, byte[] key) {}

  void respread(
      Work work, Meta meta, java.util.List<byte[]> before, java.util.List<byte[]> after) {}
}
