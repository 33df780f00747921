package dev.keyfold.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.testing.RandomSchemas;
import dev.keyfold.codec.testing.RandomValues;
import dev.keyfold.testkit.Seeds;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Values compare as the bytes of their keys do. */
class ValueOrderTest {
  private static final int TYPES = 600;
  private static final int VALUES = 24;

  @Test
  void everyPairComparesAsItsKeysDo() {
    Set<KeyType.Kind> seen = EnumSet.noneOf(KeyType.Kind.class);
    long[] pairs = {0};
    Seeds.each(
        random -> {
          for (int i = 0; i < TYPES; i++) {
            KeyType type = RandomSchemas.type(random, 0);
            seen.add(type.kind());
            pairs[0] += comparePairs(new KeyField("f", type, order(random)), random);
          }
        });
    System.out.println("order of values: " + pairs[0] + " pairs compared");
    assertThat(seen).containsExactlyInAnyOrder(KeyType.Kind.values());
    assertThat(pairs[0]).isEqualTo((long) Seeds.count() * TYPES * VALUES * VALUES);
  }

  private static KeyOrder order(Random random) {
    return KeyOrder.of(random.nextBoolean(), random.nextBoolean(), random.nextBoolean());
  }

  private static long comparePairs(KeyField field, Random random) {
    KeySchema schema = KeySchema.builder().field(field.name(), field.type(), field.order()).build();
    List<Object> values = new ArrayList<>();
    List<byte[]> keys = new ArrayList<>();
    for (int i = 0; i < VALUES; i++) {
      Object before = values.isEmpty() ? null : values.get(random.nextInt(values.size()));
      Object value = RandomValues.near(field, before, random);
      values.add(value);
      keys.add(schema.encode(value));
    }
    long pairs = 0;
    for (int i = 0; i < VALUES; i++) {
      for (int j = 0; j < VALUES; j++) {
        int expected = Integer.signum(Arrays.compareUnsigned(keys.get(i), keys.get(j)));
        Object a = values.get(i);
        Object b = values.get(j);
        check(field, a, b, expected, ValueOrder.compare(field, a, b));
        if (a != null && b != null) {
          int ascending = field.order().isDescending() ? -expected : expected;
          check(field, a, b, ascending, ValueOrder.compare(field.type(), a, b));
        }
        pairs++;
      }
    }
    return pairs;
  }

  private static void check(KeyField field, Object a, Object b, int expected, int found) {
    if (Integer.signum(found) != expected) {
      throw new AssertionError(
          field + ": " + Arrays.deepToString(new Object[] {a, b}) + " compare as " + found);
    }
  }

  @Test
  void differsFromTheOrderOfJava() {
    assertThat(ValueOrder.compare(KeyType.STRING, "\uffff", "\ud83d\ude00")).isNegative();
    assertThat(ValueOrder.compare(KeyType.STRING, "\ud83d\ude00", "\ud83d\ude01")).isNegative();
    assertThat(ValueOrder.compare(KeyType.STRING, "\ue000", "\ud7ff")).isPositive();
    assertThat(ValueOrder.compare(KeyType.UUID, new UUID(1, 0), new UUID(-1, 0))).isNegative();
    assertThat(ValueOrder.compare(KeyType.BYTES, new byte[] {-1}, new byte[] {1})).isPositive();
    assertThat(ValueOrder.compare(KeyType.DOUBLE, -0.0, 0.0)).isNegative();
    assertThat(ValueOrder.compare(KeyType.DOUBLE, Double.NaN, Double.POSITIVE_INFINITY))
        .isPositive();
    BigDecimal shorter = new BigDecimal("2.5");
    BigDecimal longer = new BigDecimal("2.50");
    assertThat(ValueOrder.compare(KeyType.DECIMAL, shorter, longer)).isZero();
    assertThat(ValueOrder.compare(KeyType.DECIMAL_EXACT, shorter, longer)).isNegative();
  }
}
