package dev.keyfold.structures.compound;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.compound.CompoundKeys;
import dev.keyfold.codec.compound.DataType;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Scan;
import dev.keyfold.store.StoreLimits;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/** What the type entries ({@code T:}) of a moment say, and whether elements agree with them. */
final class StoredTypes {
  /** Types of other structures; some have a NUL and a number after the word. */
  private static final Set<String> FOREIGN = Set.of("stream", "bloom", "cms", "cuckoo", "topk");

  private final Reader moment;
  private final CompoundKeys keys;

  StoredTypes(Reader moment, CompoundKeys keys) {
    this.moment = moment;
    this.keys = keys;
  }

  /**
   * A type entry: at most one of type and foreign is set.
   *
   * @param exists whether there is an entry
   * @param type a type that structures have; null if it is another, or unreadable
   * @param foreign the word for a type that structures do not have, or null
   * @param text the value, for messages
   */
  record Entry(boolean exists, DataType type, String foreign, String text) {
    /** Whether the entry is there and says nothing that we know: it must be damaged. */
    boolean isUnreadable() {
      return exists && type == null && foreign == null;
    }
  }

  private static final Entry NONE = new Entry(false, null, null, "");

  Entry of(byte[] name) {
    byte[] stored = get(keys.typeKey(name));
    return stored == null ? NONE : read(stored);
  }

  /** Null also for a key that is too long to be stored. */
  private byte[] get(byte[] key) {
    return key.length > StoreLimits.KEY_BYTES ? null : moment.get(key);
  }

  /** Whether a structure has the name of this string. */
  boolean hasEntry(byte[] string) {
    if (keys == CompoundKeys.UNESCAPED
        && new String(string, StandardCharsets.ISO_8859_1).indexOf(0) >= 0) {
      return false; // a string may have a NUL in its name there, a structure cannot
    }
    return get(keys.typeKey(string)) != null;
  }

  static Entry read(byte[] stored) {
    String text = new String(stored, StandardCharsets.ISO_8859_1);
    int nul = text.indexOf(0);
    String word = nul < 0 ? text : text.substring(0, nul);
    if (FOREIGN.contains(word)) {
      return new Entry(true, null, word, word);
    }
    for (DataType type : DataType.values()) {
      if (text.equals(new String(type.toBytes(), StandardCharsets.ISO_8859_1))) {
        return new Entry(true, type, null, text);
      }
    }
    return new Entry(true, null, null, Bytes.toHex(stored));
  }

  boolean hasElements(DataType type, byte[] name) {
    byte[] prefix =
        switch (type) {
          case HASH -> keys.hashPrefix(name);
          case LIST -> keys.listPrefix(name);
          case SET -> keys.setPrefix(name);
          case ZSET -> keys.zsetPrefix(name);
        };
    try (Cursor cursor = moment.scan(Scan.prefix(prefix).limit(1).withoutValues())) {
      return cursor.next();
    }
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

  boolean hasAnyElements(byte[] name) {
    for (DataType type : DataType.values()) {
      if (hasElements(type, name)) {
        return true;
      }
    }
    return false;
  }

  boolean isPromoted(byte[] name) {
    return get(keys.promotionMarker(name)) != null;
  }
}
