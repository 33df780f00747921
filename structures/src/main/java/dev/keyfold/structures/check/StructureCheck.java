package dev.keyfold.structures.check;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.Store;
import dev.keyfold.structures.check.StructureCheckResult.Problem;
import dev.keyfold.structures.layout.Damage;
import dev.keyfold.structures.layout.KeyDisplay;
import dev.keyfold.structures.layout.Layout;
import dev.keyfold.structures.layout.Meta;
import dev.keyfold.structures.layout.MetaCheck;
import dev.keyfold.structures.layout.Ordinal;
import dev.keyfold.structures.layout.StructureIds;
import dev.keyfold.structures.type.StructureType;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Compares all entries of structures with each other, on one snapshot: each name with its elements,
 * expiry entry and count, and each element, expiry entry and removal mark with its name. Reads
 * everything once in key order; memory grows with the number of structures by 8 bytes each, not
 * with their elements.
 *
 * <p>Repair follows the data that is there: sizes and bounds are set to what the elements say,
 * missing entries are written again from their counterpart, and {@link LostNames} reunites damaged
 * names with their elements or gives elements a new name. What cannot be kept is reported one by
 * one, see {@link StructureCheckResult#losses}. After a repair a second check finds nothing but
 * entries of no known kind. Done once, by one thread.
 */
public final class StructureCheck {
  private final Reader reader;
  private final StructureFindings findings;
  private final LongConsumer listener;
  private final ElementCheck elements;
  private final CatalogCheck catalog;
  private final LostNames lost;
  private final ContradictedExpiries expiries;
  private final StructureIds ids = new StructureIds();

  /** Names by physical database, as they are and as they are after the repair. */
  private final Map<Long, Long> names = new HashMap<>();

  private final Map<Long, Long> after = new HashMap<>();
  private long biggestId;

  /** The biggest id that the repair has given. */
  private long given;

  private long read;

  private StructureCheck(Reader reader, StructureFindings findings, LongConsumer listener) {
    this.reader = reader;
    this.findings = findings;
    this.listener = listener;
    this.elements = new ElementCheck(reader, findings);
    this.catalog = new CatalogCheck(reader, findings);
    this.lost = new LostNames(reader, findings, elements);
    this.expiries = new ContradictedExpiries(reader);
  }

  /**
   * Checks the structures of the store, and repairs them if asked.
   *
   * @param repair only while no {@code Structures} are open over the store, which keep sizes in
   *     memory
   * @param listener receives the number of names read, now and then
   * @return an empty result for a store that cannot hold structures
   */
  public static StructureCheckResult run(Store store, boolean repair, LongConsumer listener) {
    StructureCheckResult result = once(store, repair, listener);
    // Elements that names shared were copied as they were, damage included.
    return repair && result.found().containsKey(Problem.SHARED)
        ? result.and(once(store, true, listener))
        : result;
  }

  private static StructureCheckResult once(Store store, boolean repair, LongConsumer listener) {
    StructureFindings findings = new StructureFindings(store, repair);
    if (!store.has(Capability.ATOMIC_BATCH) || !store.has(Capability.SNAPSHOT)) {
      return findings.result(0, 0);
    }
    try (Snapshot snapshot = store.snapshot()) {
      StructureCheck check = new StructureCheck(snapshot, findings, listener);
      check.run();
      findings.flush();
      return findings.result(check.read, check.elements.count());
    }
  }

  private void run() {
    if (!catalog.run()) {
      return;
    }
    scan(reader, Layout.META, this::name);
    ids.close();
    shared();
    elements.values(lost::has);
    scan(reader, Layout.EXPIRY, this::expiry);
    scan(reader, Layout.RECLAIM, this::reclaim);
    new OrphanCheck(reader, findings, ids, lost).run();
    biggestId = Math.max(biggestId, Math.max(ids.biggest(), lost.biggestId()));
    lost.resolve(new Changes());
    catalog.counts(names, after);
    catalog.nextNumbers(biggestId, given, read == 0 && elements.count() == 0);
    strangers();
  }

  interface EntryVisitor {
    void visit(byte[] key, byte[] value);
  }

  static void scan(Reader reader, byte space, EntryVisitor visitor) {
    try (Cursor cursor = reader.scan(Scan.prefix(new byte[] {space}).inBulk())) {
      while (cursor.next()) {
        visitor.visit(cursor.key().toArray(), cursor.value().toArray());
      }
    }
  }

  /** Follows how many names each database has after the repair. */
  private final class Changes implements LostNames.Changes {
    @Override
    public byte[] keyOf(byte[] name) {
      return Layout.meta(catalog.first(), name);
    }

    @Override
    public void added(byte[] key) {
      after.merge(Ordinal.get(key, 1), 1L, Long::sum);
    }

    @Override
    public void removed(byte[] key) {
      after.merge(Ordinal.get(key, 1), -1L, Long::sum);
    }

    @Override
    public long newId() {
      byte[] next = reader.get(Layout.nextId());
      long never = next != null && Damage.isNumber(next) ? Bytes.getLong(next, 0) : 0;
      long free = Math.max(biggestId, given) + 1;
      given = never > StructureIds.BIGGEST ? free : Math.max(free, never);
      return given;
    }
  }

  private void name(byte[] key, byte[] value) {
    if (++read % 10_000 == 0) {
      listener.accept(read);
    }
    String shown = KeyDisplay.name(key);
    if (!LostNames.isName(key)) {
      lost.add(key, value, null, Problem.DAMAGED, "a name has a damaged key: " + shown);
      return;
    }
    long physical = Ordinal.get(key, 1);
    names.merge(physical, 1L, Long::sum);
    after.merge(physical, 1L, Long::sum);
    Meta meta = MetaCheck.read(key, value);
    if (meta == null) {
      lost.add(key, value, null, Problem.DAMAGED, "the entry of name " + shown + " cannot be read");
      return;
    }
    if (catalog.isFlushed(physical)) {
      ids.add(meta); // the reclaimer comes to it
      return;
    }
    if (meta.expiry != Meta.NO_EXPIRY && reader.get(Layout.expiry(meta.expiry, key)) == null) {
      unexpected(meta, shown);
    }
    if (meta.type != StructureType.STRING) {
      structure(meta, value, shown);
    }
  }

  /** Without its expiry entry. If it has one of a later time, that one is believed: no loss. */
  private void unexpected(Meta meta, String shown) {
    if (!expiries.believeLater(meta)) {
      byte[] entry = Layout.expiry(meta.expiry, meta.key);
      findings.add(
          Problem.EXPIRY,
          "name " + shown + " expires, but has no expiry entry",
          fix -> fix.put(entry, Layout.NOTHING));
      return;
    }
    byte[] right = meta.write();
    findings.add(
        Problem.EXPIRY,
        "name " + shown + " and its expiry entry differ; a repair takes the later time",
        fix -> fix.put(meta.key, right));
  }

  private void structure(Meta meta, byte[] value, String shown) {
    boolean empty = elements.check(meta, shown) == 0;
    if (empty) {
      String words =
          meta.existingType().word() + " " + shown + " has size " + meta.size + ", but 0 elements";
      lost.add(meta.key, value, meta, Problem.SIZE, words);
      return; // an id without elements may be any number
    }
    ids.add(meta);
    byte[] mark = Layout.reclaim(meta.elementSpace(), meta.id);
    if (reader.get(mark) != null) {
      findings.add(
          Problem.RECLAIM,
          "name " + shown + " is in use, but its elements are marked for removal",
          fix -> fix.delete(mark));
    }
  }

  /** Of names with the same elements, one whose type and size fit keeps them. */
  private void shared() {
    Set<Long> shared = ids.shared();
    if (shared.isEmpty()) {
      return;
    }
    Map<Long, byte[]> keepers = new HashMap<>();
    scan(
        reader,
        Layout.META,
        (key, value) -> {
          Meta meta = sharing(key, value, shared);
          if (meta != null && elements.isSize(meta)) {
            keepers.putIfAbsent(packed(meta), key);
          }
        });
    scan(
        reader,
        Layout.META,
        (key, value) -> {
          Meta meta = sharing(key, value, shared);
          if (meta == null) {
            return;
          }
          byte[] keeper = keepers.computeIfAbsent(packed(meta), id -> key);
          if (!Arrays.equals(keeper, key)) {
            String words =
                "name "
                    + KeyDisplay.name(key)
                    + " refers to the structure with id "
                    + meta.id
                    + ", and so does name "
                    + KeyDisplay.name(keeper);
            lost.addSharing(meta, words);
          }
        });
  }

  private @Nullable Meta sharing(byte[] key, byte[] value, Set<Long> shared) {
    Meta meta = LostNames.isName(key) ? MetaCheck.read(key, value) : null;
    return meta != null && meta.type != StructureType.STRING && shared.contains(packed(meta))
        ? meta
        : null;
  }

  private static long packed(Meta meta) {
    return StructureIds.packed(meta.elementSpace(), meta.id);
  }

  private void expiry(byte[] key, byte[] value) {
    if (Layout.databaseOfExpiry(key) < 0) {
      findings.add(
          Problem.EXPIRY, "an expiry entry of no name: " + Bytes.toHex(key), f -> f.delete(key));
      return;
    }
    // In a flushed database too: the reclaimer removes a name's entry, but none without a name.
    byte[] owner = Layout.metaOfExpiry(key);
    byte[] entry = reader.get(owner);
    Meta meta = entry == null ? null : MetaCheck.read(owner, entry);
    if (entry != null && meta == null && lost.addExpiry(owner, key)) {
      return; // reported with the name
    }
    long time = Bytes.getLong(key, 1);
    if (meta == null || (meta.expiry != time && !expiries.isBelieved(owner, time))) {
      findings.add(
          Problem.EXPIRY,
          "an expiry entry that name " + KeyDisplay.name(owner) + " does not have",
          fix -> fix.delete(key));
    } else {
      empty(key, value, "the expiry entry of name " + KeyDisplay.name(owner));
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
        Ordinal.isAt(key, 2)
            && 2 + Ordinal.lengthAt(key, 2) == key.length
            && Ordinal.get(key, 2) <= StructureIds.BIGGEST
            && (key[1] == Layout.META
                || key[1] == Layout.ELEMENTS
                || key[1] == Layout.LIST
                || key[1] == Layout.MEMBERS);
    if (!known) {
      findings.add(
          Problem.RECLAIM,
          "a removal mark of nothing: " + Bytes.toHex(key),
          fix -> fix.delete(key));
      return;
    }
    long id = Ordinal.get(key, 2);
    if (key[1] == Layout.META && catalog.isReachable(id)) {
      findings.add(
          Problem.RECLAIM,
          "physical database " + id + " is in use, but is marked for removal",
          fix -> fix.delete(key));
      return;
    }
    if (key[1] != Layout.META) {
      biggestId = Math.max(biggestId, id); // given again, its elements would be removed
    }
    empty(key, value, "a removal mark");
  }

  /** Keys that begin as those of structures do, and belong to no kind; nobody knows whose. */
  private void strangers() {
    byte[] from = {(byte) (Layout.CATALOG + 1)};
    byte[] to = {(byte) 0xF0};
    Scan rest = Scan.over(KeyRange.of(from, to)).withoutValues().inBulk();
    try (Cursor cursor = reader.scan(rest)) {
      while (cursor.next()) {
        byte[] key = cursor.key().toArray();
        findings.add(Problem.DAMAGED, "an entry of no known kind: key " + KeyDisplay.text(key));
      }
    }
  }
}
