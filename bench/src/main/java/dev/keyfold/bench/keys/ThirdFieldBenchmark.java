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

/** The third field of a key alone: an id (its two halves) and a long. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ThirdFieldBenchmark {
  @Param({"handWritten", "keyfold", "tuple", "orderedBytes"})
  String subject;

  private ThirdFieldSubject codec;
  private byte[][] keys;
  private byte[][] numberedKeys;
  private int next;

  @Setup
  public void prepare() {
    Orders orders = new Orders();
    codec = Subjects.third(subject);
    keys = orders.keys(codec);
    numberedKeys = orders.numberedKeys(codec);
  }

  @Benchmark
  public long id() {
    return codec.thirdId(keys[next++ & Orders.MASK]);
  }

  @Benchmark
  public long number() {
    return codec.thirdNumber(numberedKeys[next++ & Orders.MASK]);
  }
}
