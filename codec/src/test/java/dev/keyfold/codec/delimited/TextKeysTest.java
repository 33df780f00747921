package dev.keyfold.codec.delimited;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.KeyExplainer;
import dev.keyfold.codec.KeyExplanation;
import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeyPart;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.KeyWriter;
import dev.keyfold.codec.ValueText;
import dev.keyfold.codec.testing.Json;
import dev.keyfold.codec.testing.ModelOrder;
import dev.keyfold.codec.testing.Puts;
import dev.keyfold.codec.testing.RandomTextKeys;
import dev.keyfold.codec.testing.TestData;
import dev.keyfold.codec.testing.TestData.Row;
import dev.keyfold.testkit.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Text keys are texts joined by the delimiter, as String.join and String.split have them. */
class TextKeysTest {
  private static final int SCHEMAS = 2_000;
  private static final int RECORDS = 20;

  @Test
  void theKeysOfTheVectors() {
    TestData.checkAll(TestData.rows("delimited-text.tsv", 4), TextKeysTest::vector);
  }

  private static void vector(Row row) {
    KeySchema schema = KeySchema.parse(row.get(0), KeyFormats.named(row.get(1)));
    List<?> written = Json.array(row.get(2));
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < written.size(); i++) {
      values.add(ValueText.read(schema.field(i), written.get(i)));
    }
    byte[] key = schema.encode(values.toArray());

    assertThat(text(key)).isEqualTo(row.get(3));
    assertThat(ModelOrder.same(schema, schema.decode(key), values)).isTrue();
    assertThat(new KeyExplainer(schema).explain(key).error()).isNull();
  }

  @Test
  void aRecordIsTheJoinedTextOrRefused() {
    int[] counts = new int[2];
    Seeds.each(
        random -> {
          for (int i = 0; i < SCHEMAS; i++) {
            KeySchema schema = RandomTextKeys.schema(random);
            for (List<Object> record : RandomTextKeys.records(schema, random, RECORDS)) {
              counts[check(schema, record) ? 0 : 1]++;
            }
          }
        });
    System.out.println("text keys: " + counts[0] + " read back, " + counts[1] + " refused");
    assertThat(counts[0]).isGreaterThan(SCHEMAS * 5);
    assertThat(counts[1]).isGreaterThan(SCHEMAS);
  }

  private static boolean check(KeySchema schema, List<Object> record) {
    String shown = schema.format() + " " + schema + " " + Arrays.deepToString(record.toArray());
    String model = RandomTextKeys.key(schema, record);
    byte[] key;
    try {
      key = schema.encode(record.toArray());
    } catch (KeyValueException e) {
      assertThat(model).as("%s: %s", shown, e).isNull();
      return false;
    }
    assertThat(text(key)).as(shown).isEqualTo(model);
    List<Object> decoded = schema.decode(key);
    assertThat(ModelOrder.same(schema, decoded, record)).as("%s read %s", shown, decoded).isTrue();
    KeyWriter typed = schema.newWriter();
    KeyReader reader = schema.newReader().reset(key);
    for (KeyField field : schema.fields()) {
      Object value = Puts.typed(reader, field);
      Puts.typed(typed, field, value);
    }
    reader.finish();
    assertThat(typed.toBytes()).as(shown).isEqualTo(key);
    return true;
  }

  private static String text(byte[] key) {
    return new String(key, StandardCharsets.UTF_8);
  }

  @Test
  void aKeyIsExplained() {
    KeySchema schema =
        KeySchema.parse(
            "kind string, id decimal(8,0), at timestamp", KeyFormats.named("delimited:#"));
    byte[] key = "USER#00000123#2024-01-17T08:00:00Z".getBytes(StandardCharsets.UTF_8);

    KeyExplanation explanation = new KeyExplainer(schema).explain(key);

    assertThat(explanation.error()).isNull();
    assertThat(explanation.parts())
        .extracting(KeyPart::role)
        .map(Object::toString)
        .containsExactly("VALUE", "SEPARATOR", "VALUE", "SEPARATOR", "VALUE");
    assertThat(explanation.toString())
        .contains("delimited:#", "\"USER\"", "decimal(8,0) 123", "timestamp 2024-01-17T08:00:00Z");
  }

  @Test
  void aPrefixScanIncludesTheDelimiter() {
    KeySchema schema =
        KeySchema.parse("kind string, id int64, rest string", KeyFormats.named("delimited:#"));

    KeyRange range = DelimitedKeys.prefixScan(schema, "USER", 1L);

    assertThat(text(range.start())).isEqualTo("USER#1#");
    assertThat(text(range.end())).isEqualTo("USER#1$");
  }

  @Test
  void formatsOfOneDelimiterAreEqual() {
    assertThat(KeyFormats.named("delimited:::"))
        .isEqualTo(KeyFormats.named("delimited:::"))
        .hasSameHashCodeAs(KeyFormats.named("delimited:::"))
        .isNotEqualTo(KeyFormats.named("delimited::"))
        .hasToString("delimited:::");
  }
}
