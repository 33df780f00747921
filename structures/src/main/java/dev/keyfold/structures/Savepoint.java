package dev.keyfold.structures;

import dev.keyfold.structures.layout.Meta;
import java.util.ArrayList;
import java.util.List;

/**
 * A moment within a {@link Work} that writes, to which it can be rolled back: what was done since
 * is undone, what was done before stays. Made by {@link Work#savepoint}, and of no use after its
 * work has ended.
 *
 * <p>Writes go to one batch in order, so that a position in it stands for everything written until
 * then. Besides that only names with changes not yet in the batch, and the counts of databases, are
 * copied: few, whatever the work has done.
 */
public final class Savepoint {
  /** A database as it was. */
  private record SpaceState(
      Space space,
      long physical,
      long count,
      long expiring,
      boolean countChanged,
      boolean physicalChanged) {}

  private final Work work;
  private final int bytes;
  private final int writes;
  private final int news;
  private final List<Meta> pending;
  private final boolean recounted;
  private final List<SpaceState> spaces = new ArrayList<>(1);

  Savepoint(Work work) {
    this.work = work;
    this.bytes = work.entries.batch().bytes();
    this.writes = work.entries.batch().count();
    this.news = work.metas.newsCount();
    this.pending = work.metas.pending();
    this.recounted = work.structures().databases().hasRecountedExpiring();
    for (Space space : work.spaces()) {
      if (space != null && space.loaded) {
        spaces.add(
            new SpaceState(
                space,
                space.physical,
                space.count,
                space.expiring,
                space.countChanged,
                space.physicalChanged));
      }
    }
  }

  void restore(Work of) {
    if (of != work) {
      throw new IllegalArgumentException("this savepoint belongs to another work");
    }
    boolean written = work.entries.batch().count() > writes;
    if (written) {
      work.entries.truncate(bytes, writes);
      // Both learn from the batch; what they learned earlier in this work they can learn again.
      work.structures().directories().end(false);
      work.structures().expiry().forget();
    }
    for (Space space : work.spaces()) {
      if (space != null) {
        space.loaded = false;
      }
    }
    // Names are counted only while a work is unchanged: from then on the difference is zero.
    boolean sameBase = recounted == work.structures().databases().hasRecountedExpiring();
    for (SpaceState state : spaces) {
      Space space = state.space;
      space.physical = state.physical;
      space.count = state.count;
      space.expiring = sameBase ? state.expiring : 0;
      space.countChanged = state.countChanged;
      space.physicalChanged = state.physicalChanged;
      space.loaded = true;
    }
    work.metas.restore(pending, news);
  }
}
