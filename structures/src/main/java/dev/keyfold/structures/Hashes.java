package dev.keyfold.structures;

import dev.keyfold.store.Slice;
import dev.keyfold.structures.element.Members;
import dev.keyfold.structures.layout.Meta;
import dev.keyfold.structures.layout.StructureLimits;
import dev.keyfold.structures.type.FieldVisitor;
import dev.keyfold.structures.type.StructureType;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Fields with values, of one database. Belongs to its {@link Work}. */
public final class Hashes {
  private final Space space;
  private final Members members;

  Hashes(Space space) {
    this.space = space;
    this.members = new Members(space.unit);
  }

  private Meta find(byte[] name) {
    return space.unit.metas().find(space.database, name, StructureType.HASH);
  }

  /** Number of fields. */
  public long size(byte[] name) {
    return find(name).size;
  }

  /** The value of the field; null if it does not exist. */
  public byte @Nullable [] get(byte[] name, byte[] field) {
    byte[] value = members.get(find(name), field);
    return value == null ? null : value.clone();
  }

  /** The same without a copy; see {@link Strings#get(byte[], Slice)}. */
  public boolean get(byte[] name, byte[] field, Slice value) {
    byte[] found = members.get(find(name), field);
    if (found != null) {
      value.set(found, 0, found.length);
    }
    return found != null;
  }

  public boolean contains(byte[] name, byte[] field) {
    return members.get(find(name), field) != null;
  }

  /** The values of the fields in their order, null for each that does not exist. */
  public List<byte[]> getAll(byte[] name, List<byte[]> fields) {
    return members.getAll(find(name), fields);
  }

  /** Sets a field. Whether it is new. */
  public boolean put(byte[] name, byte[] field, byte[] value) {
    StructureLimits.checkMember(field);
    StructureLimits.checkValue(value.length);
    Meta meta = space.unit.metas().findOrCreate(space.database, name, StructureType.HASH);
    return members.put(meta, field, value);
  }

  /**
   * Sets several fields.
   *
   * @param pairs field, value, field, value, ...
   * @return how many are new
   */
  public long putAll(byte[] name, List<byte[]> pairs) {
    if (pairs.size() == 2) {
      return put(name, pairs.get(0), pairs.get(1)) ? 1 : 0;
    }
    List<byte[]> fields = new ArrayList<>(pairs.size() / 2);
    List<byte[]> values = new ArrayList<>(pairs.size() / 2);
    for (int i = 0; i < pairs.size(); i += 2) {
      StructureLimits.checkMember(pairs.get(i));
      StructureLimits.checkValue(pairs.get(i + 1).length);
      fields.add(pairs.get(i));
      values.add(pairs.get(i + 1));
    }
    if (fields.isEmpty()) {
      return 0;
    }
    Meta meta = space.unit.metas().findOrCreate(space.database, name, StructureType.HASH);
    return members.putAll(meta, fields, values);
  }

  /** Removes a field; with the last one the name goes. Whether it existed. */
  public boolean remove(byte[] name, byte[] field) {
    return members.remove(find(name), field);
  }

  /** Removes several fields. How many were there. */
  public long removeAll(byte[] name, List<byte[]> fields) {
    return members.removeAll(find(name), fields);
  }

  /** Shows fields in byte order, starting after {@code after} (null: from the first on). */
  public void forEach(byte[] name, byte @Nullable [] after, FieldVisitor visitor) {
    members.forEach(find(name), after, false, visitor);
  }

  /** Shows fields backwards, those before {@code before} (null: from the last on). */
  public void forEachReversed(byte[] name, byte @Nullable [] before, FieldVisitor visitor) {
    members.forEach(find(name), before, true, visitor);
  }

  /**
   * Picks different fields, each as likely as the other, in random order; all if there are not
   * more.
   */
  public List<byte[]> sample(byte[] name, long count, RandomGenerator random) {
    return members.sample(find(name), count, random);
  }

  /** Picks that many fields, each time among all: some may come twice. Empty if none exists. */
  public List<byte[]> sampleWithRepeats(byte[] name, long count, RandomGenerator random) {
    return members.sampleWithRepeats(find(name), count, random);
  }
}
