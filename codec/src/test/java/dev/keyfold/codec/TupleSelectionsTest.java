package dev.keyfold.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.tuple.TupleRecords;
import dev.keyfold.testkit.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Selections in the tuple format, whose keys can be the beginning of others: the ranges hold
 * exactly the keys of the records that a filter over the objects keeps.
 */
class TupleSelectionsTest {
  private static final int SCHEMAS = 250;
  private static final int RECORDS = 60;
  private static final int SELECTIONS = 40;

  private final long[] counts = new long[2];

  @Test
  void rangesHoldExactlyTheSelectedKeys() {
    Seeds.each(
        random -> {
          for (int i = 0; i < SCHEMAS; i++) {
            KeySchema schema = TupleRecords.schema(random);
            List<List<Object>> records = TupleRecords.records(schema, random, RECORDS);
            List<byte[]> keys = records.stream().map(r -> schema.encode(r.toArray())).toList();
            for (int j = 0; j < SELECTIONS; j++) {
              SelectionModel model = model(schema, records, random);
              counts[0]++;
              counts[1] += FormatChecks.orderedSelection(model, records, keys);
            }
          }
        });
    System.out.println("selections of tuples: " + counts[0] + ", " + counts[1] + " keys held");
    assertThat(counts[1]).isGreaterThan(counts[0]);
  }

  private static SelectionModel model(KeySchema schema, List<List<Object>> records, Random random) {
    SelectionModel model = new SelectionModel(schema);
    int equal = random.nextInt(schema.size() + 1);
    List<Object> pattern = records.get(random.nextInt(records.size()));
    for (int i = 0; i < equal; i++) {
      List<Object> values = new ArrayList<>();
      values.add(pattern.get(i));
      while (random.nextInt(4) == 0) {
        values.add(TupleRecords.near(schema.field(i), values.get(0), random));
      }
      model.in(i, values);
    }
    if (equal < schema.size() && random.nextInt(4) > 0) {
      Object low = bound(schema, equal, records, random);
      Object high = bound(schema, equal, records, random);
      if (low == null || high == null) {
        model.isNotNull(equal);
      } else {
        range(model, equal, low, high, random);
      }
    }
    return model;
  }

  private static Object bound(
      KeySchema schema, int field, List<List<Object>> records, Random random) {
    Object value = records.get(random.nextInt(records.size())).get(field);
    return random.nextBoolean() ? value : TupleRecords.near(schema.field(field), value, random);
  }

  private static void range(
      SelectionModel model, int field, Object low, Object high, Random random) {
    Kind kind = model.schema.field(field).type().kind();
    int choice = random.nextInt(7);
    if (choice < 3 && (kind == Kind.STRING || kind == Kind.BYTES || kind == Kind.FIXED_BYTES)) {
      model.startsWith(field, beginning(low, random));
    } else if (choice == 3) {
      model.between(field, low, high);
    } else {
      if (choice != 5) {
        model.lower(field, low, random.nextBoolean());
      }
      if (choice != 6) {
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

  /** The neighbours that a range by successors would let in. */
  @Test
  void theKeysBehindAZeroByteAreOthers() {
    KeySchema schema = KeySchema.parse("s string, n int64 null first", KeyFormats.TUPLE);
    byte[] behind = schema.encode("a\0", 1);

    assertThat(schema.select().eq("s", "a").ranges().toString()).isEqualTo("[026100 026100ff]");
    assertThat(schema.select().eq("s", "a").ranges().get(0).contains(behind)).isFalse();
    assertThat(schema.select().le("s", "a").ranges().get(0).contains(behind)).isFalse();
    assertThat(schema.select().gt("s", "a").ranges().get(0).contains(behind)).isTrue();
    assertThat(schema.select().startsWith("s", "a").ranges().get(0).contains(behind)).isTrue();
    assertThat(schema.select().eq("s", "a").isNotNull("n").ranges().toString())
        .isEqualTo("[02610001 026100ff]");
  }
}
