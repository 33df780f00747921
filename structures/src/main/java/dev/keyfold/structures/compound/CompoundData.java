package dev.keyfold.structures.compound;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.compound.CompoundKeys;
import dev.keyfold.codec.compound.DataType;
import dev.keyfold.codec.compound.ListPosition;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.Store;
import dev.keyfold.structures.errors.StructuresException;
import dev.keyfold.structures.type.ElementVisitor;
import dev.keyfold.structures.type.FieldVisitor;
import dev.keyfold.structures.type.NameVisitor;
import dev.keyfold.structures.type.ScoreVisitor;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Hashes, sets, sorted sets, lists and strings under compound keys:
 *
 * <pre>
 *   T:name             hash, set, zset or list
 *   H:name 00 field    the field's value
 *   S:name 00 member   1
 *   Z:name 00 member   the score, as a number in text
 *   L:name 00 position the element; positions are those of {@link ListPosition}
 *   name               a string
 * </pre>
 *
 * <p>The first entry of a structure writes its type; an entry of another type is refused. What
 * other programs keep under {@code LM:} and {@code PM:} is not specified: it is passed over, never
 * written, and removed with the name. Thread-safe as far as the store is, but two that write the
 * first entry of the same name at once may mix types, as in the layout's own program.
 */
public final class CompoundData {
  /** The value of a member of a set. */
  static final byte[] PRESENT = {'1'};

  private final Store store;
  private final CompoundKeys keys;

  /**
   * @param store holds nothing but such data; stays the caller's
   * @param keys the revision: with or without escapes in names
   */
  public CompoundData(Store store, CompoundKeys keys) {
    this.store = store;
    this.keys = keys;
  }

  Store store() {
    return store;
  }

  CompoundKeys keys() {
    return keys;
  }

  /** The type of a structure; null for a string, or if none exists of that name. */
  public @Nullable DataType type(byte[] name) {
    byte[] stored = store.get(keys.typeKey(name));
    return stored == null ? null : DataType.of(stored);
  }

  private void put(byte[] name, DataType type, byte[] key, byte[] value) {
    Batch batch = new Batch();
    DataType found = type(name);
    if (found == null) {
      if (store.get(name) != null) {
        throw wrongType("string", type);
      }
      batch.put(keys.typeKey(name), type.toBytes());
    } else if (found != type) {
      throw wrongType(found.toString(), type);
    }
    batch.put(key, value);
    store.write(batch);
  }

  private static StructuresException wrongType(String found, DataType expected) {
    return new StructuresException("the name holds a " + found + "; expected a " + expected);
  }

  // ---- strings

  /** Writes a string. Its name is the key, so it must not look like one of the others. */
  public void putString(byte[] name, byte[] value) {
    if (keys.isInternal(name)) {
      throw new StructuresException(
          "the name begins like an internal key; in this layout a string cannot be called so");
    }
    DataType found = type(name);
    if (found != null) {
      throw new StructuresException("the name holds a " + found + "; expected a string");
    }
    store.put(name, value);
  }

  /** A string; null if none exists. */
  public byte @Nullable [] string(byte[] name) {
    return keys.isInternal(name) ? null : store.get(name);
  }

  // ---- hashes

  /** Writes a field of a hash. */
  public void putField(byte[] name, byte[] field, byte[] value) {
    put(name, DataType.HASH, keys.hashField(name, field), value);
  }

  /** The value of a field; null if none exists. */
  public byte @Nullable [] field(byte[] name, byte[] field) {
    return store.get(keys.hashField(name, field));
  }

  /** All fields in order. */
  public void forEachField(byte[] name, FieldVisitor visitor) {
    forEach(keys.hashPrefix(name), visitor);
  }

  // ---- sets

  /** Adds a member to a set. */
  public void addMember(byte[] name, byte[] member) {
    put(name, DataType.SET, keys.setMember(name, member), PRESENT);
  }

  /** Whether the set has the member. */
  public boolean hasMember(byte[] name, byte[] member) {
    return store.get(keys.setMember(name, member)) != null;
  }

  /** All members in order. */
  public void forEachMember(byte[] name, NameVisitor visitor) {
    forEach(keys.setPrefix(name), (member, value) -> visitor.visit(member));
  }

  // ---- sorted sets

  /** Writes the score of a member. */
  public void putScore(byte[] name, byte[] member, double score) {
    put(name, DataType.ZSET, keys.zsetMember(name, member), Scores.print(score));
  }

  /** The score of a member; not a number if it is none. */
  public double score(byte[] name, byte[] member) {
    byte[] stored = store.get(keys.zsetMember(name, member));
    return stored == null ? Double.NaN : Scores.parse(stored, 0, stored.length);
  }

  /** All members with their scores, in the order of the members: the layout has no other. */
  public void forEachScore(byte[] name, ScoreVisitor visitor) {
    forEach(
        keys.zsetPrefix(name),
        (member, value) ->
            visitor.visit(member, Scores.parse(value.array(), value.offset(), value.length())));
  }

  // ---- lists

  /** Adds an element after the last one. */
  public void addLast(byte[] name, byte[] element) {
    addAtEnd(name, element, true);
  }

  /** Adds an element before the first one. */
  public void addFirst(byte[] name, byte[] element) {
    addAtEnd(name, element, false);
  }

  private void addAtEnd(byte[] name, byte[] element, boolean last) {
    byte[] prefix = keys.listPrefix(name);
    Scan scan = Scan.over(KeyRange.prefix(prefix)).limit(1);
    BigDecimal position = BigDecimal.ZERO;
    try (Cursor cursor = store.scan(last ? scan.reverse() : scan)) {
      if (cursor.next()) {
        byte[] stored = keys.extractSubKey(cursor.key().toArray(), prefix);
        BigDecimal end = ListPosition.decode(stored);
        position = last ? end.add(BigDecimal.ONE) : end.subtract(BigDecimal.ONE);
      }
    }
    put(name, DataType.LIST, keys.listElement(name, position), element);
  }

  /** All elements in order. */
  public void forEachElement(byte[] name, ElementVisitor visitor) {
    long[] index = {0};
    forEach(keys.listPrefix(name), (position, value) -> visitor.visit(index[0]++, value));
  }

  // ---- all

  private void forEach(byte[] prefix, FieldVisitor visitor) {
    Slice sub = new Slice();
    try (Cursor cursor = store.scan(Scan.over(KeyRange.prefix(prefix)))) {
      boolean more = true;
      while (more && cursor.next()) {
        Slice key = cursor.key();
        sub.set(key.array(), key.offset() + prefix.length, key.length() - prefix.length);
        more = visitor.visit(sub, cursor.value());
      }
    }
  }

  /** Removes a string or structure, at once, with all that belongs to it. */
  public boolean delete(byte[] name) {
    Batch batch = new Batch();
    DataType type = type(name);
    boolean plain = string(name) != null;
    if (plain) {
      batch.delete(name);
    }
    for (byte[] prefix :
        Arrays.asList(
            keys.hashPrefix(name),
            keys.setPrefix(name),
            keys.zsetPrefix(name),
            keys.listPrefix(name))) {
      batch.deleteRange(KeyRange.prefix(prefix));
    }
    batch.delete(keys.typeKey(name));
    batch.delete(keys.listMeta(name));
    batch.delete(keys.promotionMarker(name));
    store.write(batch);
    return plain || type != null;
  }

  /** Scores as text. */
  static final class Scores {
    private Scores() {}

    static byte[] print(double score) {
      String text =
          Double.isInfinite(score) ? (score > 0 ? "inf" : "-inf") : Double.toString(score);
      return text.getBytes(StandardCharsets.US_ASCII);
    }

    static double parse(byte[] bytes, int from, int length) {
      String text = new String(bytes, from, length, StandardCharsets.US_ASCII);
      try {
        return switch (text) {
          case "inf", "+inf" -> Double.POSITIVE_INFINITY;
          case "-inf" -> Double.NEGATIVE_INFINITY;
          default -> Double.parseDouble(text);
        };
      } catch (NumberFormatException e) {
        throw new StructuresException("found the score '" + text + "', expected a number");
      }
    }
  }
}
