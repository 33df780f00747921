package dev.keyfold.structures;

import dev.keyfold.structures.element.Names;
import dev.keyfold.structures.element.RandomName;
import dev.keyfold.structures.layout.Damage;
import dev.keyfold.structures.layout.Layout;
import dev.keyfold.structures.layout.Meta;
import dev.keyfold.structures.type.NameVisitor;
import dev.keyfold.structures.type.StructureType;
import dev.keyfold.structures.upkeep.DueNames;
import dev.keyfold.structures.work.Metas;
import dev.keyfold.structures.work.UnitOfWork;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The keyspace of one database: names, their types and expiries. Belongs to its {@link Work}. */
public final class Keys {
  /** {@link #expiresAt} of a name that stays. */
  public static final long NEVER = -1;

  /** {@link #expiresAt} of a name that does not exist. */
  public static final long MISSING = -2;

  private final Space space;
  private final Names names;

  Keys(Space space) {
    this.space = space;
    this.names = new Names(space.unit, space.database);
  }

  private Metas metas() {
    return space.unit.metas();
  }

  public boolean exists(byte[] name) {
    return metas().find(space.database, name).exists();
  }

  /** The key of the store that the name's entry has, there or not; see {@link StructureKeys}. */
  public byte[] storeKey(byte[] name) {
    return Layout.meta(space.database.physical, name);
  }

  /** The type of the structure with that name; null if it does not exist. */
  public @Nullable StructureType type(byte[] name) {
    return metas().find(space.database, name).type;
  }

  /** How many elements it has; 0 for a string, or if it does not exist. */
  public long elements(byte[] name) {
    Meta meta = metas().find(space.database, name);
    return meta.exists() && meta.type != StructureType.STRING ? meta.size : 0;
  }

  /** Deletes the structure, in constant time for any size. Whether it existed. */
  public boolean delete(byte[] name) {
    Meta meta = metas().find(space.database, name);
    if (!meta.exists()) {
      return false;
    }
    metas().delete(meta);
    return true;
  }

  /**
   * Renames the structure, in constant time, and replaces the target. False if it does not exist.
   */
  public boolean rename(byte[] name, byte[] other) {
    return move(name, space, other);
  }

  /** The same into another database of this work. */
  public boolean move(byte[] name, Space to, byte[] other) {
    Meta from = metas().find(space.database, name);
    Meta target = metas().find(to.database, other);
    if (!from.exists() || from == target) {
      return from.exists();
    }
    metas().delete(target);
    take(target, from);
    long when = from.expiry;
    metas().detach(from);
    metas().setExpiry(target, when);
    return true;
  }

  /** Moves the structure to the target name, without its expiry. */
  private void take(Meta target, Meta from) {
    target.become(from);
    target.expiry = Meta.NO_EXPIRY;
    target.database.count++;
    target.database.countChanged = true;
    metas().changed(target);
  }

  /**
   * Copies it, with its expiry, replacing what the other name represented. Takes as long as it is
   * big.
   */
  public boolean copy(byte[] name, Space to, byte[] other) {
    Meta from = metas().find(space.database, name);
    Meta target = metas().find(to.database, other);
    if (!from.exists() || from == target) {
      return from.exists();
    }
    if (from.type == StructureType.STRING) {
      metas().delete(target);
      take(target, from);
    } else {
      BulkLoad load = BulkLoad.within(space.work, from.existingType());
      load.copyOf(space.unit, from);
      load.publish(space.unit, target);
    }
    metas().setExpiry(target, from.expiry);
    return true;
  }

  /**
   * Makes the name go at that time, in milliseconds since 1970; at once if that is not in the
   * future. Whether it is, or was, there.
   */
  public boolean expireAt(byte[] name, long when) {
    Meta meta = metas().find(space.database, name);
    if (!meta.exists()) {
      return false;
    }
    if (when <= space.work.now()) {
      metas().delete(meta);
    } else {
      metas().setExpiry(meta, when);
    }
    return true;
  }

  /** Makes the name stay. Whether it had an expiry. */
  public boolean persist(byte[] name) {
    Meta meta = metas().find(space.database, name);
    if (!meta.exists() || meta.expiry == Meta.NO_EXPIRY) {
      return false;
    }
    metas().setExpiry(meta, Meta.NO_EXPIRY);
    return true;
  }

  /** When it goes, in milliseconds since 1970; or {@link #NEVER} or {@link #MISSING}. */
  public long expiresAt(byte[] name) {
    Meta meta = metas().find(space.database, name);
    if (!meta.exists()) {
      return MISSING;
    }
    return meta.expiry == Meta.NO_EXPIRY ? NEVER : meta.expiry;
  }

  /** Reports the name as changed although it was not: for WATCH. */
  public void touch(byte[] name) {
    Meta meta = metas().find(space.database, name);
    if (meta.exists()) {
      metas().touched(meta);
    }
  }

  /**
   * Shows names in byte order, starting after {@code after} (null: from the first on). Names that
   * are due are not shown. The visitor may write through the same work; it is not shown what it
   * writes.
   */
  public void scan(byte @Nullable [] after, NameVisitor visitor) {
    names.scan(after, visitor);
  }

  /** The last name in byte order; null if none exists. */
  public byte @Nullable [] last() {
    return names.last();
  }

  /** Number of names; those that are due are removed first. */
  public long size() {
    UnitOfWork unit = space.unit;
    unit.checkOpen();
    if (unit.isReadOnly()) {
      byte[] key = Layout.catalog(Layout.COUNT_OF, space.database.physical);
      byte[] count = unit.entries().get(key);
      return count == null
          ? 0
          : Damage.number(key, count, 0) - DueNames.countDue(unit, space.database);
    }
    return size(Integer.MAX_VALUE);
  }

  /**
   * Number of names at a bounded cost: removes at most that many that are due before it counts. If
   * more are due than that, the rest is counted until it is removed.
   */
  public long size(int mostRemoved) {
    space.unit.checkOpen();
    if (space.unit.isReadOnly()) {
      return size();
    }
    space.work.expireDue(mostRemoved);
    return space.database.count;
  }

  /**
   * Number of names with an expiry, those due and not removed yet included. Known after one walk
   * over all of them, which the background thread does after opening.
   */
  public long expiring() {
    UnitOfWork unit = space.unit;
    unit.checkOpen();
    if (!unit.knowsExpiring()) {
      return DueNames.countExpiring(unit, space.database);
    }
    return unit.expiring(
        space.database, () -> DueNames.countExpiring(unit.committed(), () -> false));
  }

  /** Some name; null if none exists. Of few names each is as likely, of many about so. */
  public byte @Nullable [] random(RandomGenerator random) {
    return RandomName.of(names, size(RandomName.MOST_REMOVED), random);
  }

  /** Deletes all names, of any number at once. */
  public void flush() {
    space.unit.flush(space.database);
  }
}
