package dev.keyfold.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.phoenix.PhoenixRandom;
import dev.keyfold.testkit.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Ranges over Phoenix keys hold exactly the selected keys, or are refused with the reason. */
class PhoenixSelectionsTest {
  private static final int SCHEMAS = 250;
  private static final int RECORDS = 80;
  private static final int SELECTIONS = 40;

  private final long[] counts = new long[3];

  @Test
  void rangesHoldExactlyTheSelectedKeys() {
    Seeds.each(
        random -> {
          for (int i = 0; i < SCHEMAS; i++) {
            KeySchema schema = PhoenixRandom.schema(random);
            List<List<Object>> records = PhoenixRandom.records(schema, random, RECORDS);
            List<byte[]> keys = records.stream().map(r -> schema.encode(r.toArray())).toList();
            for (int j = 0; j < SELECTIONS; j++) {
              check(model(schema, records, random), records, keys);
            }
          }
        });
    System.out.println(
        "selections of Phoenix keys: %s, %s not empty, %s refused"
            .formatted(counts[0], counts[1], counts[2]));
    assertThat(counts[1]).isGreaterThan(counts[0] / 2);
    assertThat(counts[2]).isLessThan(counts[0] / 20);
  }

  private void check(SelectionModel model, List<List<Object>> records, List<byte[]> keys) {
    counts[0]++;
    try {
      counts[1] += FormatChecks.orderedSelection(model, records, keys) > 0 ? 1 : 0;
    } catch (KeyValueException e) {
      assertThat(e.getMessage()).containsAnyOf("nulls lie among", "the padding of shorter values");
      counts[2]++;
    }
  }

  private static SelectionModel model(KeySchema schema, List<List<Object>> records, Random random) {
    SelectionModel model = new SelectionModel(schema);
    int equal = random.nextInt(schema.size() + 1);
    List<Object> pattern = records.get(random.nextInt(records.size()));
    for (int i = 0; i < equal; i++) {
      List<Object> values = new ArrayList<>();
      values.add(pattern.get(i));
      while (random.nextInt(4) == 0) {
        values.add(PhoenixRandom.value(schema.field(i), values.get(0), random));
      }
      model.in(i, values);
    }
    if (equal < schema.size() && random.nextInt(4) > 0) {
      range(model, equal, bound(schema, equal, records, random), records, random);
    }
    return model;
  }

  private static Object bound(
      KeySchema schema, int field, List<List<Object>> records, Random random) {
    Object value = records.get(random.nextInt(records.size())).get(field);
    while (value == null || random.nextBoolean()) {
      value = PhoenixRandom.value(schema.field(field), value, random);
    }
    return value;
  }

  private static void range(
      SelectionModel model, int field, Object low, List<List<Object>> records, Random random) {
    Kind kind = model.schema.field(field).type().kind();
    int choice = random.nextInt(8);
    Object high = bound(model.schema, field, records, random);
    if (choice < 3 && (kind == Kind.STRING || kind == Kind.BYTES || kind == Kind.FIXED_BYTES)) {
      model.startsWith(field, beginning(low, random));
    } else if (choice == 3) {
      model.isNotNull(field);
    } else if (choice == 4) {
      model.between(field, low, high);
    } else {
      if (choice != 6) {
        model.lower(field, low, random.nextBoolean());
      }
      if (choice != 7) {
        model.upper(field, high, random.nextBoolean());
      }
    }
  }

  private static Object beginning(Object value, Random random) {
    if (value instanceof byte[] bytes) {
      return Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
    }
    String text = (String) value;
    int characters = random.nextInt(text.codePointCount(0, text.length()) + 1);
    return text.substring(0, text.offsetByCodePoints(0, characters));
  }

  @Test
  void whatTheLayoutHasNoOrderForIsRefusedWithTheReason() {
    KeySchema schema =
        KeySchema.parse("v bytes desc null first, w string null first", KeyFormats.PHOENIX);
    assertThatThrownBy(() -> schema.select().isNotNull("v").ranges())
        .isInstanceOf(KeyValueException.class)
        .hasMessageContaining("nulls lie among the values that begin ff");
    assertThatThrownBy(() -> schema.select().isNull("v").ranges())
        .isInstanceOf(KeyValueException.class)
        .hasMessageContaining("nulls lie among");
    assertThatThrownBy(() -> schema.select().startsWith("v", new byte[] {-1}).ranges())
        .isInstanceOf(KeyValueException.class)
        .hasMessageContaining("nulls lie among");
    // An equality is one range all the same, and so is a prefix that no null has.
    byte[] key = schema.encode(new byte[] {-1, -1}, "x");
    assertThat(ranges(schema.select().eq("v", new byte[] {-1, -1}), key)).isTrue();
    assertThat(ranges(schema.select().startsWith("v", new byte[] {-1, -1}), key)).isTrue();
    assertThat(ranges(schema.select().isNull("v").eq("w", "x"), schema.encode(null, "x"))).isTrue();

    KeySchema character = KeySchema.parse("v string(4)", KeyFormats.PHOENIX);
    assertThatThrownBy(() -> character.select().startsWith("v", "a ").ranges())
        .isInstanceOf(KeyValueException.class)
        .hasMessageContaining("padding");
    assertThat(character.select().startsWith("v", "abcde").ranges()).isEmpty();
    assertThat(character.select().startsWith("v", "\u00e9").ranges()).isEmpty();
  }

  private static boolean ranges(KeySelection selection, byte[] key) {
    return selection.ranges().size() == 1 && selection.ranges().get(0).contains(key);
  }

  @Test
  void aSaltedTableHasARangeForEveryBucketUnlessTheWholeKeyIsKnown() {
    KeySchema schema = KeySchema.parse("a string, b int64", KeyFormats.PHOENIX).withShards(16);
    assertThat(schema.select().eq("a", "x").ranges()).hasSize(16);
    assertThat(schema.select().eq("a", "x").eq("b", 1).ranges()).hasSize(1);
    assertThat(ranges(schema.select().eq("a", "x").eq("b", 1), schema.encode("x", 1))).isTrue();
  }
}
