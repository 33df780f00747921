package dev.keyfold.bench.sql;

import dev.keyfold.bench.measure.Step;

/**
 * Items under test, open: an id, a group of ten items, a name and a price. One thread at a time.
 * What a method returns depends on all values read.
 */
interface Lookups extends AutoCloseable {
  int GROUP = 10;

  /** Name and price of one item. */
  long point(long id);

  /** Id, name and price of the items of a group. */
  long index(int group);

  /** Id and price of the items of a group; the index has them. */
  long covered(int group);

  @Override
  void close();

  static String name(long id) {
    return "item number " + id;
  }

  static long price(long id) {
    return id * 7919 % 100_000;
  }

  /** Groups are spread over the table: the neighbours of an item are in other groups. */
  static int group(long id, int count) {
    return (int) (id % (count / GROUP));
  }

  static long digest(long sum, long id, String name, long price) {
    return sum + id * 31 + name.length() * 7L + name.charAt(name.length() - 1) + price;
  }

  /** Lookups of random items, or groups. */
  default Step step(SqlLine line, int count) {
    return new Step() {
      private long state = 20250117;

      @Override
      public long run() {
        state = state * 6364136223846793005L + 1442695040888963407L;
        int random = (int) ((state >>> 33) % count);
        return switch (line) {
          case POINT -> point(random);
          case INDEX -> index(random / GROUP);
          case COVERED -> covered(random / GROUP);
        };
      }

      @Override
      public void close() {}
    };
  }
}
