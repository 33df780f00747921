package dev.keyfold.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.testing.ModelOrder;
import dev.keyfold.codec.testing.TestData;
import dev.keyfold.testkit.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The format compound by schema, in both revisions: vectors, round trip, ranges, refusals. */
class CompoundFormatTest {
  private static final String TEXT = "kind string, key string, sub string";
  private static final String POSITIONS = "kind string, key string, sub double";
  private static final String BYTES = "kind string, key bytes, sub bytes null last";
  private static final List<KeySchema> SCHEMAS =
      List.of(
          schema("compound", TEXT),
          schema("compound", POSITIONS),
          schema("compound", BYTES),
          schema("compound:unescaped", TEXT),
          schema("compound:unescaped", POSITIONS),
          schema("compound:unescaped", BYTES));
  private static final int ROUNDS = 150;

  private static KeySchema schema(String format, String text) {
    return KeySchema.parse(text, KeyFormats.named(format));
  }

  private interface Check {
    void check(KeySchema schema, Random random);
  }

  private static void forEachSchema(Check check) {
    Seeds.each(
        random -> {
          for (int i = 0; i < ROUNDS; i++) {
            for (KeySchema schema : SCHEMAS) {
              check.check(schema, random);
            }
          }
        });
  }

  @Test
  void goldenVectors() {
    TestData.checkAll(
        TestData.rows("compound.tsv", 5),
        row -> FormatChecks.vector(schema(row.get(0), row.get(1)), row.get(3), row.get(4)));
  }

  @Test
  void rowsComeBackAndNoTwoShareAKey() {
    forEachSchema(
        (schema, random) -> {
          List<List<Object>> records = CompoundRows.records(schema, random, 30);
          for (List<Object> record : records) {
            byte[] key = schema.encode(record.toArray());
            List<Object> decoded = FormatChecks.decodeOrRefuse(schema, key);
            assertSame(schema, decoded, record);
            KeyReader reader = schema.newReader().reset(key);
            assertThat(reader.field(2).isNull()).isEqualTo(record.get(2) == null);
            assertThat(reader.field(1).get()).isEqualTo(record.get(1));
            List<Object> other = records.get(random.nextInt(records.size()));
            if (Arrays.equals(schema.encode(other.toArray()), key)) {
              assertSame(schema, other, record);
            }
          }
        });
  }

  private static void assertSame(KeySchema schema, List<Object> a, List<Object> b) {
    for (int i = 0; i < 3; i++) {
      assertThat(ModelOrder.same(schema.field(i).type(), a.get(i), b.get(i)))
          .as("%s %s", a, b)
          .isTrue();
    }
  }

  @Test
  void rangesHoldExactlyTheSelectedKeys() {
    int[] counts = new int[2];
    forEachSchema(
        (schema, random) -> {
          List<List<Object>> records = CompoundRows.records(schema, random, 60);
          List<byte[]> keys = records.stream().map(r -> schema.encode(r.toArray())).toList();
          for (int j = 0; j < 20; j++) {
            SelectionModel model = model(schema, records, random);
            counts[0]++;
            counts[1] += FormatChecks.selection(model, records, keys) > 0 ? 1 : 0;
          }
        });
    System.out.println("compound selections: " + counts[0] + ", " + counts[1] + " not empty");
    assertThat(counts[1]).isGreaterThan(counts[0] / 2);
  }

  private static SelectionModel model(KeySchema schema, List<List<Object>> records, Random random) {
    SelectionModel model = new SelectionModel(schema);
    List<Object> row = records.get(random.nextInt(records.size()));
    int equal = random.nextInt(4);
    for (int i = 0; i < equal; i++) {
      model.in(i, Arrays.asList(row.get(i)));
    }
    if (equal == 0) {
      range(model, 0, row.get(0), records.get(0).get(0), random);
    } else if (equal == 1 && random.nextBoolean()) {
      model.startsWith(1, CompoundRows.content(schema.field(1).type(), "a%\0", random));
    } else if (equal == 1 && !CompoundRows.isEscaped(schema)) {
      range(model, 1, row.get(1), records.get(0).get(1), random);
    } else if (equal == 2 && row.get(2) != null) {
      Object low = records.stream().map(r -> r.get(2)).filter(s -> s != null).findFirst().get();
      range(model, 2, low, row.get(2), random);
    } else if (equal == 2) {
      model.isNotNull(2); // none: the row has no sub
    }
    return model;
  }

  private static void range(
      SelectionModel model, int field, Object low, Object high, Random random) {
    switch (random.nextInt(5)) {
      case 0 -> model.isNotNull(field);
      case 1 -> model.lower(field, low, random.nextBoolean());
      case 2 -> model.upper(field, high, random.nextBoolean());
      case 3 -> model.between(field, low, high);
      default -> {
        if (low instanceof String text) {
          model.startsWith(field, text.substring(0, random.nextInt(text.length() + 1)));
        } else {
          model.lower(field, low, random.nextBoolean());
        }
      }
    }
  }

  @Test
  void rowsOfOneKindAndKeySortBySub() {
    forEachSchema(
        (schema, random) -> {
          List<Object> a = CompoundRows.record(schema, random);
          List<Object> b = CompoundRows.record(schema, random);
          if (a.get(2) != null && b.get(2) != null) {
            byte[] first = schema.encode(a.toArray());
            byte[] second = schema.encode(a.get(0), a.get(1), b.get(2));
            int wanted = ModelOrder.compare(schema.field(2).type(), a.get(2), b.get(2));
            assertThat(Integer.signum(Bytes.compare(first, second)))
                .isEqualTo(Integer.signum(wanted));
          }
        });
  }

  @Test
  void rangesOverEscapedKeysAreRefusedWithTheReason() {
    KeySelection selection = schema("compound", TEXT).select().eq("kind", "H").gt("key", "a");

    assertThatThrownBy(selection::ranges)
        .isInstanceOf(KeyValueException.class)
        .hasMessageContaining("field key")
        .hasMessageContaining("an equality or a beginning");
  }

  @Test
  void damagedKeysAreOtherKeysOrRefused() {
    forEachSchema(
        (schema, random) -> {
          byte[] key = schema.encode(CompoundRows.record(schema, random).toArray());
          for (int at = 0; at < key.length; at++) {
            FormatChecks.decodeOrRefuse(schema, Arrays.copyOf(key, at));
            byte[] changed = key.clone();
            changed[at] ^= (byte) (1 << random.nextInt(8));
            FormatChecks.decodeOrRefuse(schema, changed);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kind string, key string",
        "kind string, key string, sub string, more string",
        "kind bytes, key string, sub string",
        "kind string, key int64, sub string",
        "kind string, key double, sub string",
        "kind string, key string, sub decimal",
        "kind string, key string(3), sub string",
        "kind string null first, key string, sub string",
        "kind string, key string null first, sub string",
        "kind string, key string desc, sub string",
        "kind string, key string, sub string desc",
        "kind string, key string, sub string null first added"
      })
  void schemasItCannotExpressAreRefused(String text) {
    assertThatThrownBy(() -> schema("compound", text)).isInstanceOf(KeySchemaException.class);
    assertThatThrownBy(() -> schema("compound:unescaped", text))
        .isInstanceOf(KeySchemaException.class);
  }

  @Test
  void shardsAndOtherVariantsAreRefused() {
    assertThatThrownBy(() -> schema("compound", TEXT).withShards(2))
        .hasMessageContaining("no shard prefix");
    assertThatThrownBy(() -> KeyFormats.named("compound:x"))
        .isInstanceOf(KeySchemaException.class)
        .hasMessageContaining("compound:unescaped");
    assertThat(KeyFormats.named("compound:escaped")).isSameAs(KeyFormats.COMPOUND);
    assertThat(KeyFormats.named("compound:unescaped").name()).isEqualTo("compound:unescaped");
    assertThat(schema("compound:unescaped", TEXT)).isEqualTo(schema("compound:unescaped", TEXT));
    assertThat(schema("compound:unescaped", TEXT)).isNotEqualTo(schema("compound", TEXT));
  }

  @Test
  void rowsItCannotHoldAreRefused() {
    refused("compound", TEXT, "one of H, S, Z", "X", "k", "s");
    refused("compound", TEXT, "one of H, S, Z", "", "k", "s");
    refused("compound", TEXT, "sub double", "L", "k", "s");
    refused("compound", POSITIONS, "only list elements", "H", "k", 1.0);
    refused("compound", TEXT, "rows of the kind H have a sub-key", "H", "k", null);
    refused("compound", TEXT, "rows of the kind T have no sub-key", "T", "k", "s");
    refused("compound", TEXT, "rows of the kind PM have no sub-key", "PM", "k", "é");
    refused("compound", POSITIONS, "rows of the kind LM have no sub-key", "LM", "k", 1.0);
    refused("compound", TEXT, "not nullable", "H", null, "s");
    refused("compound", TEXT, "unpaired", "H", "\ud800", "s");
    refused("compound", TEXT, "unpaired", "H", "k", "\ud800");
    refused("compound:unescaped", TEXT, "a NUL at byte 1", "H", "a\0b", "s");
    refused("compound:unescaped", BYTES, "a NUL at byte 0", "T", new byte[1], null);
    refused("compound", POSITIONS, "10^20", "L", "k", 1e20);
    refused("compound", POSITIONS, "10^20", "L", "k", Double.NaN);
    refused("compound", POSITIONS, "17 fraction digits", "L", "k", 0x1p-18);
    refused("compound", POSITIONS, "negative zero", "L", "k", -0.0);
  }

  private static void refused(String format, String text, String words, Object... values) {
    assertThatThrownBy(() -> schema(format, text).encode(values))
        .isInstanceOf(KeyValueException.class)
        .hasMessageContaining(words);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "compound|''|no kind",
        "compound|H|no kind",
        "compound|X:a~b|no kind",
        "compound|V:a~b|no kind",
        "compound|plain|no kind",
        "compound|L:a~P00000000000000000001.00000000000000000|sub double",
        "compound|H:a|end of the key",
        "compound|T:a~b|a NUL",
        "compound|H:a%~b|% not followed by",
        "compound|H:a%2~b|% not followed by",
        "compound|T:%01|% not followed by",
        "compound:unescaped|T:a~|a NUL",
        "compound:unescaped|S:a|end of the key"
      })
  void malformedKeysAreRefused(String format, String text, String words) {
    byte[] key = text.replace('~', '\0').getBytes(StandardCharsets.US_ASCII);

    assertThatThrownBy(() -> schema(format, TEXT).decode(key))
        .isInstanceOf(KeyFormatException.class)
        .hasMessageContaining(words);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "P1",
        "Q00000000000000000001.00000000000000000",
        "P00000000000000000001,00000000000000000",
        "P0000000000000000000a.00000000000000000",
        "P00000000000000000001.000000000000000000",
        "N99999999999999999999.99999999999999999",
        "P99999999999999999999.99999999999999999",
        "P00000009007199254740993.00000000000000",
        "P00009007199254740993.00000000000000000"
      })
  void positionsThatNoDoubleHasAreRefused(String position) {
    byte[] key = ("L:k\0" + position).getBytes(StandardCharsets.US_ASCII);

    assertThat(FormatChecks.decodeOrRefuse(schema("compound", POSITIONS), key)).isNull();
  }
}
