package dev.keyfold.codec.record;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Constructor;
import org.jspecify.annotations.Nullable;

/**
 * Records as objects, one for each component, of the classes that readers give. Through method
 * handles and reflection: slower than the generated classes, but for single components, and
 * wherever classes cannot be generated. Immutable.
 */
final class RecordValues {
  /** What is expected instead of values that a constructor refuses. */
  public static final String ACCEPTED = "a record it accepts";

  private final RecordComponents components;
  private final MethodHandle[] accessors;
  private final Constructor<?> constructor;

  /** Looks up accessors and constructor. */
  public RecordValues(RecordComponents components) {
    this.components = components;
    this.accessors = RecordAccess.accessors(components.type());
    this.constructor = RecordAccess.constructor(components.type());
  }

  /** A component, as a reader would give it. */
  public @Nullable Object get(Object record, int component) {
    return components.toKey(component, RecordAccess.get(accessors[component], record));
  }

  /**
   * The record of such objects, one for each component; exceptions of its constructor pass as they
   * are.
   */
  public Object make(Object[] values) {
    Object[] converted = new Object[accessors.length];
    for (int i = 0; i < converted.length; i++) {
      converted[i] = components.fromKey(i, values[i]);
    }
    return RecordAccess.construct(constructor, converted);
  }

  /** Whether a component can be null. */
  public boolean isPrimitive(int component) {
    return components.typeOf(component).isPrimitive();
  }

  /** What is expected instead of null where a component is primitive. */
  public String whyNotNull(int component) {
    return components.whyNotNull(component);
  }

  /** What was found where a constructor refuses its values. */
  public String refused(RuntimeException thrown) {
    return components.refused(thrown);
  }
}
