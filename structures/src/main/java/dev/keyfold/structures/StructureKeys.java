package dev.keyfold.structures;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.structures.layout.Layout;
import dev.keyfold.structures.layout.Meta;
import dev.keyfold.structures.layout.MetaCheck;
import dev.keyfold.structures.layout.Ordinal;
import dev.keyfold.structures.type.StructureType;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Explains the bytes of a structure's key; {@code docs/FORMAT.md} specifies them. */
public final class StructureKeys {
  /** What bytes of a key are for. */
  public enum Role {
    /** Which kind of key it is. */
    SPACE,
    /** A number: a database, or the id of a structure. */
    NUMBER,
    /** What the user chose: a name, field, member, position, score or time. */
    VALUE,
    /** What cannot be read. */
    MALFORMED
  }

  /**
   * A run of bytes.
   *
   * @param name what it is: {@code database}, {@code name}, {@code member}
   * @param text what it means; empty for bytes that a user chose
   */
  public record Part(int offset, int length, String name, Role role, String text) {}

  private static final byte FIRST = Layout.META;
  private static final byte LAST = (byte) 0xEF;

  private StructureKeys() {}

  /** Whether keys that begin so belong to structures. */
  public static boolean owns(byte[] key) {
    return key.length > 0 && (key[0] & 0xFF) >= (FIRST & 0xFF) && (key[0] & 0xFF) <= (LAST & 0xFF);
  }

  /** The parts of a key, without gaps; what cannot be read is one part at the end. */
  public static List<Part> explain(byte[] key) {
    List<Part> parts = new ArrayList<>();
    switch (key[0]) {
      case Layout.META -> {
        space(parts, "the entry of a name: type, expiry, size; a string's value");
        number(parts, key, "database");
        rest(parts, key, "name");
      }
      case Layout.ELEMENTS -> {
        space(parts, "a field of a hash, or a member of a set");
        number(parts, key, "id");
        rest(parts, key, "field");
      }
      case Layout.LIST -> {
        space(parts, "an element of a list");
        number(parts, key, "id");
        eight(parts, key, "position", position -> Long.toString(position ^ Long.MIN_VALUE));
        nothingMore(parts, key);
      }
      case Layout.MEMBERS -> {
        space(parts, "a member of a sorted set; its value is the score");
        number(parts, key, "id");
        rest(parts, key, "member");
      }
      case Layout.SCORES -> {
        space(parts, "a member of a sorted set, in the order of scores");
        number(parts, key, "id");
        eight(parts, key, "score", bits -> Double.toString(Layout.score(bits)));
        rest(parts, key, "member");
      }
      case Layout.EXPIRY -> {
        space(parts, "a name that expires, the next one first");
        eight(parts, key, "when", StructureKeys::time);
        number(parts, key, "database");
        rest(parts, key, "name");
      }
      case Layout.RECLAIM -> {
        space(parts, "remains of a deleted structure");
        rest(parts, key, "of");
      }
      case Layout.CATALOG -> {
        space(parts, "catalog of all structures: version, next id, databases");
        rest(parts, key, "kind");
      }
      default -> malformed(parts, 0, key, "no kind of key that structures have");
    }
    return parts;
  }

  /**
   * What the keys of all elements of a structure begin with; equal for all of them, in whichever
   * order they are stored. Null if the key belongs to no element.
   */
  public static byte @Nullable [] elementPrefix(byte[] key) {
    boolean element = key.length > 1 && key[0] >= Layout.ELEMENTS && key[0] <= Layout.SCORES;
    if (!element || 1 + Ordinal.lengthAt(key, 1) > key.length) {
      return null;
    }
    byte[] prefix = Arrays.copyOf(key, 1 + Ordinal.lengthAt(key, 1));
    prefix[0] = key[0] == Layout.SCORES ? Layout.MEMBERS : key[0];
    return prefix;
  }

  /**
   * The {@link #elementPrefix} of the structure with that name.
   *
   * @param key the key of the name's entry
   * @return null for a string, which has no elements, and for an entry that cannot be read
   */
  public static byte @Nullable [] elementPrefix(byte[] key, byte[] entry) {
    Meta meta = MetaCheck.read(key, entry);
    return meta != null && meta.type != StructureType.STRING
        ? Layout.prefix(meta.elementSpace(), meta.id)
        : null;
  }

  /** The key of the name's entry that an expiry entry is about; null if it is no expiry entry. */
  public static byte @Nullable [] nameOfExpiry(byte[] key) {
    boolean expiry = key.length > 1 + Long.BYTES && key[0] == Layout.EXPIRY;
    return expiry ? Layout.metaOfExpiry(key) : null;
  }

  private static String time(long millis) {
    try {
      return Instant.ofEpochMilli(millis).toString();
    } catch (DateTimeException e) {
      return millis + " ms since 1970";
    }
  }

  private static int end(List<Part> parts) {
    Part last = parts.get(parts.size() - 1);
    return last.offset() + last.length();
  }

  private static void space(List<Part> parts, String text) {
    parts.add(new Part(0, 1, "kind", Role.SPACE, text));
  }

  private static void number(List<Part> parts, byte[] key, String name) {
    int at = end(parts);
    if (isMalformed(parts) || at >= key.length || at + Ordinal.lengthAt(key, at) > key.length) {
      malformed(parts, at, key, "expected the number of the " + name);
      return;
    }
    String text = name + " " + Ordinal.get(key, at);
    parts.add(new Part(at, Ordinal.lengthAt(key, at), name, Role.NUMBER, text));
  }

  private static void eight(
      List<Part> parts, byte[] key, String name, java.util.function.LongFunction<String> text) {
    int at = end(parts);
    if (isMalformed(parts) || at + Long.BYTES > key.length) {
      malformed(parts, at, key, "expected 8 bytes: the " + name);
      return;
    }
    parts.add(new Part(at, Long.BYTES, name, Role.VALUE, text.apply(Bytes.getLong(key, at))));
  }

  private static void rest(List<Part> parts, byte[] key, String name) {
    int at = end(parts);
    if (!isMalformed(parts) && at < key.length) {
      parts.add(new Part(at, key.length - at, name, Role.VALUE, ""));
    }
  }

  private static void nothingMore(List<Part> parts, byte[] key) {
    int at = end(parts);
    if (!isMalformed(parts) && at < key.length) {
      malformed(parts, at, key, "expected the end of the key");
    }
  }

  private static boolean isMalformed(List<Part> parts) {
    return parts.get(parts.size() - 1).role() == Role.MALFORMED;
  }

  private static void malformed(List<Part> parts, int at, byte[] key, String text) {
    if (parts.isEmpty() || !isMalformed(parts)) {
      parts.add(new Part(at, key.length - at, "?", Role.MALFORMED, text));
    }
  }
}
