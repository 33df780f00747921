package dev.keyfold.structures.check;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.bytes.Counted;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Scan;
import dev.keyfold.structures.check.StructureCheckResult.Problem;
import dev.keyfold.structures.layout.Damage;
import dev.keyfold.structures.layout.KeyDisplay;
import dev.keyfold.structures.layout.Layout;
import dev.keyfold.structures.layout.Ordinal;
import dev.keyfold.structures.layout.StructureIds;
import dev.keyfold.structures.layout.StructureLimits;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Checks the catalog of structures: the version, the next numbers, and which physical database
 * stands behind which logical one. A physical database with names that no logical one leads to gets
 * the logical one whose entry was lost, or else the first empty one. Not thread-safe.
 */
public final class CatalogCheck {
  /** Formats up to here may be those of later versions of Keyfold; beyond, it is damage. */
  private static final long MOST_NEWER = 99;

  private final Reader reader;
  private final StructureFindings findings;

  /** From logical to physical databases, as repaired. */
  private final Map<Long, Long> numbers = new TreeMap<>();

  /** Logical databases whose entry is damaged or leads where another one leads. */
  private final TreeSet<Long> broken = new TreeSet<>();

  private final Set<Long> marked = new HashSet<>();
  private final TreeSet<Long> withNames = new TreeSet<>();
  private long biggestDatabase = -1;

  CatalogCheck(Reader reader, StructureFindings findings) {
    this.reader = reader;
    this.findings = findings;
  }

  public static boolean isFormat(byte[] version) {
    return version.length == Long.BYTES && Bytes.getLong(version, 0) == Layout.FORMAT;
  }

  public static boolean isNewer(byte[] version) {
    return version.length == Long.BYTES
        && Bytes.getLong(version, 0) > Layout.FORMAT
        && Bytes.getLong(version, 0) <= MOST_NEWER;
  }

  public static String newer(byte[] version) {
    return "the structures of this store have format "
        + Bytes.getLong(version, 0)
        + "; supported is "
        + Layout.FORMAT
        + ". Use the version of Keyfold that wrote them; if no newer version did, the entry is"
        + " damaged: restore a backup";
  }

  /** False if another version of Keyfold has written the store: then nothing can be checked. */
  boolean run() {
    byte[] version = reader.get(Layout.version());
    if (version != null && isNewer(version)) {
      findings.add(Problem.CATALOG, newer(version));
      return false;
    }
    if (version != null && !isFormat(version)) {
      findings.add(
          Problem.DAMAGED,
          "the version of the format of structures is damaged: " + Bytes.toHex(version),
          fix -> fix.put(Layout.version(), Layout.number(Layout.FORMAT)));
    }
    StructureCheck.scan(reader, Layout.CATALOG, this::entry);
    databases();
    conflicts();
    TreeSet<Long> lost = new TreeSet<>(withNames);
    lost.removeIf(physical -> marked.contains(physical) || isReachable(physical));
    lost.forEach(this::reconnect);
    for (long logical : broken) {
      connect(logical, fresh(), Problem.DAMAGED, "its entry was damaged, and no names are lost");
    }
    return true;
  }

  private void entry(byte[] key, byte[] value) {
    int kind = key.length > 1 ? key[1] : -1;
    boolean numbered = kind == Layout.DATABASE_OF || kind == Layout.COUNT_OF;
    boolean known =
        numbered
            ? Ordinal.isAt(key, 2) && 2 + Ordinal.lengthAt(key, 2) == key.length
            : key.length == 2 && kind >= 0 && kind < Layout.DATABASE_OF;
    if (!known) {
      findings.add(
          Problem.DAMAGED,
          "an unknown entry of the catalog: " + KeyDisplay.hex(key),
          fix -> fix.delete(key));
    } else if (kind == Layout.DATABASE_OF) {
      long logical = Ordinal.get(key, 2);
      if (logical >= StructureLimits.DATABASES) {
        findings.add(
            Problem.DAMAGED, "database " + logical + " cannot exist", fix -> fix.delete(key));
      } else if (Damage.isNumber(value)) {
        numbers.put(logical, Bytes.getLong(value, 0));
      } else {
        broken.add(logical);
      }
    }
    // Counts and next numbers are compared with what there is later.
  }

  /** Which physical databases have names, or are marked for removal. */
  private void databases() {
    try (Cursor cursor = reader.scan(Scan.prefix(new byte[] {Layout.META}).withoutValues())) {
      while (cursor.next()) {
        byte[] key = cursor.key().toArray();
        if (LostNames.isName(key)) {
          withNames.add(Ordinal.get(key, 1));
          byte[] next = Bytes.successor(Layout.prefix(Layout.META, Ordinal.get(key, 1)));
          if (next == null) {
            break;
          }
          cursor.seek(next);
        }
      }
    }
    byte[] marks = {Layout.RECLAIM, Layout.META};
    try (Cursor cursor = reader.scan(Scan.prefix(marks).withoutValues())) {
      while (cursor.next()) {
        byte[] key = cursor.key().toArray();
        if (Ordinal.isAt(key, 2) && Ordinal.get(key, 2) <= StructureIds.BIGGEST) {
          marked.add(Ordinal.get(key, 2));
        }
      }
    }
    biggestDatabase = withNames.isEmpty() ? -1 : withNames.last();
    marked.forEach(each -> biggestDatabase = Math.max(biggestDatabase, each));
    numbers.values().forEach(each -> biggestDatabase = Math.max(biggestDatabase, each));
  }

  private long physicalOf(long logical) {
    return numbers.getOrDefault(logical, logical);
  }

  /**
   * Two logical databases with one physical: the one that says so, or the later one, is wrong. If
   * databases were swapped and one lost its entry, it is that one.
   */
  private void conflicts() {
    Map<Long, Long> seen = new HashMap<>();
    boolean swapped = withNames.stream().anyMatch(this::isSwapped);
    numbers.forEach(
        (logical, physical) -> {
          boolean implied =
              physical < StructureLimits.DATABASES
                  && physical != logical.longValue()
                  && !numbers.containsKey(physical)
                  && !broken.contains(physical);
          if (implied && swapped) {
            broken.add(physical);
          } else if (implied || seen.putIfAbsent(physical, logical) != null) {
            broken.add(logical);
          }
        });
    broken.forEach(numbers::remove);
  }

  /** Whether another database should represent one of the first ones, and none does. */
  private boolean isSwapped(long physical) {
    return physical < StructureLimits.DATABASES
        && !marked.contains(physical)
        && numbers.containsKey(physical)
        && !numbers.containsValue(physical);
  }

  /** Whether a logical database represents the physical one. */
  boolean isReachable(long physical) {
    return numbers.containsValue(physical)
        || (physical < StructureLimits.DATABASES
            && !numbers.containsKey(physical)
            && !broken.contains(physical));
  }

  /** Whether all names of the database wait for their removal. */
  boolean isFlushed(long physical) {
    return marked.contains(physical) && !isReachable(physical);
  }

  private void reconnect(long physical) {
    String why = "its names are in no database";
    if (!broken.isEmpty()) {
      connect(broken.pollFirst(), physical, Problem.DATABASE, why);
      return;
    }
    long empty = -1;
    for (long i = StructureLimits.DATABASES - 1; i >= 0; i--) {
      if (marked.contains(physicalOf(i))) {
        // A database that was flushed has another number since.
        connect(i, physical, Problem.DATABASE, why);
        return;
      }
      empty = withNames.contains(physicalOf(i)) ? empty : i;
    }
    for (Map.Entry<Long, Long> each : numbers.entrySet()) {
      if (!withNames.contains(each.getValue())) {
        connect(each.getKey(), physical, Problem.DATABASE, why);
        return;
      }
    }
    if (empty >= 0) {
      connect(empty, physical, Problem.DATABASE, why);
    } else {
      findings.add(Problem.DATABASE, "physical database " + physical + ": " + why);
    }
  }

  private void connect(long logical, long physical, Problem problem, String why) {
    numbers.put(logical, physical);
    biggestDatabase = Math.max(biggestDatabase, physical);
    findings.add(
        problem,
        "physical database " + physical + " belongs to database " + logical + ": " + why,
        fix -> fix.put(Layout.catalog(Layout.DATABASE_OF, logical), Layout.number(physical)));
  }

  private long fresh() {
    byte[] next = reader.get(Layout.nextDatabase());
    long first = next != null && Damage.isNumber(next) ? Bytes.getLong(next, 0) : 0;
    return Math.max(Math.max(first, StructureLimits.DATABASES), biggestDatabase + 1);
  }

  /** The physical database of database 0. */
  long first() {
    return physicalOf(0);
  }

  /** Compares the counts of names with those that there are, and are after the repair. */
  void counts(Map<Long, Long> names, Map<Long, Long> after) {
    Set<Long> databases = new TreeSet<>(names.keySet());
    databases.addAll(after.keySet());
    Map<Long, byte[]> stored = new HashMap<>();
    byte[] counted = {Layout.CATALOG, Layout.COUNT_OF};
    try (Cursor cursor = reader.scan(Scan.prefix(counted))) {
      while (cursor.next()) {
        byte[] key = cursor.key().toArray();
        if (Ordinal.isAt(key, 2)) {
          stored.put(Ordinal.get(key, 2), cursor.value().toArray());
        }
      }
    }
    databases.addAll(stored.keySet());
    databases.removeIf(this::isFlushed);
    for (long physical : databases) {
      byte[] value = stored.get(physical);
      boolean damaged = value != null && !Damage.isNumber(value);
      long right = names.getOrDefault(physical, 0L);
      long found = value == null || damaged ? 0 : Bytes.getLong(value, 0);
      long then = after.getOrDefault(physical, 0L);
      byte[] key = Layout.catalog(Layout.COUNT_OF, physical);
      if (damaged || right != found || (found == 0 && value != null)) {
        findings.add(
            Problem.COUNT,
            "physical database "
                + physical
                + " counts "
                + Counted.of(found, "name")
                + ", but has "
                + right,
            fix -> StructureFindings.number(fix, key, then));
      } else if (then != right) {
        findings.also(fix -> StructureFindings.number(fix, key, then));
      }
    }
  }

  /**
   * Ids and databases that would be given a second time, and a version that is missing.
   *
   * @param biggestId in use
   * @param given the biggest id that the repair itself has given
   */
  void nextNumbers(long biggestId, long given, boolean empty) {
    if (!empty && reader.get(Layout.version()) == null) {
      findings.add(
          Problem.CATALOG,
          "the version of the format is missing",
          fix -> fix.put(Layout.version(), Layout.number(Layout.FORMAT)));
    }
    raise(Layout.nextId(), 1, biggestId, given, "id");
    raise(Layout.nextDatabase(), StructureLimits.DATABASES, biggestDatabase, 0, "database");
  }

  private void raise(byte[] key, long first, long biggest, long given, String what) {
    byte[] value = reader.get(key);
    boolean read = value != null && Damage.isNumber(value);
    long next = value != null && read ? Bytes.getLong(value, 0) : first;
    long used = Math.max(first, biggest + 1);
    long right = Math.max(used, given + 1);
    if (value != null && !read) {
      findings.add(
          Problem.DAMAGED,
          "the next " + what + " is damaged: " + Bytes.toHex(value),
          fix -> fix.put(key, Layout.number(right)));
    } else if (next < used) {
      findings.add(
          Problem.CATALOG,
          "the next " + what + " is " + next + ", but " + (used - 1) + " is in use",
          fix -> fix.put(key, Layout.number(right)));
    } else if (next < right) {
      findings.also(fix -> fix.put(key, Layout.number(right)));
    }
  }
}
