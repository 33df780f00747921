package dev.keyfold.codec.record;

import static dev.keyfold.codec.record.ClassFile.internal;

import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeyWriter;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * The hidden classes that {@link RecordBindings} uses, one for each writer and reader, so that each
 * is small enough to be compiled as one piece with its caller.
 *
 * <pre>
 *   write(writer, record):  Order r = (Order) record;
 *                           writer.putString(r.userId()); writer.putLong(r.count()); ...
 *
 *   construct(one, two):    String userId = one.getString(); int count = (int) one.getLong(); ...
 *                           double amount = two.getDouble(); ...
 *                           return new Order(userId, amount, count, ...);
 * </pre>
 *
 * <p>The values rest in locals, because they are read in the order of the keys and handed over in
 * the order of the declaration. The record is allocated after them: what is allocated between an
 * allocation and its constructor costs the compiler its shortcuts for objects nobody else can see.
 */
final class GeneratedCode {
  // Both methods have three locals at their start: this and two arguments.
  private static final int ARGUMENTS = 3;

  private GeneratedCode() {}

  static RecordWriter writer(RecordComponents components, int[] part) {
    MethodType made = MethodType.methodType(void.class, RecordComponents.class);
    ClassFile file = file(components, RecordWriter.class, made);
    writeMethod(file, components, part);
    return (RecordWriter) instance(file, components, made, components);
  }

  static RecordReader reader(RecordComponents components, int[] first, int[] second) {
    MethodType made =
        MethodType.methodType(void.class, RecordComponents.class, int[].class, int[].class);
    ClassFile file = file(components, RecordReader.class, made);
    constructMethod(file, components, first, second);
    return (RecordReader) instance(file, components, made, components, first, second);
  }

  /** A class in the package of the record, with a constructor that hands all to the parent's. */
  private static ClassFile file(RecordComponents components, Class<?> parent, MethodType made) {
    String name = internal(components.type()) + "$" + parent.getSimpleName();
    ClassFile file = new ClassFile(name, internal(parent));
    ClassFile.Code code =
        file.method("<init>", made.descriptorString(), 1 + made.parameterCount())
            .op(ClassFile.ALOAD_0);
    for (int i = 0; i < made.parameterCount(); i++) {
      code.load(made.parameterType(i), 1 + i);
    }
    code.callConstructor(internal(parent), made.descriptorString())
        .op(ClassFile.RETURN)
        .end(1 + made.parameterCount());
    return file;
  }

  private static Object instance(
      ClassFile file, RecordComponents components, MethodType made, Object... arguments) {
    try {
      MethodHandles.Lookup hidden =
          RecordAccess.insideLookup(components.type())
              .defineHiddenClass(file.toBytes(), true, MethodHandles.Lookup.ClassOption.NESTMATE);
      MethodHandle constructor = hidden.findConstructor(hidden.lookupClass(), made);
      return constructor.invokeWithArguments(arguments);
    } catch (IllegalAccessException e) {
      throw (Error) new IllegalAccessError(e.getMessage()).initCause(e);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("cannot bind " + components.type(), e);
    }
  }

  // ---- writing

  private static void writeMethod(ClassFile file, RecordComponents components, int[] part) {
    String signature = "(" + KeyWriter.class.descriptorString() + "Ljava/lang/Object;)V";
    ClassFile.Code code = file.method("write", signature, ARGUMENTS);
    code.op(ClassFile.ALOAD_2)
        .cast(internal(components.type()))
        .store(components.type(), ARGUMENTS);
    for (int component : part) {
      write(code, components, component);
    }
    code.op(ClassFile.RETURN).end(8);
  }

  private static void write(ClassFile.Code code, RecordComponents components, int component) {
    Class<?> type = components.typeOf(component);
    Move move = components.move(component);
    code.op(ClassFile.ALOAD_1);
    if (move.isConverted()) {
      code.op(ClassFile.ALOAD_0).number(component);
    }
    code.load(components.type(), ARGUMENTS)
        .call(components.type(), components.name(component), "()" + type.descriptorString());
    if (move.isConverted()) {
      code.call(RecordWriter.class, "toKey", "(ILjava/lang/Object;)Ljava/lang/Object;");
    } else if (move.carried() == long.class) {
      widen(code, type, components.isUnsigned(component));
    }
    String signature =
        "(" + move.carried().descriptorString() + ")" + KeyWriter.class.descriptorString();
    code.call(KeyWriter.class, move.put(), signature).op(ClassFile.POP);
  }

  private static void widen(ClassFile.Code code, Class<?> type, boolean unsigned) {
    if (type == long.class) {
      return;
    }
    if (unsigned) {
      Class<?> box = MethodType.methodType(type).wrap().returnType();
      code.callStatic(box, "toUnsignedLong", "(" + type.descriptorString() + ")J");
    } else {
      code.op(ClassFile.I2L);
    }
  }

  // ---- reading

  private static void constructMethod(
      ClassFile file, RecordComponents components, int[] first, int[] second) {
    String reader = KeyReader.class.descriptorString();
    ClassFile.Code code =
        file.method("construct", "(" + reader + reader + ")Ljava/lang/Object;", ARGUMENTS);
    int[] locals = new int[components.size()];
    int next = ARGUMENTS;
    for (int i = 0; i < locals.length; i++) {
      locals[i] = next;
      next += ClassFile.slots(components.typeOf(i));
    }
    for (int component : first) {
      read(code, ClassFile.ALOAD_1, components, component);
      code.store(components.typeOf(component), locals[component]);
    }
    for (int component : second) {
      read(code, ClassFile.ALOAD_2, components, component);
      code.store(components.typeOf(component), locals[component]);
    }
    code.newObject(internal(components.type()));
    for (int i = 0; i < locals.length; i++) {
      code.load(components.typeOf(i), locals[i]);
    }
    code.callConstructor(
            internal(components.type()),
            RecordAccess.constructorType(components.type()).descriptorString())
        .op(ClassFile.ARETURN)
        .end(8 + next);
  }

  private static void read(
      ClassFile.Code code, int loadReader, RecordComponents components, int component) {
    Class<?> type = components.typeOf(component);
    Move move = components.move(component);
    if (move.isConverted()) {
      code.op(ClassFile.ALOAD_0).number(component);
    }
    code.op(loadReader).call(KeyReader.class, move.get(), "()" + move.carried().descriptorString());
    if (move.isConverted()) {
      code.call(RecordReader.class, "fromKey", "(ILjava/lang/Object;)Ljava/lang/Object;")
          .cast(internal(type));
    } else if (move.carried() == long.class) {
      narrow(code, type);
    }
  }

  private static void narrow(ClassFile.Code code, Class<?> type) {
    if (type != long.class) {
      code.op(ClassFile.L2I);
    }
    if (type == byte.class) {
      code.op(ClassFile.I2B);
    } else if (type == short.class) {
      code.op(ClassFile.I2S);
    }
  }
}
