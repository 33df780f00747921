package dev.keyfold.table.run;

import dev.keyfold.store.Slice;

/** Entries of the store, in the order of the plan. The slices hold until the next step. */
interface EntryIterator extends AutoCloseable {
  boolean next();

  Slice key();

  Slice value();

  @Override
  void close();
}
