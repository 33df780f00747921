package dev.keyfold.structures;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Slice;
import dev.keyfold.structures.errors.StructuresException;
import dev.keyfold.structures.layout.Layout;
import dev.keyfold.structures.layout.Meta;
import dev.keyfold.structures.layout.Ordinal;
import dev.keyfold.structures.layout.StructureLimits;
import dev.keyfold.structures.load.RangeCopy;
import dev.keyfold.structures.load.RunWriter;
import dev.keyfold.structures.load.SortedRun;
import dev.keyfold.structures.type.StructureType;
import dev.keyfold.structures.work.UnitOfWork;

/**
 * Bulk load of one hash, set, sorted set or list from nothing, for copies and results. Elements go
 * under a fresh id without a read each, in key order where that is cheap, and nobody sees them
 * until {@link #publish} gives the id a name in one small write.
 *
 * <pre>{@code
 * begin ── note "reclaim this id" ──> add, add, ... ──> finish ── publish: name -> id, no note
 *            a crash or close() from here on leaves the id to the Reclaimer ──┘
 * }</pre>
 *
 * <p>{@link #within} loads as a part of a work, in its batch. {@link #aside} writes to the store as
 * it goes, through its bulk writer, so a load of any size takes little memory and holds no lock; it
 * may be filled by another thread than the one that began it. For one thread at a time.
 */
public final class BulkLoad implements AutoCloseable {
  /** After that many entries it looks whether it was given up. */
  private static final int LOOK = 1024;

  /** From that many members on, a thread more costs less time than it saves. */
  private static final int MANY = 10_000;

  private final Structures structures;
  private final boolean aside;
  private final StructureType type;
  private final long id;
  private final Batch batch = new Batch();

  /** Aside: where entries go, those of a sorted set by score apart from the others. */
  private final RunWriter elements;

  private final RunWriter scores;
  private final SortedRun byMember;
  private final SortedRun byScore;
  private long written;
  private long size;
  private long low;
  private long high = -1;
  private boolean sparse;
  private byte[] scratch = new byte[256];
  private volatile boolean cancelled;

  private BulkLoad(Work work, StructureType type, boolean aside) {
    if (type == StructureType.STRING) {
      throw new IllegalArgumentException("a string has no elements; set its value instead");
    }
    work.unit.checkOpen();
    work.unit.entries().checkWritable();
    this.structures = work.structures();
    this.type = type;
    this.aside = aside;
    this.id = work.unit.metas().newId();
    this.elements = new RunWriter(structures.store());
    this.scores = new RunWriter(structures.store());
    this.byMember = new SortedRun(new Writing(elements));
    this.byScore = new SortedRun(new Writing(scores));
  }

  /** A load that becomes part of the work's batch when it is published in it. */
  public static BulkLoad within(Work work, StructureType type) {
    return new BulkLoad(work, type, false);
  }

  /**
   * A load whose elements go to the store as they come. The work must be committed before the first
   * one: it leaves the note from which the elements are reclaimed if the load is never published.
   * Close it whatever happens.
   */
  public static BulkLoad aside(Work work, StructureType type) {
    BulkLoad load = new BulkLoad(work, type, true);
    load.structures.reclaimer().hold(load.id);
    work.unit.entries().put(load.note(), Layout.NOTHING);
    return load;
  }

  private byte[] note() {
    return Layout.reclaim(Meta.elementSpace(type), id);
  }

  /** How many elements it has. */
  public long size() {
    return size;
  }

  /** Adds a member to a set. Nobody checks that it is new. */
  public void member(Slice member) {
    int length = key(Layout.ELEMENTS, 0, member.array(), member.offset(), member.length());
    size++;
    byMember.add(scratch, length, Layout.NOTHING, 0, 0);
  }

  /** Adds a field with its value to a hash. Nobody checks that it is new. */
  public void field(byte[] field, byte[] value) {
    StructureLimits.checkValue(value.length);
    int length = key(Layout.ELEMENTS, 0, field, 0, field.length);
    size++;
    byMember.add(scratch, length, value, 0, value.length);
  }

  /** Adds a member to a sorted set. Nobody checks that it is new. */
  public void member(Slice member, double score) {
    byte[] value = Layout.score(score);
    int length = key(Layout.MEMBERS, 0, member.array(), member.offset(), member.length());
    byMember.add(scratch, length, value, 0, value.length);
    length = key(Layout.SCORES, value.length, member.array(), member.offset(), member.length());
    System.arraycopy(value, 0, scratch, Layout.prefixLength(id), value.length);
    size++;
    byScore.add(scratch, length, Layout.NOTHING, 0, 0);
  }

  /** Adds an element after the last one of a list. */
  public void element(byte[] element) {
    StructureLimits.checkValue(element.length);
    size++;
    byte[] key = Layout.position(id, ++high);
    write(elements, key, 0, key.length, element, 0, element.length);
  }

  /** Becomes a copy of the structure, as the space's work sees it; the load is still empty. */
  public void copyOf(Space from, byte[] name) {
    Meta meta = from.unit.metas().find(from.database, name, type);
    if (meta.exists()) {
      copyOf(from.unit, meta);
    }
  }

  void copyOf(UnitOfWork work, Meta meta) {
    try (RangeCopy copied =
        copy(elements, work, meta.elementSpace(), meta.id, type == StructureType.SET)) {
      if (type != StructureType.SORTED_SET) {
        copied.run();
      } else {
        try (RangeCopy ranked = copy(scores, work, Layout.SCORES, meta.id, true)) {
          if (aside && meta.size >= MANY) {
            copied.runBeside(ranked);
          } else {
            copied.run();
            ranked.run();
          }
        }
      }
    }
    size = meta.size;
    low = meta.low;
    high = meta.high;
    sparse = meta.sparse;
  }

  private RangeCopy copy(RunWriter to, UnitOfWork work, byte space, long from, boolean keysOnly) {
    byte[] prefix = Layout.prefix(space, from);
    return new RangeCopy(
        work.entries().scanAll(KeyRange.prefix(prefix), keysOnly),
        keysOnly,
        prefix.length,
        Layout.prefix(space, id),
        aside ? to::put : batch::put,
        this::checkNotCancelled);
  }

  /** Puts a key together in {@link #scratch}, with a gap after the id; its length. */
  private int key(byte space, int gap, byte[] last, int offset, int lastLength) {
    StructureLimits.checkMember(lastLength);
    int prefix = Layout.prefixLength(id);
    int length = prefix + gap + lastLength;
    if (scratch.length < length) {
      scratch = new byte[length * 2];
    }
    scratch[0] = space;
    Ordinal.put(scratch, 1, id);
    System.arraycopy(last, offset, scratch, prefix + gap, lastLength);
    return length;
  }

  private void write(
      RunWriter to, byte[] key, int keyAt, int keyLength, byte[] value, int at, int length) {
    if (aside) {
      if (++written % LOOK == 0) {
        checkNotCancelled();
      }
      to.put(key, keyAt, keyLength, value, at, length);
    } else {
      batch.put(key, keyAt, keyLength, value, at, length);
    }
  }

  /** What {@link SortedRun} hands its entries to. */
  private final class Writing implements SortedRun.Sink {
    private final RunWriter to;

    Writing(RunWriter to) {
      this.to = to;
    }

    @Override
    public void put(byte[] key, int keyAt, int keyLength, byte[] value, int at, int length) {
      write(to, key, keyAt, keyLength, value, at, length);
    }

    @Override
    public void startOver() {
      to.startOver();
    }
  }

  private void checkNotCancelled() {
    if (cancelled) {
      throw new StructuresException("the load was given up: its owner is closing");
    }
  }

  /** Makes the thread that fills it fail soon. Any thread. */
  public void cancel() {
    cancelled = true;
  }

  /** After the last element, by the thread that filled it. */
  public void finish() {
    byMember.end();
    byScore.end();
    if (aside) {
      checkNotCancelled();
      elements.finish();
      scores.finish();
    }
  }

  /**
   * Gives it a name, which represents nothing else then and has no expiry, as part of the work.
   * Finished, and with at least one element.
   */
  public void publish(Space space, byte[] name) {
    publish(space.unit, space.unit.metas().find(space.database, name));
  }

  void publish(UnitOfWork work, Meta meta) {
    if (size == 0) {
      throw new IllegalStateException("a structure has at least one element; found none");
    }
    work.metas().delete(meta);
    work.metas().create(meta, type, id);
    meta.size = size;
    meta.low = low;
    meta.high = high;
    meta.sparse = sparse;
    if (aside) {
      work.entries().delete(note());
    } else {
      work.entries().append(batch);
    }
  }

  /**
   * Ends it. What was loaded aside and not published is left to be reclaimed. May wait for a step
   * of the reclaimer.
   */
  @Override
  public void close() {
    if (!aside) {
      return;
    }
    // An engine that fails to give up one of them must not keep the other, and the id.
    try {
      elements.close();
    } finally {
      try {
        scores.close();
      } finally {
        structures.reclaimer().release(id);
        structures.wakeHousekeeper();
      }
    }
  }
}
