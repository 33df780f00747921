package dev.keyfold.structures.layout;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Slice;
import dev.keyfold.structures.type.StructureType;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The metadata entry of a name, decoded and mutable. Belongs to the unit of work that read it,
 * which changes its fields; not thread-safe.
 *
 * <pre>
 *   +------+--------+-----------------------+
 *   | head | expiry | value                 |    a string
 *   +------+--------+----+------+-----------+
 *   | head | expiry | id | size |           |    a hash, set, sorted set
 *   +------+--------+----+------+-----+------+
 *   | head | expiry | id | size | low | high |   a list; low and high 8 bytes each
 *   +------+--------+----+------+-----+------+
 *
 *   head     bits 0-3 the type's code, 40 a list with gaps or fractions, 80 an expiry follows
 *   expiry   8 bytes, only if head says so
 *   id,size  {@link Ordinal}s
 *   low,high whole positions between which all elements of a list are, both included
 * </pre>
 */
public final class Meta {
  public static final int TYPE = 0x0F;
  private static final int SPARSE = 0x40;
  public static final int EXPIRES = 0x80;
  private static final int UNKNOWN = 0x30;

  /** The longest entry that is not a string's. */
  public static final int MOST_BYTES = 1 + Long.BYTES + 2 * Ordinal.MOST_BYTES + 2 * Long.BYTES;

  public static final long NO_EXPIRY = 0;

  private static final int NO_DATABASE = -1;

  public final Database database;
  public final byte[] key;
  private final int nameOffset;

  /** Null: there is no such name. */
  public @Nullable StructureType type;

  public long expiry;
  public long id;
  public long size;

  /** Whole positions of a list: no element is before the one or after the other. */
  public long low;

  public long high;

  /** A list whose positions are not simply low, low + 1, ... high. */
  public boolean sparse;

  /** A string's value is in here from {@link #valueOffset} on; nobody changes the array. */
  public byte[] value = Layout.NOTHING;

  public int valueOffset;

  /** Whether the store, or what is written before, has the entry. */
  public boolean stored;

  /** Whether the entry is still to be written. */
  public boolean dirty;

  /** Whether the listener is to hear of it, and of which type it was when that was noted last. */
  public boolean touched;

  public @Nullable StructureType told;

  public Meta(Database database, byte[] key) {
    this.database = database;
    this.key = key;
    this.nameOffset = 1 + Ordinal.lengthAt(key, 1);
  }

  /** One that no unit of work counts: read to be looked at, or to be written as it is. */
  public Meta(byte[] key) {
    this(new Database(NO_DATABASE), key);
  }

  public boolean exists() {
    return type != null;
  }

  /** The type of a name that is there. */
  public StructureType existingType() {
    if (type == null) {
      throw new IllegalStateException("name " + KeyDisplay.name(key) + " does not exist: no type");
    }
    return type;
  }

  public byte[] name() {
    return Arrays.copyOfRange(key, nameOffset, key.length);
  }

  public int valueLength() {
    return value.length - valueOffset;
  }

  public void setValue(byte[] bytes) {
    value = bytes;
    valueOffset = 0;
    size = 0;
  }

  /** Where its elements are; of a sorted set those by member. */
  public byte elementSpace() {
    return elementSpace(existingType());
  }

  public static byte elementSpace(StructureType type) {
    return switch (type) {
      case LIST -> Layout.LIST;
      case SORTED_SET -> Layout.MEMBERS;
      default -> Layout.ELEMENTS;
    };
  }

  /** What tells it from all other structures: an id alone does so within a key space only. */
  public long memoryKey() {
    return StructureIds.packed(elementSpace(), id);
  }

  /** The key space in the order of which elements have a rank. */
  public byte rankSpace() {
    return type == StructureType.SORTED_SET ? Layout.SCORES : elementSpace();
  }

  /** The expiry in an entry that is not read further; none if it is too short to have one. */
  public static long expiryOf(Slice entry) {
    boolean has = entry.length() > Long.BYTES && (entry.at(0) & EXPIRES) != 0;
    return has ? Bytes.getLong(entry.array(), entry.offset() + 1) : NO_EXPIRY;
  }

  /** Throws if it is none that this version writes. */
  public void read(byte[] entry) {
    boolean whole;
    try {
      whole = parse(entry);
    } catch (IndexOutOfBoundsException e) {
      whole = false;
    }
    if (!whole) {
      throw Damage.entry(key, "the entry of name " + KeyDisplay.name(key));
    }
  }

  private boolean parse(byte[] entry) {
    int head = entry[0] & 0xFF;
    type = StructureType.of(head & TYPE);
    sparse = (head & SPARSE) != 0;
    boolean known = type != null && (head & UNKNOWN) == 0;
    if (!known || (sparse && type != StructureType.LIST)) {
      return false;
    }
    stored = true;
    int at = 1;
    if ((head & EXPIRES) != 0) {
      expiry = Bytes.getLong(entry, at);
      at += Long.BYTES;
    }
    if (type == StructureType.STRING) {
      value = entry;
      valueOffset = at;
      return expiry >= 0;
    }
    id = Ordinal.get(entry, at);
    at += Ordinal.lengthAt(entry, at);
    size = Ordinal.get(entry, at);
    at += Ordinal.lengthAt(entry, at);
    if (type == StructureType.LIST) {
      low = Bytes.getLong(entry, at);
      high = Bytes.getLong(entry, at + Long.BYTES);
      at += 2 * Long.BYTES;
    }
    return at == entry.length && id > 0 && size > 0 && low <= high && expiry >= 0;
  }

  public byte[] write() {
    int head = existingType().code() | (sparse ? SPARSE : 0) | (expiry != NO_EXPIRY ? EXPIRES : 0);
    int at = expiry != NO_EXPIRY ? 1 + Long.BYTES : 1;
    byte[] entry;
    if (type == StructureType.STRING) {
      entry = new byte[at + valueLength()];
      System.arraycopy(value, valueOffset, entry, at, valueLength());
    } else {
      boolean list = type == StructureType.LIST;
      int numbers = Ordinal.length(id) + Ordinal.length(size);
      entry = new byte[at + numbers + (list ? 2 * Long.BYTES : 0)];
      int next = Ordinal.put(entry, Ordinal.put(entry, at, id), size);
      if (list) {
        Bytes.putLong(entry, next, low);
        Bytes.putLong(entry, next + Long.BYTES, high);
      }
    }
    entry[0] = (byte) head;
    if (expiry != NO_EXPIRY) {
      Bytes.putLong(entry, 1, expiry);
    }
    return entry;
  }

  /** The same name in the same state; the value's array is shared, as nobody changes it. */
  public Meta copy() {
    Meta copy = new Meta(database, key);
    copy.become(this);
    copy.stored = stored;
    copy.dirty = dirty;
    copy.touched = touched;
    copy.told = told;
    return copy;
  }

  /** Takes over everything that is not the name itself. */
  public void become(Meta other) {
    type = other.type;
    expiry = other.expiry;
    id = other.id;
    size = other.size;
    low = other.low;
    high = other.high;
    sparse = other.sparse;
    value = other.value;
    valueOffset = other.valueOffset;
  }
}
