package dev.keyfold.structures;

import dev.keyfold.structures.element.Members;
import dev.keyfold.structures.layout.Layout;
import dev.keyfold.structures.layout.Meta;
import dev.keyfold.structures.layout.StructureLimits;
import dev.keyfold.structures.type.NameVisitor;
import dev.keyfold.structures.type.StructureType;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Members, of one database. Belongs to its {@link Work}. */
public final class Sets {
  private final Space space;
  private final Members members;

  Sets(Space space) {
    this.space = space;
    this.members = new Members(space.unit);
  }

  private Meta find(byte[] name) {
    return space.unit.metas().find(space.database, name, StructureType.SET);
  }

  /** Number of members. */
  public long size(byte[] name) {
    return find(name).size;
  }

  public boolean contains(byte[] name, byte[] member) {
    return members.get(find(name), member) != null;
  }

  /** For each, whether it is a member. */
  public boolean[] containsAll(byte[] name, List<byte[]> asked) {
    List<byte[]> found = members.getAll(find(name), asked);
    boolean[] contained = new boolean[found.size()];
    for (int i = 0; i < contained.length; i++) {
      contained[i] = found.get(i) != null;
    }
    return contained;
  }

  /** Adds a member. Whether it is new. */
  public boolean add(byte[] name, byte[] member) {
    StructureLimits.checkMember(member);
    Meta meta = space.unit.metas().findOrCreate(space.database, name, StructureType.SET);
    return members.put(meta, member, Layout.NOTHING);
  }

  /** Adds several. How many are new. */
  public long addAll(byte[] name, List<byte[]> added) {
    if (added.size() == 1) {
      return add(name, added.get(0)) ? 1 : 0;
    }
    added.forEach(StructureLimits::checkMember);
    if (added.isEmpty()) {
      return 0;
    }
    Meta meta = space.unit.metas().findOrCreate(space.database, name, StructureType.SET);
    return members.putAll(meta, added, null);
  }

  /** Removes a member; with the last one the name goes. Whether it existed. */
  public boolean remove(byte[] name, byte[] member) {
    return members.remove(find(name), member);
  }

  /** Removes several. How many were there. */
  public long removeAll(byte[] name, List<byte[]> removed) {
    return members.removeAll(find(name), removed);
  }

  /** Shows members in byte order, starting after {@code after} (null: from the first on). */
  public void forEach(byte[] name, byte @Nullable [] after, NameVisitor visitor) {
    members.forEach(find(name), after, false, (member, nothing) -> visitor.visit(member));
  }

  /** Shows members backwards, those before {@code before} (null: from the last on). */
  public void forEachReversed(byte[] name, byte @Nullable [] before, NameVisitor visitor) {
    members.forEach(find(name), before, true, (member, nothing) -> visitor.visit(member));
  }

  /** Picks different members; see {@link Hashes#sample}. */
  public List<byte[]> sample(byte[] name, long count, RandomGenerator random) {
    return members.sample(find(name), count, random);
  }

  /** Picks members, some perhaps twice; see {@link Hashes#sampleWithRepeats}. */
  public List<byte[]> sampleWithRepeats(byte[] name, long count, RandomGenerator random) {
    return members.sampleWithRepeats(find(name), count, random);
  }

  /** Picks different members and removes them. */
  public List<byte[]> pop(byte[] name, long count, RandomGenerator random) {
    Meta meta = find(name);
    List<byte[]> popped = members.sample(meta, count, random);
    if (popped.size() == meta.size) {
      space.unit.metas().delete(meta);
    } else {
      members.removeAll(meta, popped);
    }
    return popped;
  }

  /** Shows, in byte order, what all the sets have in common; a set that is missing is empty. */
  public void intersect(List<byte[]> names, NameVisitor visitor) {
    List<Meta> sets = new ArrayList<>();
    for (byte[] name : names) {
      sets.add(find(name));
    }
    members.intersect(sets, visitor);
  }

  /** Shows, in byte order, what at least one of the sets has. */
  public void union(List<byte[]> names, NameVisitor visitor) {
    List<Meta> sets = new ArrayList<>();
    for (byte[] name : names) {
      sets.add(find(name));
    }
    members.union(sets, visitor);
  }

  /** Shows, in byte order, what the first set has and none of the others. */
  public void difference(List<byte[]> names, NameVisitor visitor) {
    List<Meta> sets = new ArrayList<>();
    for (byte[] name : names) {
      sets.add(find(name));
    }
    members.difference(sets, visitor);
  }
}
