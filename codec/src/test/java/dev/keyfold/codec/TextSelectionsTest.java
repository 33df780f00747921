package dev.keyfold.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.testing.RandomTextKeys;
import dev.keyfold.testkit.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * For any schema of text keys and any selection: its ranges hold exactly the keys that a filter
 * keeps; only conditions for which text has no order are refused.
 */
class TextSelectionsTest {
  private static final int SCHEMAS = 600;
  private static final int RECORDS = 40;
  private static final int SELECTIONS = 20;

  private final long[] counts = new long[3];

  @Test
  void rangesHoldExactlyTheSelectedKeys() {
    Seeds.each(
        random -> {
          for (int i = 0; i < SCHEMAS; i++) {
            KeySchema schema = RandomTextKeys.schema(random);
            List<List<Object>> records = RandomTextKeys.fitting(schema, random, RECORDS);
            List<byte[]> keys = records.stream().map(r -> schema.encode(r.toArray())).toList();
            for (int j = 0; j < SELECTIONS; j++) {
              one(schema, records, keys, random);
            }
          }
        });
    System.out.println(
        ("text selections: " + counts[0] + ", " + counts[1] + " keys held, ")
            + (counts[2] + " refused"));
    assertThat(counts[1]).isGreaterThan(counts[0]);
    assertThat(counts[2]).isBetween(1L, counts[0] / 2);
  }

  private void one(KeySchema schema, List<List<Object>> records, List<byte[]> keys, Random random) {
    SelectionModel model = new SelectionModel(schema);
    int equal = random.nextInt(schema.size() + 1);
    model.pickEqual(equal, records, random);
    boolean refused =
        equal < schema.size() && random.nextInt(4) > 0 && range(model, equal, records, random);
    counts[0]++;
    if (refused) {
      counts[2]++;
      assertThatThrownBy(model.selection::ranges)
          .as("%s %s", schema.format(), model)
          .isInstanceOf(KeyValueException.class);
    } else {
      counts[1] += FormatChecks.selection(model, records, keys);
    }
  }

  /** Whether the condition must be refused. */
  private static boolean range(
      SelectionModel model, int field, List<List<Object>> records, Random random) {
    KeyType type = model.schema.field(field).type();
    Object low = SelectionModel.pick(records, field, random);
    int choice = random.nextInt(8);
    if (choice < 4 && type.kind() == Kind.STRING) {
      return prefix(model, field, (String) low, random);
    }
    if (choice < 4 && type.kind() == Kind.BYTES) {
      model.startsWith(field, Arrays.copyOf((byte[]) low, ((byte[]) low).length / 2));
      return false;
    }
    if (choice == 4) {
      model.isNotNull(field);
      return false;
    }
    if (choice != 6) {
      model.lower(field, low, random.nextBoolean());
    }
    if (choice != 7) {
      model.upper(field, SelectionModel.pick(records, field, random), random.nextBoolean());
    }
    return !RandomTextKeys.isOrdered(model.schema, field);
  }

  /** A beginning of a value, sometimes with a part of the delimiter after it. */
  private static boolean prefix(SelectionModel model, int field, String value, Random random) {
    String delimiter = RandomTextKeys.delimiter(model.schema);
    int characters = random.nextInt(value.codePointCount(0, value.length()) + 1);
    String start = value.substring(0, value.offsetByCodePoints(0, characters));
    if (random.nextInt(3) == 0) {
      start += delimiter.substring(0, 1 + random.nextInt(delimiter.length()));
    }
    model.startsWith(field, start);
    int most = model.schema.field(field).type().size();
    boolean fits = most == 0 || start.getBytes(StandardCharsets.UTF_8).length <= most;
    boolean endsInside = false;
    for (int part = 1; part < delimiter.length(); part++) {
      endsInside |= start.endsWith(delimiter.substring(0, part));
    }
    boolean last = field == model.schema.size() - 1;
    return !last && fits && !start.contains(delimiter) && endsInside;
  }
}
