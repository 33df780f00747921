package dev.keyfold.structures.work;

import dev.keyfold.structures.layout.Database;
import dev.keyfold.structures.layout.Meta;
import java.util.ArrayList;
import java.util.List;

/**
 * A savepoint within a {@link UnitOfWork} that writes.
 *
 * <p>Writes go to one batch in order, so that a position in it represents everything written until
 * then. Besides that only names with changes not yet in the batch, and the counts of databases, are
 * copied: few, whatever the work has done.
 */
public final class Checkpoint {
  /** A database as it was. */
  private record DatabaseState(
      Database database,
      long physical,
      long count,
      long expiring,
      boolean countChanged,
      boolean physicalChanged) {}

  private final UnitOfWork work;
  private final Database[] databases;
  private final WorkContext context;
  private final int bytes;
  private final int writes;
  private final int news;
  private final List<Meta> pending;
  private final boolean recounted;
  private final List<DatabaseState> states = new ArrayList<>(1);

  Checkpoint(UnitOfWork work, Database[] databases, WorkContext context) {
    this.work = work;
    this.databases = databases;
    this.context = context;
    this.bytes = work.entries().batch().bytes();
    this.writes = work.entries().batch().count();
    this.news = work.metas().newsCount();
    this.pending = work.metas().pending();
    this.recounted = context.databases().hasRecountedExpiring();
    for (Database database : databases) {
      if (database != null && database.loaded) {
        states.add(
            new DatabaseState(
                database,
                database.physical,
                database.count,
                database.expiring,
                database.countChanged,
                database.physicalChanged));
      }
    }
  }

  void restore(UnitOfWork of) {
    if (of != work) {
      throw new IllegalArgumentException("this savepoint belongs to another work");
    }
    boolean written = work.entries().batch().count() > writes;
    if (written) {
      work.entries().truncate(bytes, writes);
      // Both learn from the batch; what they learned earlier in this work they can learn again.
      context.rankIndexes().end(false);
      context.dueTimes().forget();
    }
    for (Database database : databases) {
      if (database != null) {
        database.loaded = false;
      }
    }
    // Names are counted only while a work is unchanged: from then on the difference is zero.
    boolean sameBase = recounted == context.databases().hasRecountedExpiring();
    for (DatabaseState state : states) {
      Database database = state.database;
      database.physical = state.physical;
      database.count = state.count;
      database.expiring = sameBase ? state.expiring : 0;
      database.countChanged = state.countChanged;
      database.physicalChanged = state.physicalChanged;
      database.loaded = true;
    }
    work.metas().restore(pending, news);
  }
}
