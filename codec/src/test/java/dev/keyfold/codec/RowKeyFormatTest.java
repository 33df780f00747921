package dev.keyfold.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.testing.ModelOrder;
import dev.keyfold.codec.testing.Puts;
import dev.keyfold.codec.testing.RandomValues;
import dev.keyfold.codec.testing.TestData;
import dev.keyfold.testkit.Seeds;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The format rowkey by schema: vectors, round trip, order, ranges, and what it refuses. */
class RowKeyFormatTest {
  private static final int SCHEMAS = 300;
  private static final int RECORDS = 40;

  private static KeySchema schema(String text) {
    return KeySchema.parse(text, KeyFormats.named("rowkey"));
  }

  @Test
  void goldenVectors() {
    TestData.checkAll(
        TestData.rows("rowkey.tsv", 4),
        row -> FormatChecks.vector(schema(row.get(0)), row.get(2), row.get(3)));
  }

  @Test
  void whatWasWrittenIsReadThroughEveryDoor() {
    Seeds.each(
        random -> {
          for (int i = 0; i < SCHEMAS; i++) {
            KeySchema schema = RowKeyRows.schema(random);
            for (List<Object> record : RowKeyRows.records(schema, random, RECORDS)) {
              byte[] key = schema.encode(record.toArray());
              KeyWriter writer = schema.newWriter();
              KeyReader reader = schema.newReader().reset(key);
              List<Object> values = new ArrayList<>();
              byte[] joined = {};
              for (int f = 0; f < schema.size(); f++) {
                Puts.typed(writer, schema.field(f), record.get(f));
                values.add(Puts.typed(reader, schema.field(f)));
                byte[] slice = schema.slice(key, f);
                joined = Arrays.copyOf(joined, joined.length + slice.length);
                System.arraycopy(slice, 0, joined, joined.length - slice.length, slice.length);
              }
              reader.finish();
              assertThat(writer.toBytes()).isEqualTo(key);
              assertThat(joined).isEqualTo(key);
              assertThat(ModelOrder.same(schema, values, record)).as("%s", record).isTrue();
              assertThat(FormatChecks.decodeOrRefuse(schema, key)).isNotNull();
            }
          }
        });
  }

  @Test
  void keysSortLikeValues() {
    Seeds.each(
        random -> {
          for (int i = 0; i < SCHEMAS; i++) {
            KeySchema schema = RowKeyRows.schema(random);
            List<List<Object>> records = RowKeyRows.records(schema, random, RECORDS);
            List<byte[]> keys = records.stream().map(r -> schema.encode(r.toArray())).toList();
            for (int a = 0; a < RECORDS; a++) {
              for (int b = 0; b < a; b++) {
                int wanted = ModelOrder.compare(schema, records.get(a), records.get(b));
                int found = Bytes.compare(keys.get(a), keys.get(b));
                assertThat(Integer.signum(found))
                    .as("%s: %s %s", schema, records.get(a), records.get(b))
                    .isEqualTo(Integer.signum(wanted));
              }
            }
          }
        });
  }

  @Test
  void rangesHoldExactlyTheSelectedKeys() {
    int[] counts = new int[2];
    Seeds.each(
        random -> {
          for (int i = 0; i < SCHEMAS; i++) {
            KeySchema schema = RowKeyRows.schema(random);
            List<List<Object>> records = RowKeyRows.records(schema, random, 60);
            List<byte[]> keys = records.stream().map(r -> schema.encode(r.toArray())).toList();
            for (int j = 0; j < 30; j++) {
              int held = FormatChecks.selection(model(schema, records, random), records, keys);
              counts[0]++;
              counts[1] += held > 0 ? 1 : 0;
            }
          }
        });
    System.out.println("rowkey selections: " + counts[0] + ", " + counts[1] + " not empty");
    assertThat(counts[1]).isGreaterThan(counts[0] / 2);
  }

  private static SelectionModel model(KeySchema schema, List<List<Object>> records, Random random) {
    SelectionModel model = new SelectionModel(schema);
    int equal = random.nextInt(schema.size() + 1);
    List<Object> pattern = records.get(random.nextInt(records.size()));
    for (int i = 0; i < equal; i++) {
      model.in(
          i,
          random.nextInt(3) > 0
              ? List.of(pattern.get(i))
              : List.of(pattern.get(i), bound(schema, i, records, random)));
    }
    if (equal == schema.size()) {
      return model;
    }
    Object low = bound(schema, equal, records, random);
    Object high = bound(schema, equal, records, random);
    switch (random.nextInt(6)) {
      case 0 -> model.isNotNull(equal);
      case 1 -> model.lower(equal, low, random.nextBoolean());
      case 2 -> model.upper(equal, high, random.nextBoolean());
      case 3 -> model.between(equal, low, high);
      default -> {
        if (low instanceof String text) {
          int end = random.nextInt(text.codePointCount(0, text.length()) + 1);
          model.startsWith(equal, text.substring(0, text.offsetByCodePoints(0, end)));
        } else if (low instanceof byte[] bytes) {
          model.startsWith(equal, Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)));
        } else {
          model.lower(equal, low, random.nextBoolean());
          model.upper(equal, high, random.nextBoolean());
        }
      }
    }
    return model;
  }

  private static Object bound(
      KeySchema schema, int field, List<List<Object>> records, Random random) {
    Object value = records.get(random.nextInt(records.size())).get(field);
    return random.nextBoolean()
        ? value
        : RowKeyRows.fitting(schema, field, RandomValues.near(schema.field(field), value, random));
  }

  @Test
  void aPrefixEndsAtTheSeparatorAndTheLastFieldAtTheEndOfTheKey() {
    KeySchema two = schema("user string, id string");

    assertThat(two.select().eq("user", "USR_1").ranges())
        .hasToString("[5553525f310000 5553525f310001]");
    assertThat(two.select().eq("user", "USR_1").eq("id", "a").ranges())
        .hasToString("[5553525f31000061 5553525f3100006100]");
    assertThat(two.select().eq("user", "USR_1").startsWith("id", "a").ranges())
        .hasToString("[5553525f31000061 5553525f31000062]");
  }

  @Test
  void damagedKeysAreOtherKeysOrRefused() {
    Seeds.each(
        random -> {
          for (int i = 0; i < SCHEMAS; i++) {
            KeySchema schema = RowKeyRows.schema(random);
            for (List<Object> record : RowKeyRows.records(schema, random, 5)) {
              byte[] key = schema.encode(record.toArray());
              for (int length = 0; length < key.length; length++) {
                FormatChecks.decodeOrRefuse(schema, Arrays.copyOf(key, length));
              }
              for (int at = 0; at < key.length; at++) {
                byte[] changed = key.clone();
                changed[at] ^= (byte) (1 << random.nextInt(8));
                FormatChecks.decodeOrRefuse(schema, changed);
              }
            }
          }
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "v string null first",
        "v string null last",
        "v string desc",
        "v string(3)",
        "v bytes(3)",
        "v float",
        "v double",
        "v decimal",
        "v decimal(9,2)",
        "v uuid",
        "v date",
        "v time",
        "v timestamp",
        "v timestamp(9)",
        "v enum(A=1)",
        "v list<string>",
        "v tuple<a string>",
        "a string, v string null first added"
      })
  void schemasItCannotExpressAreRefused(String text) {
    assertThatThrownBy(() -> schema(text))
        .isInstanceOf(KeySchemaException.class)
        .hasMessageContaining("field v")
        .hasMessageContaining("rowkey");
  }

  @Test
  void shardsAndVariantsAreRefused() {
    assertThatThrownBy(() -> schema("v string").withShards(4))
        .isInstanceOf(KeySchemaException.class)
        .hasMessageContaining("no shard prefix");
    assertThatThrownBy(() -> KeyFormats.named("rowkey:x")).isInstanceOf(KeySchemaException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "int24,8388607",
    "uint24,16777215",
    "int40,549755813887",
    "uint40,1099511627775",
    "int48,140737488355327",
    "uint48,281474976710655",
    "int56,36028797018963967",
    "uint56,72057594037927935"
  })
  void integersOfOddWidthsTakeTheirRangeAndNoMore(String type, long most) {
    KeySchema schema = schema("v " + type);
    KeyWriter writer = schema.newWriter();

    assertThat(schema.encode(most)).isEqualTo(writer.putLong(most).toBytes());
    assertThat(schema.newReader().reset(schema.encode(most)).getLong()).isEqualTo(most);
    String words = "field v at offset 0: found " + (most + 1) + ", expected " + type + ": ";
    assertThatThrownBy(() -> schema.encode(most + 1))
        .isInstanceOf(KeyValueException.class)
        .hasMessageContaining(words)
        .hasMessageEndingWith(" to " + most);
    assertThatThrownBy(() -> writer.putLong(most + 1)).hasMessageContaining(words);
    assertThatThrownBy(() -> writer.putUnsignedLong(-1)).isInstanceOf(KeyValueException.class);
    assertThatThrownBy(() -> writer.putLong(-1)).isInstanceOf(KeyValueException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"native", "delimited", "phoenix", "tuple"})
  void otherFormatsRefuseIntegersOfOddWidths(String format) {
    for (String type : List.of("int24", "INT40", "int48", "int56", "uint24", "uint56")) {
      assertThatThrownBy(() -> KeySchema.parse("a string, v " + type, KeyFormats.named(format)))
          .isInstanceOf(KeySchemaException.class)
          .hasMessageContaining("field v")
          .hasMessageContaining("found the type " + type.toLowerCase(Locale.ROOT))
          .hasMessageContaining("only rowkey")
          .hasMessageContaining("this is " + format);
    }
    assertThatThrownBy(() -> schema("v int24").withFormat(KeyFormats.named(format)))
        .isInstanceOf(KeySchemaException.class);
  }

  @Test
  void integersOfOddWidthsHideInNothingNested() {
    assertThatThrownBy(() -> KeySchema.parse("v list<int24>"))
        .isInstanceOf(KeySchemaException.class)
        .hasMessageContaining("found the type int24, expected int32");
    assertThatThrownBy(() -> KeySchema.parse("v tuple<a string, b list<uint40>>"))
        .isInstanceOf(KeySchemaException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"int8", "int16", "int24", "int32", "int40", "int56", "int64", "integer"})
  void negativeNumbersAreRefused(String type) {
    KeyWriter writer = schema("a string, v " + type).newWriter().putString("x");

    assertThatThrownBy(() -> writer.putLong(-1))
        .isInstanceOf(KeyValueException.class)
        .hasMessageContaining("field v at offset 3: found -1, expected 0 or more");
    assertThatThrownBy(() -> writer.put(-1L)).isInstanceOf(KeyValueException.class);
    assertThat(writer.putLong(1).toBytes()).startsWith('x', 0, 0).endsWith(1);
  }

  @Test
  void valuesTheLayoutLosesAreRefused() {
    assertRefused("v string", "", "empty last component");
    assertRefused("v bytes", new byte[0], "empty last component");
    assertRefused("v string", "\ud800", "unpaired surrogate");
    assertRefused("v integer", BigInteger.ONE.shiftLeft(64), "at most 64 bits");
    assertThat(schema("a string, b string").encode("", "b")).containsExactly(0, 0, 'b');
  }

  private static void assertRefused(String schema, Object value, String words) {
    assertThatThrownBy(() -> schema(schema).encode(value))
        .isInstanceOf(KeyValueException.class)
        .hasMessageContaining("field v at offset 0")
        .hasMessageContaining(words);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "v string|''|0|empty last component",
        "v string|6100|1|00 and then the end",
        "v string|610002|1|00 and then 02",
        "v string|61000062|1|a separator",
        "v string|ff|0|UTF-8",
        "a string, v string|610000|3|empty last component",
        "v string, b string|61|1|1 more fields",
        "v bool|02|0|00 or 01",
        "v bool|0101|0|2 bytes",
        "v int16|01|0|1 bytes",
        "v int8|80|0|negative",
        "v int64|ffffffffffffffff|0|negative",
        "v int24|800101|0|read it as uint24",
        "v int56|80010101010101|0|negative",
        "v int24|0101|0|2 bytes",
        "v uint40|010101010101|0|6 bytes",
        "v integer|f10001|0|shorter form",
        "v integer|fa000100010001|0|shorter form",
        "v integer|f0f0|0|first byte says 1",
        "v integer|f9|0|first byte says 3",
        "v integer, b string|000061|0|first byte says 1"
      })
  void malformedKeysAreRefused(String text, String hex, int offset, String words) {
    KeySchema schema = schema(text);

    assertThat(FormatChecks.decodeOrRefuse(schema, Bytes.parseHex(hex))).isNull();
    assertThatThrownBy(() -> schema.decode(Bytes.parseHex(hex)))
        .isInstanceOf(KeyFormatException.class)
        .hasMessageContaining("field v at offset " + offset + ":")
        .hasMessageContaining(words);
  }

  @Test
  void aVarintAboveALongNeedsGetInteger() {
    KeyReader reader = schema("v integer").newReader().reset(Bytes.parseHex("ffffffffffffffffff"));

    assertThatThrownBy(reader::getLong).isInstanceOf(KeyValueException.class);
    assertThat(reader.getInteger()).isEqualTo("18446744073709551615");
  }
}
