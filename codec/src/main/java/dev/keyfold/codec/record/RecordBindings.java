package dev.keyfold.codec.record;

import static dev.keyfold.codec.record.ClassFile.internal;

import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeyWriter;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

/**
 * Makes a {@link RecordBinding} for a record class: a hidden class that calls the record's
 * accessors and constructor as hand-written code would, or, where the runtime does not allow one (a
 * native image, a class loader that does not see this library), method handles that do the same
 * more slowly.
 *
 * <pre>
 *   write(writer, record):  writer.putString(record.userId()); writer.putLong(record.count()); ...
 *   read(reader):           return new OrderKey(reader.getString(), (int) reader.getLong(), ...);
 * </pre>
 */
public final class RecordBindings {
  private static final String FUNCTIONS =
      "([Ljava/util/function/Function;[Ljava/util/function/Function;)V";

  /** Component classes with a put and a get of their own, which also handle null. */
  private static final Map<Class<?>, String[]> DIRECT =
      Map.of(
          String.class, new String[] {"putString", "getString"},
          byte[].class, new String[] {"putBytes", "getBytes"},
          UUID.class, new String[] {"putUuid", "getUuid"},
          BigDecimal.class, new String[] {"putDecimal", "getDecimal"},
          Instant.class, new String[] {"putInstant", "getInstant"});

  private RecordBindings() {}

  /** The fastest binding that the runtime allows. */
  public static RecordBinding of(Class<? extends Record> type) {
    try {
      return generated(type);
    } catch (LinkageError | UnsupportedOperationException e) {
      return reflective(type);
    }
  }

  static RecordBinding generated(Class<? extends Record> type) {
    MethodHandles.Lookup lookup = Access.lookup(type);
    String name = internal(type) + "$KeyBinding";
    ClassFile file = new ClassFile(name, internal(RecordBinding.class));
    file.method("<init>", FUNCTIONS, 3)
        .op(ClassFile.ALOAD_0)
        .op(ClassFile.ALOAD_1)
        .op(ClassFile.ALOAD_2)
        .callConstructor(internal(RecordBinding.class), FUNCTIONS)
        .op(ClassFile.RETURN)
        .end(3);
    writeMethod(file, type);
    readMethod(file, type);
    try {
      MethodHandles.Lookup hidden =
          lookup.defineHiddenClass(file.toBytes(), true, MethodHandles.Lookup.ClassOption.NESTMATE);
      MethodHandle constructor =
          hidden.findConstructor(
              hidden.lookupClass(),
              MethodType.methodType(void.class, Function[].class, Function[].class));
      return (RecordBinding) constructor.invoke(toKey(type), fromKey(type));
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("cannot bind " + type, e);
    }
  }

  private static void writeMethod(ClassFile file, Class<?> type) {
    String signature = "(" + KeyWriter.class.descriptorString() + "Ljava/lang/Object;)V";
    ClassFile.Code code = file.method("write", signature, 3);
    RecordComponent[] components = type.getRecordComponents();
    for (int i = 0; i < components.length; i++) {
      write(code, type, components[i], i);
    }
    code.op(ClassFile.RETURN).end(8);
  }

  private static void write(ClassFile.Code code, Class<?> type, RecordComponent component, int i) {
    Class<?> raw = component.getType();
    boolean unsigned = Access.isUnsigned(component);
    code.op(ClassFile.ALOAD_1);
    boolean direct = raw.isPrimitive() || DIRECT.containsKey(raw);
    if (!direct) {
      code.op(ClassFile.ALOAD_0).number(i);
    }
    code.op(ClassFile.ALOAD_2)
        .cast(internal(type))
        .call(type, component.getName(), "()" + raw.descriptorString());
    if (!direct) {
      code.call(RecordBinding.class, "toKey", "(ILjava/lang/Object;)Ljava/lang/Object;");
      put(code, "put", Object.class);
    } else if (DIRECT.containsKey(raw)) {
      put(code, DIRECT.get(raw)[0], raw);
    } else if (raw == boolean.class) {
      put(code, "putBoolean", raw);
    } else if (raw == float.class) {
      put(code, "putFloat", raw);
    } else if (raw == double.class) {
      put(code, "putDouble", raw);
    } else {
      widen(code, raw, unsigned);
      put(code, unsigned && raw == long.class ? "putUnsignedLong" : "putLong", long.class);
    }
    code.op(ClassFile.POP);
  }

  private static void widen(ClassFile.Code code, Class<?> raw, boolean unsigned) {
    if (raw == long.class) {
      return;
    }
    if (unsigned) {
      Class<?> box =
          raw == byte.class ? Byte.class : raw == short.class ? Short.class : Integer.class;
      code.callStatic(box, "toUnsignedLong", "(" + raw.descriptorString() + ")J");
    } else {
      code.op(ClassFile.I2L);
    }
  }

  private static void put(ClassFile.Code code, String method, Class<?> argument) {
    code.call(
        KeyWriter.class,
        method,
        "(" + argument.descriptorString() + ")" + KeyWriter.class.descriptorString());
  }

  private static void readMethod(ClassFile file, Class<?> type) {
    ClassFile.Code code =
        file.method("read", "(" + KeyReader.class.descriptorString() + ")Ljava/lang/Object;", 2);
    code.newObject(internal(type));
    RecordComponent[] components = type.getRecordComponents();
    for (int i = 0; i < components.length; i++) {
      read(code, components[i], i);
    }
    code.callConstructor(internal(type), Access.constructorType(type).descriptorString())
        .op(ClassFile.ARETURN)
        .end(8 + 2 * components.length);
  }

  private static void read(ClassFile.Code code, RecordComponent component, int i) {
    Class<?> raw = component.getType();
    if (DIRECT.containsKey(raw)) {
      get(code, DIRECT.get(raw)[1], raw);
    } else if (raw == boolean.class) {
      get(code, "getBoolean", raw);
    } else if (raw == float.class) {
      get(code, "getFloat", raw);
    } else if (raw == double.class) {
      get(code, "getDouble", raw);
    } else if (raw.isPrimitive()) {
      boolean bits = raw == long.class && Access.isUnsigned(component);
      get(code, bits ? "getUnsignedLong" : "getLong", long.class);
      narrow(code, raw);
    } else {
      code.op(ClassFile.ALOAD_0).number(i);
      get(code, "get", Object.class);
      code.call(RecordBinding.class, "fromKey", "(ILjava/lang/Object;)Ljava/lang/Object;")
          .cast(internal(raw));
    }
  }

  private static void narrow(ClassFile.Code code, Class<?> raw) {
    if (raw != long.class) {
      code.op(ClassFile.L2I);
    }
    if (raw == byte.class) {
      code.op(ClassFile.I2B);
    } else if (raw == short.class) {
      code.op(ClassFile.I2S);
    }
  }

  private static void get(ClassFile.Code code, String method, Class<?> result) {
    code.op(ClassFile.ALOAD_1).call(KeyReader.class, method, "()" + result.descriptorString());
  }

  /** The same through method handles. */
  static RecordBinding reflective(Class<? extends Record> type) {
    MethodHandle[] accessors = Access.accessors(type);
    MethodHandle constructor = Access.constructor(type);
    return new RecordBinding(toKey(type), fromKey(type)) {
      @Override
      public void write(KeyWriter writer, Object record) {
        for (int i = 0; i < accessors.length; i++) {
          writer.put(toKey(i, Access.get(accessors[i], record)));
        }
      }

      @Override
      public Object read(KeyReader reader) {
        Object[] values = new Object[accessors.length];
        for (int i = 0; i < values.length; i++) {
          values[i] = fromKey(i, reader.get());
        }
        return Access.construct(constructor, values);
      }
    };
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static Function<Object, Object>[] toKey(Class<?> type) {
    RecordComponent[] components = type.getRecordComponents();
    Function[] conversions = new Function[components.length];
    for (int i = 0; i < components.length; i++) {
      conversions[i] =
          Conversions.toKey(components[i].getAnnotatedType(), Access.isUnsigned(components[i]));
    }
    return conversions;
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static Function<Object, Object>[] fromKey(Class<?> type) {
    RecordComponent[] components = type.getRecordComponents();
    Function[] conversions = new Function[components.length];
    for (int i = 0; i < components.length; i++) {
      conversions[i] = Conversions.fromKey(components[i].getGenericType());
    }
    return conversions;
  }
}
