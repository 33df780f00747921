package dev.keyfold.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.testing.RandomSchemas;
import dev.keyfold.codec.testing.RandomValues;
import dev.keyfold.testkit.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * For any schema and any selection: its ranges hold exactly the keys of the records that a filter
 * over the objects keeps, in key order and without overlap.
 */
class SelectionsTest {
  private static final int SCHEMAS = 150;
  private static final int RECORDS = 100;
  private static final int SELECTIONS = 40;

  private final long[] counts = new long[3];

  @Test
  void rangesHoldExactlyTheSelectedKeys() {
    Seeds.each(
        random -> {
          for (int i = 0; i < SCHEMAS; i++) {
            KeySchema schema = RandomSchemas.next(random);
            List<List<Object>> records = RandomValues.records(schema, random, RECORDS);
            List<byte[]> keys = records.stream().map(r -> schema.encode(r.toArray())).toList();
            for (int j = 0; j < SELECTIONS; j++) {
              check(model(schema, records, random), records, keys);
            }
          }
        });
    System.out.println(
        "selections: " + counts[0] + ", " + counts[1] + " not empty, " + counts[2] + " keys held");
    assertThat(counts[1]).as("selections that hold keys").isGreaterThan(counts[0] / 2);
  }

  private void check(SelectionModel model, List<List<Object>> records, List<byte[]> keys) {
    int held = FormatChecks.orderedSelection(model, records, keys);
    counts[0]++;
    counts[1] += held > 0 ? 1 : 0;
    counts[2] += held;
  }

  /**
   * Equality on some leading fields, then perhaps a range, with values that records have or nearly
   * have.
   */
  private static SelectionModel model(KeySchema schema, List<List<Object>> records, Random random) {
    SelectionModel model = new SelectionModel(schema);
    int equal = random.nextInt(schema.size() + 1);
    List<Object> pattern = records.get(random.nextInt(records.size()));
    for (int i = 0; i < equal; i++) {
      List<Object> values = new ArrayList<>();
      values.add(pattern.get(i));
      while (random.nextInt(4) == 0) {
        values.add(RandomValues.near(schema.field(i), values.get(0), random));
      }
      model.in(i, random.nextInt(100) == 0 ? List.of() : values);
    }
    if (equal < schema.size() && random.nextInt(4) > 0) {
      Object low = bound(schema, equal, records, random);
      range(model, equal, low, bound(schema, equal, records, random), random);
    }
    return model;
  }

  private static Object bound(
      KeySchema schema, int field, List<List<Object>> records, Random random) {
    Object value = records.get(random.nextInt(records.size())).get(field);
    Object near =
        random.nextBoolean() ? value : RandomValues.near(schema.field(field), value, random);
    return near == null ? RandomValues.next(schema.field(field).type(), random) : near;
  }

  private static void range(
      SelectionModel model, int field, Object low, Object high, Random random) {
    Kind kind = model.schema.field(field).type().kind();
    int choice = random.nextInt(8);
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
}
