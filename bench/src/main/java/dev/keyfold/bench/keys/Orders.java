package dev.keyfold.bench.keys;

import java.util.Random;
import java.util.UUID;

/**
 * The orders that every subject encodes and decodes, in the same sequence.
 *
 * <p>Many, so that no subject is measured on one key that the branch predictor knows by heart; few
 * enough to stay in the cache, because it is not memory that is compared. Users are numbered below
 * a million, so most names are ten bytes long and every tenth is shorter.
 */
final class Orders {
  /** A power of two, so that a counter wraps around with a mask. */
  static final int COUNT = 1024;

  static final int MASK = COUNT - 1;

  private static final long SEED = 20250117L;
  private static final long FIRST_MILLIS = 1_737_100_800_000L;
  private static final int YEAR_SECONDS = 365 * 24 * 60 * 60;

  final String[] users = new String[COUNT];
  final long[] millis = new long[COUNT];
  final UUID[] ids = new UUID[COUNT];

  Orders() {
    Random random = new Random(SEED);
    for (int i = 0; i < COUNT; i++) {
      users[i] = "USR_" + random.nextInt(1_000_000);
      millis[i] = FIRST_MILLIS + random.nextInt(YEAR_SECONDS) * 1000L + random.nextInt(1000);
      ids[i] = new UUID(random.nextLong(), random.nextLong());
    }
  }

  /** All orders as keys of a subject. */
  byte[][] keys(OrderSubject subject) {
    byte[][] keys = new byte[COUNT][];
    for (int i = 0; i < COUNT; i++) {
      keys[i] = subject.encode(users[i], millis[i], ids[i]);
    }
    return keys;
  }

  /** Keys whose third field is a number instead of the id. */
  byte[][] numberedKeys(ThirdFieldSubject subject) {
    byte[][] keys = new byte[COUNT][];
    for (int i = 0; i < COUNT; i++) {
      keys[i] = subject.encodeNumbered(users[i], millis[i], ids[i].getMostSignificantBits());
    }
    return keys;
  }
}
