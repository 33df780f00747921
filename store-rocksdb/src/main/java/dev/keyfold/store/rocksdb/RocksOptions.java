package dev.keyfold.store.rocksdb;

import com.sun.management.OperatingSystemMXBean;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Durability;
import dev.keyfold.store.StoreUrl;
import dev.keyfold.store.errors.StoreUrlException;
import java.lang.management.ManagementFactory;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

/**
 * The options of a {@link RocksStore}. Immutable. Every setting is also an option of the store URL:
 *
 * <pre>
 *   profile     write-heavy, read-heavy, balanced        sets the others; see {@link RocksProfile}
 *   durability  sync, group, async                       of writes that name none; async
 *   records     expected number of entries               sizes the filters and chooses their form
 *   cache       block cache in bytes, 0 for none         30 % of memory
 *   bloom       filter bits per key, 0 for none          10
 *   prefix      bytes of the prefix filter, 0 for none   8
 *   blob        values from this size on are kept apart  0: never
 *   compression on, off                                  LZ4, Zstd in the last level
 *   memtable    bytes of one memtable                    64m
 *   block       bytes of one block before compression    8k
 *   buffer      entries of the write buffer before it    none without a profile
 *   recovery    strict, salvage                          strict; see {@link RocksRecovery}
 * </pre>
 *
 * <p>All but {@code recovery} may be changed from one opening to the next; what is already written
 * stays readable, and takes the new form as it is compacted.
 */
public final class RocksOptions {
  private final Builder values;

  private RocksOptions(Builder values) {
    this.values = values;
  }

  /** Those of a store without a profile. */
  public static RocksOptions defaults() {
    return builder().build();
  }

  public static Builder builder() {
    return new Builder();
  }

  /** Asks the URL for every option above. */
  static RocksOptions of(StoreUrl url) {
    Builder builder = builder();
    String profile = url.option("profile");
    if (profile != null) {
      builder.profile(RocksProfile.named(profile));
    }
    builder.durability(url.durability(builder.durability));
    builder.records(url.number("records", 0, Long.MAX_VALUE / 64, builder.records));
    builder.cacheBytes(url.bytes("cache", builder.cacheBytes));
    builder.bloomBits((int) url.number("bloom", 0, 32, builder.bloomBits));
    builder.prefixBytes((int) url.number("prefix", 0, 256, builder.prefixBytes));
    builder.blobBytes(url.bytes("blob", builder.blobBytes));
    builder.compression(onOff(url.option("compression", builder.compression ? "on" : "off")));
    builder.memtableBytes(url.bytes("memtable", builder.memtableBytes));
    builder.blockBytes(url.bytes("block", builder.blockBytes));
    builder.bufferEntries((int) url.number("buffer", 0, 1_000_000, builder.bufferEntries));
    builder.recovery(RocksRecovery.named(url.option("recovery", builder.recovery.toString())));
    return builder.build();
  }

  private static boolean onOff(String value) {
    if (!value.equals("on") && !value.equals("off")) {
      throw new StoreUrlException("option compression: found '" + value + "', expected on or off");
    }
    return value.equals("on");
  }

  public Durability durability() {
    return values.durability;
  }

  /** Expected number of entries, 0 if unknown. */
  public long records() {
    return values.records;
  }

  public long cacheBytes() {
    return values.cacheBytes;
  }

  public int bloomBits() {
    return values.bloomBits;
  }

  public int prefixBytes() {
    return values.prefixBytes;
  }

  /** Values of this size and more are kept in files of their own; 0: none are. */
  public long blobBytes() {
    return values.blobBytes;
  }

  public boolean compression() {
    return values.compression;
  }

  public long memtableBytes() {
    return values.memtableBytes;
  }

  public long blockBytes() {
    return values.blockBytes;
  }

  /** What a store opened with them has. */
  Set<Capability> capabilities() {
    EnumSet<Capability> has =
        EnumSet.of(
            Capability.PERSISTENT,
            Capability.ATOMIC_BATCH,
            Capability.SNAPSHOT,
            Capability.TRANSACTION,
            Capability.COMPARE_AND_SET,
            Capability.CHECKPOINT,
            Capability.SALVAGE);
    if (bloomBits() > 0) {
      has.add(Capability.BLOOM);
    }
    if (cacheBytes() > 0) {
      has.add(Capability.CACHE);
    }
    if (compression()) {
      has.add(Capability.COMPRESSION);
    }
    return Collections.unmodifiableSet(has);
  }

  /** Entries of the write buffer that is to be put before the store; 0 for none. */
  public int bufferEntries() {
    return values.bufferEntries;
  }

  public RocksRecovery recovery() {
    return values.recovery;
  }

  /** Collects settings; not thread-safe. */
  public static final class Builder {
    private Durability durability = Durability.ASYNC;
    private long records;
    private long cacheBytes;
    private int bloomBits;
    private int prefixBytes;
    private long blobBytes;
    private boolean compression = true;
    private long memtableBytes;
    private long blockBytes = 8192;
    private int bufferEntries;
    private RocksRecovery recovery = RocksRecovery.STRICT;

    private Builder() {
      profile(RocksProfile.BALANCED);
      bufferEntries = 0;
    }

    private Builder(Builder other) {
      durability = other.durability;
      records = other.records;
      cacheBytes = other.cacheBytes;
      bloomBits = other.bloomBits;
      prefixBytes = other.prefixBytes;
      blobBytes = other.blobBytes;
      compression = other.compression;
      memtableBytes = other.memtableBytes;
      blockBytes = other.blockBytes;
      bufferEntries = other.bufferEntries;
      recovery = other.recovery;
    }

    /** Sets everything the profile names; call it before what is to differ from it. */
    public Builder profile(RocksProfile profile) {
      bufferEntries = profile.bufferEntries();
      bloomBits = profile.bloomBits();
      prefixBytes = profile.prefixBytes();
      memtableBytes = profile.memtableBytes();
      cacheBytes = memory() / 100 * profile.cachePercent();
      return this;
    }

    /** Of writes that name none. */
    public Builder durability(Durability durability) {
      this.durability = Objects.requireNonNull(durability, "durability");
      return this;
    }

    public Builder records(long records) {
      this.records = atLeast(0, records, "records");
      return this;
    }

    public Builder cacheBytes(long cacheBytes) {
      this.cacheBytes = atLeast(0, cacheBytes, "cache");
      return this;
    }

    public Builder bloomBits(int bloomBits) {
      this.bloomBits = (int) atLeast(0, bloomBits, "bloom");
      return this;
    }

    public Builder prefixBytes(int prefixBytes) {
      this.prefixBytes = (int) atLeast(0, prefixBytes, "prefix");
      return this;
    }

    /** See {@link RocksOptions#blobBytes}. */
    public Builder blobBytes(long blobBytes) {
      this.blobBytes = atLeast(0, blobBytes, "blob");
      return this;
    }

    public Builder compression(boolean compression) {
      this.compression = compression;
      return this;
    }

    public Builder memtableBytes(long memtableBytes) {
      this.memtableBytes = atLeast(64 << 10, memtableBytes, "memtable");
      return this;
    }

    public Builder blockBytes(long blockBytes) {
      this.blockBytes = atLeast(256, blockBytes, "block");
      return this;
    }

    public Builder bufferEntries(int bufferEntries) {
      this.bufferEntries = (int) atLeast(0, bufferEntries, "buffer");
      return this;
    }

    public Builder recovery(RocksRecovery recovery) {
      this.recovery = Objects.requireNonNull(recovery, "recovery");
      return this;
    }

    public RocksOptions build() {
      return new RocksOptions(new Builder(this));
    }

    private static long atLeast(long least, long value, String name) {
      if (value < least) {
        throw new StoreUrlException(
            "option " + name + ": found " + value + ", expected " + least + " or more");
      }
      return value;
    }

    /** Of the machine, or of the container this runs in. */
    private static long memory() {
      return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
          .getTotalMemorySize();
    }
  }
}
