package dev.keyfold.codec;

import dev.keyfold.codec.KeyPart.Role;
import java.util.ArrayList;
import java.util.List;

/**
 * Explains every byte of a key. Works on any bytes: what is not a key of the schema is explained as
 * far as it goes, and the rest is marked with the error. Immutable and thread-safe.
 */
public final class KeyExplainer {
  private final KeySchema schema;

  /** Explains keys of the schema. */
  public KeyExplainer(KeySchema schema) {
    this.schema = schema;
  }

  /** Cuts a key into parts. */
  public KeyExplanation explain(byte[] key) {
    List<KeyPart> parts = new ArrayList<>();
    KeyFormatException error = null;
    try {
      schema.format().explain(schema, key, parts);
    } catch (KeyFormatException e) {
      error = e;
      int from = parts.isEmpty() ? 0 : parts.get(parts.size() - 1).end();
      if (from < key.length || parts.isEmpty()) {
        String name = e.field() == null ? "?" : e.field();
        parts.add(
            new KeyPart(
                from,
                key.length - from,
                -1,
                name,
                Role.MALFORMED,
                "not readable: " + e.getMessage()));
      }
    }
    return new KeyExplanation(schema, key.clone(), List.copyOf(parts), error);
  }
}
