package dev.keyfold.codec.record;

import dev.keyfold.codec.KeyWriter;
import org.jspecify.annotations.Nullable;

/**
 * Moves some components of one record class to a writer. Immutable. Subclasses are generated;
 * public only because those live in the packages of the records.
 */
public abstract class RecordWriter {
  private final RecordComponents components;

  protected RecordWriter(RecordComponents components) {
    this.components = components;
  }

  /** Puts the components, one after another. */
  public abstract void write(KeyWriter writer, Object record);

  /** A component's object as a writer takes it. */
  protected final @Nullable Object toKey(int component, @Nullable Object value) {
    return components.toKey(component, value);
  }
}
