package dev.keyfold.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.testing.ModelOrder;
import dev.keyfold.codec.testing.Puts;
import dev.keyfold.codec.testing.RandomSchemas;
import dev.keyfold.codec.testing.RandomValues;
import dev.keyfold.testkit.Seeds;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** For any schema: what was written is read, through every door, in any order, from any slice. */
class KeysReadBackTest {
  private static final int SCHEMAS = 250;
  private static final int RECORDS = 12;

  /** One record of a schema, its key, and the choices of one run. */
  private static final class Case {
    final KeySchema schema;
    final List<Object> record;
    final byte[] key;
    final Random random;

    Case(KeySchema schema, List<Object> record, Random random) {
      this.schema = schema;
      this.record = record;
      this.key = schema.encode(record.toArray());
      this.random = random;
    }

    @Override
    public String toString() {
      return schema + " " + Arrays.deepToString(record.toArray());
    }
  }

  private interface Check {
    void check(Case one) throws Exception;
  }

  private static void forEachRecord(Check check) {
    Seeds.each(
        random -> {
          for (int i = 0; i < SCHEMAS; i++) {
            KeySchema schema = RandomSchemas.next(random);
            for (List<Object> record : RandomValues.records(schema, random, RECORDS)) {
              check.check(new Case(schema, record, random));
            }
          }
        });
  }

  private static void assertSame(Case one, List<Object> values) {
    assertThat(ModelOrder.same(one.schema, values, one.record))
        .as("%s, read %s", one, values)
        .isTrue();
  }

  @Test
  void decodingGivesTheValuesInTheClassesOfTheirKinds() {
    forEachRecord(
        one -> {
          List<Object> decoded = one.schema.decode(one.key);
          assertSame(one, decoded);
          for (int i = 0; i < decoded.size(); i++) {
            Object value = decoded.get(i);
            Class<?> wanted = one.schema.field(i).type().kind().javaType();
            assertThat(value == null || wanted.isInstance(value)).as("%s %s", one, value).isTrue();
          }
        });
  }

  @Test
  void typedPutsAndOtherClassesGiveTheSameBytes() {
    forEachRecord(
        one -> {
          KeyWriter typed = one.schema.newWriter();
          KeyWriter other = one.schema.newWriter();
          for (int i = 0; i < one.schema.size(); i++) {
            KeyField field = one.schema.field(i);
            Puts.typed(typed, field, one.record.get(i));
            other.put(Puts.otherwise(field.type(), one.record.get(i)));
          }
          int length = typed.finish();
          assertThat(Arrays.copyOf(typed.buffer(), length)).as("typed, %s", one).isEqualTo(one.key);
          assertThat(typed.toBytes()).as("finished twice, %s", one).isEqualTo(one.key);
          assertThat(other.toBytes()).as("other classes, %s", one).isEqualTo(one.key);
        });
  }

  @Test
  void schemasFromTextAndFromTheBuilderAreTheSame() {
    forEachRecord(
        one -> {
          KeySchema parsed = KeySchema.parse(one.schema.toString());
          assertThat(parsed.withShards(0)).isEqualTo(one.schema.withShards(0));
          KeySchema sharded = parsed.withShards(one.schema.shards(), one.schema.shardBy());
          assertThat(sharded).isEqualTo(one.schema).hasSameHashCodeAs(one.schema);
          assertThat(sharded.encode(one.record.toArray())).isEqualTo(one.key);
        });
  }

  @Test
  void fieldsReadInAnyOrderFromAnySliceAreThoseOfDecode() {
    forEachRecord(
        one -> {
          byte[] around = new byte[one.key.length + 20];
          one.random.nextBytes(around);
          int at = one.random.nextInt(20);
          System.arraycopy(one.key, 0, around, at, one.key.length);
          KeyReader reader = one.schema.newReader().reset(around, at, one.key.length);
          List<Object> values = new ArrayList<>(Collections.nCopies(one.schema.size(), null));
          List<Integer> order = new ArrayList<>();
          for (int i = 0; i < one.schema.size(); i++) {
            order.add(i);
          }
          Collections.shuffle(order, one.random);
          for (int i : order) {
            reader.field(i);
            assertThat(reader.isNull()).isEqualTo(one.record.get(i) == null);
            boolean typed = one.random.nextBoolean();
            values.set(i, typed ? Puts.typed(reader, one.schema.field(i)) : reader.get());
            assertThat(reader.index()).isEqualTo(i + 1);
          }
          assertSame(one, values);
          reader.field(one.schema.size()).finish();
          assertThat(reader.offset()).isEqualTo(one.key.length);
        });
  }

  @Test
  void skippingSlicingAndPrefixLengthsAgree() {
    forEachRecord(
        one -> {
          KeyReader reader = one.schema.newReader().reset(one.key);
          ByteArrayOutputStream joined = new ByteArrayOutputStream();
          joined.write(one.key, 0, reader.offset());
          for (int i = 0; i < one.schema.size(); i++) {
            assertThat(one.schema.prefixLength(one.key, i))
                .as("%s", one)
                .isEqualTo(reader.offset());
            joined.writeBytes(one.schema.slice(one.key, i));
            reader.skip();
          }
          reader.finish();
          assertThat(joined.toByteArray()).as("%s", one).isEqualTo(one.key);
        });
  }

  @Test
  void samePrefixIsEqualityOfTheLeadingFields() {
    Seeds.each(
        random -> {
          for (int i = 0; i < SCHEMAS; i++) {
            KeySchema schema = RandomSchemas.next(random);
            List<List<Object>> records = RandomValues.records(schema, random, RECORDS);
            for (List<Object> a : records) {
              List<Object> b = records.get(random.nextInt(RECORDS));
              byte[] keyA = schema.encode(a.toArray());
              byte[] keyB = schema.encode(b.toArray());
              boolean same = true;
              for (int count = 1; count <= schema.size(); count++) {
                KeyField field = schema.field(count - 1);
                same = same && ModelOrder.compare(field, a.get(count - 1), b.get(count - 1)) == 0;
                if (count >= schema.shardBy()) {
                  assertThat(schema.samePrefix(keyA, keyB, count))
                      .as("%s fields of %s: %s %s", count, schema, a, b)
                      .isEqualTo(same);
                }
              }
            }
          }
        });
  }
}
