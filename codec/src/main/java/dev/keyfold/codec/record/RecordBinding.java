package dev.keyfold.codec.record;

import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeyWriter;
import java.util.function.Function;

/**
 * Moves the components of one record class to a writer and from a reader. Subclasses are generated
 * per record class; public only because those classes live in the packages of the records.
 */
public abstract class RecordBinding {
  private final Function<Object, Object>[] toKey;
  private final Function<Object, Object>[] fromKey;

  protected RecordBinding(Function<Object, Object>[] toKey, Function<Object, Object>[] fromKey) {
    this.toKey = toKey;
    this.fromKey = fromKey;
  }

  /** Puts all components. */
  public abstract void write(KeyWriter writer, Object record);

  /** Gets all components and calls the record's constructor. */
  public abstract Object read(KeyReader reader);

  /** A component's object as the writer takes it: records as lists of their components. */
  protected final Object toKey(int component, Object value) {
    return value == null ? null : toKey[component].apply(value);
  }

  /**
   * What the reader gave as the component's class: lists as records, names as enum constants, other
   * boxes.
   */
  protected final Object fromKey(int component, Object value) {
    return value == null ? null : fromKey[component].apply(value);
  }
}
