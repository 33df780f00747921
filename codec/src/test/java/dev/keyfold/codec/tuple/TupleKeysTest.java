package dev.keyfold.codec.tuple;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.KeyExplainer;
import dev.keyfold.codec.KeyExplanation;
import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyFormatException;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeyPart;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.KeyWriter;
import dev.keyfold.codec.Limits;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.testing.ModelOrder;
import dev.keyfold.codec.testing.Puts;
import dev.keyfold.testkit.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** For any schema: what was written is read, in its order; anything else is refused. */
class TupleKeysTest {
  private static final int SCHEMAS = 400;
  private static final int RECORDS = 30;

  private interface Check {
    void check(KeySchema schema, List<Object> record, byte[] key, Random random);
  }

  private static void forEachKey(int records, Check check) {
    Seeds.each(
        random -> {
          for (int i = 0; i < SCHEMAS; i++) {
            KeySchema schema = TupleRecords.schema(random);
            for (List<Object> record : TupleRecords.records(schema, random, records)) {
              check.check(schema, record, schema.encode(record.toArray()), random);
            }
          }
        });
  }

  private static void assertSame(KeySchema schema, List<Object> read, List<Object> record) {
    assertThat(ModelOrder.same(schema, read, record)).as("%s %s", record, read).isTrue();
  }

  @Test
  void whatIsWrittenIsRead() {
    forEachKey(
        RECORDS,
        (schema, record, key, random) -> {
          assertSame(schema, schema.decode(key), record);

          KeyWriter typed = schema.newWriter();
          KeyWriter other = schema.newWriter();
          for (int i = 0; i < schema.size(); i++) {
            KeyField field = schema.field(i);
            Puts.typed(typed, field, record.get(i));
            other.put(Puts.otherwise(field.type(), record.get(i)));
          }
          assertThat(typed.toBytes()).isEqualTo(key);
          assertThat(other.toBytes()).isEqualTo(key);
        });
  }

  @Test
  void theSameItemsWithoutASchemaAreTheSameBytes() {
    forEachKey(
        RECORDS,
        (schema, record, key, random) -> {
          assertThat(Tuples.pack(record)).isEqualTo(key);
          assertThat(Tuples.pack(Tuples.unpack(key))).isEqualTo(key);
          assertSame(schema, schema.decode(Tuples.pack(record)), record);
        });
  }

  @Test
  void fieldsAreReadInAnyOrderFromAnySlice() {
    forEachKey(
        RECORDS / 3,
        (schema, record, key, random) -> {
          byte[] around = new byte[key.length + 20];
          random.nextBytes(around);
          int at = random.nextInt(20);
          System.arraycopy(key, 0, around, at, key.length);
          KeyReader reader = schema.newReader().reset(around, at, key.length);
          List<Integer> order = new ArrayList<>();
          for (int i = 0; i < schema.size(); i++) {
            order.add(i);
          }
          Collections.shuffle(order, random);
          Object[] values = new Object[schema.size()];
          for (int i : order) {
            assertThat(reader.field(i).isNull()).isEqualTo(record.get(i) == null);
            boolean typed = random.nextBoolean();
            values[i] = typed ? Puts.typed(reader, schema.field(i)) : reader.get();
            assertThat(reader.index()).isEqualTo(i + 1);
          }
          assertSame(schema, Arrays.asList(values), record);
          reader.field(schema.size()).finish();
          assertThat(reader.offset()).isEqualTo(key.length);
        });
  }

  @Test
  void keysSortLikeValues() {
    long[] pairs = {0};
    Seeds.each(
        random -> {
          for (int i = 0; i < SCHEMAS; i++) {
            KeySchema schema = TupleRecords.schema(random);
            pairs[0] += comparePairs(schema, TupleRecords.records(schema, random, RECORDS));
          }
        });
    System.out.println("order of tuples: " + pairs[0] + " pairs compared");
  }

  private static int comparePairs(KeySchema schema, List<List<Object>> records) {
    List<byte[]> keys = records.stream().map(record -> schema.encode(record.toArray())).toList();
    for (int i = 0; i < records.size(); i++) {
      for (int j = 0; j < records.size(); j++) {
        int wanted = Integer.signum(ModelOrder.compare(schema, records.get(i), records.get(j)));
        if (Integer.signum(Bytes.compare(keys.get(i), keys.get(j))) != wanted) {
          throw new AssertionError(schema + ": " + records.get(i) + " " + records.get(j));
        }
      }
    }
    return records.size() * records.size();
  }

  /** Null if the bytes are refused; any other outcome fails the test. */
  private static List<Object> decodeOrRefuse(KeySchema schema, byte[] bytes) {
    Object[] values = read(schema, bytes, KeyReader::getAll);
    Object[] typed = read(schema, bytes, reader -> TupleRecords.readTyped(schema, reader));
    boolean skipped = read(schema, bytes, TupleKeysTest::skipAll) != null;
    if ((values == null) != (typed == null) || (values != null && !skipped)) {
      throw new AssertionError(schema + " " + Bytes.toHex(bytes) + ": one way and not the other");
    }
    if (values == null) {
      return null;
    }
    if (!Arrays.equals(schema.encode(values), bytes)
        || !Arrays.equals(schema.encode(typed), bytes)) {
      throw new AssertionError(schema + " " + Bytes.toHex(bytes) + ": " + Arrays.toString(values));
    }
    return Arrays.asList(values);
  }

  private static Object[] skipAll(KeyReader reader) {
    reader.finish();
    return new Object[0];
  }

  private static Object[] read(KeySchema schema, byte[] bytes, Function<KeyReader, Object[]> way) {
    try {
      return way.apply(schema.newReader().reset(bytes));
    } catch (KeyFormatException e) {
      assertThat(e.offset()).isBetween(-1, bytes.length);
      return null;
    } catch (RuntimeException e) {
      throw new AssertionError(schema + " " + Bytes.toHex(bytes) + ": " + e, e);
    }
  }

  @Test
  void damagedKeysAreOtherKeysOrRefused() {
    int[] counts = {0, 0};
    forEachKey(
        RECORDS / 15,
        (schema, record, key, random) -> {
          for (int length = 0; length < key.length; length++) {
            // The one way to be the beginning of another key: after a 00 that an FF makes content.
            boolean read = decodeOrRefuse(schema, Arrays.copyOf(key, length)) != null;
            assertThat(!read || key[length] == (byte) 0xFF).isTrue();
          }
          byte[] changed = key.clone();
          for (int i = 0; i < key.length; i++) {
            for (int change : new int[] {1, 0x80, 0xFF, 1 + random.nextInt(255)}) {
              changed[i] = (byte) (key[i] ^ change);
              counts[0]++;
              counts[1] += decodeOrRefuse(schema, changed) == null ? 1 : 0;
            }
            changed[i] = key[i];
          }
          byte[] longer = Arrays.copyOf(key, key.length + 1);
          for (int b : new int[] {0, 1, 2, 5, 0x14, 0x80, 0xFF}) {
            longer[key.length] = (byte) b;
            assertThat(decodeOrRefuse(schema, longer)).isNull();
          }
        });
    System.out.println("damaged tuples: " + counts[0] + ", refused " + counts[1]);
  }

  @Test
  void refusedPutsLeaveNothingBehind() {
    KeySchema schema =
        KeySchema.parse(
            "a int8, s string(3), b bytes(2), l list<string(2)>, t tuple<x uint8, y string>",
            KeyFormats.TUPLE);
    Object[] good = {1, "abc", new byte[2], List.of("\0\0", "b"), List.of(255, "y")};
    Object[][] bad = {
      {128, -129, "a", 1.5, null},
      {"abcd", "\0\0\0\0", "ab\u00E9", "\u00E9\u00E9", "a\uD800", "\uDC00", 1, null},
      {new byte[1], new byte[3], "ab"},
      {List.of("a", "\0\0\0"), List.of("a", "\uD800"), Arrays.asList("a", null), "a"},
      {List.of(255, "\uD800"), List.of(256, "y"), List.of(1), List.of(1, "y", 2)}
    };
    KeyWriter writer = schema.newWriter();
    for (int i = 0; i < good.length; i++) {
      String written = writer.toString();
      for (Object value : bad[i]) {
        assertThatThrownBy(() -> writer.put(value))
            .isInstanceOfSatisfying(
                KeyValueException.class,
                e -> assertThat(e.offset()).isGreaterThanOrEqualTo(written.length() / 2));
        if (value instanceof String text) {
          assertThatThrownBy(() -> writer.putString(text)).isInstanceOf(KeyValueException.class);
        }
        assertThat(writer).hasToString(written);
      }
      assertThatThrownBy(writer::toBytes).isInstanceOf(KeyValueException.class);
      writer.put(good[i]);
    }
    assertThatThrownBy(() -> writer.putLong(1)).isInstanceOf(KeyValueException.class);
    assertThat(writer.toBytes()).isEqualTo(schema.encode(good));
  }

  @Test
  void aKeyThatIsTooLongIsDroppedAndTheWriterStartsAnew() {
    KeySchema schema = KeySchema.parse("b bytes, s string", KeyFormats.TUPLE);
    KeyWriter writer = schema.newWriter();
    byte[] zeros = new byte[Limits.KEY_BYTES / 2 - 3]; // two bytes each, a code and a terminator
    assertThat(writer.putBytes(zeros).putString("ab").toBytes()).hasSize(Limits.KEY_BYTES);
    writer.putBytes(zeros).putString("abc");
    assertThatThrownBy(writer::toBytes).hasMessageContaining("at most " + Limits.KEY_BYTES);
    assertThatThrownBy(() -> writer.putBytes(new byte[Limits.KEY_BYTES + 1]))
        .isInstanceOf(KeyValueException.class);
    assertThat(writer.putBytes(new byte[1]).putString("").toBytes())
        .isEqualTo(schema.encode(new byte[1], ""));
  }

  @Test
  void everyByteIsExplainedOnce() {
    forEachKey(
        RECORDS / 3,
        (schema, record, key, random) -> {
          KeyExplanation explanation = new KeyExplainer(schema).explain(key);
          assertThat(explanation.error()).isNull();
          int end = 0;
          for (KeyPart part : explanation.parts()) {
            assertThat(part.offset()).isEqualTo(end);
            assertThat(part.length()).as("%s", part).isPositive();
            assertThat(part.text()).isNotEmpty();
            end = part.end();
          }
          assertThat(end).isEqualTo(key.length);
        });
  }
}
