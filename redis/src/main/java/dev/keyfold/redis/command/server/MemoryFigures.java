package dev.keyfold.redis.command.server;

import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryPoolMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * A snapshot of the memory use of the process.
 *
 * @param used bytes in use within the Java virtual machine: heap, classes, code and direct buffers;
 *     includes uncollected garbage, excludes the native memory of the storage engine
 * @param peak the peak of {@code used}, as the sum of the peaks of all memory pools
 * @param resident the resident set size of the process, including the storage engine
 * @param residentPeak the peak of {@code resident}
 * @param system the memory of the machine, or the limit of its container
 * @param heapUsed the heap's part of {@code used}
 * @param heapMost the maximum size of the heap
 */
record MemoryFigures(
    long used,
    long peak,
    long resident,
    long residentPeak,
    long system,
    long heapUsed,
    long heapMost) {
  private static final Path STATUS = Path.of("/proc/self/status");

  static MemoryFigures now() {
    MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    long heap = memory.getHeapMemoryUsage().getUsed();
    long direct = direct();
    long used = heap + memory.getNonHeapMemoryUsage().getUsed() + direct;
    long peak = direct;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      peak += pool.getPeakUsage().getUsed();
    }
    long committed =
        memory.getHeapMemoryUsage().getCommitted()
            + memory.getNonHeapMemoryUsage().getCommitted()
            + direct;
    String status = status();
    long resident = kilobytes(status, "VmRSS:", committed);
    return new MemoryFigures(
        used,
        Math.max(used, peak),
        resident,
        Math.max(resident, kilobytes(status, "VmHWM:", committed)),
        systemMemory(),
        heap,
        memory.getHeapMemoryUsage().getMax());
  }

  /** Buffers outside the heap: those of Java and those that Netty pools. */
  private static long direct() {
    long direct = 0;
    for (BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
      if (pool.getName().equals("direct")) {
        direct += pool.getMemoryUsed();
      }
    }
    return ByteBufAllocator.DEFAULT instanceof ByteBufAllocatorMetricProvider metered
        ? direct + metered.metric().usedDirectMemory()
        : direct;
  }

  private static long systemMemory() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? system.getTotalMemorySize()
        : 0;
  }

  private static String status() {
    try {
      return Files.readString(STATUS);
    } catch (IOException e) {
      // Only Linux has this file; elsewhere, the committed memory of the virtual machine is used.
      return "";
    }
  }

  /** Bytes of a line such as {@code VmRSS: 123456 kB}. */
  static long kilobytes(String status, String name, long otherwise) {
    for (String line : status.split("\n", -1)) {
      if (line.startsWith(name)) {
        String[] words = line.substring(name.length()).trim().split(" ", -1);
        return Long.parseLong(words[0]) * 1024;
      }
    }
    return otherwise;
  }

  /** As Redis prints it: two decimals and a unit. */
  static String human(long bytes) {
    if (bytes < 1024) {
      return bytes + "B";
    }
    double value = bytes;
    int unit = -1;
    while (value >= 1024 && unit < 4) {
      value /= 1024;
      unit++;
    }
    return String.format(Locale.ROOT, "%.2f%c", value, "KMGTP".charAt(unit));
  }
}
