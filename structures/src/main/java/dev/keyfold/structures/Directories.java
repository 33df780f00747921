package dev.keyfold.structures;

import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The directories of those structures that were last asked for ranks, as many as the options allow.
 * Under the writer's lock. A work that is taken back takes those with it that it has changed.
 */
final class Directories {
  private final int mostBlocks;
  private final Map<Long, Directory> byId = new LinkedHashMap<>(16, 0.75f, true);
  private final Set<Long> changed = new HashSet<>();

  Directories(int mostBlocks) {
    this.mostBlocks = mostBlocks;
  }

  /** The directory of the structure, made if it is not there. */
  Directory of(Work work, Meta meta) {
    Directory directory = byId.get(meta.id);
    if (directory == null) {
      directory = Directory.build(work, meta);
      byId.put(meta.id, directory);
      if (!work.entries.batch().isEmpty()) {
        changed.add(meta.id);
      }
      makeRoom(meta.id);
    }
    return directory;
  }

  /** Those longest not asked for go first; one alone may be as big as it is. */
  private void makeRoom(long kept) {
    long blocks = 0;
    for (Directory directory : byId.values()) {
      blocks += directory.blocks();
    }
    Iterator<Map.Entry<Long, Directory>> oldest = byId.entrySet().iterator();
    while (blocks > mostBlocks && byId.size() > 1) {
      Map.Entry<Long, Directory> entry = oldest.next();
      if (entry.getKey() != kept) {
        blocks -= entry.getValue().blocks();
        oldest.remove();
      }
    }
  }

  void drop(long id) {
    if (!byId.isEmpty()) {
      byId.remove(id);
    }
  }

  void added(Meta meta, byte[] key) {
    Directory directory = changing(meta);
    if (directory != null) {
      directory.added(key);
    }
  }

  void removed(Meta meta, byte[] key) {
    Directory directory = changing(meta);
    if (directory != null) {
      directory.removed(key);
    }
  }

  void respread(Meta meta, List<byte[]> before, List<byte[]> after, byte[] left, byte[] right) {
    Directory directory = changing(meta);
    if (directory != null) {
      directory.respread(before, after, left, right);
    }
  }

  private Directory changing(Meta meta) {
    if (byId.isEmpty()) {
      return null;
    }
    Directory directory = byId.get(meta.id);
    if (directory != null) {
      changed.add(meta.id);
    }
    return directory;
  }

  /** The work is over; if it was not written, what it changed here is not true. */
  void end(boolean written) {
    if (!changed.isEmpty()) {
      if (!written) {
        byId.keySet().removeAll(changed);
      }
      changed.clear();
    }
  }
}
