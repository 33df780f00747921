package dev.keyfold.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.testing.ModelOrder;
import dev.keyfold.codec.testing.RandomSchemas;
import dev.keyfold.codec.testing.RandomValues;
import dev.keyfold.testkit.Seeds;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * For any schema: keys compare as their values do, different values have different keys, and no key
 * is the beginning of another. Every pair among the records of many schemas, a million and more.
 */
class KeysSortLikeValuesTest {
  private static final int SCHEMAS = 600;
  private static final int RECORDS = 46;
  private static final long PAIRS = 500_000;

  @Test
  void everyPairOfRecords() {
    long[] pairs = {0};
    Seeds.each(
        random -> {
          for (int i = 0; i < SCHEMAS; i++) {
            pairs[0] += comparePairs(RandomSchemas.next(random), random);
          }
        });
    System.out.println("order of keys: " + pairs[0] + " pairs compared");
    assertThat(pairs[0]).isGreaterThanOrEqualTo(PAIRS * Seeds.count());
  }

  private static long comparePairs(KeySchema schema, Random random) {
    List<List<Object>> records = RandomValues.records(schema, random, RECORDS);
    byte[][] keys = new byte[RECORDS][];
    for (int i = 0; i < RECORDS; i++) {
      keys[i] = schema.encode(records.get(i).toArray());
    }
    long pairs = 0;
    for (int i = 0; i < RECORDS; i++) {
      for (int j = 0; j < i; j++) {
        String wrong = compare(schema, records.get(i), keys[i], records.get(j), keys[j]);
        if (wrong != null) {
          throw new AssertionError(
              wrong
                  + (" in " + schema + " with " + schema.shards() + "/" + schema.shardBy())
                  + (" shards:\n" + shown(records.get(i), keys[i]))
                  + ("\n" + shown(records.get(j), keys[j])));
        }
        pairs++;
      }
    }
    return pairs;
  }

  /** What is wrong with a pair; null if nothing is. */
  private static String compare(
      KeySchema schema, List<Object> recordA, byte[] a, List<Object> recordB, byte[] b) {
    int order = Integer.signum(ModelOrder.compare(schema, recordA, recordB));
    int from =
        schema.shards() > 0 ? 2 : 0; // the prefix spreads keys, so it has an order of its own
    if (Integer.signum(Arrays.compareUnsigned(a, from, a.length, b, from, b.length)) != order) {
      return "order " + order;
    }
    if (order == 0 && !Arrays.equals(a, b)) {
      return "equal records in different shards";
    }
    if (order != 0 && Bytes.startsWith(a, b) && !endsEarly(schema, recordB)) {
      return "the second is a prefix of the first";
    }
    if (order != 0 && Bytes.startsWith(b, a) && !endsEarly(schema, recordA)) {
      return "the first is a prefix of the second";
    }
    return null;
  }

  /** Whether the last field is an added one without a value: the only way to be a prefix. */
  private static boolean endsEarly(KeySchema schema, List<Object> record) {
    int last = schema.size() - 1;
    return schema.field(last).added() && record.get(last) == null;
  }

  private static String shown(List<Object> record, byte[] key) {
    return Bytes.toHex(key) + " " + Arrays.deepToString(record.toArray());
  }
}
