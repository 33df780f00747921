package dev.keyfold.redis.command;

import dev.keyfold.redis.state.Events;
import dev.keyfold.structures.BulkLoad;
import dev.keyfold.structures.Space;
import dev.keyfold.structures.type.StructureType;

/**
 * The destination key of a command such as ZUNIONSTORE or COPY: replaces its value, publishes the
 * events and writes the reply. A small result is computed immediately. A big one is computed in the
 * {@link Background} while the loop serves other clients, unless the command is part of a
 * transaction. For one call.
 */
public final class StoredResult {
  /** Fills the result. Does not look at the call: it may run on another thread. */
  @FunctionalInterface
  public interface Filler {
    /** Reads the client's database as of the call, and adds the elements of the result. */
    void fill(Space from, BulkLoad into);
  }

  /** Where big results are made, while other commands run. */
  @FunctionalInterface
  public interface Background {
    /** Makes the result, publishes it and writes the reply; later. */
    void begin(Call call, StoredResult result, Filler filler);
  }

  /** Up to this many elements are computed on the loop: about one millisecond. */
  private static final long SMALL = 1000;

  private static final long ITS_SIZE = -1;

  private final Call call;
  private final StructureType type;
  private final byte[] target;
  private final int kind;
  private final String event;
  private int database;
  private boolean copied;
  private long expiry;
  private long reply = ITS_SIZE;

  /** A result of that type in the client's database, with its keyspace event. */
  public StoredResult(Call call, StructureType type, byte[] target, int kind, String event) {
    this.call = call;
    this.type = type;
    this.target = target;
    this.kind = kind;
    this.event = event;
    this.database = call.client().database();
  }

  /** For COPY: into any database, always with the event {@code new}, with an expiry, replying 1. */
  public StoredResult copiedTo(int number, long expiresAt) {
    database = number;
    copied = true;
    expiry = expiresAt;
    reply = 1;
    return this;
  }

  /**
   * Makes it.
   *
   * @param elements about how many have to be read for it
   */
  public void store(long elements, Filler filler) {
    if (elements > SMALL && !call.inTransaction()) {
      call.background().begin(call, this, filler);
      return;
    }
    BulkLoad load = BulkLoad.within(call.work(), type);
    filler.fill(call.space(), load);
    load.finish();
    publish(call, load);
  }

  /** Publishes the result under its key, within the work of the call. */
  public void publish(Call as, BulkLoad load) {
    Space space = as.space(database);
    if (load.size() == 0) {
      if (space.keys().delete(target)) {
        as.notify(Events.GENERIC, "del", database, target);
      }
    } else {
      if (copied || (as.notifies(Events.NEW) && !space.keys().exists(target))) {
        as.notify(Events.NEW, "new", database, target);
      }
      load.publish(space, target);
      if (expiry > 0) {
        space.keys().expireAt(target, expiry);
      }
      as.notify(kind, event, database, target);
    }
    answer(as, load);
  }

  /** Only the reply: the result was deleted again before it could be seen. */
  public void answer(Call as, BulkLoad load) {
    as.reply().integer(reply == ITS_SIZE ? load.size() : reply);
  }

  /** Of what type it is. */
  public StructureType type() {
    return type;
  }

  /** The key that it gets. */
  public byte[] target() {
    return target;
  }

  /** The database of that key. */
  public int database() {
    return database;
  }

  /** Two databases have changed places. */
  public void swapped(int first, int second) {
    if (database == first) {
      database = second;
    } else if (database == second) {
      database = first;
    }
  }
}
