package dev.keyfold.codec;

import java.util.List;

/** The format of fields that are not written: it has every type, and no bytes. */
final class AnyFields extends KeyFormat {
  static final AnyFields FORMAT = new AnyFields();

  private AnyFields() {
    super("none");
  }

  @Override
  protected void check(KeySchema schema) {}

  @Override
  protected boolean hasSizedIntegers() {
    return true;
  }

  @Override
  protected KeyWriter newWriter(KeySchema schema) {
    throw new IllegalStateException("these fields are of no format");
  }

  @Override
  protected KeyReader newReader(KeySchema schema) {
    throw new IllegalStateException("these fields are of no format");
  }

  @Override
  protected void explain(KeySchema schema, byte[] key, List<KeyPart> parts) {
    throw new IllegalStateException("these fields are of no format");
  }
}
