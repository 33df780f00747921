package dev.keyfold.table.expr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyOrder;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.table.where.Condition;
import dev.keyfold.table.where.Condition.Operator;
import dev.keyfold.table.where.Conditions;
import dev.keyfold.table.where.RandomTyped;
import dev.keyfold.table.where.Where;
import dev.keyfold.testkit.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Conditions hold for exactly those values whose keys stand where the condition says. */
class TermTest {
  private static final Operator[] OPERATORS = Operator.values();

  @Test
  void agreesWithTheOrderOfKeys() {
    Set<Kind> kinds = EnumSet.noneOf(Kind.class);
    Set<Operator> held = EnumSet.noneOf(Operator.class);
    Set<Operator> failed = EnumSet.noneOf(Operator.class);
    Seeds.each(
        random -> {
          for (int i = 0; i < 1_000; i++) {
            KeyField field = RandomTyped.field(random);
            kinds.add(field.type().kind());
            Condition condition = condition(field, random);
            Term bound = bind(field, condition);
            for (int j = 0; j < 12; j++) {
              Object value =
                  j == 0
                      ? null
                      : j == 1 ? given(condition, bound) : RandomTyped.value(field.type(), random);
              boolean expected = holds(field.type(), condition.operator(), bound, value);
              (expected ? held : failed).add(condition.operator());
              if (bound.test(row -> value) != expected) {
                Object[] shown = {value};
                throw new AssertionError(
                    field + ": " + condition + " of " + Arrays.deepToString(shown));
              }
            }
          }
        });
    assertThat(kinds).containsExactlyInAnyOrder(Kind.values());
    assertThat(held).containsExactlyInAnyOrder(OPERATORS);
    assertThat(failed).containsExactlyInAnyOrder(OPERATORS);
  }

  /** A value of the condition itself, where it is one of the field. */
  private static Object given(Condition condition, Term bound) {
    boolean other =
        bound.values().isEmpty()
            || condition.operator() == Operator.CONTAINS
            || condition.operator() == Operator.STARTS_WITH;
    return other ? null : bound.values().get(0);
  }

  private static Condition condition(KeyField field, Random random) {
    KeyType type = field.type();
    Operator operator = OPERATORS[random.nextInt(OPERATORS.length)];
    boolean text = type.kind() == Kind.STRING;
    boolean bytes = type.kind() == Kind.BYTES || type.kind() == Kind.FIXED_BYTES;
    if (operator == Operator.STARTS_WITH && (text || bytes)) {
      return text
          ? Conditions.startsWith("f", RandomTyped.text(random))
          : Conditions.startsWith("f", RandomTyped.bytes(random.nextInt(3), random));
    }
    if (operator == Operator.CONTAINS && type.kind() == Kind.LIST) {
      return Conditions.contains("f", RandomTyped.value(type.fields().get(0).type(), random));
    }
    if (operator == Operator.STARTS_WITH || operator == Operator.CONTAINS) {
      operator = Operator.EQ;
    }
    Object value = RandomTyped.value(type, random);
    return switch (operator) {
      case EQ -> Conditions.eq("f", value);
      case NE -> Conditions.ne("f", value);
      case LT -> Conditions.lt("f", value);
      case LE -> Conditions.le("f", value);
      case GT -> Conditions.gt("f", value);
      case GE -> Conditions.ge("f", value);
      case BETWEEN -> Conditions.between("f", value, RandomTyped.value(type, random));
      case IN -> Conditions.in("f", values(type, random));
      case NOT_IN -> Conditions.notIn("f", values(type, random));
      case IS_NULL -> Conditions.isNull("f");
      case IS_NOT_NULL -> Conditions.isNotNull("f");
      default -> throw new AssertionError(operator);
    };
  }

  private static List<Object> values(KeyType type, Random random) {
    List<Object> values = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      values.add(RandomTyped.value(type, random));
    }
    return values;
  }

  /** The oracle: knows only keys and their bytes. */
  private static boolean holds(KeyType type, Operator operator, Term bound, Object value) {
    if (value == null) {
      return operator == Operator.IS_NULL;
    }
    return switch (operator) {
      case EQ -> order(type, value, bound, 0) == 0;
      case NE -> order(type, value, bound, 0) != 0;
      case LT -> order(type, value, bound, 0) < 0;
      case LE -> order(type, value, bound, 0) <= 0;
      case GT -> order(type, value, bound, 0) > 0;
      case GE -> order(type, value, bound, 0) >= 0;
      case BETWEEN -> order(type, value, bound, 0) >= 0 && order(type, value, bound, 1) <= 0;
      case IN -> among(type, value, bound);
      case NOT_IN -> !among(type, value, bound);
      case IS_NULL -> false;
      case IS_NOT_NULL -> true;
      case STARTS_WITH -> Bytes.startsWith(plain(value), plain(bound.values().get(0)));
      case CONTAINS -> {
        KeyType element = type.fields().get(0).type();
        byte[] wanted = key(element, bound.values().get(0));
        yield ((List<?>) value)
            .stream().anyMatch(e -> e != null && Arrays.equals(key(element, e), wanted));
      }
    };
  }

  private static boolean among(KeyType type, Object value, Term bound) {
    for (int i = 0; i < bound.values().size(); i++) {
      if (order(type, value, bound, i) == 0) {
        return true;
      }
    }
    return false;
  }

  private static int order(KeyType type, Object value, Term bound, int index) {
    return Arrays.compareUnsigned(key(type, value), key(type, bound.values().get(index)));
  }

  private static byte[] key(KeyType type, Object value) {
    return KeySchema.builder().field("k", type, KeyOrder.ASC).build().encode(value);
  }

  private static byte[] plain(Object value) {
    return value instanceof byte[] bytes
        ? bytes
        : ((String) value).getBytes(StandardCharsets.UTF_8);
  }

  private static Term bind(String schema, String text) {
    KeySchema fields = KeySchema.parse(schema);
    Condition condition = Where.parse(text).conditions().get(0);
    KeyField field = fields.field(fields.indexOf(condition.field()));
    return bind(field, condition);
  }

  private static Term bind(KeyField field, Condition condition) {
    return new Binder(List.of(field), Functions.builtIn()).bind(condition);
  }

  @Test
  void appliesFunctions() {
    Term lower = bind("email string null", "lower(email) like 'bob@%'");
    assertThat(lower.test(row -> "BOB@example.com")).isTrue();
    assertThat(lower.testValue("BOB@example.com")).isFalse();
    assertThat(lower.testValue("bob@example.com")).isTrue();
    assertThat(lower.test(row -> null)).isFalse();
    assertThat(bind("email string null", "lower(email) is null").test(row -> null)).isTrue();
    assertThat(lower.values()).containsExactly("bob@");
    assertThat(lower.expression().field().type()).isEqualTo(KeyType.STRING);
    assertThat(lower).hasToString("lower(email) like 'bob@%'");
  }

  @Test
  void valuesHaveTheTypeOfTheResult() {
    assertThat(bind("s string", "length(s) between 2 and 3").test(row -> "\ud83d\ude00x")).isTrue();
    assertThatThrownBy(() -> bind("s string", "length(s) = 'x'"))
        .hasMessage(
            "field s at offset 12: found \"x\", expected a value for int32: a whole number");
    assertThatThrownBy(() -> bind("i int8", "lower(i) = 'x'"))
        .hasMessage("field i at offset 0: found lower of int8, expected a string field");
    assertThatThrownBy(() -> bind("i int8", "nope(i) = 'x'"))
        .hasMessage(
            "field i at offset 0: found the function nope, expected one of bucket, day, hour,"
                + " length, lower, month, prefix, upper, year");
  }
}
