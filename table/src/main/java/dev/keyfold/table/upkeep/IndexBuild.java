package dev.keyfold.table.upkeep;

import dev.keyfold.table.Tables;
import dev.keyfold.table.errors.DuplicateKeyException;
import dev.keyfold.table.errors.RowException;
import java.util.function.Consumer;

/**
 * An online, resumable build of an index, or of a primary key with another number of shards, while
 * others read and write the table. {@link #run} runs in the caller's thread, {@link #start} in a
 * background thread. A build that was cancelled or killed resumes where it stopped ({@link
 * Tables#resumeBuilds}). Thread-safe; used once.
 */
public interface IndexBuild {
  /** Adds no more than so many rows a second. May be changed while it runs. */
  IndexBuild rowsPerSecond(long rows);

  /** Receives the progress after every few hundred rows, from the thread that builds. */
  IndexBuild onProgress(Consumer<Progress> told);

  /** How far it has come. */
  Progress progress();

  /** Stops it after the rows under way; what is done stays, and can be gone on with later. */
  void cancel();

  /**
   * Builds in this thread; returns whether it came to its end, false after {@link #cancel}. Throws
   * {@link DuplicateKeyException} if the index is unique and the rows are not, {@link RowException}
   * if a row cannot be in the index: it is disabled then. After any other failure it can be gone on
   * with.
   */
  boolean run();

  /** Builds in a thread of its own, which does not keep the program alive. */
  IndexBuild start();

  /** Waits for the end of a build that runs elsewhere; returns and throws what {@link #run} did. */
  boolean await();
}
