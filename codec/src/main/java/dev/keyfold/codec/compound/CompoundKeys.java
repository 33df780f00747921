package dev.keyfold.codec.compound;

import dev.keyfold.codec.KeyFormatException;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.bytes.Utf8;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compound keys by the operations their users know. Two constants, one for each revision of the
 * store; both are immutable and thread-safe.
 *
 * <pre>{@code
 * byte[] key = CompoundKeys.ESCAPED.hashField("user:123", "name");         // H:user:123 00 name
 * KeyRange all = KeyRange.prefix(CompoundKeys.ESCAPED.hashPrefix("user:123"));
 * CompoundKeys.ESCAPED.extractSubKey(key);                                  // name
 * }</pre>
 *
 * <p>Text is UTF-8. Building refuses what could not be taken apart again with a {@link
 * KeyValueException}; taking apart refuses what was not built here with a {@link
 * KeyFormatException}.
 */
public final class CompoundKeys {
  /** The newer revision: percent signs and NULs of the key are escaped. */
  public static final CompoundKeys ESCAPED = new CompoundKeys(true);

  /** The older revision: the key is written as it is; NULs in it are refused. */
  public static final CompoundKeys UNESCAPED = new CompoundKeys(false);

  private static final byte[] NONE = {};

  private final boolean escaped;

  private CompoundKeys(boolean escaped) {
    this.escaped = escaped;
  }

  // ---- building

  /** The key of a field of a hash. */
  public byte[] hashField(byte[] key, byte[] field) {
    return build(Prefix.H, key, field);
  }

  /** The key of a field of a hash. */
  public byte[] hashField(String key, String field) {
    return hashField(utf8(key), utf8(field));
  }

  /** What the keys of all fields of a hash begin with, and no others. */
  public byte[] hashPrefix(byte[] key) {
    return build(Prefix.H, key, NONE);
  }

  /** {@link #hashPrefix(byte[])} of text. */
  public byte[] hashPrefix(String key) {
    return hashPrefix(utf8(key));
  }

  /** The key of a member of a set. */
  public byte[] setMember(byte[] key, byte[] member) {
    return build(Prefix.S, key, member);
  }

  /** The key of a member of a set. */
  public byte[] setMember(String key, String member) {
    return setMember(utf8(key), utf8(member));
  }

  /** What the keys of all members of a set begin with, and no others. */
  public byte[] setPrefix(byte[] key) {
    return build(Prefix.S, key, NONE);
  }

  /** {@link #setPrefix(byte[])} of text. */
  public byte[] setPrefix(String key) {
    return setPrefix(utf8(key));
  }

  /** The key of a member of a sorted set. */
  public byte[] zsetMember(byte[] key, byte[] member) {
    return build(Prefix.Z, key, member);
  }

  /** The key of a member of a sorted set. */
  public byte[] zsetMember(String key, String member) {
    return zsetMember(utf8(key), utf8(member));
  }

  /** What the keys of all members of a sorted set begin with, and no others. */
  public byte[] zsetPrefix(byte[] key) {
    return build(Prefix.Z, key, NONE);
  }

  /** {@link #zsetPrefix(byte[])} of text. */
  public byte[] zsetPrefix(String key) {
    return zsetPrefix(utf8(key));
  }

  /** The key of an element of a list. */
  public byte[] listElement(byte[] key, double position) {
    return build(Prefix.L, key, ListPosition.encode(position));
  }

  /** The key of an element of a list. */
  public byte[] listElement(String key, double position) {
    return listElement(utf8(key), position);
  }

  /** The key of an element of a list, at an exact position. */
  public byte[] listElement(byte[] key, BigDecimal position) {
    return build(Prefix.L, key, ListPosition.encode(position));
  }

  /** The key of an element of a list, at an exact position. */
  public byte[] listElement(String key, BigDecimal position) {
    return listElement(utf8(key), position);
  }

  /** What the keys of all elements of a list begin with, and no others. */
  public byte[] listPrefix(byte[] key) {
    return build(Prefix.L, key, NONE);
  }

  /** {@link #listPrefix(byte[])} of text. */
  public byte[] listPrefix(String key) {
    return listPrefix(utf8(key));
  }

  /** The key under which the {@link DataType} of a value is stored. */
  public byte[] typeKey(byte[] key) {
    return build(Prefix.T, key, NONE);
  }

  /** {@link #typeKey(byte[])} of text. */
  public byte[] typeKey(String key) {
    return typeKey(utf8(key));
  }

  /** The key under which a list keeps what is known of it as a whole. */
  public byte[] listMeta(byte[] key) {
    return build(Prefix.LM, key, NONE);
  }

  /** {@link #listMeta(byte[])} of text. */
  public byte[] listMeta(String key) {
    return listMeta(utf8(key));
  }

  /** The key that marks a value as promoted to a store of its own. */
  public byte[] promotionMarker(byte[] key) {
    return build(Prefix.PM, key, NONE);
  }

  /** {@link #promotionMarker(byte[])} of text. */
  public byte[] promotionMarker(String key) {
    return promotionMarker(utf8(key));
  }

  private byte[] build(Prefix prefix, byte[] key, byte[] sub) {
    int start = prefix.length;
    byte[] out = new byte[start + CompoundKeyText.room(key.length) + 1 + sub.length];
    prefix.write(out, 0);
    int end = CompoundKeyText.write(escaped, key, 0, key.length, out, start);
    if (end < 0) {
      throw new KeyValueException(
          "key", start + ~end, "a NUL", "none: unescaped, it would end the key");
    }
    if (prefix.hasSub) {
      out[end++] = 0;
      System.arraycopy(sub, 0, out, end, sub.length);
      end += sub.length;
    }
    return Arrays.copyOf(out, end);
  }

  // ---- taking apart

  /** Whether a key of the store is internal, that is begins with one of its prefixes. */
  public boolean isInternal(byte[] stored) {
    return prefix(stored) != null;
  }

  /** {@link #isInternal(byte[])} of text. */
  public boolean isInternal(String stored) {
    return isInternal(utf8(stored));
  }

  private @Nullable Prefix prefix(byte[] stored) {
    Prefix prefix = Prefix.of(stored, 0, stored.length);
    return prefix == null || (prefix.newer && !escaped) ? null : prefix;
  }

  /** The key that a stored key belongs to: {@code T:x} gives x, a plain key gives itself. */
  public byte[] extractKey(byte[] stored) {
    Prefix prefix = prefix(stored);
    if (prefix == null || prefix == Prefix.FC) {
      return stored.clone();
    }
    int from = prefix.length;
    int to = keyEnd(prefix, stored);
    byte[] out = new byte[to - from];
    int length = CompoundKeyText.read(escaped, stored, from, to, out);
    if (length < 0) {
      throw new KeyFormatException(
          "key", ~length, "% without 25 or 00", "%25 or %00; or use the unescaped revision");
    }
    return Arrays.copyOf(out, length);
  }

  private static int keyEnd(Prefix prefix, byte[] stored) {
    int end = CompoundKeyText.end(stored, prefix.length, stored.length);
    if (prefix.hasSub && end == stored.length) {
      throw new KeyFormatException(
          "key", end, "the end of the key", "a NUL and a sub-key after " + prefix + ":");
    }
    if (!prefix.hasSub && end < stored.length) {
      throw new KeyFormatException(
          "key", end, "a NUL", "the end of the key: " + prefix + ": has no sub-key");
    }
    return end;
  }

  /** {@link #extractKey(byte[])} of text. */
  public String extractKey(String stored) {
    return text(extractKey(utf8(stored)));
  }

  /** The sub-key of a stored key: hash field, member, or the bytes of a {@link ListPosition}. */
  public byte[] extractSubKey(byte[] stored) {
    Prefix prefix = prefix(stored);
    if (prefix == null || !prefix.hasSub) {
      throw new KeyFormatException(
          "sub", 0, "a key without sub-key", "one that begins with H:, L:, S: or Z:");
    }
    return Arrays.copyOfRange(stored, keyEnd(prefix, stored) + 1, stored.length);
  }

  /** {@link #extractSubKey(byte[])} of text. */
  public String extractSubKey(String stored) {
    return text(extractSubKey(utf8(stored)));
  }

  /** What follows a prefix, such as {@link #hashPrefix} gives, in a stored key. */
  public byte[] extractSubKey(byte[] stored, byte[] prefix) {
    if (!Bytes.startsWith(stored, prefix)) {
      throw new KeyFormatException("sub", 0, "a key that does not begin with the prefix", "one");
    }
    return Arrays.copyOfRange(stored, prefix.length, stored.length);
  }

  /**
   * The keys a user sees, in the order of the first mention: {@code T:x} gives x, other internal
   * keys are dropped, plain keys stay, and nothing is there twice.
   */
  public List<byte[]> visibleKeys(Collection<byte[]> stored) {
    Set<ByteBuffer> seen = new HashSet<>();
    List<byte[]> visible = new ArrayList<>();
    for (byte[] key : stored) {
      Prefix prefix = prefix(key);
      if (prefix == null || prefix == Prefix.T) {
        byte[] logical = extractKey(key);
        if (seen.add(ByteBuffer.wrap(logical))) {
          visible.add(logical);
        }
      }
    }
    return visible;
  }

  /** {@link #visibleKeys} of text. */
  public List<String> visibleTexts(Collection<String> stored) {
    return visibleKeys(stored.stream().map(CompoundKeys::utf8).toList()).stream()
        .map(CompoundKeys::text)
        .toList();
  }

  private static byte[] utf8(String text) {
    int unpaired = Utf8.indexOfUnpaired(text);
    if (unpaired >= 0) {
      throw new KeyValueException(
          null, -1, "an unpaired surrogate at character " + unpaired, "text that UTF-8 can hold");
    }
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
