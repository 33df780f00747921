package dev.keyfold.bench;

import com.apple.foundationdb.tuple.Tuple;
import dev.keyfold.codec.Dummy;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.util.Order;
import org.apache.hadoop.hbase.util.OrderedBytes;
import org.apache.hadoop.hbase.util.PositionedByteRange;
import org.apache.hadoop.hbase.util.SimplePositionedMutableByteRange;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Proves that the benchmark build and the peers work. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class DummyBenchmark {
  private final PositionedByteRange range = new SimplePositionedMutableByteRange(4096);
  private final UUID id = new UUID(1, 2);
  private final byte[] blob = new byte[16];

  @Param({"USR_1", "USR_22222"})
  private String user;

  /** The empty measurement. */
  @Benchmark
  public int keyfold() {
    return Dummy.first(blob);
  }

  /** FoundationDB. */
  @Benchmark
  public Object tuple() {
    byte[] key = Tuple.from(user, 1234567890123L, id).pack();
    return Tuple.fromBytes(key).getUUID(2);
  }

  /** HBase. */
  @Benchmark
  public Object orderedBytes() {
    range.setPosition(0);
    OrderedBytes.encodeString(range, user, Order.ASCENDING);
    OrderedBytes.encodeInt64(range, 1234567890123L, Order.DESCENDING);
    OrderedBytes.encodeBlobVar(range, blob, Order.ASCENDING);
    OrderedBytes.encodeNumeric(range, 12345L, Order.ASCENDING);
    OrderedBytes.encodeFloat64(range, 1.5, Order.DESCENDING);
    OrderedBytes.encodeBlobCopy(range, blob, Order.ASCENDING);
    range.setPosition(0);
    String read = OrderedBytes.decodeString(range);
    long at = OrderedBytes.decodeInt64(range);
    byte[] bytes = OrderedBytes.decodeBlobVar(range);
    Object number = OrderedBytes.decodeNumericAsBigDecimal(range);
    double real = OrderedBytes.decodeFloat64(range);
    return read + at + bytes.length + number + real;
  }
}
