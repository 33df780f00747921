package dev.keyfold.codec.record;

import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The components of a record class, by their position in its declaration, and what turns them into
 * the objects of a key and back. Immutable. Public only because generated classes name it.
 */
public final class RecordComponents {
  private final Class<? extends Record> type;
  private final RecordComponent[] components;
  private final Function<Object, Object>[] toKey;
  private final Function<Object, Object>[] fromKey;

  /** The components of a class that {@link RecordSchema} has accepted. */
  @SuppressWarnings({"unchecked", "rawtypes"})
  public RecordComponents(Class<? extends Record> type) {
    this.type = type;
    this.components = type.getRecordComponents();
    this.toKey = new Function[components.length];
    this.fromKey = new Function[components.length];
    for (int i = 0; i < components.length; i++) {
      toKey[i] = RecordConversions.toKey(components[i].getAnnotatedType(), isUnsigned(i));
      fromKey[i] = RecordConversions.fromKey(components[i].getGenericType());
    }
  }

  Class<? extends Record> type() {
    return type;
  }

  /** Number of components. */
  public int size() {
    return components.length;
  }

  String name(int component) {
    return components[component].getName();
  }

  Class<?> typeOf(int component) {
    return components[component].getType();
  }

  boolean isUnsigned(int component) {
    return RecordAccess.isUnsigned(components[component]);
  }

  /** How a component travels. */
  Move move(int component) {
    return Move.of(typeOf(component), isUnsigned(component));
  }

  /** A component's object as readers give it: records as lists, enum constants as their names. */
  @Nullable Object toKey(int component, @Nullable Object value) {
    return value == null ? null : toKey[component].apply(value);
  }

  /** What a reader gave as an object of the component's class. */
  @Nullable Object fromKey(int component, @Nullable Object value) {
    return value == null ? null : fromKey[component].apply(value);
  }

  /** What is expected instead of null where a component is primitive. */
  String whyNotNull(int component) {
    Class<?> primitive = typeOf(component);
    String box = MethodType.methodType(primitive).wrap().returnType().getSimpleName();
    String name = type.getSimpleName() + "." + name(component);
    return ("a value: " + name + " is " + primitive)
        + (", which cannot be null; declare it " + box + " to read nulls");
  }

  /** What was found where the constructor refuses its values. */
  String refused(RuntimeException thrown) {
    return "values that " + type.getSimpleName() + " refuses: " + thrown.getMessage();
  }
}
