package dev.keyfold.pg.session;

import org.jspecify.annotations.Nullable;

/** A statement with values, ready to run or in the middle of its rows. Not thread-safe. */
final class Portal {
  final Prepared statement;
  final @Nullable Object[] values;
  final short[] formats;

  /** Null before it ran. */
  @Nullable Execution execution;

  boolean ended;

  Portal(Prepared statement, @Nullable Object[] values, short[] formats) {
    this.statement = statement;
    this.values = values;
    this.formats = formats;
  }

  void close() {
    ended = true;
    if (execution != null) {
      execution.close();
    }
  }
}
