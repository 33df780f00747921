package dev.keyfold.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.keyfold.codec.record.KeyCodec;
import dev.keyfold.codec.record.Unsigned;
import java.lang.management.ManagementFactory;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/**
 * Writing into a reused writer and reading primitives allocate nothing; the array of a key is the
 * only allocation of {@code toBytes}. Counted by the JVM for this thread, after warming up: before
 * it is compiled, code may box and profile.
 */
class AllocationTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int WARM_UP = 30_000;
  private static final int MEASURED = 10_000;
  private static final int ATTEMPTS = 20;
  private static final UUID ID = UUID.fromString("550e8400-e29b-41d4-a716-446655440001");
  private static final KeySchema ORDER = KeySchema.parse("user_id string, at timestamp, id uuid");
  private static final byte[] KEY = ORDER.encode("USR_12345", 1_737_100_800_000L, ID);

  /** Keeps results alive, so that the compiler cannot leave the work out. */
  private long sink;

  private byte[] kept;

  /** Bytes allocated by one call, the least of several runs: the JVM compiles in between. */
  private double bytesPerCall(LongSupplier action) {
    for (int i = 0; i < WARM_UP; i++) {
      sink += action.getAsLong();
    }
    long least = Long.MAX_VALUE;
    for (int attempt = 0; attempt < ATTEMPTS && least > 0; attempt++) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < MEASURED; i++) {
        sink += action.getAsLong();
      }
      least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
    }
    assertThat(sink).isNotZero();
    return (double) least / MEASURED;
  }

  @Test
  void writingIntoAReusedWriterAllocatesNothing() {
    KeyWriter writer = ORDER.newWriter();
    assertThat(
            bytesPerCall(
                () ->
                    writer
                        .reset()
                        .putString("USR_12345")
                        .putLong(1_737_100_800_000L)
                        .putUuid(ID)
                        .finish()))
        .isZero();
  }

  @Test
  void writingAShardedDescendingNullableKeyAllocatesNothing() {
    KeySchema schema =
        KeySchema.parse(
                "u string desc, t timestamp desc null last, b bytes, i integer, f double, z bool")
            .withShards(256);
    KeyWriter writer = schema.newWriter();
    byte[] bytes = new byte[100];
    assertThat(
            bytesPerCall(
                () ->
                    writer
                        .reset()
                        .putString("gr\u00FC\u00DF\u0000")
                        .putLong(5)
                        .putBytes(bytes)
                        .putLong(1L << 40)
                        .putDouble(1.5)
                        .putBoolean(true)
                        .finish()))
        .isZero();
  }

  @Test
  void toBytesAllocatesTheArrayAlone() {
    KeyWriter writer = ORDER.newWriter();
    double array =
        bytesPerCall(
            () -> {
              kept = new byte[KEY.length];
              return kept.length;
            });
    assertThat(array).isGreaterThan(KEY.length);
    assertThat(
            bytesPerCall(
                () ->
                    writer
                        .putString("USR_12345")
                        .putLong(1_737_100_800_000L)
                        .putUuid(ID)
                        .toBytes()
                        .length))
        .isEqualTo(array);
  }

  @Test
  void readingOneFieldOfFixedWidthAllocatesNothing() {
    KeyReader reader = ORDER.newReader();
    assertThat(
            bytesPerCall(
                () -> {
                  reader.reset(KEY).field(2);
                  return reader.getUuidHigh() ^ reader.getUuidLow();
                }))
        .isZero();
    assertThat(bytesPerCall(() -> reader.reset(KEY).field(1).getLong())).isZero();
  }

  @Test
  void skippingAndComparingAllocatesNothing() {
    byte[] other = ORDER.encode("USR_12345", 5, ID);
    assertThat(bytesPerCall(() -> ORDER.prefixLength(KEY, 2))).isZero();
    assertThat(bytesPerCall(() -> ORDER.samePrefix(KEY, other, 1) ? 1 : 0)).isZero();
  }

  record Fixed(long a, int b, @Unsigned short c, double d) {}

  @Test
  void aRecordOfPrimitivesIsWrittenWithoutAllocation() {
    KeyCodec<Fixed> codec = KeyCodec.of(Fixed.class);
    KeyWriter writer = codec.schema().newWriter();
    Fixed fixed = new Fixed(1, 2, (short) -1, 1.5);
    assertThat(
            bytesPerCall(
                () -> {
                  codec.write(fixed, writer);
                  return writer.finish();
                }))
        .isZero();
  }
}
