package dev.keyfold.bench.keys;

import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyWriter;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * The order key in every format, with the nearest types that the format has. A format may take
 * twice the time of the native one.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FormatBenchmark {
  private static final String ORDER = "user string, at timestamp, id uuid";

  /** What a format that cannot hold the order key as it is gets instead. */
  private static final Map<String, String> SCHEMAS =
      Map.of(
          "delimited", "user string(32), at timestamp, id uuid",
          "rowkey", "user string, at int64, id bytes",
          "phoenix", "user string, at timestamp, id bytes(16)",
          "tuple", "user string, at int64, id uuid",
          "compound", "kind string, key string, sub string");

  @Param({"native", "delimited", "rowkey", "phoenix", "tuple", "compound"})
  String format;

  private final Orders orders = new Orders();
  private final byte[][] ids = new byte[orders.ids.length][];
  private KeyWriter writer;
  private int next;

  @Setup
  public void prepare() {
    String schema = SCHEMAS.getOrDefault(format, ORDER);
    writer = KeySchema.parse(schema, KeyFormats.named(format)).newWriter();
    for (int i = 0; i < ids.length; i++) {
      UUID id = orders.ids[i];
      ids[i] =
          java.nio.ByteBuffer.allocate(16)
              .putLong(id.getMostSignificantBits())
              .putLong(id.getLeastSignificantBits())
              .array();
    }
  }

  @Benchmark
  public byte[] encode() {
    int i = next++ & Orders.MASK;
    return switch (format) {
      case "rowkey", "phoenix" ->
          writer.putString(orders.users[i]).putLong(orders.millis[i]).putBytes(ids[i]).toBytes();
      case "compound" ->
          writer.putString("H").putString(orders.users[i]).putString("order_date").toBytes();
      default ->
          writer
              .putString(orders.users[i])
              .putLong(orders.millis[i])
              .putUuid(orders.ids[i])
              .toBytes();
    };
  }
}
