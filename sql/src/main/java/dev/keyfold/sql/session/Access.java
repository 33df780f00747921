package dev.keyfold.sql.session;

/**
 * The rights of a session's user. A session of the same process may do everything; a server asks
 * its users' rights. Thread-safe.
 */
public interface Access {
  /** What a statement does with a table, view or sequence. */
  enum Right {
    /** Read rows. */
    READ,
    /** Insert, update and delete rows. */
    WRITE,
    /** Create, alter and drop it and its indexes. */
    DEFINE
  }

  /** Everything is allowed. */
  Access ALL =
      new Access() {
        @Override
        public void check(String name, Right right) {}

        @Override
        public void checkStructures() {}
      };

  /**
   * Checks that the user has the right.
   *
   * @param name of the table, view or sequence; {@code *} for all of them
   * @throws dev.keyfold.sql.errors.SqlStateException with state 42501 if not
   */
  void check(String name, Right right);

  /** Checks that the user may read all structures: the tables of schema {@code kv}. */
  void checkStructures();
}
