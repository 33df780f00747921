package dev.keyfold.console.http;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The body of one request while it arrives: a byte array that grows with what has arrived, never
 * with what was announced, and takes what it holds from a budget that all connections share. Of the
 * event loop's thread; {@link #release} of any.
 */
final class RequestBody {
  private static final int FIRST = 1 << 10;

  /** Bytes that all bodies may hold together. Thread-safe. */
  static final class Budget {
    private final long most;
    private final AtomicLong used = new AtomicLong();

    Budget(long most) {
      this.most = most;
    }

    private boolean take(long bytes) {
      if (used.addAndGet(bytes) <= most) {
        return true;
      }
      used.addAndGet(-bytes);
      return false;
    }

    long used() {
      return used.get();
    }
  }

  private final Budget budget;
  private int limit;
  private byte[] bytes = {};
  private int size;
  private final AtomicLong taken = new AtomicLong();

  RequestBody(Budget budget, int limit) {
    this.budget = budget;
    this.limit = limit;
  }

  /** Allows no more than this; throws if it is more already. */
  void limit(int most) {
    limit = most;
    check(size);
  }

  /** Adds bytes, or throws the error for the client. */
  void add(ByteBuf more) {
    int count = more.readableBytes();
    check((long) size + count);
    if (size + count > bytes.length) {
      int capacity = (int) Math.min(limit, Math.max(FIRST, 2L * (size + count)));
      int growth = capacity - bytes.length;
      if (!budget.take(growth)) {
        throw new HttpException(
            503, "other requests use all memory reserved for request bodies; try again later");
      }
      taken.addAndGet(growth);
      bytes = Arrays.copyOf(bytes, capacity);
    }
    more.readBytes(bytes, size, count);
    size += count;
  }

  private void check(long count) {
    if (count > limit) {
      throw tooLong(limit);
    }
  }

  static HttpException tooLong(int limit) {
    return new HttpException(
        413, "the request body exceeds " + limit + " bytes, the limit of this address");
  }

  byte[] toBytes() {
    return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
  }

  /** Releases its memory; idempotent. */
  void release() {
    budget.used.addAndGet(-taken.getAndSet(0));
  }
}
