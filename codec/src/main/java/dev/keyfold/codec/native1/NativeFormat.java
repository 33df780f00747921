package dev.keyfold.codec.native1;

import dev.keyfold.codec.KeyFormat;
import dev.keyfold.codec.KeyPart;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyWriter;
import java.util.List;

/** The native format, version 1. It has every type but the integers that only rowkey has. */
public final class NativeFormat extends KeyFormat {
  /** Bytes of the shard prefix. */
  static final int SHARD_BYTES = 2;

  /** For {@link dev.keyfold.codec.KeyFormats}. */
  public NativeFormat() {
    super("native");
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
