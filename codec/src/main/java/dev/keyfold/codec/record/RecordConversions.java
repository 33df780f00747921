package dev.keyfold.codec.record;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Between what a record holds and what readers give and writers take, for components that are not
 * simple.
 */
final class RecordConversions {
  private RecordConversions() {}

  /**
   * Object of a component (never null) to what {@code KeyReader.get} gives and {@code
   * KeyWriter.put} takes.
   */
  static Function<Object, Object> toKey(AnnotatedType type, boolean unsigned) {
    Class<?> raw = raw(type.getType());
    if (raw.isRecord()) {
      return recordToList(raw);
    }
    if (raw == List.class) {
      AnnotatedType elements =
          ((AnnotatedParameterizedType) type).getAnnotatedActualTypeArguments()[0];
      Function<Object, Object> element =
          nullSafe(toKey(elements, elements.isAnnotationPresent(Unsigned.class)));
      return value -> map((List<?>) value, element);
    }
    if (raw.isEnum()) {
      return value -> ((Enum<?>) value).name();
    }
    if (unsigned) {
      return RecordConversions::unsignedBits;
    }
    boolean small = raw == Byte.class || raw == byte.class || raw == Short.class;
    return small || raw == short.class ? value -> ((Number) value).intValue() : Function.identity();
  }

  /** What {@code KeyReader.get} gave (never null) to the class of the component. */
  static Function<Object, Object> fromKey(Type type) {
    Class<?> raw = raw(type);
    if (raw.isRecord()) {
      return listToRecord(raw);
    }
    if (raw == List.class) {
      Function<Object, Object> element = nullSafe(fromKey(elementOf(type)));
      return value -> map((List<?>) value, element);
    }
    if (raw.isEnum()) {
      Map<String, Object> constants = constants(raw);
      return value -> constant(raw, constants, (String) value);
    }
    if (raw == Byte.class || raw == byte.class) {
      return value -> ((Number) value).byteValue();
    }
    if (raw == Short.class || raw == short.class) {
      return value -> ((Number) value).shortValue();
    }
    if (raw == Integer.class || raw == int.class) {
      return value -> ((Number) value).intValue();
    }
    if (raw == Long.class || raw == long.class) {
      return value -> ((Number) value).longValue();
    }
    return Function.identity();
  }

  private static Object unsignedBits(Object value) {
    if (value instanceof Byte b) {
      return Byte.toUnsignedInt(b);
    }
    if (value instanceof Short s) {
      return Short.toUnsignedInt(s);
    }
    return value instanceof Integer i
        ? (Object) Integer.toUnsignedLong(i)
        : new BigInteger(Long.toUnsignedString((Long) value));
  }

  private static Map<String, Object> constants(Class<?> type) {
    Map<String, Object> constants = new HashMap<>();
    for (Object constant : type.getEnumConstants()) {
      constants.put(((Enum<?>) constant).name(), constant);
    }
    return constants;
  }

  private static Object constant(Class<?> type, Map<String, Object> constants, String name) {
    Object constant = constants.get(name);
    if (constant == null) {
      throw new IllegalStateException(type + " has no constant " + name);
    }
    return constant;
  }

  private static Function<Object, Object> recordToList(Class<?> type) {
    RecordComponent[] components = type.getRecordComponents();
    MethodHandle[] accessors = RecordAccess.accessors(type);
    List<Function<Object, Object>> conversions = new ArrayList<>();
    for (RecordComponent component : components) {
      conversions.add(
          nullSafe(toKey(component.getAnnotatedType(), RecordAccess.isUnsigned(component))));
    }
    return value -> {
      Object[] fields = new Object[accessors.length];
      for (int i = 0; i < fields.length; i++) {
        fields[i] = conversions.get(i).apply(RecordAccess.get(accessors[i], value));
      }
      return Arrays.asList(fields);
    };
  }

  private static Function<Object, Object> listToRecord(Class<?> type) {
    Constructor<?> constructor = RecordAccess.constructor(type);
    List<Function<Object, Object>> conversions = new ArrayList<>();
    for (RecordComponent component : type.getRecordComponents()) {
      conversions.add(nullSafe(fromKey(component.getGenericType())));
    }
    return value ->
        RecordAccess.construct(constructor, map((List<?>) value, conversions).toArray());
  }

  static Function<Object, Object> nullSafe(Function<Object, Object> conversion) {
    return value -> value == null ? null : conversion.apply(value);
  }

  private static List<Object> map(List<?> values, Function<Object, Object> conversion) {
    List<Object> result = new ArrayList<>(values.size());
    values.forEach(value -> result.add(conversion.apply(value)));
    return result;
  }

  private static List<Object> map(List<?> values, List<Function<Object, Object>> conversions) {
    List<Object> result = new ArrayList<>(values.size());
    for (int i = 0; i < values.size(); i++) {
      result.add(conversions.get(i).apply(values.get(i)));
    }
    return result;
  }

  private static Class<?> raw(Type type) {
    return type instanceof ParameterizedType parameterized
        ? (Class<?>) parameterized.getRawType()
        : (Class<?>) type;
  }

  private static Type elementOf(Type type) {
    return ((ParameterizedType) type).getActualTypeArguments()[0];
  }
}
