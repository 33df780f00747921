package dev.keyfold.codec.record;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyOrder;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeySchemaException;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.Limits;
import java.lang.reflect.AnnotatedArrayType;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The schema that a record class and its annotations represent. */
final class RecordSchema {
  private static final Map<Class<?>, KeyType> TYPES =
      Map.ofEntries(
          Map.entry(boolean.class, KeyType.BOOL),
          Map.entry(Boolean.class, KeyType.BOOL),
          Map.entry(byte.class, KeyType.INT8),
          Map.entry(Byte.class, KeyType.INT8),
          Map.entry(short.class, KeyType.INT16),
          Map.entry(Short.class, KeyType.INT16),
          Map.entry(int.class, KeyType.INT32),
          Map.entry(Integer.class, KeyType.INT32),
          Map.entry(long.class, KeyType.INT64),
          Map.entry(Long.class, KeyType.INT64),
          Map.entry(float.class, KeyType.FLOAT),
          Map.entry(Float.class, KeyType.FLOAT),
          Map.entry(double.class, KeyType.DOUBLE),
          Map.entry(Double.class, KeyType.DOUBLE),
          Map.entry(String.class, KeyType.STRING),
          Map.entry(byte[].class, KeyType.BYTES),
          Map.entry(UUID.class, KeyType.UUID),
          Map.entry(BigInteger.class, KeyType.INTEGER),
          Map.entry(BigDecimal.class, KeyType.DECIMAL),
          Map.entry(Instant.class, KeyType.TIMESTAMP_NANOS),
          Map.entry(LocalDate.class, KeyType.DATE),
          Map.entry(LocalTime.class, KeyType.TIME));

  private static final Map<KeyType, KeyType> UNSIGNED =
      Map.of(
          KeyType.INT8, KeyType.UINT8,
          KeyType.INT16, KeyType.UINT16,
          KeyType.INT32, KeyType.UINT32,
          KeyType.INT64, KeyType.UINT64);

  private RecordSchema() {}

  /** The schema in the native format. */
  public static KeySchema of(Class<? extends Record> type) {
    KeySchema.Builder builder = KeySchema.builder();
    for (KeyField field : fields(type)) {
      if (field.added()) {
        builder.addedField(field.name(), field.type(), field.order());
      } else {
        builder.field(field.name(), field.type(), field.order());
      }
    }
    return builder.build();
  }

  /** One field for each component, in the order of declaration; whether they make a key is open. */
  public static List<KeyField> fields(Class<? extends Record> type) {
    return fields(type, 0);
  }

  private static List<KeyField> fields(Class<?> type, int depth) {
    List<KeyField> fields = new ArrayList<>();
    for (RecordComponent component : type.getRecordComponents()) {
      fields.add(field(component, depth));
    }
    return fields;
  }

  private static KeyField field(RecordComponent component, int depth) {
    try {
      AnnotatedType annotated = component.getAnnotatedType();
      KeyType type = type(annotated, rawClass(annotated), component, depth);
      boolean descending = component.isAnnotationPresent(Desc.class);
      KeyOrder order = order(component.getType(), component, descending);
      return new KeyField(
          component.getName(), type, order, component.isAnnotationPresent(Added.class));
    } catch (KeySchemaException e) {
      throw new KeySchemaException(
          e.field() == null ? component.getName() : e.field(), e.offset(), e.found(), e.expected());
    }
  }

  private static KeyOrder order(Class<?> raw, AnnotatedElement place, boolean descending) {
    Nulls nulls = place.getAnnotation(Nulls.class);
    if (nulls != null && raw.isPrimitive()) {
      throw new KeySchemaException(null, -1, "@Nulls on " + raw, "a type that can be null");
    }
    return KeyOrder.of(
        descending, nulls != null, nulls != null && nulls.value() == Nulls.Placement.LAST);
  }

  private static KeyType type(
      AnnotatedType annotated, Class<?> raw, AnnotatedElement place, int depth) {
    KeyType type = TYPES.get(raw);
    if (type == null) {
      type = compound(annotated, raw, depth + 1);
    }
    Width width = place.getAnnotation(Width.class);
    if (width != null) {
      type = width(type, width.value());
    }
    Scale scale = place.getAnnotation(Scale.class);
    if (scale != null) {
      type = scale(type, scale);
    }
    if (place.isAnnotationPresent(Unsigned.class)) {
      KeyType unsigned = UNSIGNED.get(type);
      if (unsigned == null) {
        throw new KeySchemaException(null, -1, "@Unsigned on " + type, "byte, short, int or long");
      }
      type = unsigned;
    }
    return type;
  }

  private static KeyType compound(AnnotatedType annotated, Class<?> raw, int depth) {
    if (raw.isEnum()) {
      return KeyType.enumeration(codes(raw));
    }
    if (depth > Limits.NESTING) {
      throw new KeySchemaException(
          null, -1, raw.getTypeName() + " nested deeper", "at most " + Limits.NESTING + " levels");
    }
    if (raw.isRecord()) {
      return KeyType.tuple(fields(raw, depth));
    }
    if (raw == List.class && annotated instanceof AnnotatedParameterizedType list) {
      AnnotatedType element = list.getAnnotatedActualTypeArguments()[0];
      Class<?> elementClass = rawClass(element);
      AnnotatedElement place = annotatedPlace(element);
      return KeyType.list(
          type(element, elementClass, place, depth), order(elementClass, place, false));
    }
    throw new KeySchemaException(
        null, -1, "the Java type " + raw.getTypeName(), "a type that keys can hold (see KeyCodec)");
  }

  /** In {@code List<@Width(2) byte[]>} the annotation is on the byte, though nobody means that. */
  private static AnnotatedElement annotatedPlace(AnnotatedType element) {
    return element instanceof AnnotatedArrayType array && element.getAnnotations().length == 0
        ? array.getAnnotatedGenericComponentType()
        : element;
  }

  private static Class<?> rawClass(AnnotatedType annotated) {
    java.lang.reflect.Type type = annotated.getType();
    if (type instanceof java.lang.reflect.ParameterizedType parameterized) {
      type = parameterized.getRawType();
    }
    if (type instanceof Class<?> raw) {
      return raw;
    }
    throw new KeySchemaException(
        null, -1, "the Java type " + type, "a class; wildcards and type variables are not known");
  }

  private static KeyType width(KeyType type, int width) {
    if (type.equals(KeyType.STRING)) {
      return KeyType.string(width);
    }
    if (type.equals(KeyType.BYTES)) {
      return KeyType.bytes(width);
    }
    throw new KeySchemaException(null, -1, "@Width on " + type, "String or byte[]");
  }

  private static KeyType scale(KeyType type, Scale scale) {
    if (type.equals(KeyType.DECIMAL)) {
      return scale.exact()
          ? KeyType.DECIMAL_EXACT
          : KeyType.decimal(scale.precision(), scale.value());
    }
    if (type.equals(KeyType.TIMESTAMP_NANOS)) {
      return KeyType.timestamp(scale.value());
    }
    throw new KeySchemaException(null, -1, "@Scale on " + type, "BigDecimal or Instant");
  }

  private static Map<String, Integer> codes(Class<?> type) {
    Map<String, Integer> codes = new LinkedHashMap<>();
    for (Field field : type.getFields()) {
      if (field.isEnumConstant()) {
        Code code = field.getAnnotation(Code.class);
        if (code == null) {
          throw new KeySchemaException(
              null,
              -1,
              type.getSimpleName() + "." + field.getName() + " without @Code",
              "@Code(n) on every constant: ordinals change when constants are moved");
        }
        codes.put(field.getName(), code.value());
      }
    }
    return codes;
  }
}
