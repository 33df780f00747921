package dev.keyfold.table.expr;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.ValueText;
import dev.keyfold.codec.Values;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.bytes.Utf8;
import dev.keyfold.table.where.Condition;
import dev.keyfold.table.where.Literal;
import dev.keyfold.table.where.WhereException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Literals to values of a field, and back. What does not fit is a {@link WhereException} that names
 * the field, what was found and expected, and the offset of the literal in its text.
 */
public final class Binding {
  private Binding() {}

  /**
   * A literal as an object of the field's {@link Kind#javaType()}. One from a text is read as
   * {@link ValueText} reads it, a Java object is taken as {@link Values#coerce} takes it.
   */
  public static @Nullable Object value(KeyField field, Literal literal) {
    try {
      return literal.isWritten()
          ? ValueText.read(field, written(field, literal.value()))
          : Values.coerce(field, coercible(literal.value()));
    } catch (KeyValueException e) {
      throw new WhereException(e.field(), literal.at(), e.found(), e.expected());
    }
  }

  /**
   * What a condition compares with, in its order: values of the field, for {@code contains} values
   * of its elements, for {@code like} the beginning of its values, a {@link String} or a {@code
   * byte[]}.
   *
   * @param field the type of the condition's expression
   */
  public static List<Object> values(KeyField field, Condition condition) {
    return switch (condition.operator()) {
      case STARTS_WITH -> List.of(prefix(field, condition));
      case CONTAINS -> List.of(value(element(field, condition), condition.value()));
      default -> {
        List<Object> values = new ArrayList<>(condition.values().size());
        for (Literal literal : condition.values()) {
          values.add(value(field, literal));
        }
        yield Collections.unmodifiableList(values);
      }
    };
  }

  /**
   * The same condition with its values as a text writes them, so that what was built in code can be
   * printed, kept, and read again. For the field's type, both mean the same values.
   */
  public static Condition written(KeyField field, Condition condition) {
    KeyType type =
        switch (condition.operator()) {
          case CONTAINS -> element(field, condition).type();
          default -> field.type();
        };
    List<Object> written = new ArrayList<>();
    for (Object value : values(field, condition)) {
      Object text =
          switch (condition.operator()) {
            case STARTS_WITH -> value instanceof byte[] bytes ? Bytes.toHex(bytes) : value;
            default -> writable(type, value);
          };
      written.add(text);
    }
    return condition.withWritten(written);
  }

  /** A written value as {@link ValueText} takes it. */
  private static @Nullable Object written(KeyField field, @Nullable Object value) {
    Kind kind = field.type().kind();
    if (value instanceof Literal.Hex hex) {
      if (!isBytes(kind)) {
        throw new KeyValueException(
            field.name(), -1, hex.toString(), "a value for " + field.type());
      }
      return hex.digits();
    }
    if (value instanceof Double && kind != Kind.FLOAT && kind != Kind.DOUBLE) {
      return 0L; // only floating-point numbers tell one zero from the other
    }
    if (value instanceof List<?> list && (kind == Kind.LIST || kind == Kind.TUPLE)) {
      List<KeyField> fields = field.type().fields();
      List<Object> elements = new ArrayList<>();
      for (int i = 0; i < list.size(); i++) {
        int element = kind == Kind.LIST ? 0 : Math.min(i, fields.size() - 1);
        elements.add(written(fields.get(element), list.get(i)));
      }
      return elements;
    }
    return value;
  }

  /** A Java object as it was before the literal took it: bytes are bytes again. */
  private static Object coercible(Object value) {
    if (value instanceof Literal.Hex hex) {
      return Bytes.parseHex(hex.digits());
    }
    if (value instanceof List<?> list) {
      List<Object> elements = new ArrayList<>();
      list.forEach(element -> elements.add(element == null ? null : coercible(element)));
      return elements;
    }
    return value;
  }

  /** A value of a type as a literal holds it. */
  private static @Nullable Object writable(KeyType type, Object value) {
    if (value instanceof byte[] bytes) {
      return new Literal.Hex(Bytes.toHex(bytes));
    }
    if (value instanceof List<?> list) {
      List<Object> elements = new ArrayList<>();
      for (int i = 0; i < list.size(); i++) {
        int element = type.kind() == Kind.LIST ? 0 : i;
        elements.add(writable(type.fields().get(element).type(), list.get(i)));
      }
      return elements;
    }
    Object text = ValueText.write(type, value);
    if (text instanceof Integer integer) {
      return (long) integer;
    }
    if (text instanceof Float || text instanceof Double) {
      double number = ((Number) text).doubleValue();
      return number == 0 && 1 / number < 0 ? (Object) number : new BigDecimal(text.toString());
    }
    return text;
  }

  private static Object prefix(KeyField field, Condition condition) {
    Literal literal = condition.value();
    Object prefix = literal.value();
    KeyType type = field.type();
    if (isBytes(type.kind())) {
      boolean hex = prefix instanceof Literal.Hex;
      String digits = prefix instanceof Literal.Hex given ? given.digits() : String.valueOf(prefix);
      if ((!hex && !literal.isWritten()) || !Literal.Hex.isHex(digits)) {
        String expected = literal.isWritten() ? "hexadecimal digits before the %" : "a byte[]";
        throw new WhereException(field.name(), literal.at(), "'" + digits + "%'", expected);
      }
      return Bytes.parseHex(digits);
    }
    if (type.kind() != Kind.STRING || !(prefix instanceof String text)) {
      String found =
          prefix instanceof Literal.Hex hex
              ? "a prefix of " + hex.digits().length() / 2 + " bytes on " + type
              : "a text prefix on " + type;
      String expected = prefix instanceof Literal.Hex ? "a bytes field" : "a string field";
      throw new WhereException(field.name(), condition.at(), found, expected);
    }
    if (Utf8.indexOfUnpaired(text) >= 0) {
      throw new WhereException(
          field.name(),
          condition.at(),
          "an unpaired surrogate in the prefix",
          "text that UTF-8 can hold");
    }
    return text;
  }

  private static boolean isBytes(Kind kind) {
    return kind == Kind.BYTES || kind == Kind.FIXED_BYTES;
  }

  /** The elements of a list field, as a field of the same name. */
  static KeyField element(KeyField field, Condition condition) {
    if (field.type().kind() != Kind.LIST) {
      throw new WhereException(
          field.name(), condition.at(), "contains on " + field.type(), "a list field");
    }
    KeyField element = field.type().fields().get(0);
    return new KeyField(field.name(), element.type(), element.order());
  }
}
