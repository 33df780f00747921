package dev.keyfold.structures.check;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Scan;
import dev.keyfold.structures.check.StructureCheckResult.Problem;
import dev.keyfold.structures.layout.KeyDisplay;
import dev.keyfold.structures.layout.Layout;
import dev.keyfold.structures.layout.Meta;
import dev.keyfold.structures.layout.MetaCheck;
import dev.keyfold.structures.layout.Ordinal;
import dev.keyfold.structures.layout.Positions;
import dev.keyfold.structures.layout.StructureIds;
import dev.keyfold.structures.type.StructureType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The lost+found of a repair: reunites names whose entries are damaged with elements that have lost
 * their name, if the id is in what is left of the entry. Type and size prove nothing: many
 * structures have the same. Everything else is kept under a new name in database 0, {@code lost:ID}
 * for the elements of a structure and {@code lost:KEY} for single entries, so that a person can
 * decide. Not thread-safe.
 */
final class LostNames {
  private static final int SHOWN_BYTES = 64;
  private static final int NAMED_BYTES = 1000;

  private final Reader reader;
  private final StructureFindings findings;
  private final ElementCheck elements;
  private final Map<byte[], Suspect> suspects = new TreeMap<>(Arrays::compareUnsigned);

  /** By id: structures without a name, one for each key space. */
  private final TreeMap<Long, List<Meta>> orphans = new TreeMap<>();

  /** Keys of elements whose id cannot be read or was never given. */
  private final List<byte[]> strays = new ArrayList<>();

  private final Set<String> given = new HashSet<>();

  /** A name that cannot be believed: damaged, without elements, or with those of another. */
  private static final class Suspect {
    final byte[] key;

    /** The beginning of the entry. */
    final byte[] entry;

    /** Null if the entry cannot be read. */
    final @Nullable Meta meta;

    final Problem problem;
    final String words;

    final List<byte[]> expiries = new ArrayList<>();

    Suspect(byte[] key, byte[] entry, @Nullable Meta meta, Problem problem, String words) {
      this.key = key;
      this.entry = Arrays.copyOf(entry, Math.min(entry.length, SHOWN_BYTES));
      this.meta = meta;
      this.problem = problem;
      this.words = words;
    }

    /** Ids that the bytes may mean: after the head, or after the head and an expiry. */
    List<Long> ids() {
      List<Long> ids = new ArrayList<>();
      if (entry.length > Meta.MOST_BYTES) {
        return ids; // the value of a string
      }
      for (int at : new int[] {1, 1 + Long.BYTES}) {
        if (Ordinal.isAt(entry, at)) {
          ids.add(Ordinal.get(entry, at));
        }
      }
      return ids;
    }
  }

  /** What the repair changes beyond single entries. */
  interface Changes {
    /** The name of database 0 as a key. */
    byte[] keyOf(byte[] name);

    void added(byte[] key);

    void removed(byte[] key);

    /** A free id. */
    long newId();
  }

  LostNames(Reader reader, StructureFindings findings, ElementCheck elements) {
    this.reader = reader;
    this.findings = findings;
    this.elements = elements;
  }

  void add(byte[] key, byte[] entry, @Nullable Meta meta, Problem problem, String words) {
    suspects.put(key, new Suspect(key, entry, meta, problem, words));
  }

  /** Adds a name with the elements of another. */
  void addSharing(Meta meta, String words) {
    add(meta.key, Layout.NOTHING, meta, Problem.SHARED, words);
  }

  boolean has(byte[] key) {
    return suspects.containsKey(key);
  }

  /** Notes the expiry entry of a name that cannot be read; false if it is none of those. */
  boolean addExpiry(byte[] metaKey, byte[] expiryKey) {
    Suspect suspect = suspects.get(metaKey);
    if (suspect == null) {
      return false;
    }
    suspect.expiries.add(expiryKey);
    return true;
  }

  void addOrphan(byte space, long id) {
    List<Meta> found = orphans.computeIfAbsent(id, none -> new ArrayList<>());
    if (found.stream().noneMatch(each -> each.elementSpace() == space)) {
      found.add(count(space, id));
    }
  }

  void addStray(byte[] key) {
    strays.add(key);
  }

  /** The biggest id of elements without a name. */
  long biggestId() {
    return orphans.isEmpty() ? 0 : orphans.lastKey();
  }

  /** Decides about all of them. */
  void resolve(Changes changes) {
    Map<Suspect, Meta> found = new HashMap<>();
    for (Suspect suspect : suspects.values()) {
      for (long id : suspect.ids()) {
        List<Meta> same = orphans.get(id);
        if (!found.containsKey(suspect) && isName(suspect.key) && same != null) {
          found.put(suspect, take(id, same));
        }
      }
    }
    suspects.values().forEach(suspect -> decide(suspect, found.get(suspect), changes));
    orphans.values().forEach(each -> each.forEach(orphan -> rename(orphan, changes)));
    strays.forEach(stray -> keepStray(stray, changes));
  }

  /** Whether the key has a database that there may be. */
  static boolean isName(byte[] key) {
    return Ordinal.isAt(key, 1) && Ordinal.get(key, 1) <= StructureIds.BIGGEST;
  }

  private Meta take(long id, List<Meta> same) {
    Meta orphan = same.remove(0);
    if (same.isEmpty()) {
      orphans.remove(id);
    }
    return orphan;
  }

  /** The entry of a name as the elements of the id would have it, without the name. */
  private Meta count(byte space, long id) {
    Meta meta = new Meta(Layout.meta(0, Layout.NOTHING));
    meta.id = id;
    long valued = 0;
    int prefix = Layout.prefixLength(id);
    try (Cursor cursor = reader.scan(Scan.prefix(Layout.prefix(space, id)).inBulk())) {
      while (cursor.next()) {
        valued += cursor.value().length() > 0 ? 1 : 0;
        if (space == Layout.LIST && cursor.key().length() >= prefix + Long.BYTES) {
          meta.high = Positions.wholeOf(cursor.key().toArray(), prefix);
          meta.low = meta.size == 0 ? meta.high : meta.low;
        }
        meta.size++;
      }
    }
    meta.sparse = space == Layout.LIST;
    meta.type =
        switch (space) {
          case Layout.LIST -> StructureType.LIST;
          case Layout.MEMBERS -> StructureType.SORTED_SET;
          default -> valued > 0 ? StructureType.HASH : StructureType.SET;
        };
    return meta;
  }

  private void decide(Suspect suspect, @Nullable Meta orphan, Changes changes) {
    if (orphan != null) {
      reunite(suspect, orphan, changes);
    } else if (suspect.meta == null) {
      keepOrRemove(suspect, changes);
    } else if (suspect.problem == Problem.SHARED) {
      copy(suspect, suspect.meta, changes);
    } else {
      remove(suspect, "; a repair removes the name", changes);
    }
  }

  private void reunite(Suspect suspect, Meta orphan, Changes changes) {
    Meta found = named(suspect.key, orphan);
    expire(found, suspect);
    if (found.type == StructureType.SET
        && suspect.meta != null
        && suspect.meta.type == StructureType.HASH) {
      found.type = StructureType.HASH; // one whose values are all empty
    }
    if (elements.check(found, KeyDisplay.name(suspect.key)) == 0) {
      remove(suspect, "; its elements cannot be read, a repair removes the name", changes);
      return;
    }
    String words = suspect.words + "; a repair gives it its elements back: ";
    findings.add(suspect.problem, words + described(found), fix -> put(fix, found, suspect));
  }

  /** Its size is to be found out, and its elements to be checked. */
  private static Meta named(byte[] key, Meta orphan) {
    Meta found = new Meta(key);
    found.become(orphan);
    found.size = ElementCheck.UNKNOWN;
    return found;
  }

  private static String described(Meta found) {
    return "a " + found.existingType().word() + " of size " + found.size;
  }

  /** Damaged bits in the head of a string leave its value readable. */
  private void keepOrRemove(Suspect suspect, Changes changes) {
    byte[] stored = reader.get(suspect.key);
    if (stored == null) {
      return; // removed since it was found
    }
    byte[] entry = stored.clone();
    boolean string =
        entry.length > Meta.MOST_BYTES
            || (entry.length > 0 && (entry[0] & Meta.TYPE) == StructureType.STRING.code());
    if (!string) {
      String end = "; a repair removes its " + entry.length + " bytes: " + Bytes.toHex(entry);
      remove(suspect, end, changes);
      return;
    }
    byte[] key = isName(suspect.key) ? suspect.key : lostKey(hex(suspect.key), changes);
    entry[0] = (byte) ((entry[0] & Meta.EXPIRES) | StructureType.STRING.code());
    Meta read = MetaCheck.read(key, entry);
    Meta kept = read != null ? read : string(key, Arrays.copyOfRange(entry, 1, entry.length));
    expire(kept, suspect);
    if (key != suspect.key) {
      changes.added(key);
    }
    findings.add(
        suspect.problem,
        suspect.words
            + "; a repair keeps its value of "
            + kept.valueLength()
            + " bytes as string "
            + KeyDisplay.name(key),
        fix -> {
          fix.delete(suspect.key);
          put(fix, kept, suspect);
        });
  }

  private static Meta string(byte[] key, byte[] value) {
    Meta meta = new Meta(key);
    meta.type = StructureType.STRING;
    meta.setValue(value);
    return meta;
  }

  private void remove(Suspect suspect, String end, Changes changes) {
    if (isName(suspect.key)) {
      changes.removed(suspect.key);
    }
    findings.addLoss(
        suspect.problem,
        suspect.words + end,
        fix -> {
          fix.delete(suspect.key);
          suspect.expiries.forEach(fix::delete);
          if (suspect.meta != null && suspect.meta.expiry != Meta.NO_EXPIRY) {
            fix.delete(Layout.expiry(suspect.meta.expiry, suspect.key));
          }
        });
  }

  /** The time of the only expiry entry, else the one in the entry of the name. */
  private static void expire(Meta found, Suspect suspect) {
    if (suspect.expiries.size() == 1) {
      found.expiry = Bytes.getLong(suspect.expiries.get(0), 1);
    } else if (suspect.meta != null) {
      found.expiry = suspect.meta.expiry;
    }
    found.expiry = Math.max(Meta.NO_EXPIRY, found.expiry);
  }

  private static void put(Batch fix, Meta found, Suspect suspect) {
    suspect.expiries.forEach(fix::delete);
    fix.put(found.key, found.write());
    if (found.expiry != Meta.NO_EXPIRY) {
      fix.put(Layout.expiry(found.expiry, found.key), Layout.NOTHING);
    }
  }

  private static String hex(byte[] key) {
    return Bytes.toHex(key, 0, Math.min(key.length, NAMED_BYTES));
  }

  /** The key of a free name in database 0. */
  private byte[] lostKey(String what, Changes changes) {
    String name = "lost:" + what;
    byte[] key = changes.keyOf(name.getBytes(StandardCharsets.US_ASCII));
    while (reader.get(key) != null || !given.add(name)) {
      name += "+";
      key = changes.keyOf(name.getBytes(StandardCharsets.US_ASCII));
    }
    return key;
  }

  private void rename(Meta orphan, Changes changes) {
    byte[] key = lostKey(Long.toString(orphan.id), changes);
    Meta found = named(key, orphan);
    String shown = KeyDisplay.name(key);
    if (elements.check(found, shown) == 0) {
      return; // reported, and removed, one by one
    }
    changes.added(key);
    findings.add(
        Problem.ORPHAN,
        "elements of a structure with id "
            + orphan.id
            + " belong to no name; a repair names them "
            + shown
            + ": "
            + described(found),
        fix -> fix.put(key, found.write()));
  }

  private void keepStray(byte[] stray, Changes changes) {
    byte[] value = reader.get(stray);
    if (value == null) {
      return; // removed since it was found
    }
    byte[] key = lostKey(hex(stray), changes);
    changes.added(key);
    findings.add(
        Problem.DAMAGED,
        "an element without a valid id; a repair keeps its value of "
            + value.length
            + " bytes as string "
            + KeyDisplay.name(key),
        fix -> {
          fix.delete(stray);
          fix.put(key, string(key, value).write());
        });
  }

  /** Two names with the same elements: both may be right, so that each gets its own. */
  private void copy(Suspect suspect, Meta meta, Changes changes) {
    byte space = meta.elementSpace();
    Meta other = new Meta(suspect.key);
    other.become(count(space, meta.id));
    other.type = meta.type;
    if (meta.type == StructureType.SET && elements.isHash(meta.id)) {
      other.type = StructureType.HASH;
    }
    other.expiry = meta.expiry;
    other.id = changes.newId();
    byte[] mark = Layout.reclaim(space, other.id);
    // Until the copy is complete, it is marked for removal.
    findings.also(fix -> fix.put(mark, Layout.NOTHING));
    copy(space, meta.id, other);
    if (meta.type == StructureType.SORTED_SET) {
      copy(Layout.SCORES, meta.id, other);
    }
    findings.add(
        suspect.problem,
        suspect.words + "; a repair gives each its own elements",
        fix -> {
          fix.put(other.key, other.write());
          fix.delete(mark);
        });
  }

  private void copy(byte space, long id, Meta other) {
    int prefix = Layout.prefixLength(id);
    boolean valued = other.type != StructureType.SET;
    try (Cursor cursor = reader.scan(Scan.prefix(Layout.prefix(space, id)).inBulk())) {
      while (cursor.next()) {
        byte[] key = cursor.key().toArray();
        byte[] value = valued ? cursor.value().toArray() : Layout.NOTHING;
        byte[] last = Arrays.copyOfRange(key, prefix, key.length);
        findings.also(fix -> fix.put(Layout.element(space, other.id, last), value));
        findings.flushIfBig();
      }
    }
  }
}
