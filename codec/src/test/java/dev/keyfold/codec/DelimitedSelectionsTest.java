package dev.keyfold.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.testing.RandomDelimited;
import dev.keyfold.testkit.Seeds;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * For any schema of the format {@code delimited} and any selection: its ranges hold exactly the
 * keys that a filter keeps; only conditions for which the layout has no order are refused.
 */
class DelimitedSelectionsTest {
  private static final int SCHEMAS = 600;
  private static final int RECORDS = 60;
  private static final int SELECTIONS = 30;

  private final long[] counts = new long[4];

  @Test
  void rangesHoldExactlyTheSelectedKeys() {
    Seeds.each(
        random -> {
          for (int i = 0; i < SCHEMAS; i++) {
            KeySchema schema = RandomDelimited.schema(random);
            List<List<Object>> records = RandomDelimited.fitting(schema, random, RECORDS);
            List<byte[]> keys = records.stream().map(r -> schema.encode(r.toArray())).toList();
            for (int j = 0; j < SELECTIONS; j++) {
              one(schema, records, keys, random);
            }
          }
        });
    System.out.println(
        ("delimited selections: " + counts[0] + ", " + counts[1] + " not empty, ")
            + (counts[2] + " keys held, " + counts[3] + " refused"));
    assertThat(counts[1]).as("selections that hold keys").isGreaterThan(counts[0] / 2);
    assertThat(counts[3]).isBetween(1L, counts[0] / 4);
  }

  private void one(KeySchema schema, List<List<Object>> records, List<byte[]> keys, Random random) {
    SelectionModel model = new SelectionModel(schema);
    int equal = random.nextInt(schema.size() + 1);
    model.pickEqual(equal, records, random);
    boolean unordered = false;
    if (equal < schema.size() && random.nextInt(4) > 0) {
      unordered = range(model, equal, records, random);
    }
    counts[0]++;
    if (unordered) {
      counts[3]++;
      assertThatThrownBy(model.selection::ranges)
          .as("%s %s", schema.format(), model)
          .isInstanceOf(KeyValueException.class);
    } else {
      int held = FormatChecks.orderedSelection(model, records, keys);
      counts[1] += held > 0 ? 1 : 0;
      counts[2] += held;
    }
  }

  /** Whether the condition must be refused. */
  private static boolean range(
      SelectionModel model, int field, List<List<Object>> records, Random random) {
    KeyType type = model.schema.field(field).type();
    String delimiter = RandomDelimited.delimiter(model.schema);
    boolean followed = RandomDelimited.isVariable(type) && field < model.schema.size() - 1;
    Object low = SelectionModel.pick(records, field, random);
    Object high = SelectionModel.pick(records, field, random);
    int choice = random.nextInt(8);
    if (choice < 4 && (type.kind() == Kind.STRING || type.kind() == Kind.BYTES)) {
      Object start = beginning(low, random);
      model.startsWith(field, start);
      return followed && delimiter.equals("0001") && endsInZero(start);
    }
    if (choice == 4) {
      model.isNotNull(field);
      return false;
    }
    if (choice != 6) {
      model.lower(field, low, random.nextBoolean());
    }
    if (choice != 7) {
      model.upper(field, high, random.nextBoolean());
    }
    return followed && !delimiter.equals("00");
  }

  /** A part of a value, sometimes with a byte after it that turns the key's next one. */
  private static Object beginning(Object value, Random random) {
    String more = random.nextInt(3) > 0 ? "" : random.nextBoolean() ? "\0" : "\u001f";
    if (value instanceof byte[] bytes) {
      byte[] start = Arrays.copyOf(bytes, random.nextInt(bytes.length + 1) + more.length());
      if (!more.isEmpty()) {
        start[start.length - 1] = (byte) more.charAt(0);
      }
      return start;
    }
    String text = (String) value;
    int characters = random.nextInt(text.codePointCount(0, text.length()) + 1);
    return text.substring(0, text.offsetByCodePoints(0, characters)) + more;
  }

  private static boolean endsInZero(Object start) {
    return start instanceof byte[] bytes
        ? bytes.length > 0 && bytes[bytes.length - 1] == 0
        : ((String) start).endsWith("\0");
  }
}
