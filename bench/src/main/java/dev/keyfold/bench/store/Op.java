package dev.keyfold.bench.store;

import dev.keyfold.bench.measure.Step;
import dev.keyfold.bench.store.StoreSubject.Session;

/**
 * The work of one thread on a line, operation by operation, on data that differs each time. Not
 * thread-safe. Owns its session.
 */
abstract class Op implements Step {
  static final int BATCH = 1000;

  final Session session;
  final Records records;
  private long state;

  Op(Session session, Records records, int thread) {
    this.session = session;
    this.records = records;
    state = Records.mix(thread + 1L);
  }

  /** A random number below the bound. */
  final int random(int bound) {
    state ^= state << 13;
    state ^= state >>> 7;
    state ^= state << 17;
    return (int) ((state >>> 1) % bound);
  }

  @Override
  public void close() {
    session.close();
  }

  /** The operations of a reading line. */
  static Op reading(Line.Work work, Session session, Records records, int thread) {
    return switch (work) {
      case GET -> new Get(session, records, thread);
      case MISS -> new Miss(session, records, thread);
      case PREFIX -> new Prefix(session, records, thread);
      case RANGE -> new Range(session, records, thread);
      default -> throw new IllegalArgumentException(work + " reads nothing");
    };
  }

  private static final class Get extends Op {
    private final byte[] key = new byte[Records.KEY_BYTES];

    Get(Session session, Records records, int thread) {
      super(session, records, thread);
    }

    @Override
    public long run() {
      records.key(random(records.count()), Records.Kind.STORED, key);
      long found = session.get(key);
      if (found == Session.MISSING) {
        throw new IllegalStateException("a stored key was not found");
      }
      return found;
    }
  }

  private static final class Miss extends Op {
    private final byte[] key = new byte[Records.KEY_BYTES];

    Miss(Session session, Records records, int thread) {
      super(session, records, thread);
    }

    @Override
    public long run() {
      records.key(random(records.count()), Records.Kind.MISSING, key);
      long found = session.get(key);
      if (found != Session.MISSING) {
        throw new IllegalStateException("a key was found that was never written");
      }
      return found;
    }
  }

  private static final class Prefix extends Op {
    private final byte[] prefix = new byte[Records.PREFIX_BYTES];
    private final byte[] end = new byte[Records.PREFIX_BYTES];

    Prefix(Session session, Records records, int thread) {
      super(session, records, thread);
    }

    @Override
    public long run() {
      int user = random(records.users());
      records.prefix(user, prefix);
      records.prefixEnd(user, end);
      return session.scanPrefix(prefix, end);
    }
  }

  private static final class Range extends Op {
    private final byte[] start = new byte[Records.BOUND_BYTES];
    private final byte[] end = new byte[Records.BOUND_BYTES];

    Range(Session session, Records records, int thread) {
      super(session, records, thread);
    }

    @Override
    public long run() {
      int user = random(records.users());
      int row = random(Records.ROWS_PER_USER - Records.ROWS_PER_RANGE + 1);
      records.bound(user, row, start);
      records.bound(user, row + Records.ROWS_PER_RANGE, end);
      return session.scan(start, end);
    }
  }

  /** Writes stored records in batches, from one number on. */
  static final class Load extends Op {
    private final byte[] key = new byte[Records.KEY_BYTES];
    private final byte[] value = new byte[Records.VALUE_BYTES];
    private int next;
    private int collected;

    Load(Session session, Records records, int first) {
      super(session, records, 0);
      next = first;
    }

    @Override
    public long run() {
      records.key(next, Records.Kind.STORED, key);
      records.value(next, value);
      next++;
      session.add(key, value);
      if (++collected == BATCH) {
        session.write();
        collected = 0;
      }
      return next;
    }

    @Override
    public void close() {
      if (collected > 0) {
        session.write();
      }
      super.close();
    }
  }

  /** Adds records one by one, from one number on, around and around. */
  static final class Put extends Op {
    private final byte[] key = new byte[Records.KEY_BYTES];
    private final byte[] value = new byte[Records.VALUE_BYTES];
    private int next;

    Put(Session session, Records records, int first) {
      super(session, records, 0);
      next = first;
    }

    @Override
    public long run() {
      records.key(next, Records.Kind.ADDED, key);
      records.value(next, value);
      next = next + 1 == records.count() ? 0 : next + 1;
      session.put(key, value);
      return next;
    }
  }
}
