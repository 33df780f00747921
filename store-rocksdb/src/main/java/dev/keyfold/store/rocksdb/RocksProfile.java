package dev.keyfold.store.rocksdb;

import dev.keyfold.store.errors.StoreUrlException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Settings that belong together, by what a program does most. Each can be overridden by itself. */
public enum RocksProfile {
  /** Loads and logs: everything for writing, reads pay for it. */
  WRITE_HEAVY(10_000, 0, 0, 0, 128L << 20),

  /** Lookups and scans of data that changes little. */
  READ_HEAVY(1_000, 10, 30, 8, 32L << 20),

  /** Both. Without a buffer it is also what a store without a profile has. */
  BALANCED(5_000, 10, 30, 8, 64L << 20);

  private final int bufferEntries;
  private final int bloomBits;
  private final int cachePercent;
  private final int prefixBytes;
  private final long memtableBytes;

  /** One line of a profile's table. */
  public record Setting(String name, String value, String why) {}

  RocksProfile(
      int bufferEntries, int bloomBits, int cachePercent, int prefixBytes, long memtableBytes) {
    this.bufferEntries = bufferEntries;
    this.bloomBits = bloomBits;
    this.cachePercent = cachePercent;
    this.prefixBytes = prefixBytes;
    this.memtableBytes = memtableBytes;
  }

  /** Entries the write buffer before the store collects until it writes them as one batch. */
  public int bufferEntries() {
    return bufferEntries;
  }

  /** Bits of the bloom filters for each key, 0 for none. */
  public int bloomBits() {
    return bloomBits;
  }

  /** Size of the block cache in percent of the memory of the machine or container, 0 for none. */
  public int cachePercent() {
    return cachePercent;
  }

  /** Bytes of a key that its prefix filter entry is made of, 0 for none. */
  public int prefixBytes() {
    return prefixBytes;
  }

  /** Bytes of one memtable. */
  public long memtableBytes() {
    return memtableBytes;
  }

  /** What it sets, line by line: the option's name in a store URL, its value, and the reason. */
  public List<Setting> settings() {
    boolean bloom = bloomBits > 0;
    boolean cache = cachePercent > 0;
    List<Setting> table = new ArrayList<>();
    table.add(
        new Setting(
            "buffer",
            bufferEntries + " entries",
            "that many writes become one batch; more means fewer, larger writes and more to lose"
                + " if the process dies before they are written"));
    table.add(
        new Setting(
            "bloom",
            bloom ? bloomBits + " bits per key" : "none",
            bloom
                ? "a lookup of a key that is not there reads no block in 99 of 100 cases; sized to"
                    + " the option records if it is given"
                : "building filters costs writes a tenth of their time, and only reads gain"));
    table.add(
        new Setting(
            "cache",
            cache ? cachePercent + " % of memory" : "none",
            cache
                ? "hot blocks stay decompressed; a share is kept for index and filter blocks"
                : "memory is left to the memtables and to the system's own file cache"));
    table.add(
        new Setting(
            "prefix",
            prefixBytes > 0 ? prefixBytes + " bytes" : "none",
            prefixBytes > 0
                ? "a scan within one prefix skips the files that hold nothing of it"
                : "needs the bloom filter"));
    table.add(
        new Setting(
            "memtable",
            (memtableBytes >> 20) + "m",
            "a larger one writes fewer, larger files; a smaller one leaves less to read through"));
    return List.copyOf(table);
  }

  /** By its name in options: {@code write-heavy}, {@code read-heavy}, {@code balanced}. */
  public static RocksProfile named(String name) {
    for (RocksProfile profile : values()) {
      if (profile.toString().equals(name)) {
        return profile;
      }
    }
    throw new StoreUrlException(
        "option profile: found '" + name + "', expected write-heavy, read-heavy or balanced");
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
