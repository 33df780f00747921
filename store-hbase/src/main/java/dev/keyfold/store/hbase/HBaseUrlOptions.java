package dev.keyfold.store.hbase;

import dev.keyfold.store.StoreUrl;
import dev.keyfold.store.errors.StoreUrlException;
import java.util.Locale;

/** The options in the URL of a store, as {@link HBaseOptions} lists them. */
final class HBaseUrlOptions {
  private static final HBaseOptions DEFAULTS = HBaseOptions.defaults();

  private HBaseUrlOptions() {}

  /** Asks the URL for those options only that say how to reach a table and how to read it. */
  static HBaseOptions forReading(StoreUrl url) {
    HBaseOptions.Builder builder = HBaseOptions.builder();
    url.flag("create", false); // openExisting adds it; nothing is created either way
    reading(url, builder);
    return builder.build();
  }

  private static void reading(StoreUrl url, HBaseOptions.Builder builder) {
    builder.znode(url.option("znode", DEFAULTS.znode()));
    builder.timeout(url.duration("timeout", DEFAULTS.timeout()));
    builder.rpcTimeout(url.duration("rpc-timeout", DEFAULTS.rpcTimeout()));
    builder.pause(url.duration("pause", DEFAULTS.pause()));
    builder.caching((int) url.number("caching", 1, 1_000_000, DEFAULTS.caching()));
    builder.scanBytes(url.bytes("scan-bytes", DEFAULTS.scanBytes()));
    builder.batch((int) url.number("batch", 1, 100_000, DEFAULTS.batch()));
  }

  /** Asks the URL for every option. */
  static HBaseOptions of(StoreUrl url) {
    HBaseOptions.Builder builder = HBaseOptions.builder();
    reading(url, builder);
    builder.durability(url.durability(DEFAULTS.durability()));
    builder.create(url.flag("create", DEFAULTS.create()));
    builder.compression(
        named(url, "compression", DEFAULTS.compression(), HBaseOptions.Compression.values()));
    builder.encoding(named(url, "encoding", DEFAULTS.encoding(), HBaseOptions.Encoding.values()));
    builder.bloom(named(url, "bloom", DEFAULTS.bloom(), HBaseOptions.Bloom.values()));
    builder.blockBytes(
        (int) Math.min(Integer.MAX_VALUE, url.bytes("block", DEFAULTS.blockBytes())));
    builder.split(url.option("split", ""));
    builder.valueBytes(
        (int) Math.min(Integer.MAX_VALUE, url.bytes("value-max", DEFAULTS.valueBytes())));
    builder.splitTimeout(url.duration("split-timeout", DEFAULTS.splitTimeout()));
    builder.mode(named(url, "mode", DEFAULTS.mode(), HBaseOptions.Mode.values()));
    builder.lease(url.duration("lease", DEFAULTS.lease()));
    builder.patience(url.duration("wait", DEFAULTS.patience()));
    builder.memoryBytes(url.bytes("memory", DEFAULTS.memoryBytes()));
    return builder.build();
  }

  private static <E extends Enum<E>> E named(StoreUrl url, String option, E otherwise, E[] all) {
    String value = url.option(option, text(otherwise));
    StringBuilder names = new StringBuilder();
    for (E each : all) {
      if (text(each).equals(value)) {
        return each;
      }
      names.append(names.isEmpty() ? "" : ", ").append(text(each));
    }
    throw new StoreUrlException(
        "option " + option + ": found '" + value + "', expected one of " + names);
  }

  private static String text(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
