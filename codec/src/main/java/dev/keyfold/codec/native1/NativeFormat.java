package dev.keyfold.codec.native1;

import dev.keyfold.codec.KeyFormat;
import dev.keyfold.codec.KeyPart;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeySchemaException;
import dev.keyfold.codec.KeyWriter;
import dev.keyfold.codec.bytes.ShardHash;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * The native format, version 1. It has every type but the integers that only rowkey has. Shards are
 * chosen by xxHash64; {@code native:hash=md5} and {@code native:hash=murmur3} are the same format
 * with another hash.
 */
public final class NativeFormat extends KeyFormat {
  /** Bytes of the shard prefix. */
  static final int SHARD_BYTES = 2;

  private final ShardHash hash;

  /** One object for each hash, because schemas compare formats by identity. */
  private final Map<ShardHash, NativeFormat> variants = new EnumMap<>(ShardHash.class);

  /** For {@link dev.keyfold.codec.KeyFormats}. */
  public NativeFormat() {
    super("native");
    this.hash = ShardHash.XXHASH64;
    for (ShardHash other : ShardHash.values()) {
      variants.put(other, other == hash ? this : new NativeFormat(other));
    }
  }

  private NativeFormat(ShardHash hash) {
    super("native:" + ShardHash.PREFIX + hash.option());
    this.hash = hash;
  }

  @Override
  protected KeyFormat variant(String option) {
    String lower = option.toLowerCase(Locale.ROOT);
    if (!lower.startsWith(ShardHash.PREFIX)) {
      throw new KeySchemaException(
          null,
          -1,
          "the format 'native:" + option + "'",
          "native, or with another shard hash than xxhash64: native:hash=md5 or"
              + " native:hash=murmur3");
    }
    return Objects.requireNonNull(
        variants.get(shardHash(lower.substring(ShardHash.PREFIX.length()))));
  }

  /** The hash of a schema's shards, for one thread. */
  static ShardHash.Function hash(KeySchema schema) {
    return (schema.format() instanceof NativeFormat own ? own.hash : ShardHash.XXHASH64)
        .newFunction();
  }

  @Override
  protected void check(KeySchema schema) {}

  @Override
  protected KeyWriter newWriter(KeySchema schema) {
    return new NativeWriter(schema);
  }

  @Override
  protected KeyReader newReader(KeySchema schema) {
    return new NativeReader(schema);
  }

  @Override
  protected void explain(KeySchema schema, byte[] key, List<KeyPart> parts) {
    new NativeExplainer(schema, key, parts).explain();
  }
}
