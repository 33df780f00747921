package dev.keyfold.structures;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Scan;
import dev.keyfold.structures.StructureCheckResult.Problem;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Brings names whose entries are damaged and elements without a name together again. What speaks
 * for a name is the id in what is left of its entry, or the type and size if they fit elements of
 * one id only. Elements that nothing speaks for get a new name, {@code lost:ID} in database 0, as
 * long as a name is damaged that may have been theirs. Not thread-safe.
 */
final class LostNames {
  private static final int KEPT_BYTES = 64;

  private final Reader reader;
  private final StructureFindings findings;
  private final Map<byte[], Suspect> suspects = new TreeMap<>(Arrays::compareUnsigned);

  /** By id: in which key space the elements are. */
  private final Map<Long, TreeSet<Byte>> orphans = new TreeMap<>();

  /** A name that cannot be believed: damaged, without elements, or with those of another. */
  private static final class Suspect {
    final byte[] key;
    final byte[] entry;

    /** Null if the entry cannot be read. */
    final Meta meta;

    final Problem problem;
    final String words;
    final boolean keeps;
    final List<byte[]> expiries = new ArrayList<>();

    Suspect(byte[] key, byte[] entry, Meta meta, Problem problem, String words) {
      this.key = key;
      this.entry = entry;
      this.meta = meta;
      this.problem = problem;
      this.words = words;
      this.keeps = false;
    }

    Suspect(Meta meta, String words, boolean keeps) {
      this.key = meta.key;
      this.entry = Layout.NOTHING;
      this.meta = meta;
      this.problem = Problem.SHARED;
      this.words = words;
      this.keeps = keeps;
    }

    boolean hasName() {
      return Ordinal.isAt(key, 1);
    }

    /** Ids that the bytes may mean: behind the head, or behind the head and an expiry. */
    List<Long> ids() {
      List<Long> ids = new ArrayList<>();
      for (int at : new int[] {1, 1 + Long.BYTES}) {
        if (Ordinal.isAt(entry, at)) {
          ids.add(Ordinal.get(entry, at));
        }
      }
      return ids;
    }
  }

  LostNames(Reader reader, StructureFindings findings) {
    this.reader = reader;
    this.findings = findings;
  }

  void add(byte[] key, byte[] entry, Meta meta, Problem problem, String words) {
    // A string in what cannot be read is kept whole; there are few of them.
    byte[] kept = isString(entry) ? entry : Arrays.copyOf(entry, Math.min(entry.length, KEPT_BYTES));
    suspects.put(key, new Suspect(key, kept, meta, problem, words));
  }

  /**
   * Adds a name with the elements of another.
   *
   * @param fits whether its size says that the elements may as well be its own: then nobody knows
   *     which of the two is damaged, and each keeps them
   */
  void addSharing(Meta meta, String words, boolean fits) {
    suspects.put(meta.key, new Suspect(meta, words, fits));
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

  boolean isEmpty() {
    return suspects.isEmpty();
  }

  void addOrphan(byte space, long id) {
    orphans.computeIfAbsent(id, none -> new TreeSet<>()).add(space);
  }

  /** Where repaired names go, and how many there are afterwards. */
  interface Names {
    void come(byte[] key);

    void go(byte[] key);

    /** A free id. */
    long newId();
  }

  /**
   * Decides about all of them.
   *
   * @param database physical, for the names of elements that have none
   */
  void resolve(long database, Names names) {
    Map<Suspect, Meta> decided = new LinkedHashMap<>();
    for (Suspect suspect : suspects.values()) {
      for (long id : suspect.ids()) {
        Meta found = take(suspect.key, id);
        if (found != null && suspect.hasName()) {
          decided.put(suspect, found);
          break;
        }
      }
    }
    for (Suspect suspect : suspects.values()) {
      if (!decided.containsKey(suspect) && suspect.meta != null && !suspect.keeps) {
        Meta found = onlyOneLike(suspect);
        if (found != null) {
          decided.put(suspect, found);
        }
      }
    }
    for (Suspect suspect : suspects.values()) {
      decide(suspect, decided.get(suspect), names);
    }
    for (Map.Entry<Long, TreeSet<Byte>> orphan : orphans.entrySet()) {
      for (byte space : orphan.getValue()) {
        rename(database, space, orphan.getKey(), names);
      }
    }
  }

  /** What the elements of the id are, which are then no longer without a name; null if nothing. */
  private Meta take(byte[] key, long id) {
    TreeSet<Byte> spaces = orphans.get(id);
    if (spaces == null || !Ordinal.isAt(key, 1)) {
      return null;
    }
    Meta found = rebuild(key, spaces.pollFirst(), id);
    if (spaces.isEmpty()) {
      orphans.remove(id);
    }
    return found;
  }

  private Meta onlyOneLike(Suspect suspect) {
    long like = -1;
    for (Map.Entry<Long, TreeSet<Byte>> orphan : orphans.entrySet()) {
      byte space = suspect.meta.elementSpace();
      if (orphan.getValue().contains(space)
          && rebuild(suspect.key, space, orphan.getKey()).size == suspect.meta.size) {
        if (like >= 0) {
          return null;
        }
        like = orphan.getKey();
      }
    }
    return like < 0 ? null : take(suspect.key, like);
  }

  /** The entry of a name as the elements would have it. */
  private Meta rebuild(byte[] key, byte space, long id) {
    Meta meta = new Meta(null, key);
    meta.id = id;
    boolean values = false;
    int prefix = Layout.prefixLength(id);
    try (Cursor cursor = reader.scan(Scan.prefix(Layout.prefix(space, id)).inBulk())) {
      while (cursor.next()) {
        values |= cursor.value().length() > 0;
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
          default -> values ? StructureType.HASH : StructureType.SET;
        };
    return meta;
  }

  private void decide(Suspect suspect, Meta found, Names names) {
    if (found != null) {
      expire(found, suspect);
      if (suspect.meta != null && suspect.meta.type == StructureType.HASH) {
        found.type = found.type == StructureType.SET ? StructureType.HASH : found.type;
      }
      add(suspect, "; its elements are found", fix -> put(fix, found, suspect));
    } else if (suspect.problem == Problem.SHARED) {
      copy(suspect, names);
    } else if (isString(suspect.entry) && suspect.meta == null && suspect.hasName()) {
      byte[] entry = suspect.entry.clone();
      entry[0] = (byte) (entry[0] & ~Meta.UNKNOWN);
      Meta string = MetaCheck.read(suspect.key, entry);
      if (string != null) {
        expire(string, suspect);
        add(suspect, "; its value is kept", fix -> put(fix, string, suspect));
      } else {
        remove(suspect, names);
      }
    } else {
      remove(suspect, names);
    }
  }

  private void add(Suspect suspect, String end, Consumer<Batch> fix) {
    findings.add(suspect.problem, suspect.words + end, fix);
  }

  private void remove(Suspect suspect, Names names) {
    names.go(suspect.key);
    add(
        suspect,
        suspect.meta == null
            ? "; a repair removes it: " + Bytes.toHex(suspect.entry, 0, shown(suspect.entry))
            : "",
        fix -> {
          fix.delete(suspect.key);
          suspect.expiries.forEach(fix::delete);
          if (suspect.meta != null && suspect.meta.expiry != Meta.NO_EXPIRY) {
            fix.delete(Layout.expiry(suspect.meta.expiry, suspect.key));
          }
        });
  }

  private static int shown(byte[] entry) {
    return Math.min(entry.length, KEPT_BYTES);
  }

  /** Damaged bits in the head of a string leave its value readable. */
  private static boolean isString(byte[] entry) {
    return entry.length > 0 && (entry[0] & 0x0F) == StructureType.STRING.code();
  }

  /** The time that the only expiry entry says, else the one in the entry. */
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

  private void rename(long database, byte space, long id, Names names) {
    String words = "lost:" + id;
    byte[] key = Layout.meta(database, words.getBytes(StandardCharsets.US_ASCII));
    while (reader.get(key) != null) {
      words += "+";
      key = Layout.meta(database, words.getBytes(StandardCharsets.US_ASCII));
    }
    Meta found = rebuild(key, space, id);
    names.come(key);
    findings.add(
        Problem.ORPHAN,
        "elements of a structure with id "
            + id
            + " belong to no name, but perhaps to a damaged one; a repair names them '"
            + words
            + "'",
        fix -> fix.put(found.key, found.write()));
  }

  /** Two names with the same elements: both may be right, so that each gets its own. */
  private void copy(Suspect suspect, Names names) {
    Meta other = new Meta(null, suspect.key);
    other.become(suspect.meta);
    other.id = names.newId();
    byte[] mark = Layout.reclaim(other.elementSpace(), other.id);
    // As long as the copy is not complete, it is to be removed.
    findings.also(fix -> fix.put(mark, Layout.NOTHING));
    Meta counted = rebuild(suspect.key, suspect.meta.elementSpace(), suspect.meta.id);
    copy(suspect.meta.elementSpace(), suspect.meta.id, other.id);
    if (suspect.meta.type == StructureType.SORTED_SET) {
      copy(Layout.SCORES, suspect.meta.id, other.id);
    }
    other.size = counted.size;
    other.low = counted.low;
    other.high = counted.high;
    other.sparse = counted.sparse;
    add(
        suspect,
        "; a repair gives each its own elements",
        fix -> {
          fix.put(other.key, other.write());
          fix.delete(mark);
        });
  }

  private void copy(byte space, long id, long other) {
    int prefix = Layout.prefixLength(id);
    try (Cursor cursor = reader.scan(Scan.prefix(Layout.prefix(space, id)).inBulk())) {
      while (cursor.next()) {
        byte[] key = cursor.key().toArray();
        byte[] value = cursor.value().toArray();
        byte[] last = Arrays.copyOfRange(key, prefix, key.length);
        findings.also(fix -> fix.put(Layout.element(space, other, last), value));
        findings.flushIfBig();
      }
    }
  }
}
