package dev.keyfold.codec.delimited;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.KeyWriter;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.testing.ModelOrder;
import dev.keyfold.codec.testing.Puts;
import dev.keyfold.codec.testing.RandomDelimited;
import dev.keyfold.testkit.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** For any schema: a record is refused exactly where the rule says so, or read back. */
class DelimitedKeysReadBackTest {
  private static final int SCHEMAS = 2_000;
  private static final int RECORDS = 30;

  @Test
  void aRecordIsReadBackOrRefusedByTheRule() {
    int[] counts = new int[2];
    Seeds.each(
        random -> {
          for (int i = 0; i < SCHEMAS; i++) {
            KeySchema schema = RandomDelimited.schema(random);
            Map<String, List<Object>> seen = new HashMap<>();
            for (List<Object> record : RandomDelimited.records(schema, random, RECORDS)) {
              counts[check(schema, record, seen) ? 0 : 1]++;
            }
          }
        });
    System.out.println("delimited: " + counts[0] + " read back, " + counts[1] + " refused");
    assertThat(counts[0]).isGreaterThan(SCHEMAS * 10);
    assertThat(counts[1]).isGreaterThan(SCHEMAS);
  }

  private static boolean check(
      KeySchema schema, List<Object> record, Map<String, List<Object>> seen) {
    String shown = schema.format() + " " + schema + " " + Arrays.deepToString(record.toArray());
    byte[] key;
    try {
      key = schema.encode(record.toArray());
    } catch (KeyValueException e) {
      assertThat(RandomDelimited.fits(schema, record)).as("%s: %s", shown, e).isFalse();
      assertThat(RandomDelimited.fits(schema, schema.indexOf(e.field()), value(schema, record, e)))
          .isFalse();
      return false;
    }
    assertThat(RandomDelimited.fits(schema, record)).as("written: %s", shown).isTrue();
    List<Object> decoded = schema.decode(key);
    assertThat(ModelOrder.same(schema, decoded, record)).as("%s read %s", shown, decoded).isTrue();
    List<Object> other = seen.putIfAbsent(Bytes.toHex(key), record);
    assertThat(other == null || ModelOrder.same(schema, other, record)).as(shown).isTrue();
    checkTyped(schema, record, key);
    checkSlices(schema, key);
    return true;
  }

  private static Object value(KeySchema schema, List<Object> record, KeyValueException e) {
    return record.get(schema.indexOf(e.field()));
  }

  private static void checkTyped(KeySchema schema, List<Object> record, byte[] key) {
    KeyWriter typed = schema.newWriter();
    for (int i = 0; i < schema.size(); i++) {
      Puts.typed(typed, schema.field(i), record.get(i));
    }
    assertThat(typed.toBytes()).isEqualTo(key);
    KeyReader reader = schema.newReader().reset(key);
    List<Object> values = new ArrayList<>();
    for (KeyField field : schema.fields()) {
      values.add(Puts.typed(reader, field));
    }
    reader.finish();
    assertThat(ModelOrder.same(schema, values, record)).isTrue();
  }

  private static void checkSlices(KeySchema schema, byte[] key) {
    int at = schema.prefixLength(key, 0);
    for (int i = 0; i < schema.size(); i++) {
      at += schema.slice(key, i).length;
      assertThat(schema.prefixLength(key, i + 1)).isEqualTo(at);
    }
    assertThat(at).isEqualTo(key.length);
  }

  /** Keys of fields in order sort as the records do. */
  @Test
  void keysSortLikeValuesWhereTheLayoutHasOrder() {
    long[] pairs = {0};
    Seeds.each(
        random -> {
          for (int i = 0; i < SCHEMAS; i++) {
            KeySchema schema = RandomDelimited.schema(random).withShards(0);
            boolean ordered = RandomDelimited.delimiter(schema).equals("00");
            for (int field = 0; field < schema.size() - 1 && !ordered; field++) {
              if (RandomDelimited.isVariable(schema.field(field).type())) {
                break;
              }
              ordered = field == schema.size() - 2;
            }
            if (ordered || schema.size() == 1) {
              pairs[0] += comparePairs(schema, RandomDelimited.fitting(schema, random, RECORDS));
            }
          }
        });
    System.out.println("delimited: order of " + pairs[0] + " pairs compared");
    assertThat(pairs[0]).isGreaterThan(100_000L);
  }

  private static long comparePairs(KeySchema schema, List<List<Object>> records) {
    long pairs = 0;
    for (List<Object> a : records) {
      for (List<Object> b : records) {
        int order = Bytes.compare(schema.encode(a.toArray()), schema.encode(b.toArray()));
        if (Integer.signum(order) != Integer.signum(ModelOrder.compare(schema, a, b))) {
          fail("%s %s: %s %s", schema.format(), schema, a, b);
        }
        pairs++;
      }
    }
    return pairs;
  }
}
