package dev.keyfold.structures.layout;

/**
 * One logical database as a unit of work sees it: which physical one it uses, and how many names it
 * has. Read from the catalog, and ready to be changed by the unit of work it belongs to; not
 * thread-safe.
 *
 * <pre>
 *   D7 03 number      physical      unless it is the number itself
 *   D7 04 physical    count         unless it is 0
 * </pre>
 */
public final class Database {
  public final int number;

  /** The number that stands in keys; flushing gives a new one. */
  public long physical;

  /** Names it has. */
  public long count;

  /** Names with an expiry, more or fewer than were counted after opening. */
  public long expiring;

  /** Whether the fields say what the catalog says, and what the work has changed since. */
  public boolean loaded;

  public boolean countChanged;
  public boolean physicalChanged;

  public Database(int number) {
    this.number = number;
  }

  /** Each represents what the other represented. */
  public void swapWith(Database other) {
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
