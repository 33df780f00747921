package dev.keyfold.store.hbase;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Durability;
import dev.keyfold.store.errors.StoreUrlException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * The options of a {@link HBaseStore}. Immutable. Every setting is also an option of the store URL:
 *
 * <pre>
 *   durability     sync, group, async             of writes that name none; async
 *   create         true, false                    make the table if it does not exist; true
 *   compression    none, gz, lz4, snappy, zstd    of a table that is made; none
 *   encoding       none, prefix, diff, fast-diff  of its blocks; fast-diff
 *   bloom          none, row                      its filters; row
 *   block          bytes of one block             64k
 *   split          where its regions begin        hexadecimal keys with commas between; none
 *   znode          where ZooKeeper has HBase      /hbase
 *   timeout        of one call, with its retries  60s
 *   rpc-timeout    of one request                 10s
 *   pause          between two attempts, at first 100ms
 *   caching        entries of a scan a request    10000
 *   scan-bytes     bytes of a scan a request      2m
 *   batch          mutations or gets a request    1000
 *   value-max      longest value in bytes         10m less 128k for its key
 *   split-timeout  how long a split hint may take 60s
 *   mode           shared, owned                  many processes, or one with everything; shared
 *   lease          how long an owner may be silent 10s
 *   wait           for a table another owns       30s
 *   memory         kept for open snapshots        256m
 * </pre>
 *
 * <p>Compression, encoding, bloom, block and split are those of a table that is made; a table that
 * is there keeps its own. A compression that the servers do not have is refused when the table is
 * made. A server's own limit on values ({@code hbase.server.keyvalue.maxsize}) must be raised
 * together with {@code value-max}. The last three are those of an owner.
 */
public final class HBaseOptions {
  /** How many processes use the table, and so what it has. */
  public enum Mode {
    SHARED,
    OWNED;

    /** Of any table; how one was created may add to them. */
    Set<Capability> capabilities() {
      EnumSet<Capability> has =
          EnumSet.of(
              Capability.PERSISTENT,
              Capability.COMPARE_AND_SET,
              Capability.SPLIT,
              Capability.CACHE); // the servers' block cache
      if (this == OWNED) {
        has.addAll(
            EnumSet.of(Capability.ATOMIC_BATCH, Capability.SNAPSHOT, Capability.TRANSACTION));
      }
      return has;
    }
  }

  /** How the servers compress blocks. */
  public enum Compression {
    NONE,
    GZ,
    LZ4,
    SNAPPY,
    ZSTD
  }

  /** How the servers write the keys within a block. */
  public enum Encoding {
    NONE,
    PREFIX,
    DIFF,
    FAST_DIFF
  }

  /** What the servers' filters hold. */
  public enum Bloom {
    NONE,
    ROW
  }

  private final Builder values;

  private HBaseOptions(Builder values) {
    this.values = values;
  }

  public static HBaseOptions defaults() {
    return builder().build();
  }

  public static Builder builder() {
    return new Builder();
  }

  public Durability durability() {
    return values.durability;
  }

  public boolean create() {
    return values.create;
  }

  public Compression compression() {
    return values.compression;
  }

  public Encoding encoding() {
    return values.encoding;
  }

  public Bloom bloom() {
    return values.bloom;
  }

  public int blockBytes() {
    return values.blockBytes;
  }

  public String znode() {
    return values.znode;
  }

  public Duration timeout() {
    return values.timeout;
  }

  public Duration rpcTimeout() {
    return values.rpcTimeout;
  }

  public Duration pause() {
    return values.pause;
  }

  public int caching() {
    return values.caching;
  }

  public long scanBytes() {
    return values.scanBytes;
  }

  public int batch() {
    return values.batch;
  }

  public int valueBytes() {
    return values.valueBytes;
  }

  /** Where regions of a table that is made begin, in order and without doubles. */
  List<byte[]> splitKeys() {
    TreeSet<byte[]> keys = new TreeSet<>(Bytes::compare);
    if (!values.split.isEmpty()) {
      for (String key : values.split.split(",", -1)) {
        keys.add(HBaseCells.row(HexFormat.of().parseHex(key)));
      }
    }
    return List.copyOf(keys);
  }

  public Duration splitTimeout() {
    return values.splitTimeout;
  }

  public Mode mode() {
    return values.mode;
  }

  public Duration lease() {
    return values.lease;
  }

  public Duration patience() {
    return values.patience;
  }

  public long memoryBytes() {
    return values.memoryBytes;
  }

  /** Collects settings; not thread-safe. */
  public static final class Builder {
    private static final Duration FOR_EVER = Duration.ofDays(36_500);

    private Durability durability = Durability.ASYNC;
    private boolean create = true;
    private Compression compression = Compression.NONE;
    private Encoding encoding = Encoding.FAST_DIFF;
    private Bloom bloom = Bloom.ROW;
    private int blockBytes = 64 << 10;
    private String split = "";
    private String znode = "/hbase";
    private Duration timeout = Duration.ofSeconds(60);
    private Duration rpcTimeout = Duration.ofSeconds(10);
    private Duration pause = Duration.ofMillis(100);
    private int caching = 10_000;
    private long scanBytes = 2 << 20;
    private int batch = 1_000;
    private int valueBytes = (10 << 20) - (128 << 10);
    private Duration splitTimeout = Duration.ofSeconds(60);
    private Mode mode = Mode.SHARED;
    private Duration lease = Duration.ofSeconds(10);
    private Duration patience = Duration.ofSeconds(30);
    private long memoryBytes = 256 << 20;

    private Builder() {}

    private Builder(Builder other) {
      durability = other.durability;
      create = other.create;
      compression = other.compression;
      encoding = other.encoding;
      bloom = other.bloom;
      blockBytes = other.blockBytes;
      split = other.split;
      znode = other.znode;
      timeout = other.timeout;
      rpcTimeout = other.rpcTimeout;
      pause = other.pause;
      caching = other.caching;
      scanBytes = other.scanBytes;
      batch = other.batch;
      valueBytes = other.valueBytes;
      splitTimeout = other.splitTimeout;
      mode = other.mode;
      lease = other.lease;
      patience = other.patience;
      memoryBytes = other.memoryBytes;
    }

    /** Of writes that name none. */
    public Builder durability(Durability durability) {
      this.durability = Objects.requireNonNull(durability, "durability");
      return this;
    }

    public Builder create(boolean create) {
      this.create = create;
      return this;
    }

    public Builder compression(Compression compression) {
      this.compression = Objects.requireNonNull(compression, "compression");
      return this;
    }

    public Builder encoding(Encoding encoding) {
      this.encoding = Objects.requireNonNull(encoding, "encoding");
      return this;
    }

    public Builder bloom(Bloom bloom) {
      this.bloom = Objects.requireNonNull(bloom, "bloom");
      return this;
    }

    public Builder blockBytes(int blockBytes) {
      this.blockBytes = (int) atLeast(1 << 10, blockBytes, "block");
      return this;
    }

    public Builder znode(String znode) {
      if (!znode.startsWith("/")) {
        throw new StoreUrlException("option znode: found '" + znode + "', expected a path: /hbase");
      }
      this.znode = znode;
      return this;
    }

    public Builder timeout(Duration timeout) {
      this.timeout = atLeastOneMilli(timeout, "timeout");
      return this;
    }

    public Builder rpcTimeout(Duration rpcTimeout) {
      this.rpcTimeout = atLeastOneMilli(rpcTimeout, "rpc-timeout");
      return this;
    }

    public Builder pause(Duration pause) {
      this.pause = atLeastOneMilli(pause, "pause");
      return this;
    }

    public Builder caching(int caching) {
      this.caching = (int) atLeast(1, caching, "caching");
      return this;
    }

    public Builder scanBytes(long scanBytes) {
      this.scanBytes = atLeast(1 << 10, scanBytes, "scan-bytes");
      return this;
    }

    public Builder batch(int batch) {
      this.batch = (int) atLeast(1, batch, "batch");
      return this;
    }

    public Builder valueBytes(int valueBytes) {
      this.valueBytes = (int) atLeast(1 << 10, valueBytes, "value-max");
      return this;
    }

    /** Keys in hexadecimal, with commas between them; empty for one region. */
    public Builder split(String split) {
      if (!split.matches("(([0-9A-Fa-f]{2})+(,([0-9A-Fa-f]{2})+)*)?")) {
        throw new StoreUrlException(
            "option split: found '" + split + "', expected keys in hexadecimal, as in 10,1100ff");
      }
      this.split = split;
      return this;
    }

    public Builder splitTimeout(Duration splitTimeout) {
      this.splitTimeout = atLeastOneMilli(splitTimeout, "split-timeout");
      return this;
    }

    /** Must be the one that the table was made with. */
    public Builder mode(Mode mode) {
      this.mode = Objects.requireNonNull(mode, "mode");
      return this;
    }

    /** How long an owner may be silent before another takes over. */
    public Builder lease(Duration lease) {
      this.lease = atLeastOneMilli(lease, "lease");
      return this;
    }

    /** How long to wait for a table that another process owns. */
    public Builder patience(Duration patience) {
      if (patience.isNegative()) {
        throw new StoreUrlException("option wait: found " + patience + ", expected 0s or more");
      }
      // As nanoseconds in a long: a hundred years are for ever.
      this.patience = patience.compareTo(FOR_EVER) > 0 ? FOR_EVER : patience;
      return this;
    }

    /** Memory for earlier versions of keys; beyond it the oldest snapshots are given up. */
    public Builder memoryBytes(long memoryBytes) {
      this.memoryBytes = atLeast(1 << 20, memoryBytes, "memory");
      return this;
    }

    public HBaseOptions build() {
      return new HBaseOptions(new Builder(this));
    }

    private static Duration atLeastOneMilli(Duration value, String name) {
      // As milliseconds in an int: that is how the client takes it.
      if (value.toMillis() < 1 || value.toMillis() > Integer.MAX_VALUE) {
        throw new StoreUrlException(
            "option "
                + name
                + ": found "
                + value
                + ", expected 1ms to "
                + Integer.MAX_VALUE
                + "ms");
      }
      return value;
    }

    private static long atLeast(long least, long value, String name) {
      if (value < least) {
        throw new StoreUrlException(
            "option " + name + ": found " + value + ", expected " + least + " or more");
      }
      return value;
    }
  }
}
