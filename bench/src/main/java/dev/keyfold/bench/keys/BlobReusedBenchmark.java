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

/** 1 KiB of bytes, read from a key into a reused array by the subjects that can. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class BlobReusedBenchmark {
  @Param({"arraycopy", "byteByByte", "keyfold"})
  String subject;

  @Param({"TYPICAL", "ZEROS", "RANDOM"})
  String content;

  private BlobSubject codec;
  private byte[][] keys;
  private int next;

  @Setup
  public void prepare() {
    codec = Subjects.blob(subject);
    keys = Contents.valueOf(content).keys(codec);
  }

  @Benchmark
  public int unescape() {
    return codec.unescapeReused(keys[next++ & Contents.MASK]);
  }
}
