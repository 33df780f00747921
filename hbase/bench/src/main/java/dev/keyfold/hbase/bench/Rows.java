package dev.keyfold.hbase.bench;

/** What a subject has read: how many rows, and a digest of them in which their order counts. */
final class Rows {
  private long count;
  private long digest = 1;

  void add(long row) {
    count++;
    digest = digest * 31 + row;
  }

  void add(Rows more) {
    count += more.count;
    digest = digest * 31 + more.digest;
  }

  long count() {
    return count;
  }

  long digest() {
    return digest;
  }
}
