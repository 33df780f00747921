package dev.keyfold.structures.modeling;

import dev.keyfold.store.Reader;
import dev.keyfold.store.StoreLimits;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads maps and arrays that are spread over entries.
 *
 * <pre>
 *   bob          ["name","email"]     a map: the list of its keys as JSON
 *   bob.email    bob@gmail.com
 *   bob.name     Bob Smith
 *   friends      06 00 00 00          an array: its length as a varint
 *   friends.0    joe
 *   friends.1    suzy
 *   friends.2    bill
 * </pre>
 *
 * <p>Nothing marks such an entry, so an entry counts as a map only if at least one of its keys has
 * an entry, and as an array only if all of its elements have one. A value of a map may be a map or
 * an array itself, under its own longer name.
 *
 * <p>Give it a snapshot for a consistent result. Not thread-safe.
 */
public final class ModelingData {
  private static final int MOST_HEADS = 256;

  private final Reader reader;
  private final byte[] separator;
  private final Map<ByteBuffer, Head> heads =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ByteBuffer, Head> eldest) {
          return size() > MOST_HEADS;
        }
      };

  /** With {@code .} between a name and what is below it. */
  public ModelingData(Reader reader) {
    this(reader, ".");
  }

  /** With another separator, of at least one character. */
  public ModelingData(Reader reader, String separator) {
    if (separator.isEmpty()) {
      throw new IllegalArgumentException("found an empty separator, expected one such as .");
    }
    this.reader = reader;
    this.separator = separator.getBytes(StandardCharsets.UTF_8);
  }

  /** The map of that name; null if none exists. Fields without an entry are left out. */
  public @Nullable Map<String, byte[]> map(String name) {
    byte[] key = name.getBytes(StandardCharsets.UTF_8);
    Head head = head(key);
    if (head.kind() != Head.Kind.MAP) {
      return null;
    }
    Map<String, byte[]> map = new LinkedHashMap<>();
    for (byte[] field : head.names()) {
      byte[] value = reader.get(below(key, field));
      if (value != null) {
        map.put(new String(field, StandardCharsets.UTF_8), value);
      }
    }
    return map;
  }

  /** The array of that name; null if none exists, or if one of its elements is missing. */
  public @Nullable List<byte[]> array(String name) {
    byte[] key = name.getBytes(StandardCharsets.UTF_8);
    Head head = head(key);
    if (head.kind() != Head.Kind.ARRAY) {
      return null;
    }
    List<byte[]> array = new ArrayList<>();
    for (int i = 0; i < head.length(); i++) {
      byte[] element = element(key, i);
      if (element == null) {
        return null;
      }
      array.add(element);
    }
    return array;
  }

  Reader reader() {
    return reader;
  }

  byte[] below(byte[] name, byte[] part) {
    byte[] key = Arrays.copyOf(name, name.length + separator.length + part.length);
    System.arraycopy(separator, 0, key, name.length, separator.length);
    System.arraycopy(part, 0, key, name.length + separator.length, part.length);
    return key;
  }

  /**
   * Null if none exists. Keys that no lookup takes, which stores of other programs may have, are no
   * parts of maps and arrays.
   */
  private byte @Nullable [] get(byte[] key) {
    return key.length == 0 || key.length > StoreLimits.KEY_BYTES ? null : reader.get(key);
  }

  byte @Nullable [] element(byte[] name, int index) {
    return get(below(name, Head.digits(index)));
  }

  /** What the entry of the name is; plain if none exists. */
  Head head(byte[] name) {
    Head known = heads.get(ByteBuffer.wrap(name));
    if (known != null) {
      return known;
    }
    byte[] value = get(name);
    Head head = value == null ? Head.PLAIN : head(name, value);
    heads.put(ByteBuffer.wrap(name.clone()), head);
    return head;
  }

  private Head head(byte[] name, byte[] value) {
    int length = HeadValues.length(value);
    if (length == 0) {
      return value.length == Integer.BYTES ? Head.EMPTY : Head.PLAIN;
    }
    if (length > 0) {
      int found = 0;
      while (found < length && element(name, found) != null) {
        found++;
      }
      return found == 0 ? Head.PLAIN : Head.array(length, found == length);
    }
    List<byte[]> names = HeadValues.names(value);
    return names == null ? Head.PLAIN : names.isEmpty() ? Head.EMPTY : map(name, names);
  }

  private Head map(byte[] name, List<byte[]> listed) {
    List<byte[]> there = new ArrayList<>();
    List<byte[]> missing = new ArrayList<>();
    Set<ByteBuffer> known = new HashSet<>();
    for (byte[] field : listed) {
      if (known.add(ByteBuffer.wrap(field))) {
        byte[] key = below(name, field);
        boolean exists = get(key) != null;
        (exists ? there : missing).add(field);
      }
    }
    return there.isEmpty()
        ? Head.PLAIN
        : new Head(Head.Kind.MAP, List.copyOf(there), List.copyOf(missing), 0, known);
  }

  /** Whether the entry is a value of a map, or an element of an array, of a shorter name. */
  boolean isOwned(byte[] key) {
    for (int at = 1; at + separator.length <= key.length; at++) {
      int from = at + separator.length;
      if (Arrays.equals(key, at, from, separator, 0, separator.length)) {
        Head head = head(Arrays.copyOf(key, at));
        if (head.owns(Arrays.copyOfRange(key, from, key.length))) {
          return true;
        }
      }
    }
    return false;
  }
}
