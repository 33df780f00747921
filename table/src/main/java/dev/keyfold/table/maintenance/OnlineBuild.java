package dev.keyfold.table.maintenance;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.table.errors.DuplicateKeyException;
import dev.keyfold.table.errors.RowException;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.schema.KeyLayout;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.upkeep.IndexBuild;
import dev.keyfold.table.upkeep.Progress;
import dev.keyfold.table.write.TableState;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;

/**
 * Builds an index, or a primary key with another number of shards, in chunks of the primary key. Of
 * each it locks the keys of exactly those records, reads them again, and writes their entries
 * together with how far it has come, in one batch. So a concurrent change or delete of one of them
 * happens before, and is seen, or after, and finds the entries to change; and a build that was
 * cancelled or killed resumes where it stopped.
 */
final class OnlineBuild implements IndexBuild {
  private final TableState state;
  private final BuildTarget target;
  private final RowMaintenance.ChunkBuilder builder;
  private final Pace pace = new Pace();
  private final CompletableFuture<Boolean> end = new CompletableFuture<>();
  private volatile Consumer<Progress> listener = progress -> {};
  private volatile BuildPosition position;
  private volatile long estimate;

  OnlineBuild(TableState state, RowMaintenance maintenance, BuildTarget target) {
    this.state = state;
    this.target = target;
    this.builder = maintenance.builder(target);
    this.position = BuildPosition.read(state.store(), target);
  }

  @Override
  public IndexBuild rowsPerSecond(long rows) {
    pace.limit(rows);
    return this;
  }

  @Override
  public IndexBuild onProgress(Consumer<Progress> told) {
    listener = told;
    return this;
  }

  @Override
  public Progress progress() {
    long rows = position.rows();
    return new Progress(rows, Math.max(rows, estimate), pace.rate());
  }

  @Override
  public void cancel() {
    pace.stop();
  }

  @Override
  public boolean run() {
    if (!state.beginBuild(target.id())) {
      throw new TableException(
          target.describe() + " is being built already; wait for that, or cancel it");
    }
    try {
      boolean complete = build();
      end.complete(complete);
      return complete;
    } catch (RuntimeException | Error failure) {
      end.completeExceptionally(failure);
      throw failure;
    } finally {
      state.endBuild(target.id());
    }
  }

  @Override
  public IndexBuild start() {
    Thread thread =
        new Thread(
            () -> {
              try {
                run();
              } catch (RuntimeException failure) {
                end.completeExceptionally(failure); // await tells
              }
            },
            "keyfold build: " + target.describe());
    thread.setDaemon(true);
    thread.start();
    return this;
  }

  @Override
  public boolean await() {
    try {
      return end.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw e;
    }
  }

  private boolean build() {
    if (target.isDone(state.layout().def())) {
      return true;
    }
    position = BuildPosition.read(state.store(), target); // an earlier one may have gone on
    pace.start();
    estimate = state.store().estimate(state.layout().primary().everything()).count();
    for (boolean more = true; more; ) {
      if (pace.isStopped()) {
        return false;
      }
      long before = position.rows();
      more = chunkOrAbandon();
      listener.accept(progress());
      pace.did(position.rows() - before);
    }
    target.finish();
    return true;
  }

  private boolean chunkOrAbandon() {
    try {
      return chunk();
    } catch (DuplicateKeyException twice) {
      target.abandon();
      throw target.notUnique(twice.getMessage());
    } catch (RowException unfit) {
      target.abandon();
      throw new RowException(
          target.describe()
              + " cannot hold every row and is disabled now: "
              + unfit.getMessage()
              + "; change or delete such rows and then create it again, or drop it",
          unfit);
    }
  }

  /** Adds the next records; whether there may be more. */
  private boolean chunk() {
    state.refresh();
    Lock definition = state.definitionLock().readLock();
    definition.lock();
    try {
      TableLayout layout = state.layout();
      target.begin(layout);
      List<byte[]> keys = nextKeys(layout.primary());
      if (!keys.isEmpty()) {
        state.locks().withAll(keys, () -> position = builder.add(layout, keys, position));
      }
      return !keys.isEmpty();
    } finally {
      definition.unlock();
    }
  }

  private List<byte[]> nextKeys(KeyLayout primary) {
    KeyRange all = primary.everything();
    KeyRange rest = KeyRange.of(position.next(all.start()), all.end());
    List<byte[]> keys = new ArrayList<>();
    try (Cursor cursor =
        state
            .store()
            .scan(Scan.over(rest).limit(pace.atOnce(builder.size())).withoutValues().inBulk())) {
      while (cursor.next()) {
        keys.add(cursor.key().toArray());
      }
    }
    return keys;
  }

  @Override
  public String toString() {
    return target.describe() + ": " + progress();
  }
}
