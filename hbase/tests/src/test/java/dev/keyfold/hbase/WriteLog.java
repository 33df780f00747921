package dev.keyfold.hbase;

/** Is told what a {@link RowsWriter} is about to do and what it was answered. */
interface WriteLog {
  /** The state of a row that is not there. */
  String GONE = "-";

  /** How a row is written. */
  enum Operation {
    PUT,
    INSERT,
    UPDATE,
    COMPARE_AND_SET,
    TRANSACT,
    DELETE,
    PUT_ALL;

    /**
     * Whether its outcome may stay unknown when its answer is lost, although nobody else writes the
     * row: a removal leaves nothing to find, and a batch is repeated by who has it.
     */
    boolean mayBeUnknown() {
      return this == DELETE || this == PUT_ALL;
    }
  }

  /** Before the row is written; again before another attempt. */
  void tried(int id, String state);

  /** The store has said that it is done. */
  void acknowledged(Operation operation, int id);

  /** The store has said that it is not done, and why not. */
  void refused(Operation operation, int id);

  /** The store has said that it does not know, and why not. */
  void unknown(Operation operation, int id, String why);
}
