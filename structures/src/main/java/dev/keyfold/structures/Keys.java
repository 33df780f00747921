package dev.keyfold.structures;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Slice;
import dev.keyfold.structures.layout.Damage;
import dev.keyfold.structures.layout.Layout;
import dev.keyfold.structures.layout.Meta;
import dev.keyfold.structures.layout.StructureKeys;
import dev.keyfold.structures.type.NameVisitor;
import dev.keyfold.structures.type.StructureType;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/** Names of one database, whatever they stand for. Belongs to its {@link Work}. */
public final class Keys {
  /** {@link #expiresAt} of a name that stays. */
  public static final long NEVER = -1;

  /** {@link #expiresAt} of a name that is not there. */
  public static final long MISSING = -2;

  private final Space space;

  Keys(Space space) {
    this.space = space;
  }

  private Metas metas() {
    return space.work.metas;
  }

  public boolean exists(byte[] name) {
    return metas().find(space, name).exists();
  }

  /** The key of the store that the name's entry has, there or not; see {@link StructureKeys}. */
  public byte[] storeKey(byte[] name) {
    return Layout.meta(space.physical, name);
  }

  /** What the name stands for; null if it is not there. */
  public StructureType type(byte[] name) {
    return metas().find(space, name).type;
  }

  /** How many elements it has; 0 for a string, or if it is not there. */
  public long elements(byte[] name) {
    Meta meta = metas().find(space, name);
    return meta.exists() && meta.type != StructureType.STRING ? meta.size : 0;
  }

  /** Deletes the name and what it stands for, of any size at once. Whether it was there. */
  public boolean delete(byte[] name) {
    Meta meta = metas().find(space, name);
    if (!meta.exists()) {
      return false;
    }
    metas().delete(meta);
    return true;
  }

  /** Gives it another name, at once, replacing what that stood for. False if it is not there. */
  public boolean rename(byte[] name, byte[] other) {
    return move(name, space, other);
  }

  /** The same into another database of this work. */
  public boolean move(byte[] name, Space to, byte[] other) {
    Meta from = metas().find(space, name);
    Meta target = metas().find(to, other);
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

  /** The target stands for what the other stands for; without its expiry. */
  private void take(Meta target, Meta from) {
    target.become(from);
    target.expiry = Meta.NO_EXPIRY;
    target.database.count++;
    target.database.countChanged = true;
    metas().changed(target);
  }

  /**
   * Copies it, with its expiry, replacing what the other name stood for. Takes as long as it is
   * big.
   */
  public boolean copy(byte[] name, Space to, byte[] other) {
    Meta from = metas().find(space, name);
    Meta target = metas().find(to, other);
    if (!from.exists() || from == target) {
      return from.exists();
    }
    if (from.type == StructureType.STRING) {
      metas().delete(target);
      take(target, from);
    } else {
      BulkLoad load = BulkLoad.within(space.work, from.type);
      load.copyOf(space.work, from);
      load.publish(space.work, target);
    }
    metas().setExpiry(target, from.expiry);
    return true;
  }

  /**
   * Makes the name go at that time, in milliseconds since 1970; at once if that is not in the
   * future. Whether it is, or was, there.
   */
  public boolean expireAt(byte[] name, long when) {
    Meta meta = metas().find(space, name);
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
    Meta meta = metas().find(space, name);
    if (!meta.exists() || meta.expiry == Meta.NO_EXPIRY) {
      return false;
    }
    metas().setExpiry(meta, Meta.NO_EXPIRY);
    return true;
  }

  /** When it goes, in milliseconds since 1970; or {@link #NEVER} or {@link #MISSING}. */
  public long expiresAt(byte[] name) {
    Meta meta = metas().find(space, name);
    if (!meta.exists()) {
      return MISSING;
    }
    return meta.expiry == Meta.NO_EXPIRY ? NEVER : meta.expiry;
  }

  /** Says that the name was changed although it was not: for whoever watches it. */
  public void touch(byte[] name) {
    Meta meta = metas().find(space, name);
    if (meta.exists()) {
      metas().touched(meta);
    }
  }

  /**
   * Shows names in byte order, those behind {@code after} (null: from the first on). Names that are
   * due are not shown. The visitor may write through the same work; it is not shown what it writes.
   */
  public void scan(byte[] after, NameVisitor visitor) {
    byte[] prefix = Layout.prefix(Layout.META, space.physical);
    byte[] start =
        after == null
            ? prefix
            : Arrays.copyOf(Layout.meta(space.physical, after), prefix.length + after.length + 1);
    scan(KeyRange.of(start, Bytes.successor(prefix)), false, visitor);
  }

  private void scan(KeyRange range, boolean reversed, NameVisitor visitor) {
    space.work.checkOpen();
    metas().writeOut();
    int prefixLength = Layout.prefixLength(space.physical);
    Slice name = new Slice();
    try (Cursor cursor = space.work.entries.scan(range, reversed, Long.MAX_VALUE, false)) {
      boolean more = true;
      while (more && cursor.next()) {
        if (!isDue(cursor.value())) {
          Slice key = cursor.key();
          name.set(key.array(), key.offset() + prefixLength, key.length() - prefixLength);
          more = visitor.visit(name);
        }
      }
    }
  }

  /** The last name in byte order; null if there is none. */
  public byte[] last() {
    byte[][] found = new byte[1][];
    scan(
        KeyRange.prefix(Layout.prefix(Layout.META, space.physical)),
        true,
        name -> {
          found[0] = name.toArray();
          return false;
        });
    return found[0];
  }

  private boolean isDue(Slice entry) {
    long expiry = Meta.expiryOf(entry);
    return expiry != Meta.NO_EXPIRY && expiry <= space.work.now();
  }

  /** Number of names; those that are due are removed first. */
  public long size() {
    Work work = space.work;
    work.checkOpen();
    if (work.isReadOnly()) {
      byte[] key = Layout.catalog(Layout.COUNT_OF, space.physical);
      byte[] count = work.entries.get(key);
      return count == null ? 0 : Damage.number(key, count, 0) - Expiry.countDue(work, space);
    }
    return size(Integer.MAX_VALUE);
  }

  /**
   * Number of names at a bounded cost: removes at most that many that are due before it counts. If
   * more are due than that, the rest is counted until it is removed.
   */
  public long size(int mostRemoved) {
    space.work.checkOpen();
    if (space.work.isReadOnly()) {
      return size();
    }
    space.work.expireDue(mostRemoved);
    return space.count;
  }

  /**
   * Number of names with an expiry, those due and not removed yet included. Known after one walk
   * over all of them, which the background thread does after opening.
   */
  public long expiring() {
    Work work = space.work;
    work.checkOpen();
    Databases databases = work.structures().databases();
    if (work.isReadOnly() || (!databases.hasCountedExpiring() && !work.isUnchanged())) {
      return Expiry.countExpiring(work, space);
    }
    if (!databases.hasCountedExpiring()) {
      databases.countedExpiring(
          Expiry.countExpiring(work.structures().store(), () -> false), false);
      for (Space loaded : work.spaces()) {
        if (loaded != null) {
          loaded.expiring = 0;
        }
      }
    }
    return databases.expiring(space);
  }

  /** Some name; null if there is none. Of few names each is as likely, of many about so. */
  public byte[] random(RandomGenerator random) {
    return RandomName.of(space, random);
  }

  /** Deletes all names, of any number at once. */
  public void flush() {
    Work work = space.work;
    work.checkOpen();
    work.entries.checkWritable();
    metas().writeOut();
    metas().forget();
    if (space.count > 0) {
      work.entries.put(Layout.reclaim(Layout.META, space.physical), Layout.NOTHING);
      metas().willReclaim();
      work.structures().databases().renew(space);
    }
    metas().flushed(space.number());
  }
}
