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

/**
 * 1 KiB of bytes as a key, written and read. 1024 divided by the nanoseconds is GB/s of content.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class BlobBenchmark {
  @Param({"arraycopy", "byteByByte", "keyfold", "tuple", "orderedBytes"})
  String subject;

  @Param({"TYPICAL", "ZEROS", "RANDOM"})
  String content;

  private BlobSubject codec;
  private byte[][] contents;
  private byte[][] keys;
  private int next;

  @Setup
  public void prepare() {
    codec = Subjects.blob(subject);
    contents = Contents.valueOf(content).arrays();
    keys = Contents.valueOf(content).keys(codec);
  }

  @Benchmark
  public int escape() {
    return codec.escape(contents[next++ & Contents.MASK]);
  }

  @Benchmark
  public byte[] unescape() {
    return codec.unescape(keys[next++ & Contents.MASK]);
  }
}
