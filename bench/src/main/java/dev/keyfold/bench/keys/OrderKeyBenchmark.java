package dev.keyfold.bench.keys;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The order key, written and read whole. A fork sees one subject, so its calls are inlined. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class OrderKeyBenchmark {
  @Param({
    "handWritten",
    "handWrittenUtf8",
    "keyfold",
    "keyfoldRecord",
    "recordByHandles",
    "keyfoldObjects",
    "tuple",
    "orderedBytes"
  })
  String subject;

  private final Orders orders = new Orders();
  private final Order decoded = new Order();
  private OrderSubject codec;
  private byte[][] keys;
  private int next;

  @Setup
  public void prepare() {
    codec = Subjects.order(subject);
    keys = orders.keys(codec);
  }

  @Benchmark
  public byte[] encode() {
    int i = next++ & Orders.MASK;
    return codec.encode(orders.users[i], orders.millis[i], orders.ids[i]);
  }

  @Benchmark
  public int encodeReused() {
    int i = next++ & Orders.MASK;
    return codec.encodeReused(orders.users[i], orders.millis[i], orders.ids[i]);
  }

  @Benchmark
  public Object decode() {
    codec.decode(keys[next++ & Orders.MASK], decoded);
    return decoded;
  }
}
