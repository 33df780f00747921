package dev.keyfold.structures;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.Store;
import dev.keyfold.structures.StructureCheckResult.Problem;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;

/**
 * Compares all entries of structures with each other, at one moment: each name with its elements,
 * expiry entry and count, and each element, expiry entry and removal mark with its name. Reads
 * everything once in key order; memory grows with the number of structures by 8 bytes each, not
 * with their elements.
 *
 * <p>Repair follows the data that is there: sizes and bounds are set to what the elements say,
 * missing entries are written again from their counterpart, and elements without a name are handed
 * to the {@link Reclaimer}, unless a name cannot be read that they may belong to. Done once, by one
 * thread.
 */
public final class StructureCheck {
  private final Reader reader;
  private final StructureFindings findings;
  private final LongConsumer listener;
  private final ElementCheck elements;
  private final StructureIds ids = new StructureIds();
  private final Set<Long> flushed = new HashSet<>();
  private final Map<Long, Long> names = new HashMap<>();

  /** How many of the names go with the repair, as they have no elements. */
  private final Map<Long, Long> going = new HashMap<>();

  private final Map<Long, Long> numbers = new HashMap<>();
  private long read;
  private long biggestDatabase = -1;

  private StructureCheck(Reader reader, StructureFindings findings, LongConsumer listener) {
    this.reader = reader;
    this.findings = findings;
    this.listener = listener;
    this.elements = new ElementCheck(reader, findings);
  }

  /**
   * Checks the structures of the store, and repairs them if asked.
   *
   * @param repair only while no {@link Structures} are open over the store, which keep sizes in
   *     memory
   * @param listener is told now and then how many names were read
   * @return an empty result for a store that cannot hold structures
   */
  public static StructureCheckResult run(Store store, boolean repair, LongConsumer listener) {
    StructureFindings findings = new StructureFindings(store, repair);
    if (!store.has(Capability.ATOMIC_BATCH) || !store.has(Capability.SNAPSHOT)) {
      return findings.result(0, 0);
    }
    try (Snapshot moment = store.snapshot()) {
      StructureCheck check = new StructureCheck(moment, findings, listener);
      check.run();
      findings.flush();
      return findings.result(check.read, check.elements.count());
    }
  }

  private void run() {
    catalog();
    scan(Layout.META, this::name);
    ids.close();
    scan(Layout.EXPIRY, this::expiry);
    scan(Layout.RECLAIM, this::reclaim);
    new OrphanCheck(reader, findings, ids).run();
    counts();
    nextNumbers();
    strangers();
  }

  private interface EntryVisitor {
    void visit(byte[] key, byte[] value);
  }

  private void scan(byte space, EntryVisitor visitor) {
    try (Cursor cursor = reader.scan(Scan.prefix(new byte[] {space}).inBulk())) {
      while (cursor.next()) {
        visitor.visit(cursor.key().toArray(), cursor.value().toArray());
      }
    }
  }

  /**
   * Whether an ordinal in its only form is there; its end must not be the key's if more follows.
   */
  static boolean isOrdinal(byte[] bytes, int at) {
    return at < bytes.length
        && at + Ordinal.lengthAt(bytes, at) <= bytes.length
        && Ordinal.length(Ordinal.get(bytes, at)) == Ordinal.lengthAt(bytes, at);
  }

  private static boolean isOrdinalToTheEnd(byte[] bytes, int at) {
    return isOrdinal(bytes, at) && at + Ordinal.lengthAt(bytes, at) == bytes.length;
  }

  private void damaged(byte[] key, String what) {
    findings.add(Problem.DAMAGED, what + ": key " + StructureFindings.text(key));
  }

  private void catalog() {
    scan(
        Layout.CATALOG,
        (key, value) -> {
          boolean plain = key.length == 2 && key[1] >= 0 && key[1] < Layout.DATABASE_OF;
          boolean numbered =
              key.length > 2
                  && (key[1] == Layout.DATABASE_OF || key[1] == Layout.COUNT_OF)
                  && isOrdinalToTheEnd(key, 2);
          if ((!plain && !numbered) || value.length != Long.BYTES || Bytes.getLong(value, 0) < 0) {
            damaged(key, "damaged entry of the catalog");
          } else if (numbered && key[1] == Layout.DATABASE_OF) {
            numbers.put(Ordinal.get(key, 2), Bytes.getLong(value, 0));
          }
        });
    byte[] databases = {Layout.RECLAIM, Layout.META};
    try (Cursor cursor = reader.scan(Scan.prefix(databases).withoutValues())) {
      while (cursor.next()) {
        byte[] key = cursor.key().toArray();
        if (isOrdinalToTheEnd(key, 2) && !isReachable(Ordinal.get(key, 2))) {
          flushed.add(Ordinal.get(key, 2));
        }
      }
    }
  }

  /** Whether a logical database stands for the physical one. */
  private boolean isReachable(long physical) {
    return numbers.containsValue(physical)
        || (physical < StructureLimits.DATABASES && !numbers.containsKey(physical));
  }

  private void name(byte[] key, byte[] value) {
    if (++read % 10_000 == 0) {
      listener.accept(read);
    }
    if (!isOrdinal(key, 1)) {
      damaged(key, "damaged name");
      return;
    }
    long physical = Ordinal.get(key, 1);
    biggestDatabase = Math.max(biggestDatabase, physical);
    names.merge(physical, 1L, Long::sum);
    Meta meta = MetaCheck.read(key, value);
    String shown = StructureFindings.name(key);
    if (meta == null) {
      damaged(key, "the entry of name " + shown + " cannot be read");
      return;
    }
    if (flushed.contains(physical)) {
      ids.add(meta, true); // the reclaimer comes to it
      return;
    }
    if (!isReachable(physical)) {
      findings.add(
          Problem.DATABASE,
          "name " + shown + " is in physical database " + physical + ", which no number leads to");
    }
    if (meta.expiry != Meta.NO_EXPIRY) {
      byte[] entry = Layout.expiry(meta.expiry, key);
      if (reader.get(entry) == null) {
        findings.add(
            Problem.EXPIRY,
            "name " + shown + " expires, but has no expiry entry",
            fix -> fix.put(entry, Layout.NOTHING));
      }
    }
    if (meta.type != StructureType.STRING) {
      structure(meta, shown);
    }
  }

  private void structure(Meta meta, String shown) {
    byte[] mark = Layout.reclaim(meta.elementSpace(), meta.id);
    if (reader.get(mark) != null) {
      findings.add(
          Problem.RECLAIM,
          "name " + shown + " is in use, but its elements are marked for removal",
          fix -> fix.delete(mark));
    }
    boolean empty = elements.check(meta, shown) == 0;
    ids.add(meta, !empty); // an id without elements may be any number
    if (empty) {
      going.merge(Ordinal.get(meta.key, 1), 1L, Long::sum);
    }
  }

  private void expiry(byte[] key, byte[] value) {
    int at = 1 + Long.BYTES;
    if (!isOrdinal(key, at)) {
      findings.add(
          Problem.EXPIRY, "an expiry entry of no name: " + Bytes.toHex(key), f -> f.delete(key));
      return;
    }
    if (flushed.contains(Ordinal.get(key, at))) {
      return;
    }
    byte[] owner = Layout.metaOfExpiry(key);
    byte[] entry = reader.get(owner);
    Meta meta = entry == null ? null : MetaCheck.read(owner, entry);
    if (entry != null && meta == null) {
      return; // reported with the name
    }
    if (meta == null || meta.expiry != Bytes.getLong(key, 1)) {
      findings.add(
          Problem.EXPIRY,
          "an expiry entry that name " + StructureFindings.name(owner) + " does not have",
          fix -> fix.delete(key));
    } else {
      empty(key, value, "the expiry entry of name " + StructureFindings.name(owner));
    }
  }

  private void empty(byte[] key, byte[] value, String what) {
    if (value.length > 0) {
      findings.add(
          Problem.VALUE,
          what + " has a value of " + value.length + " bytes, expected none",
          fix -> fix.put(key, Layout.NOTHING));
    }
  }

  private void reclaim(byte[] key, byte[] value) {
    boolean known =
        isOrdinalToTheEnd(key, 2)
            && (key[1] == Layout.META
                || key[1] == Layout.ELEMENTS
                || key[1] == Layout.LIST
                || key[1] == Layout.MEMBERS);
    if (!known) {
      findings.add(
          Problem.RECLAIM,
          "a removal mark of nothing: " + Bytes.toHex(key),
          fix -> fix.delete(key));
    } else if (key[1] == Layout.META && isReachable(Ordinal.get(key, 2))) {
      findings.add(
          Problem.RECLAIM,
          "physical database " + Ordinal.get(key, 2) + " is in use, but is marked for removal",
          fix -> fix.delete(key));
    } else {
      empty(key, value, "a removal mark");
    }
  }

  private void counts() {
    Set<Long> databases = new HashSet<>(names.keySet());
    byte[] counted = {Layout.CATALOG, Layout.COUNT_OF};
    Map<Long, Long> stored = new HashMap<>();
    try (Cursor cursor = reader.scan(Scan.prefix(counted))) {
      while (cursor.next()) {
        byte[] key = cursor.key().toArray();
        if (isOrdinalToTheEnd(key, 2) && cursor.value().length() == Long.BYTES) {
          stored.put(Ordinal.get(key, 2), Bytes.getLong(cursor.value().toArray(), 0));
        }
      }
    }
    databases.addAll(stored.keySet());
    databases.removeAll(flushed);
    for (long physical : databases) {
      long right = names.getOrDefault(physical, 0L);
      long found = stored.getOrDefault(physical, 0L);
      long after = right - going.getOrDefault(physical, 0L);
      byte[] key = Layout.catalog(Layout.COUNT_OF, physical);
      if (right == found) {
        if (after != right) {
          findings.also(fix -> number(fix, key, after));
        }
      } else {
        findings.add(
            Problem.COUNT,
            "physical database " + physical + " counts " + found + " names, but has " + right,
            fix -> number(fix, key, after));
      }
    }
  }

  private static void number(Batch fix, byte[] key, long value) {
    if (value == 0) {
      fix.delete(key);
    } else {
      fix.put(key, Layout.number(value));
    }
  }

  /** Ids and databases that would be given a second time, and the version of the format. */
  private void nextNumbers() {
    if (read == 0 && elements.count() == 0) {
      return;
    }
    raise(Layout.NEXT_ID, 1, ids.biggest(), "id");
    long database = numbers.values().stream().mapToLong(Long::longValue).max().orElse(-1);
    long biggest = Math.max(biggestDatabase, database);
    raise(Layout.NEXT_DATABASE, StructureLimits.DATABASES, biggest, "database");
    if (reader.get(Layout.VERSION) == null) {
      findings.add(
          Problem.CATALOG,
          "the version of the format is missing",
          fix -> fix.put(Layout.VERSION, Layout.number(Structures.FORMAT)));
    }
  }

  private void raise(byte[] key, long first, long biggest, String what) {
    byte[] value = reader.get(key);
    if (value != null && value.length != Long.BYTES) {
      return; // reported as damaged
    }
    long next = value == null ? first : Bytes.getLong(value, 0);
    if (biggest >= next) {
      findings.add(
          Problem.CATALOG,
          "the next " + what + " is " + next + ", but " + biggest + " is in use",
          fix -> fix.put(key, Layout.number(biggest + 1)));
    }
  }

  /** Keys that begin as those of structures do, and belong to no kind. */
  private void strangers() {
    byte[] from = {(byte) (Layout.CATALOG + 1)};
    byte[] to = {(byte) 0xF0};
    Scan rest = Scan.over(KeyRange.of(from, to)).withoutValues().inBulk();
    try (Cursor cursor = reader.scan(rest)) {
      while (cursor.next()) {
        byte[] key = cursor.key().toArray();
        damaged(Arrays.copyOf(key, key.length), "an entry of no known kind");
      }
    }
  }
}
