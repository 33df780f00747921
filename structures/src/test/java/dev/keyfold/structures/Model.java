package dev.keyfold.structures;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.structures.type.StructureType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/** The simplest oracle: what structures are, as Java collections. */
final class Model {
  static final int DATABASES = 4;

  /** What a name represents; one of the collections is in use. */
  static final class Value {
    final StructureType type;
    long expiry;
    byte[] string;
    TreeMap<Bin, byte[]> hash = new TreeMap<>();
    List<byte[]> list = new ArrayList<>();
    TreeSet<Bin> set = new TreeSet<>();
    TreeMap<Bin, Double> scores = new TreeMap<>();

    Value(StructureType type) {
      this.type = type;
    }

    Value copy() {
      Value copy = new Value(type);
      copy.expiry = expiry;
      copy.string = string == null ? null : string.clone();
      copy.hash.putAll(hash);
      copy.list.addAll(list);
      copy.set.addAll(set);
      copy.scores.putAll(scores);
      return copy;
    }

    boolean isEmpty() {
      return type != StructureType.STRING
          && hash.isEmpty()
          && list.isEmpty()
          && set.isEmpty()
          && scores.isEmpty();
    }

    /** Members in the order of their scores. */
    List<Bin> ordered() {
      List<Bin> members = new ArrayList<>(scores.keySet());
      members.sort(
          (a, b) -> {
            int byScore = Double.compare(scores.get(a) + 0.0, scores.get(b) + 0.0);
            return byScore != 0 ? byScore : a.compareTo(b);
          });
      return members;
    }
  }

  /** Bytes that compare as bytes. */
  static final class Bin implements Comparable<Bin> {
    private final byte[] bytes;

    private Bin(byte[] bytes) {
      this.bytes = bytes;
    }

    static Bin of(byte[] bytes) {
      return new Bin(bytes);
    }

    byte[] bytes() {
      return bytes;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Bin that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
      return Bytes.toHex(bytes);
    }

    @Override
    public int compareTo(Bin other) {
      return Arrays.compareUnsigned(bytes(), other.bytes());
    }
  }

  final List<TreeMap<Bin, Value>> databases = new ArrayList<>();

  Model() {
    for (int i = 0; i < DATABASES; i++) {
      databases.add(new TreeMap<>());
    }
  }

  Model copy() {
    Model copy = new Model();
    for (int i = 0; i < DATABASES; i++) {
      TreeMap<Bin, Value> names = copy.databases.get(i);
      databases.get(i).forEach((name, value) -> names.put(name, value.copy()));
    }
    return copy;
  }

  void expire(long now) {
    for (TreeMap<Bin, Value> names : databases) {
      names.values().removeIf(value -> value.expiry != 0 && value.expiry <= now);
    }
  }

  /** Removes a structure that has become empty. */
  void settle(int database, byte[] name) {
    Value value = databases.get(database).get(Bin.of(name));
    if (value != null && value.isEmpty()) {
      databases.get(database).remove(Bin.of(name));
    }
  }
}
