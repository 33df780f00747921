package dev.keyfold.table.maintenance;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Scan;
import dev.keyfold.store.StoreCorruptedException;
import dev.keyfold.store.View;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.schema.KeyTexts;
import dev.keyfold.table.schema.RowView;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.shared.Decisions;
import dev.keyfold.table.shared.ResolvedStore;
import dev.keyfold.table.shared.RowRepair;
import dev.keyfold.table.upkeep.CheckResult;
import dev.keyfold.table.upkeep.Progress;
import dev.keyfold.table.write.Duplicates;
import dev.keyfold.table.write.PrimaryKeys;
import dev.keyfold.table.write.RowImages;
import dev.keyfold.table.write.TableMoment;
import dev.keyfold.table.write.TableState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The consistency check of a table: compares its indexes with its records on one snapshot, in both
 * directions: from each record to the entries it should have, and from each entry to its record.
 * Reads everything once in order and looks up the other side in batches, so memory is bounded. Used
 * once, by one thread; others may read and write meanwhile.
 */
public final class TableCheck {
  private static final int CHUNK_ENTRIES = 512;
  private static final int CHUNK_BYTES = 4 << 20;

  /** A transaction that is not decided after so long is that of a process that has died. */
  private static final long PENDING_MILLIS = 60_000;

  private final TableState state;
  private final TableLayout layout;
  private final Reader moment;
  private final RowView view;
  private final List<IndexFindings> findings = new ArrayList<>();
  private final List<String> examples = new ArrayList<>();
  private final Consumer<Progress> listener;
  private final Pace pace = new Pace();
  private final long now;

  /** Where others may write while this reads: what disagrees is looked at again. */
  private final @Nullable RowRepair again;

  private final @Nullable ClaimCheck claims;
  private final boolean repair;
  private long estimate;
  private long looked;
  private long records;
  private long expired;
  private long damaged;

  private TableCheck(
      TableState state,
      TableLayout layout,
      Reader moment,
      boolean repair,
      Consumer<Progress> listener) {
    this.state = state;
    this.layout = layout;
    this.moment = moment;
    this.view = new RowView(layout);
    this.listener = listener;
    this.now = state.now();
    this.repair = repair;
    RowImages images = state.isShared() ? new RowImages(layout) : null;
    this.again = images == null ? null : new RowRepair(ResolvedStore.of(state), images);
    this.claims =
        images == null ? null : new ClaimCheck(ResolvedStore.of(state), images, repair, now);
    EntryRepair fix = repair ? new EntryRepair(state, layout) : null;
    layout.indexes().stream()
        .filter(index -> index.def().state().isWritten())
        .forEach(index -> findings.add(new IndexFindings(index, fix, examples)));
  }

  public static CheckResult run(TableState state, boolean repair, Consumer<Progress> listener) {
    if (state.isShared() && repair) {
      Decisions.settle(ResolvedStore.of(state), PENDING_MILLIS);
    }
    String copy = state.origin().now();
    TableMoment moment = state.moment();
    CheckResult result;
    try (View view = moment.view()) {
      result = new TableCheck(state, moment.layout(), view, repair, listener).run();
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
    try (Cursor cursor = moment.scan(Scan.over(layout.primary().everything()).inBulk())) {
      while (cursor.next()) {
        int before = chunk.size();
        byte[] key = cursor.key().toArray();
        read++;
        records++;
        try {
          view.record(cursor.key(), cursor.value());
          if (view.header().isFence()) {
            records--;
            removeFence(key);
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
    if (claims != null) {
      claims.flush();
    }
    looked(read);
  }

  private void removeFence(byte[] key) {
    if (repair && again != null) {
      boolean unused = again.fence(key);
    }
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
      if (claims != null) {
        claims.record(index, key, view);
      }
    }
  }

  private void damaged(byte[] key, RuntimeException why) {
    damaged++;
    Throwable cause = why instanceof StoreCorruptedException ? why.getCause() : null;
    String reason = (cause == null ? why : cause).getMessage();
    if (examples.size() < CheckResult.EXAMPLES) {
      examples.add("damaged record " + KeyTexts.describe(layout.primary(), key) + ": " + reason);
    }
  }

  private void compare(List<Expected> chunk) {
    if (chunk.isEmpty()) {
      return;
    }
    List<byte[]> found = moment.getAll(chunk.stream().map(expected -> expected.key).toList());
    for (int i = 0; i < chunk.size(); i++) {
      Expected expected = chunk.get(i);
      byte[] entry = found.get(i);
      boolean missing = entry == null && expected.index.isComplete();
      boolean wrong =
          entry != null && (again == null ? !isSame(expected, entry) : !again.isStamped(entry));
      if ((missing || wrong) && isStillWrong(expected.record, expected.key)) {
        if (missing) {
          expected.index.missing(expected.record, expected.key);
        } else {
          expected.index.wrong(expected.record, expected.key);
        }
      }
    }
  }

  private static boolean isSame(Expected expected, byte[] entry) {
    try {
      return expected.index.index.isSameValue(entry, expected.value);
    } catch (KeyException | StoreCorruptedException damagedEntry) {
      return false;
    }
  }

  private boolean isStillWrong(byte[] record, byte[] entry) {
    try {
      return again == null || again.isWrong(record, entry);
    } catch (KeyException | StoreCorruptedException | TableException damagedRecord) {
      return false; // counted when the records are read
    }
  }

  private void checkEntries(IndexFindings index) {
    PrimaryKeys primaryKeys = new PrimaryKeys(index.index, layout.primary());
    boolean unique = index.index.isUnique() && claims == null;
    Duplicates duplicates = unique ? new Duplicates(index.index, now) : null;
    List<byte[]> entries = new ArrayList<>();
    List<byte[]> owners = new ArrayList<>();
    try (Cursor cursor = moment.scan(Scan.over(index.index.key().everything()).inBulk())) {
      while (cursor.next()) {
        byte[] entry = cursor.key().toArray();
        byte[] owner = primaryKeys.of(entry);
        index.entries++;
        if (owner == null) {
          index.dangling(null, entry, false);
          continue;
        }
        if (duplicates != null) {
          addTo(duplicates, cursor);
        }
        entries.add(entry);
        owners.add(owner);
        if (entries.size() >= CHUNK_ENTRIES) {
          compareOwners(index, entries, owners);
        }
      }
    }
    compareOwners(index, entries, owners);
    if (claims != null) {
      claims.claims(index);
    }
    if (duplicates != null && index.isComplete()) {
      index.duplicates = duplicates.count();
      duplicates.examples().forEach(index::duplicate);
    }
  }

  private static void addTo(Duplicates duplicates, Cursor cursor) {
    try {
      duplicates.add(cursor.key(), cursor.value());
    } catch (KeyException | StoreCorruptedException damagedEntry) {
      // Counted as wrong or dangling elsewhere.
    }
  }

  /** Looks whether the records have these entries, and empties both lists. */
  private void compareOwners(IndexFindings index, List<byte[]> entries, List<byte[]> owners) {
    if (owners.isEmpty()) {
      return;
    }
    List<byte[]> values = moment.getAll(owners);
    for (int i = 0; i < entries.size(); i++) {
      byte[] owner = owners.get(i);
      byte[] entry = entries.get(i);
      byte[] value = values.get(i);
      if (value == null) {
        if (isStillWrong(owner, entry)) {
          index.dangling(owner, entry, false);
        }
        continue;
      }
      try {
        view.record(owner, 0, owner.length, value, 0, value.length);
        if (view.header().isFence()) {
          if (isStillWrong(owner, entry)) {
            index.dangling(owner, entry, false);
          }
        } else if (index.expected.keys(view).stream().noneMatch(key -> Arrays.equals(key, entry))
            && isStillWrong(owner, entry)) {
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
