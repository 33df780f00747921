package dev.keyfold.store.rocksdb.contract;

import dev.keyfold.store.rocksdb.RocksOptions;
import dev.keyfold.store.rocksdb.RocksRecovery;
import java.util.Random;

/**
 * Options that let the engine do in thousands of operations what it else does in millions: flush,
 * compact, move values into files of their own, push blocks out of the cache.
 */
final class RandomOptions {
  private RandomOptions() {}

  static RocksOptions from(Random random, RocksRecovery recovery) {
    RocksOptions.Builder options = RocksOptions.builder().recovery(recovery);
    // Not larger: the model deletes thousands of ranges, and a memtable with as many of them is
    // sorted through by every scan.
    options.memtableBytes((64L << 10) << random.nextInt(3));
    if (random.nextInt(5) == 0) {
      return options.cacheBytes(random.nextInt(2) << 20).build();
    }
    return options
        .blockBytes(256L << random.nextInt(7))
        .prefixBytes(random.nextInt(4) == 0 ? 0 : 1 + random.nextInt(45))
        .bloomBits(random.nextInt(4) * 5)
        .cacheBytes(random.nextInt(3) == 0 ? 0 : 1L << (10 + random.nextInt(12)))
        .blobBytes(random.nextInt(3) * 50L)
        .records(random.nextInt(10_000))
        .compression(random.nextBoolean())
        .build();
  }

  /** The options in short, for whoever reads the name of a subject. */
  static String show(RocksOptions options) {
    return String.format(
        "rocksdb[memtable=%d,block=%d,prefix=%d,bloom=%d,cache=%d,blob=%d,compression=%s,%s]",
        options.memtableBytes(),
        options.blockBytes(),
        options.prefixBytes(),
        options.bloomBits(),
        options.cacheBytes(),
        options.blobBytes(),
        options.compression() ? "on" : "off",
        options.recovery());
  }
}
