package dev.keyfold.table.model;

/** What happened in all runs of {@link InterleavingTest}, to see that something did. */
final class InterleavingCounts {
  long operations;
  long answers;
  int crashes;
  int lost;
  int unknown;
  int leftovers;
  int duplicates;
  int builds;

  @Override
  public String toString() {
    return String.format(
        "%,d operations of the store, %,d answers explained, %,d processes killed, %,d answers"
            + " lost, %,d outcomes unknown, %,d unique values refused, %,d indexes built, %,d runs left something to"
            + " repair",
        operations, answers, crashes, lost, unknown, duplicates, builds, leftovers);
  }
}
