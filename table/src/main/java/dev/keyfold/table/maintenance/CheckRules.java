package dev.keyfold.table.maintenance;

import dev.keyfold.store.Cursor;
import dev.keyfold.table.schema.RowView;

/**
 * The rules of a consistency check for index entries and unique values in one kind of store. Not
 * thread-safe.
 */
interface CheckRules {
  /** Whether the value of an entry fits the value that its record demands. */
  boolean isValueRight(IndexFindings index, byte[] value, byte[] demanded);

  /** Whether an entry that disagreed with its record still does, as both are now. */
  boolean isStillWrong(byte[] recordKey, byte[] entryKey);

  /** Called for a fence, which has the place of a record that was removed. */
  void fence(byte[] key);

  /** Called for each record and index. */
  void record(IndexFindings index, byte[] key, RowView record);

  /** Called after the last record. */
  void recordsDone();

  /** Called before the entries of an index. */
  void beginIndex(IndexFindings index);

  /** Called for each entry whose key can be read. */
  void entry(Cursor entry);

  /** Called after the last entry of the index. */
  void endIndex(IndexFindings index);
}
