package dev.keyfold.store;

/**
 * Reads one moment and its own writes, and writes all at once at the end. Optimistic: nobody waits
 * for anybody, but {@link #commit} throws {@link ConflictException}, and writes nothing, if another
 * write has since touched a key or a range that this transaction read. So transactions behave as if
 * they had run one after the other, at their commits.
 *
 * <p>What was only written does not conflict. A transaction without writes always commits. Not
 * thread-safe. Close it; closing without a commit takes everything back.
 */
public interface Transaction extends Reader, Writes, AutoCloseable {
  /** Writes everything, with the store's own durability. */
  void commit();

  /** Writes everything; nothing can be read or written through this transaction afterwards. */
  void commit(Durability durability);

  @Override
  void close();
}
