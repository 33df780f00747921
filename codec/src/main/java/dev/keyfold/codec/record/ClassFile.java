package dev.keyfold.codec.record;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the little of the class file format that {@link RecordBindings} need: a final class, its
 * constant pool, and methods without branches (so without stack maps). Not thread-safe.
 */
final class ClassFile {
  static final int ALOAD_0 = 0x2A;
  static final int ALOAD_1 = 0x2B;
  static final int ALOAD_2 = 0x2C;
  static final int ARETURN = 0xB0;
  static final int RETURN = 0xB1;
  static final int POP = 0x57;
  static final int DUP = 0x59;
  static final int I2L = 0x85;
  static final int L2I = 0x88;
  static final int I2B = 0x91;
  static final int I2S = 0x93;
  private static final int SIPUSH = 0x11;
  private static final int ILOAD = 0x15;
  private static final int ISTORE = 0x36;
  private static final int WIDE = 0xC4;
  private static final int NEW = 0xBB;
  private static final int CHECKCAST = 0xC0;
  private static final int INVOKEVIRTUAL = 0xB6;
  private static final int INVOKESPECIAL = 0xB7;
  private static final int INVOKESTATIC = 0xB8;

  private static final int JAVA_17 = 61;
  private static final int PUBLIC = 0x0001;
  private static final int PRIVATE_STATIC = 0x000A;
  private static final int FINAL_SUPER = 0x0030;

  private final Map<List<Object>, Integer> pool = new LinkedHashMap<>();
  private final ByteArrayOutputStream poolBytes = new ByteArrayOutputStream();
  private final DataOutputStream poolOut = new DataOutputStream(poolBytes);
  private final String name;
  private final String superName;
  private final List<byte[]> methods = new ArrayList<>();

  ClassFile(String name, String superName) {
    this.name = name;
    this.superName = superName;
  }

  /** Starts a public method whose arguments take that many locals; {@link Code#end} adds it. */
  Code method(String methodName, String descriptor, int locals) {
    return new Code(PUBLIC, methodName, descriptor, locals);
  }

  Code privateStaticMethod(String methodName, String descriptor) {
    return new Code(PRIVATE_STATIC, methodName, descriptor, 0);
  }

  byte[] toBytes() {
    int thisIndex = classIndex(name);
    int superIndex = classIndex(superName);
    return written(
        out -> {
          out.writeInt(0xCAFEBABE);
          out.writeInt(JAVA_17);
          out.writeShort(pool.size() + 1);
          out.write(poolBytes.toByteArray());
          out.writeShort(FINAL_SUPER);
          out.writeShort(thisIndex);
          out.writeShort(superIndex);
          out.writeShort(0);
          out.writeShort(0);
          out.writeShort(methods.size());
          for (byte[] method : methods) {
            out.write(method);
          }
          out.writeShort(0);
        });
  }

  /** One method's instructions, in order. */
  final class Code {
    private final int flags;
    private final String methodName;
    private final String descriptor;
    private int locals;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private Code(int flags, String methodName, String descriptor, int locals) {
      this.flags = flags;
      this.methodName = methodName;
      this.descriptor = descriptor;
      this.locals = locals;
    }

    Code op(int opcode) {
      bytes.write(opcode);
      return this;
    }

    Code number(int value) {
      return op(SIPUSH).u2(value);
    }

    /** Pushes a local; long and double take two, and the first of them counts. */
    Code load(Class<?> type, int local) {
      return local(ILOAD + kind(type), local);
    }

    Code store(Class<?> type, int local) {
      locals = Math.max(locals, local + slots(type));
      return local(ISTORE + kind(type), local);
    }

    private Code local(int opcode, int local) {
      return local > 0xFF ? op(WIDE).op(opcode).u2(local) : op(opcode).op(local);
    }

    Code newObject(String type) {
      return op(NEW).u2(classIndex(type)).op(DUP);
    }

    Code cast(String type) {
      return op(CHECKCAST).u2(classIndex(type));
    }

    Code call(Class<?> owner, String method, String signature) {
      return op(INVOKEVIRTUAL).u2(methodIndex(internal(owner), method, signature));
    }

    Code callStatic(Class<?> owner, String method, String signature) {
      return op(INVOKESTATIC).u2(methodIndex(internal(owner), method, signature));
    }

    Code callConstructor(String owner, String signature) {
      return op(INVOKESPECIAL).u2(methodIndex(owner, "<init>", signature));
    }

    void end(int stack) {
      byte[] code = bytes.toByteArray();
      int nameIndex = utf8(methodName);
      int descriptorIndex = utf8(descriptor);
      int attribute = utf8("Code");
      methods.add(
          written(
              out -> {
                out.writeShort(flags);
                out.writeShort(nameIndex);
                out.writeShort(descriptorIndex);
                out.writeShort(1);
                out.writeShort(attribute);
                out.writeInt(code.length + 12);
                out.writeShort(stack);
                out.writeShort(locals);
                out.writeInt(code.length);
                out.write(code);
                out.writeShort(0);
                out.writeShort(0);
              }));
    }

    private Code u2(int value) {
      return op(value >>> 8).op(value);
    }
  }

  /** Number of locals, or of places on the stack, that a value takes. */
  static int slots(Class<?> type) {
    return type == long.class || type == double.class ? 2 : 1;
  }

  /** Position of a type among the loads and the stores, which come in this order. */
  private static int kind(Class<?> type) {
    if (!type.isPrimitive()) {
      return 4;
    }
    return type == long.class ? 1 : type == float.class ? 2 : type == double.class ? 3 : 0;
  }

  static String internal(Class<?> type) {
    return type.isArray() ? type.descriptorString() : type.getName().replace('.', '/');
  }

  // ---- constant pool
  // -----------------------------------------------------------------------------------------------

  private int utf8(String text) {
    return entry(List.of(1, text), out -> out.writeUTF(text));
  }

  private int classIndex(String type) {
    int nameIndex = utf8(type);
    return entry(List.of(7, nameIndex), out -> out.writeShort(nameIndex));
  }

  private int methodIndex(String owner, String method, String signature) {
    int ownerIndex = classIndex(owner);
    int nameIndex = utf8(method);
    int typeIndex = utf8(signature);
    int nameAndType = pair(12, nameIndex, typeIndex);
    return pair(10, ownerIndex, nameAndType);
  }

  private int pair(int tag, int first, int second) {
    return entry(
        List.of(tag, first, second),
        out -> {
          out.writeShort(first);
          out.writeShort(second);
        });
  }

  private int entry(List<Object> key, Writing body) {
    Integer known = pool.get(key);
    if (known != null) {
      return known;
    }
    try {
      poolOut.writeByte((Integer) key.get(0));
      body.to(poolOut);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    pool.put(key, pool.size() + 1);
    return pool.size();
  }

  private interface Writing {
    void to(DataOutputStream out) throws IOException;
  }

  private static byte[] written(Writing writing) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      writing.to(new DataOutputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
