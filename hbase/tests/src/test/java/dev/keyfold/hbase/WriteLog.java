package dev.keyfold.hbase;

/** Is told what a {@link RowsWriter} is about to do and what it was answered. */
interface WriteLog {
  /** The state of a row that is not there. */
  String GONE = "-";

  /** Before the row is written; again before another attempt. */
  void tried(int id, String state);

  /** The store has said that it is done. */
  void acknowledged(int id);

  /** The store has said that it is not done, and why not. */
  void refused(int id);

  /** The store has said that it does not know. */
  void unknown(int id);
}
