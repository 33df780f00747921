package dev.keyfold.structures.rank;

import dev.keyfold.structures.entries.WorkEntries;
import dev.keyfold.structures.layout.Meta;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The directories of those structures that were last asked for ranks, as many as the options allow.
 * Under the writer's lock. A work that is taken back takes those with it that it has changed.
 */
public final class RankIndexes {
  private final int mostBlocks;

  /**
   * By {@link Meta#memoryKey}: after a repair two structures of different types may have one id.
   */
  private final Map<Long, RankIndex> byKey = new LinkedHashMap<>(16, 0.75f, true);

  private final Set<Long> changed = new HashSet<>();
  private final Edges edges = new Edges();

  public RankIndexes(int mostBlocks) {
    this.mostBlocks = mostBlocks;
  }

  /** The directory of the structure, made if it does not exist. */
  RankIndex of(WorkEntries entries, Meta meta) {
    RankIndex directory = byKey.get(meta.memoryKey());
    if (directory == null) {
      directory = RankIndex.build(entries, meta);
      byKey.put(meta.memoryKey(), directory);
      if (!entries.batch().isEmpty()) {
        changed.add(meta.memoryKey());
      }
      makeRoom(meta.memoryKey());
    }
    return directory;
  }

  /** Those longest not asked for go first; one alone may be as big as it is. */
  private void makeRoom(long kept) {
    long blocks = 0;
    for (RankIndex directory : byKey.values()) {
      blocks += directory.blocks();
    }
    Iterator<Map.Entry<Long, RankIndex>> oldest = byKey.entrySet().iterator();
    while (blocks > mostBlocks && byKey.size() > 1) {
      Map.Entry<Long, RankIndex> entry = oldest.next();
      if (entry.getKey() != kept) {
        blocks -= entry.getValue().blocks();
        oldest.remove();
      }
    }
  }

  Edges edges() {
    return edges;
  }

  public void drop(Meta meta) {
    edges.drop(meta);
    if (!byKey.isEmpty()) {
      byKey.remove(meta.memoryKey());
    }
  }

  public void added(Meta meta, byte[] key) {
    edges.added(meta, key);
    RankIndex directory = changing(meta);
    if (directory != null) {
      directory.added(key);
    }
  }

  public void removed(Meta meta, byte[] key) {
    RankIndex directory = changing(meta);
    if (directory != null) {
      directory.removed(key);
    }
  }

  public void respread(
      Meta meta, List<byte[]> before, List<byte[]> after, byte[] left, byte[] right) {
    RankIndex directory = changing(meta);
    if (directory != null) {
      directory.respread(before, after, left, right);
    }
  }

  private @Nullable RankIndex changing(Meta meta) {
    if (byKey.isEmpty()) {
      return null;
    }
    RankIndex directory = byKey.get(meta.memoryKey());
    if (directory != null) {
      changed.add(meta.memoryKey());
    }
    return directory;
  }

  /** The work is over; if it was not written, what it changed here is not true. */
  public void end(boolean written) {
    edges.end(written);
    if (!changed.isEmpty()) {
      if (!written) {
        byKey.keySet().removeAll(changed);
      }
      changed.clear();
    }
  }
}
