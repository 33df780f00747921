package dev.keyfold.table.maintenance;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Scan;
import dev.keyfold.store.View;
import dev.keyfold.store.errors.StoreCorruptedException;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.schema.KeyDescriptions;
import dev.keyfold.table.schema.RowView;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.upkeep.CheckResult;
import dev.keyfold.table.upkeep.Progress;
import dev.keyfold.table.write.PrimaryKeys;
import dev.keyfold.table.write.ReadView;
import dev.keyfold.table.write.TableState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * The consistency check of a table: compares its indexes with its records on one snapshot, in both
 * directions: from each record to the entries it should have, and from each entry to its record.
 * Reads everything once in order and looks up the other side in batches, so memory is bounded. Used
 * once, by one thread; others may read and write meanwhile.
 */
public final class TableCheck {
  private static final int CHUNK_ENTRIES = 512;
  private static final int CHUNK_BYTES = 4 << 20;

  private final TableState state;
  private final TableLayout layout;
  private final Reader snapshot;
  private final RowView view;
  private final List<IndexFindings> findings = new ArrayList<>();
  private final List<String> examples = new ArrayList<>();
  private final Consumer<Progress> listener;
  private final Pace pace = new Pace();
  private final long now;

  private final CheckRules rules;
  private long estimate;
  private long looked;
  private long records;
  private long expired;
  private long damaged;

  private TableCheck(
      TableState state,
      RowMaintenance maintenance,
      TableLayout layout,
      Reader snapshot,
      boolean repair,
      Consumer<Progress> listener) {
    this.state = state;
    this.layout = layout;
    this.snapshot = snapshot;
    this.view = new RowView(layout);
    this.listener = listener;
    this.now = state.now();
    this.rules = maintenance.checkRules(layout, repair);
    EntryRepair fix = repair ? new EntryRepair(state, maintenance, layout) : null;
    layout.indexes().stream()
        .filter(index -> index.def().state().isWritten())
        .forEach(index -> findings.add(new IndexFindings(index, fix, examples)));
  }

  public static CheckResult run(
      TableState state, RowMaintenance maintenance, boolean repair, Consumer<Progress> listener) {
    if (repair) {
      maintenance.settleTransactions();
    }
    String copy = state.origin().now();
    ReadView read = state.readView();
    CheckResult result;
    try (View view = read.view()) {
      result = new TableCheck(state, maintenance, read.layout(), view, repair, listener).run();
    }
    if (repair) {
      state.origin().repaired(copy);
    }
    return result;
  }

  private CheckResult run() {
    pace.start();
    estimate = state.store().estimate(layout.primary().everything()).count();
    for (IndexFindings index : findings) {
      estimate += state.store().estimate(index.index.key().everything()).count();
    }
    checkRecords();
    findings.forEach(this::checkEntries);
    return new CheckResult(
        layout.def().name(),
        records,
        expired,
        damaged,
        findings.stream().map(IndexFindings::result).toList(),
        examples);
  }

  private void looked(int count) {
    looked += count;
    pace.did(count);
    listener.accept(new Progress(looked, Math.max(looked, estimate), pace.rate()));
  }

  /** An entry that a record should have. */
  private static final class Expected {
    final IndexFindings index;
    final byte[] record;
    final byte[] key;
    final byte[] value;

    Expected(IndexFindings index, byte[] record, byte[] key, byte[] value) {
      this.index = index;
      this.record = record;
      this.key = key;
      this.value = value;
    }
  }

  private void checkRecords() {
    List<Expected> chunk = new ArrayList<>();
    int bytes = 0;
    int read = 0;
    try (Cursor cursor = snapshot.scan(Scan.over(layout.primary().everything()).inBulk())) {
      while (cursor.next()) {
        int before = chunk.size();
        byte[] key = cursor.key().toArray();
        read++;
        records++;
        try {
          view.record(cursor.key(), cursor.value());
          if (view.header().isFence()) {
            records--;
            rules.fence(key);
            continue;
          }
          expect(key, chunk);
        } catch (KeyException | StoreCorruptedException | TableException e) {
          chunk.subList(before, chunk.size()).clear();
          damaged(key, e);
        }
        for (Expected added : chunk.subList(before, chunk.size())) {
          bytes += added.key.length + added.value.length;
        }
        if (chunk.size() >= CHUNK_ENTRIES || read >= CHUNK_ENTRIES || bytes >= CHUNK_BYTES) {
          compare(chunk);
          chunk.clear();
          bytes = 0;
          looked(read);
          read = 0;
        }
      }
    }
    compare(chunk);
    rules.recordsDone();
    looked(read);
  }

  /** Reads the record whole and adds all entries that it should have. */
  private void expect(byte[] key, List<Expected> out) {
    view.key().getAll();
    KeyReader others = view.value();
    if (others != null) {
      others.getAll();
    }
    if (view.header().isExpired(now)) {
      expired++;
    }
    for (IndexFindings index : findings) {
      List<byte[]> keys = index.expected.keys(view);
      if (!keys.isEmpty()) {
        byte[] value = index.expected.value(view, view.header().expiry());
        keys.forEach(entry -> out.add(new Expected(index, key, entry, value)));
      }
      rules.record(index, key, view);
    }
  }

  private void damaged(byte[] key, RuntimeException why) {
    damaged++;
    Throwable cause = why instanceof StoreCorruptedException ? why.getCause() : null;
    String reason = (cause == null ? why : cause).getMessage();
    if (examples.size() < CheckResult.EXAMPLES) {
      examples.add(
          "damaged record " + KeyDescriptions.describe(layout.primary(), key) + ": " + reason);
    }
  }

  private void compare(List<Expected> chunk) {
    if (chunk.isEmpty()) {
      return;
    }
    List<byte[]> found = snapshot.getAll(chunk.stream().map(expected -> expected.key).toList());
    for (int i = 0; i < chunk.size(); i++) {
      Expected expected = chunk.get(i);
      byte[] entry = found.get(i);
      boolean missing = entry == null && expected.index.isComplete();
      boolean wrong = entry != null && !rules.isValueRight(expected.index, entry, expected.value);
      if ((missing || wrong) && rules.isStillWrong(expected.record, expected.key)) {
        if (missing) {
          expected.index.missing(expected.record, expected.key);
        } else {
          expected.index.wrong(expected.record, expected.key);
        }
      }
    }
  }

  private void checkEntries(IndexFindings index) {
    PrimaryKeys primaryKeys = new PrimaryKeys(index.index, layout.primary());
    rules.beginIndex(index);
    List<byte[]> entries = new ArrayList<>();
    List<byte[]> owners = new ArrayList<>();
    try (Cursor cursor = snapshot.scan(Scan.over(index.index.key().everything()).inBulk())) {
      while (cursor.next()) {
        byte[] entry = cursor.key().toArray();
        byte[] owner = primaryKeys.of(entry);
        index.entries++;
        if (owner == null) {
          index.dangling(null, entry, false);
          continue;
        }
        rules.entry(cursor);
        entries.add(entry);
        owners.add(owner);
        if (entries.size() >= CHUNK_ENTRIES) {
          compareOwners(index, entries, owners);
        }
      }
    }
    compareOwners(index, entries, owners);
    rules.endIndex(index);
  }

  /** Looks whether the records have these entries, and empties both lists. */
  private void compareOwners(IndexFindings index, List<byte[]> entries, List<byte[]> owners) {
    if (owners.isEmpty()) {
      return;
    }
    List<byte[]> values = snapshot.getAll(owners);
    for (int i = 0; i < entries.size(); i++) {
      byte[] owner = owners.get(i);
      byte[] entry = entries.get(i);
      byte[] value = values.get(i);
      if (value == null) {
        if (rules.isStillWrong(owner, entry)) {
          index.dangling(owner, entry, false);
        }
        continue;
      }
      try {
        view.record(owner, 0, owner.length, value, 0, value.length);
        if (view.header().isFence()) {
          if (rules.isStillWrong(owner, entry)) {
            index.dangling(owner, entry, false);
          }
        } else if (index.expected.keys(view).stream().noneMatch(key -> Arrays.equals(key, entry))
            && rules.isStillWrong(owner, entry)) {
          index.dangling(owner, entry, true);
        }
      } catch (KeyException | StoreCorruptedException | TableException damagedRecord) {
        // Counted when the records were read; who knows what its entries should be.
      }
    }
    looked(entries.size());
    entries.clear();
    owners.clear();
  }
}
