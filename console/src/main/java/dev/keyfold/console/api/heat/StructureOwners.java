package dev.keyfold.console.api.heat;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.console.heat.HeatRecorder;
import dev.keyfold.console.heat.HeatRecorder.Column;
import dev.keyfold.console.heat.HeatRecorder.Sample;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Scan;
import dev.keyfold.structures.StructureKeys;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds the name of the structure that an element belongs to. The key of an element has an internal
 * id, and only the entry of the name says which id it has; so samples of elements are useless to
 * people until the name is known.
 *
 * <p>Every command reads the entry of its name before the elements, so the names of hot elements
 * are nearly always sampled, too. For the rest (one command that reads many elements), each request
 * looks at some thousand further names, and continues where the last one stopped. An LRU cache
 * keeps what was found; each hit is verified, as names are deleted and renamed. Thread-safe.
 */
final class StructureOwners {
  private static final int CACHED = 4_096;
  private static final int SAMPLED_READ = 2_000;
  private static final int WALKED = 5_000;

  /** Longer entries are strings, which have no elements. */
  private static final int LONGEST_ENTRY = 64;

  private static final int LONGEST_CACHED = 1 << 10;
  private static final byte[] NAMES = {(byte) 0xD0};

  /** By hexadecimal element prefix: the key of the name's entry. */
  private final Map<String, byte[]> cache =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, byte[]> eldest) {
          return size() > CACHED;
        }
      };

  /** Where the walk over all names continues. */
  private byte[] next = NAMES;

  /**
   * The same samples, with the key of the name in place of keys of its elements and of its expiry.
   * Elements whose name is not found keep their keys.
   */
  synchronized List<Column> named(List<Column> columns, Reader reader) {
    Map<String, byte[]> owners = find(columns, reader);
    List<Column> named = new ArrayList<>();
    for (Column column : columns) {
      List<Sample> samples = new ArrayList<>(column.samples().size());
      for (Sample sample : column.samples()) {
        byte[] name = nameOf(sample.key(), owners);
        samples.add(name == null ? sample : new Sample(name, sample.write(), sample.weight()));
      }
      named.add(new Column(column.start(), samples));
    }
    return named;
  }

  private static byte @Nullable [] nameOf(byte[] key, Map<String, byte[]> owners) {
    byte[] prefix = StructureKeys.elementPrefix(key);
    byte[] name =
        prefix != null ? owners.get(Bytes.toHex(prefix)) : StructureKeys.nameOfExpiry(key);
    // As long as samples of the name itself are, so that both count as one.
    return name != null && name.length > HeatRecorder.KEY_BYTES
        ? Arrays.copyOf(name, HeatRecorder.KEY_BYTES)
        : name;
  }

  private Map<String, byte[]> find(List<Column> columns, Reader reader) {
    Set<String> wanted = new TreeSet<>();
    Set<byte[]> sampled = new TreeSet<>(Arrays::compareUnsigned);
    for (Column column : columns) {
      for (Sample sample : column.samples()) {
        byte[] prefix = StructureKeys.elementPrefix(sample.key());
        if (prefix != null) {
          wanted.add(Bytes.toHex(prefix));
        } else if (Bytes.startsWith(sample.key(), NAMES)) {
          sampled.add(sample.key());
        }
      }
    }
    Map<String, byte[]> found = new TreeMap<>();
    for (String prefix : wanted) {
      byte[] name = cache.get(prefix);
      if (name != null && prefix.equals(prefixOf(name, reader.get(name)))) {
        found.put(prefix, name);
      }
    }
    wanted.removeAll(found.keySet());
    readSampled(sampled, wanted, found, reader);
    walk(wanted, found, reader);
    found.forEach(
        (prefix, name) -> {
          if (name.length <= LONGEST_CACHED) {
            cache.put(prefix, name);
          }
        });
    return found;
  }

  private static @Nullable String prefixOf(byte[] name, byte @Nullable [] entry) {
    byte[] prefix = entry == null ? null : StructureKeys.elementPrefix(name, entry);
    return prefix == null ? null : Bytes.toHex(prefix);
  }

  private static void readSampled(
      Set<byte[]> sampled, Set<String> wanted, Map<String, byte[]> found, Reader reader) {
    int read = 0;
    for (byte[] name : sampled) {
      if (wanted.isEmpty() || read++ == SAMPLED_READ) {
        return;
      }
      take(name, reader.get(name), wanted, found);
    }
  }

  private static void take(
      byte[] name, byte @Nullable [] entry, Set<String> wanted, Map<String, byte[]> found) {
    String prefix = prefixOf(name, entry);
    if (prefix != null && wanted.remove(prefix)) {
      found.put(prefix, name);
    }
  }

  private void walk(Set<String> wanted, Map<String, byte[]> found, Reader reader) {
    if (wanted.isEmpty()) {
      return;
    }
    int walked = 0;
    try (Cursor cursor = reader.scan(Scan.prefix(NAMES))) {
      cursor.seek(next);
      next = NAMES;
      while (!wanted.isEmpty() && cursor.next()) {
        if (walked++ == WALKED) {
          next = cursor.key().toArray();
          return;
        }
        if (cursor.value().length() <= LONGEST_ENTRY) {
          take(cursor.key().toArray(), cursor.value().toArray(), wanted, found);
        }
      }
    }
  }
}
