package dev.keyfold.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.record.KeyCodec;
import dev.keyfold.codec.testing.PublicKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** One schema and one codec, used by four threads at once without a lock. */
class SharedByThreadsTest {
  private static final int THREADS = 4;
  private static final int KEYS = 2_000;

  private final KeySchema schema =
      KeySchema.parse("user string, at timestamp desc, id uuid, tags list<string null first>")
          .withShards(64);
  private final KeyCodec<PublicKey> codec = KeyCodec.of(PublicKey.class).withShards(16, 2);
  private final CyclicBarrier start = new CyclicBarrier(THREADS);

  @Test
  void keysAreThoseOfOneThread() throws Exception {
    List<String> expected = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      expected.add(work(thread));
    }
    ExecutorService pool = Executors.newFixedThreadPool(THREADS);
    try {
      List<Callable<String>> jobs = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        int number = thread;
        jobs.add(
            () -> {
              start.await();
              return work(number);
            });
      }
      List<String> found = new ArrayList<>();
      for (Future<String> job : pool.invokeAll(jobs)) {
        found.add(job.get());
      }
      assertThat(found).isEqualTo(expected);
    } finally {
      pool.shutdownNow();
    }
  }

  /**
   * Writes, reads, slices and selects keys that no other thread has; a digest of all their bytes.
   */
  private String work(int thread) {
    long digest = 0;
    for (int i = 0; i < KEYS; i++) {
      String user = "user\u0000" + thread + "-" + i;
      Instant at = Instant.ofEpochMilli(i);
      UUID id = new UUID(thread, i);
      byte[] key = schema.encode(user, at, id, List.of(user, "x"));
      check(schema.decode(key).equals(List.of(user, at, id, List.of(user, "x"))), key);
      check(schema.prefixLength(key, 3) + schema.slice(key, 3).length == key.length, key);
      check(schema.select().eq("user", user).ranges().get(0).contains(key), key);

      PublicKey record = new PublicKey(user, at, id);
      byte[] recordKey = codec.encode(record);
      check(codec.decode(recordKey).equals(record), recordKey);
      digest = 31 * digest + Arrays.hashCode(key);
      digest = 31 * digest + Arrays.hashCode(recordKey);
    }
    return Long.toHexString(digest);
  }

  private static void check(boolean right, byte[] key) {
    if (!right) {
      throw new AssertionError(Bytes.toHex(key));
    }
  }
}
