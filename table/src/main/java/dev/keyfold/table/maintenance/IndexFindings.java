package dev.keyfold.table.maintenance;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.table.schema.IndexLayout;
import dev.keyfold.table.schema.IndexState;
import dev.keyfold.table.schema.KeyDescriptions;
import dev.keyfold.table.upkeep.CheckResult;
import dev.keyfold.table.write.IndexEntries;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The findings of a check in one index so far. Not thread-safe. */
final class IndexFindings {
  final IndexLayout index;
  final IndexEntries expected;
  private final @Nullable EntryRepair repair;
  private final List<String> examples;
  long entries;
  long duplicates;
  private long missing;
  private long dangling;
  private long wrong;
  private long repaired;

  /**
   * @param repair null if nothing is to be repaired
   * @param examples descriptions of findings, shared by all indexes of a check
   */
  IndexFindings(IndexLayout index, @Nullable EntryRepair repair, List<String> examples) {
    this.index = index;
    this.expected = new IndexEntries(index);
    this.repair = repair;
    this.examples = examples;
  }

  /** Whether an entry that does not exist is a fault: while an index is built it is not. */
  boolean isComplete() {
    return index.def().state() == IndexState.READABLE;
  }

  void missing(byte[] primaryKey, byte[] entryKey) {
    missing++;
    found("missing", "its record has no such entry", primaryKey, entryKey);
  }

  void wrong(byte[] primaryKey, byte[] entryKey) {
    wrong++;
    found("wrong", "its value is not that of its record", primaryKey, entryKey);
  }

  /** Null as the primary key for an entry whose key cannot be read. */
  void dangling(byte @Nullable [] primaryKey, byte[] entryKey, boolean recordThere) {
    dangling++;
    String why =
        primaryKey == null
            ? "its key is damaged"
            : recordThere ? "its record should not have it" : "there is no such record";
    found("dangling", why, primaryKey, entryKey);
  }

  private void found(String kind, String why, byte @Nullable [] primaryKey, byte[] entryKey) {
    note(
        kind
            + " in index "
            + index.name()
            + ": "
            + KeyDescriptions.describe(index.key(), entryKey)
            + ", "
            + why);
    if (repair != null && repair.repair(index.def().id(), primaryKey, entryKey)) {
      repaired++;
    }
  }

  /** A claim on a unique value that is missing or dangling. */
  void claim(String kind, byte[] claimKey, boolean putRight) {
    if (kind.equals("missing")) {
      missing++;
    } else {
      dangling++;
    }
    note(kind + " in index " + index.name() + ": claim " + Bytes.toHex(claimKey));
    repaired += putRight ? 1 : 0;
  }

  void duplicate(String values) {
    note("duplicate in index " + index.name() + ": " + values);
  }

  private void note(String example) {
    if (examples.size() < CheckResult.EXAMPLES) {
      examples.add(example);
    }
  }

  CheckResult.IndexResult result() {
    return new CheckResult.IndexResult(
        index.name(), index.def().state(), entries, missing, dangling, wrong, duplicates, repaired);
  }
}
