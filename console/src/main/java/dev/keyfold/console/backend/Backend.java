package dev.keyfold.console.backend;

import dev.keyfold.console.heat.HeatRecorder;
import dev.keyfold.console.http.HttpException;
import dev.keyfold.db.Keyfold;
import dev.keyfold.store.Store;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.Work;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.Tables;
import dev.keyfold.table.errors.TableException;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The database as the API sees it. Whatever changes something goes through {@link #changed} or
 * {@link #work}, which see to it that an answer means what a reply on the Redis port means.
 * Thread-safe.
 */
public final class Backend {
  private final Keyfold db;
  private final Runnable acknowledge;
  private final HeatRecorder heat;
  private final Places places;

  /**
   * @param acknowledge makes what was written as durable as the server promises
   */
  public Backend(Keyfold db, Runnable acknowledge, HeatRecorder heat) {
    this.db = db;
    this.acknowledge = acknowledge;
    this.heat = heat;
    this.places = new Places(db.tables());
  }

  /** The store with everything in it. */
  public Store store() {
    return db.store();
  }

  /** All tables. */
  public Tables tables() {
    return db.tables();
  }

  /** All structures. */
  public Structures structures() {
    return db.structures();
  }

  /** What lies where. */
  public Places places() {
    return places;
  }

  /** A table; 404 if it does not exist. */
  public Table<Row> table(String name) {
    try {
      return db.table(name);
    } catch (TableException e) {
      throw new HttpException(404, HttpException.messageOf(e));
    }
  }

  /** Acknowledges what was written. */
  public void changed() {
    acknowledge.run();
  }

  /** Reads structures from a snapshot; does not count as load. */
  public <T> T read(Function<Work, T> reading) {
    return unmetered(
        () -> {
          try (Work work = structures().read()) {
            return reading.apply(work);
          }
        });
  }

  /** Reads for a page of the console: it must not show up in the heat map as load. */
  public <T> T unmetered(Supplier<T> reading) {
    return heat.ignoring(reading);
  }

  /** Changes structures in one step, and acknowledges it. */
  public <T> T work(Function<Work, T> changing) {
    T result;
    try (Work work = structures().begin()) {
      result = changing.apply(work);
      work.commit();
    }
    changed();
    return result;
  }
}
