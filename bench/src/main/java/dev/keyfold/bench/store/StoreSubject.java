package dev.keyfold.bench.store;

/** A store under test, open. Thread-safe, each of which has a {@link Session} of its own. */
interface StoreSubject extends AutoCloseable {
  /** What one thread does with the store. */
  Session session(Digest digest);

  /**
   * Called once the load is over: brings what was written into the form in which it will be read
   * for a long time, and opens it again. Nothing to do for a store in memory.
   */
  default void settle() {}

  @Override
  void close();

  /**
   * Not thread-safe. Arrays that are passed in belong to the caller, who will overwrite them: a
   * store that keeps arrays has to copy them.
   */
  interface Session extends AutoCloseable {
    /** What {@link #get} returns for a key that is not there. */
    long MISSING = Long.MIN_VALUE;

    /** Adds a write to the batch. */
    void add(byte[] key, byte[] value);

    /** Writes the batch, atomically where the store can, with the durability it was opened with. */
    void write();

    /** One write by itself, with the durability the store was opened with. */
    void put(byte[] key, byte[] value);

    /** Digest of the key's value. */
    long get(byte[] key);

    /** Digests of all rows from start to end (exclusive), {@link Digest#add added}. */
    long scan(byte[] start, byte[] end);

    /** The same for the rows whose keys begin with the prefix; end is the key after them. */
    default long scanPrefix(byte[] prefix, byte[] end) {
      return scan(prefix, end);
    }

    @Override
    void close();
  }
}
