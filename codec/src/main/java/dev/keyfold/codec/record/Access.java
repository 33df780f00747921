package dev.keyfold.codec.record;

import dev.keyfold.codec.KeySchemaException;
import dev.keyfold.codec.Unsigned;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;

/** Accessors and constructors of record classes, private ones included. */
final class Access {
  private Access() {}

  static MethodHandles.Lookup lookup(Class<?> type) {
    try {
      Module own = Access.class.getModule();
      if (!own.canRead(type.getModule())) {
        own.addReads(type.getModule());
      }
      return MethodHandles.privateLookupIn(type, MethodHandles.lookup());
    } catch (IllegalAccessException e) {
      throw new KeySchemaException(
          null,
          -1,
          "the record " + type.getName() + " in a package that is not open",
          "\"opens " + type.getPackageName() + " to dev.keyfold.codec\" in module-info");
    }
  }

  static MethodHandle[] accessors(Class<?> type) {
    MethodHandles.Lookup lookup = lookup(type);
    return Arrays.stream(type.getRecordComponents())
        .map(component -> unreflect(lookup, component))
        .toArray(MethodHandle[]::new);
  }

  private static MethodHandle unreflect(MethodHandles.Lookup lookup, RecordComponent component) {
    try {
      return lookup
          .unreflect(component.getAccessor())
          .asType(MethodType.methodType(Object.class, Object.class));
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  static MethodHandle constructor(Class<?> type) {
    try {
      MethodHandle constructor = lookup(type).findConstructor(type, constructorType(type));
      return constructor
          .asType(constructor.type().generic())
          .asSpreader(Object[].class, constructor.type().parameterCount());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  static MethodType constructorType(Class<?> type) {
    return MethodType.methodType(
        void.class,
        Arrays.stream(type.getRecordComponents())
            .map(RecordComponent::getType)
            .toArray(Class<?>[]::new));
  }

  static Object get(MethodHandle accessor, Object record) {
    try {
      return (Object) accessor.invokeExact(record);
    } catch (Throwable e) {
      throw passOn(e);
    }
  }

  static Object construct(MethodHandle constructor, Object[] values) {
    try {
      return (Object) constructor.invokeExact(values);
    } catch (Throwable e) {
      throw passOn(e);
    }
  }

  static boolean isUnsigned(RecordComponent component) {
    return component.isAnnotationPresent(Unsigned.class);
  }

  /**
   * An accessor or constructor written by the user may throw: its unchecked exceptions pass as they
   * are.
   */
  private static RuntimeException passOn(Throwable thrown) {
    if (thrown instanceof RuntimeException unchecked) {
      return unchecked;
    }
    if (thrown instanceof Error error) {
      throw error;
    }
    return new IllegalStateException(thrown);
  }
}
