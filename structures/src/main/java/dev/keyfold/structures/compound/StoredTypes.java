package dev.keyfold.structures.compound;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.compound.CompoundKeys;
import dev.keyfold.codec.compound.DataType;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.StoreLimits;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/** The type entries ({@code T:}) of a snapshot, and the kinds of elements that a name has. */
final class StoredTypes {
  /** Types that structures do not have; some have a NUL and a number after the word. */
  private static final Set<String> FOREIGN = Set.of("stream", "bloom", "cms", "cuckoo", "topk");

  private final Reader snapshot;
  private final CompoundKeys keys;
  private final Slice found = new Slice();

  StoredTypes(Reader snapshot, CompoundKeys keys) {
    this.snapshot = snapshot;
    this.keys = keys;
  }

  /** What a type entry says. */
  enum Kind {
    /** There is no entry. */
    NONE,
    /** A {@link DataType}. */
    KNOWN,
    /** A type that structures do not have. */
    FOREIGN,
    /** Nothing that we know; it must be damaged. */
    UNREADABLE
  }

  /**
   * A type entry.
   *
   * @param text the word, or the value in hexadecimal digits if it is unreadable
   */
  record Entry(Kind kind, String text) {
    boolean says(DataType type) {
      return kind == Kind.KNOWN && text.equals(word(type));
    }
  }

  private static String word(DataType type) {
    return new String(type.toBytes(), StandardCharsets.US_ASCII);
  }

  static Entry read(byte[] stored) {
    String text = new String(stored, StandardCharsets.ISO_8859_1);
    for (DataType type : DataType.values()) {
      if (text.equals(word(type))) {
        return new Entry(Kind.KNOWN, text);
      }
    }
    int nul = text.indexOf(0);
    String word = nul < 0 ? text : text.substring(0, nul);
    return FOREIGN.contains(word)
        ? new Entry(Kind.FOREIGN, word)
        : new Entry(Kind.UNREADABLE, Bytes.toHex(stored));
  }

  /** The entry of a name. */
  Entry of(byte[] name) {
    return isStored(keys.typeKey(name)) ? read(found.toArray()) : new Entry(Kind.NONE, "");
  }

  /** Whether a structure has the name of this string. */
  boolean isNameOfStructure(byte[] string) {
    if (keys == CompoundKeys.UNESCAPED) {
      for (byte b : string) {
        if (b == 0) {
          return false; // a string can have a NUL in its name there, a structure cannot
        }
      }
    }
    return isStored(keys.typeKey(string));
  }

  boolean isPromoted(byte[] name) {
    return isStored(keys.promotionMarker(name));
  }

  /** Whether the key is there; then {@link #found} has its value. */
  private boolean isStored(byte[] key) {
    return key.length <= StoreLimits.KEY_BYTES && snapshot.get(Slice.of(key), found);
  }

  private boolean hasElements(DataType type, byte[] name) {
    byte[] prefix =
        switch (type) {
          case HASH -> keys.hashPrefix(name);
          case LIST -> keys.listPrefix(name);
          case SET -> keys.setPrefix(name);
          case ZSET -> keys.zsetPrefix(name);
        };
    try (Cursor cursor = snapshot.scan(Scan.prefix(prefix).limit(1).withoutValues())) {
      return cursor.next();
    }
  }

  /** Whether the name has elements of the type of its entry; of any type if it is unreadable. */
  boolean hasElements(Entry entry, byte[] name) {
    for (DataType type : DataType.values()) {
      boolean asked = entry.kind() == Kind.UNREADABLE || entry.says(type);
      if (asked && hasElements(type, name)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the name has elements of no other type. */
  boolean hasOnly(DataType type, byte[] name) {
    for (DataType other : DataType.values()) {
      if (other != type && hasElements(other, name)) {
        return false;
      }
    }
    return true;
  }
}
