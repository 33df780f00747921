package dev.keyfold.console.api.heat;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.console.backend.Backend;
import dev.keyfold.console.backend.Places;
import dev.keyfold.structures.StructureKeys;
import dev.keyfold.structures.Work;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which part of the database a sampled key belongs to, by the names that users gave: a table, an
 * index, the structures of a database. The number in the key of a structure is not the number of
 * its database once that was flushed or swapped, so the databases are looked up.
 */
final class HeatKeys {
  private final List<Places.Place> places;

  /** By the key prefix of its names: the database number that users know. */
  private final TreeMap<byte[], Integer> databases = new TreeMap<>(Arrays::compareUnsigned);

  private HeatKeys(List<Places.Place> places) {
    this.places = places;
  }

  static HeatKeys of(Backend backend) {
    HeatKeys keys = new HeatKeys(backend.places().all());
    int count = backend.structures().options().databases();
    backend.read(work -> keys.addDatabases(work, count));
    return keys;
  }

  private boolean addDatabases(Work work, int count) {
    for (int i = 0; i < count; i++) {
      databases.put(work.space(i).keys().storeKey(new byte[0]), i);
    }
    return true;
  }

  /** The database of a name; -1 if the key is not the entry of a name that still can be read. */
  int databaseOf(byte[] key) {
    Map.Entry<byte[], Integer> at = databases.floorEntry(key);
    return at != null && Bytes.startsWith(key, at.getKey()) ? at.getValue() : -1;
  }

  /** The name whose entry has that key. */
  byte[] nameOf(byte[] key) {
    byte[] prefix = databases.floorKey(key);
    return Arrays.copyOfRange(key, prefix.length, key.length);
  }

  /** The segment of a key. */
  KeySegment segmentOf(byte[] key) {
    Places.Place place = Places.of(key, places);
    if (place.kind() != Places.Kind.STRUCTURES) {
      return new KeySegment(place.title(), place, -1);
    }
    int database = databaseOf(key);
    if (database >= 0) {
      String title = database == 0 ? "structures" : "structures of database " + database;
      return new KeySegment(title, place, database);
    }
    boolean data = StructureKeys.elementPrefix(key) != null || (key[0] & 0xFF) == 0xD0;
    return new KeySegment(data ? KeySegment.UNNAMED : KeySegment.BOOKKEEPING, place, -1);
  }
}
