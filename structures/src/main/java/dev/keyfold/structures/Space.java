package dev.keyfold.structures;

import dev.keyfold.structures.layout.Database;
import dev.keyfold.structures.work.UnitOfWork;

/**
 * One logical database within a {@link Work}: names, and a facade for each type. Belongs to its
 * work. Arrays handed in are not changed, and not kept beyond the call; arrays handed out are the
 * caller's.
 */
public final class Space {
  final Work work;
  final UnitOfWork unit;
  final Database database;
  private final Keys keys;
  private final Strings strings;
  private final Hashes hashes;
  private final Lists lists;
  private final Sets sets;
  private final SortedSets sortedSets;

  Space(Work work, Database database) {
    this.work = work;
    this.unit = work.unit;
    this.database = database;
    keys = new Keys(this);
    strings = new Strings(this);
    hashes = new Hashes(this);
    lists = new Lists(this);
    sets = new Sets(this);
    sortedSets = new SortedSets(this);
  }

  /** Its number. */
  public int number() {
    return database.number;
  }

  /** The time of its work, in milliseconds since 1970. */
  public long now() {
    return work.now();
  }

  /**
   * Counts an element that the caller itself collects in memory against the limit of the work; see
   * {@link Work#limitCollected}.
   */
  public void collect(int bytes) {
    unit.collect(bytes);
  }

  /** Names of whatever type. */
  public Keys keys() {
    return keys;
  }

  /** Plain values. */
  public Strings strings() {
    return strings;
  }

  /** Fields with values. */
  public Hashes hashes() {
    return hashes;
  }

  /** Elements by position. */
  public Lists lists() {
    return lists;
  }

  /** Members. */
  public Sets sets() {
    return sets;
  }

  /** Members by score. */
  public SortedSets sortedSets() {
    return sortedSets;
  }
}
