package dev.keyfold.bench.measure;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;

/**
 * Says when a warm-up is over: when the compiler has been idle for a while, not after a fixed time.
 * On a busy machine the compiler waits for a processor too, and a subject with much code to compile
 * would be measured half interpreted, to the advantage of one with little. The JVM is to be started
 * with -Xbatch, so that no compilation is waiting somewhere while the compiler looks idle.
 */
public final class WarmUp {
  private static final CompilationMXBean COMPILER = ManagementFactory.getCompilationMXBean();

  private final long idle;
  private final long end;
  private long compiled = -1;
  private long since;

  /** Nanoseconds of a clock of the caller's: now, the idle time asked for, the longest in all. */
  public WarmUp(long now, long idle, long longest) {
    this.idle = idle;
    this.end = now + longest;
    this.since = now;
  }

  /** Whether to go on warming up. */
  public boolean goesOn(long now) {
    if (COMPILER.getTotalCompilationTime() != compiled) {
      compiled = COMPILER.getTotalCompilationTime();
      since = now;
    }
    return now - since < idle && now < end;
  }
}
