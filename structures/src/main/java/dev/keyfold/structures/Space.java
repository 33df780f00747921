package dev.keyfold.structures;

/**
 * One logical database within a {@link Work}: names, and a facade for each type. Belongs to its
 * work. Arrays handed in are not changed, and not kept beyond the call; arrays handed out are the
 * caller's.
 */
public final class Space {
  final Work work;
  private final int number;
  private final Keys keys;
  private final Strings strings;
  private final Hashes hashes;
  private final Lists lists;
  private final Sets sets;
  private final SortedSets sortedSets;

  /** The number that stands in keys; flushing gives a new one. */
  long physical;

  /** Names it has. */
  long count;

  /** Names with an expiry, more or fewer than {@link Databases} has counted. */
  long expiring;

  boolean loaded;
  boolean countChanged;
  boolean physicalChanged;

  Space(Work work, int number) {
    this.work = work;
    this.number = number;
    keys = new Keys(this);
    strings = new Strings(this);
    hashes = new Hashes(this);
    lists = new Lists(this);
    sets = new Sets(this);
    sortedSets = new SortedSets(this);
  }

  /** Its number. */
  public int number() {
    return number;
  }

  /** The time of its work, in milliseconds since 1970. */
  public long now() {
    return work.now();
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

  void swapWith(Space other) {
    long formerPhysical = physical;
    long formerCount = count;
    long formerExpiring = expiring;
    physical = other.physical;
    count = other.count;
    expiring = other.expiring;
    other.physical = formerPhysical;
    other.count = formerCount;
    other.expiring = formerExpiring;
    physicalChanged = true;
    other.physicalChanged = true;
    // Which count was written under which number so far does not matter: both are written again.
    countChanged = true;
    other.countChanged = true;
  }
}
