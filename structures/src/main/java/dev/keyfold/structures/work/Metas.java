package dev.keyfold.structures.work;

import dev.keyfold.structures.entries.WorkEntries;
import dev.keyfold.structures.errors.WrongTypeException;
import dev.keyfold.structures.layout.Database;
import dev.keyfold.structures.layout.Layout;
import dev.keyfold.structures.layout.Meta;
import dev.keyfold.structures.layout.StructureLimits;
import dev.keyfold.structures.type.ChangeListener;
import dev.keyfold.structures.type.StructureType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The names that a work has in hand. Their entries are written when the work ends, or when too many
 * are in hand: ten fields of one hash write its entry once. Also keeps whom the listener is to hear
 * of. Not thread-safe.
 */
public final class Metas {
  /** Found by walking, so few; a work of one command has one or two. */
  private static final int MOST = 16;

  private final UnitOfWork work;
  private final WorkContext context;
  private final WorkEntries entries;
  private final Meta[] inHand = new Meta[MOST];
  private int count;
  private int oldest;
  private @Nullable Meta recent;
  private final List<News> news = new ArrayList<>();
  private final ChangeListener listener;

  /** Whether a name is among the news more than once. */
  private boolean retold;

  /** Whether changes are not for the listener, as those of a name that expires. */
  private boolean quiet;

  private boolean reclaims;
  private long nextId;

  /**
   * What the listener is to hear.
   *
   * @param key that of the name; null for what is not about one name
   * @param type the name's type at that moment; null if it was not there
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record News(byte @Nullable [] key, @Nullable StructureType type, Runnable tells) {}

  Metas(UnitOfWork work, WorkContext context, WorkEntries entries) {
    this.work = work;
    this.context = context;
    this.entries = entries;
    this.listener = context.listener();
  }

  /** The name as it is, never null; a name that is due is removed first. */
  public Meta find(Database database, byte[] name) {
    StructureLimits.checkName(name);
    work.checkOpen();
    return find(database, Layout.meta(database.physical, name), true);
  }

  /** The same for a name that may be of that type only. */
  public Meta find(Database database, byte[] name, StructureType type) {
    Meta meta = find(database, name);
    if (meta.type != type && meta.type != null) {
      throw new WrongTypeException(meta.type, type);
    }
    return meta;
  }

  private Meta find(Database database, byte[] key, boolean checkExpiry) {
    for (int i = 0; i < count; i++) {
      if (Arrays.equals(inHand[i].key, key)) {
        recent = inHand[i];
        return recent;
      }
    }
    Meta meta = new Meta(database, key);
    byte[] entry = entries.get(key);
    if (entry != null) {
      meta.read(entry);
    }
    keep(meta);
    if (checkExpiry && meta.expiry != Meta.NO_EXPIRY && meta.expiry <= work.now()) {
      if (work.isReadOnly()) {
        meta.type = null;
        meta.expiry = Meta.NO_EXPIRY;
        meta.size = 0;
      } else {
        expire(meta);
      }
    }
    return meta;
  }

  /** The last lookups are kept: a rename uses two names. */
  private void keep(Meta meta) {
    if (count < MOST) {
      inHand[count++] = meta;
    } else {
      if (inHand[oldest] == recent) {
        oldest = (oldest + 1) % MOST;
      }
      writeOut(inHand[oldest]);
      inHand[oldest] = meta;
      oldest = (oldest + 1) % MOST;
    }
    recent = meta;
  }

  /** Makes an empty structure of a name that does not exist. */
  public void create(Meta meta, StructureType type) {
    create(meta, type, type == StructureType.STRING ? 0 : newId());
  }

  /** The same with elements of that id. */
  public void create(Meta meta, StructureType type, long id) {
    meta.type = type;
    meta.expiry = Meta.NO_EXPIRY;
    meta.size = 0;
    meta.sparse = false;
    meta.id = id;
    meta.database.count++;
    meta.database.countChanged = true;
    changed(meta);
  }

  /** The one of that type, made if it does not exist. */
  public Meta findOrCreate(Database database, byte[] name, StructureType type) {
    Meta meta = find(database, name, type);
    entries.checkWritable();
    if (!meta.exists()) {
      create(meta, type);
    }
    return meta;
  }

  public void changed(Meta meta) {
    meta.dirty = true;
    touched(meta);
  }

  /**
   * The listener is to hear of the name: in the order of changes, not of looking names up, as
   * clients that wait for several names are served by the one that was ready first.
   */
  public void touched(Meta meta) {
    if (quiet || listener == ChangeListener.NONE || (meta.touched && meta.told == meta.type)) {
      return;
    }
    retold |= meta.touched;
    meta.touched = true;
    meta.told = meta.type;
    int database = meta.database.number;
    byte[] name = meta.name();
    news.add(new News(meta.key, meta.type, () -> listener.changed(database, name)));
  }

  /** After elements were removed: a structure without elements is not there. */
  public void shrunk(Meta meta) {
    if (meta.size == 0) {
      delete(meta);
    } else {
      changed(meta);
    }
  }

  /** The elements stay until they are reclaimed; nobody finds them any more. */
  public void delete(Meta meta) {
    entries.checkWritable();
    if (meta.exists()) {
      if (meta.type != StructureType.STRING) {
        if (meta.size > 0) {
          entries.put(Layout.reclaim(meta.elementSpace(), meta.id), Layout.NOTHING);
          reclaims = true;
        }
        context.rankIndexes().drop(meta);
      }
      detach(meta);
    }
  }

  /** The name is gone, what it represented is not. */
  public void detach(Meta meta) {
    setExpiry(meta, Meta.NO_EXPIRY);
    meta.type = null;
    meta.size = 0;
    meta.value = Layout.NOTHING;
    meta.valueOffset = 0;
    meta.database.count--;
    meta.database.countChanged = true;
    changed(meta);
  }

  public void expire(Meta meta) {
    quiet = true;
    delete(meta);
    quiet = false;
    if (listener != ChangeListener.NONE) {
      int database = meta.database.number;
      byte[] name = meta.name();
      news.add(new News(null, null, () -> listener.expired(database, name)));
    }
    context.dueTimes().countExpired();
  }

  /** {@link Meta#NO_EXPIRY} for none. The entry of the old time goes, that of the new one comes. */
  public void setExpiry(Meta meta, long when) {
    if (meta.expiry == when) {
      return;
    }
    if (meta.expiry != Meta.NO_EXPIRY) {
      entries.delete(Layout.expiry(meta.expiry, meta.key));
      meta.database.expiring--;
    }
    meta.expiry = when;
    if (when != Meta.NO_EXPIRY) {
      meta.database.expiring++;
      entries.put(Layout.expiry(when, meta.key), Layout.NOTHING);
      context.dueTimes().expect(when);
    }
    changed(meta);
  }

  /** A name of this work by its whole key, due or not. */
  public Meta findByKey(Database database, byte[] key) {
    return find(database, key, false);
  }

  public long newId() {
    if (nextId == 0) {
      nextId = context.ids().next();
    }
    return nextId++;
  }

  /** The first id that this work has not used; 0 if it has used none. */
  long nextId() {
    return nextId;
  }

  /** Whether something was left to be reclaimed. */
  boolean reclaims() {
    return reclaims;
  }

  void willReclaim() {
    reclaims = true;
  }

  /** Whether no name is in hand. */
  public boolean isEmpty() {
    return count == 0;
  }

  boolean isDirty() {
    for (int i = 0; i < count; i++) {
      if (inHand[i].dirty) {
        return true;
      }
    }
    return false;
  }

  /** Writes the entries that were changed. */
  public void writeOut() {
    for (int i = 0; i < count; i++) {
      writeOut(inHand[i]);
    }
  }

  public void writeOut(Meta meta) {
    if (meta.dirty) {
      meta.dirty = false;
      if (meta.exists()) {
        entries.put(meta.key, meta.write());
      } else if (meta.stored) {
        entries.delete(meta.key);
      }
      meta.stored = meta.exists();
    }
  }

  public void flushed(int database) {
    news.add(new News(null, null, () -> listener.flushed(database)));
  }

  void swapped(int database, int other) {
    news.add(new News(null, null, () -> listener.swapped(database, other)));
  }

  void tell() {
    if (retold) {
      tellOnce();
      return;
    }
    for (int i = 0; i < news.size(); i++) {
      news.get(i).tells.run();
    }
  }

  /** A name is reported at the position of its first change. */
  private void tellOnce() {
    Map<byte[], StructureType> last = new TreeMap<>(Arrays::compareUnsigned);
    for (News each : news) {
      if (each.key != null) {
        last.put(each.key, each.type);
      }
    }
    for (News each : news) {
      if (each.key == null) {
        each.tells.run();
      } else if (last.containsKey(each.key) && last.get(each.key) == each.type) {
        last.remove(each.key);
        each.tells.run();
      }
    }
  }

  /** Copies of the names with changes that are not in the batch yet. */
  List<Meta> pending() {
    List<Meta> pending = List.of();
    for (int i = 0; i < count; i++) {
      if (inHand[i].dirty || inHand[i].touched) {
        pending = pending.isEmpty() ? new ArrayList<>(count) : pending;
        pending.add(inHand[i].copy());
      }
    }
    return pending;
  }

  int newsCount() {
    return news.size();
  }

  /** As it was when it told {@link #pending} and {@link #newsCount}; others are read again. */
  void restore(List<Meta> pending, int newsCount) {
    forget();
    for (Meta meta : pending) {
      inHand[count++] = meta.copy();
    }
    news.subList(newsCount, news.size()).clear();
  }

  /** After {@link #writeOut}: nothing is in hand any more. */
  public void forget() {
    for (int i = 0; i < count; i++) {
      inHand[i] = null;
    }
    count = 0;
    oldest = 0;
    recent = null;
  }

  void reset() {
    forget();
    news.clear();
    retold = false;
    quiet = false;
    reclaims = false;
    nextId = 0;
  }
}
