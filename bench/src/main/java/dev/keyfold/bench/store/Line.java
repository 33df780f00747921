package dev.keyfold.bench.store;

/** What is measured: a line of the report. */
enum Line {
  BATCHED_1("batched writes", Work.BATCHED, 1),
  BATCHED_2("batched writes", Work.BATCHED, 2),
  SINGLE_1("single writes", Work.SINGLE, 1),
  SINGLE_2("single writes", Work.SINGLE, 2),
  GET_1("gets, hit", Work.GET, 1),
  GET_2("gets, hit", Work.GET, 2),
  MISS_1("gets, miss", Work.MISS, 1),
  MISS_2("gets, miss", Work.MISS, 2),
  PREFIX_1("prefix scans, 1,000 rows", Work.PREFIX, 1),
  PREFIX_2("prefix scans, 1,000 rows", Work.PREFIX, 2),
  RANGE_1("range scans, 100 rows", Work.RANGE, 1),
  RANGE_2("range scans, 100 rows", Work.RANGE, 2),
  SYNC_1("sync writes", Work.SYNC, 1),
  GROUP_16("group writes", Work.GROUP, 16);

  /** What an operation is; of writes, one record. */
  enum Work {
    BATCHED,
    SINGLE,
    GET,
    MISS,
    PREFIX,
    RANGE,
    SYNC,
    GROUP;

    boolean isGet() {
      return this == GET || this == MISS;
    }

    boolean isScan() {
      return this == PREFIX || this == RANGE;
    }

    boolean isRead() {
      return isGet() || isScan();
    }

    /** Waits for the disk, so that it is compared with the disk's own rate. */
    boolean isDurable() {
      return this == SYNC || this == GROUP;
    }
  }

  /** Name in reports. */
  final String label;

  final Work work;
  final int threads;

  Line(String label, Work work, int threads) {
    this.label = label + (threads == 1 ? ", 1 thread" : ", " + threads + " threads");
    this.work = work;
    this.threads = threads;
  }
}
