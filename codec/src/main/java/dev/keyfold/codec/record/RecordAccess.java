package dev.keyfold.codec.record;

import dev.keyfold.codec.KeySchemaException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;

/** Accessors and constructors of record classes, private ones included. */
final class RecordAccess {
  private RecordAccess() {}

  static MethodHandles.Lookup lookup(Class<?> type) {
    try {
      Module own = RecordAccess.class.getModule();
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

  /**
   * A lookup that may define hidden classes. That takes one made inside the module of the record,
   * and every class loader has a module of its own; from outside, a lookup in an open package may
   * define ordinary classes only. So where the record is not in our module, a class is defined
   * beside it whose one method makes the lookup:
   *
   * <pre>
   *   final class Order$KeyLookup { private static Lookup lookup() { return MethodHandles.lookup(); } }
   * </pre>
   */
  static MethodHandles.Lookup insideLookup(Class<?> type) throws IllegalAccessException {
    MethodHandles.Lookup outside = lookup(type);
    if (outside.hasFullPrivilegeAccess()) {
      return outside;
    }
    try {
      Class<?> beside = classBeside(type, outside);
      MethodHandle lookup =
          lookup(beside)
              .findStatic(beside, "lookup", MethodType.methodType(MethodHandles.Lookup.class));
      return MethodHandles.privateLookupIn(type, (MethodHandles.Lookup) lookup.invokeExact());
    } catch (IllegalAccessException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /** Defined once per record class; later calls find it. */
  private static Class<?> classBeside(Class<?> type, MethodHandles.Lookup outside)
      throws IllegalAccessException, ClassNotFoundException {
    ClassFile file = new ClassFile(ClassFile.internal(type) + "$KeyLookup", "java/lang/Object");
    String signature = "()" + MethodHandles.Lookup.class.descriptorString();
    file.privateStaticMethod("lookup", signature)
        .callStatic(MethodHandles.class, "lookup", signature)
        .op(ClassFile.ARETURN)
        .end(1);
    synchronized (RecordAccess.class) {
      try {
        return Class.forName(type.getName() + "$KeyLookup", false, type.getClassLoader());
      } catch (ClassNotFoundException e) {
        return outside.defineClass(file.toBytes());
      }
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

  /** By reflection: a method handle takes two parameters less than a constructor may have. */
  static Constructor<?> constructor(Class<?> type) {
    try {
      Constructor<?> constructor =
          type.getDeclaredConstructor(constructorType(type).parameterArray());
      constructor.setAccessible(true);
      return constructor;
    } catch (NoSuchMethodException e) {
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

  static Object construct(Constructor<?> constructor, Object[] values) {
    try {
      return constructor.newInstance(values);
    } catch (InvocationTargetException e) {
      throw passOn(e.getTargetException());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
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
