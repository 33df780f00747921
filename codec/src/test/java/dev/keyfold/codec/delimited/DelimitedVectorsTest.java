package dev.keyfold.codec.delimited;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.KeyExplainer;
import dev.keyfold.codec.KeyExplanation;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeyPart.Role;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.ValueText;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.testing.Json;
import dev.keyfold.codec.testing.ModelOrder;
import dev.keyfold.codec.testing.TestData;
import dev.keyfold.codec.testing.TestData.Row;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The bytes are those of {@code testdata/delimited.tsv}. */
class DelimitedVectorsTest {
  private static final String EXAMPLE =
      "00101f5553525f3132333435(00*23)1f000001947346b0001f550e8400e29b41d4a716446655440001";

  @Test
  void valuesEncodeToTheKeyAndTheKeyDecodesToTheValues() {
    TestData.checkAll(TestData.rows("delimited.tsv", 5), DelimitedVectorsTest::check);
  }

  private static void check(Row row) {
    KeySchema schema = KeySchema.parse(row.get(0), KeyFormats.named(row.get(1)));
    schema = schema.withShards(Integer.parseInt(row.get(2)));
    List<?> written = Json.array(row.get(3));
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < written.size(); i++) {
      values.add(ValueText.read(schema.field(i), written.get(i)));
    }
    byte[] key = TestData.bytes(row.get(4));

    assertThat(Bytes.toHex(schema.encode(values.toArray()))).isEqualTo(Bytes.toHex(key));
    assertThat(DelimitedKeys.createCompositeKey(schema, values.toArray())).isEqualTo(key);
    List<Object> decoded = schema.decode(key);
    assertThat(ModelOrder.same(schema, decoded, values)).as("decoded %s", decoded).isTrue();
    assertThat(new KeyExplainer(schema).explain(key).error()).isNull();
  }

  @Test
  void theExampleOfTheSpecificationExplained() {
    KeySchema schema =
        KeySchema.parse(
                "user_id string(32), order_date timestamp, order_id uuid", KeyFormats.DELIMITED)
            .withShards(256);
    byte[] key = TestData.bytes(EXAMPLE);

    KeyExplanation explanation = new KeyExplainer(schema).explain(key);

    assertThat(key).hasSize(61);
    assertThat(explanation.error()).isNull();
    assertThat(explanation.parts())
        .extracting(part -> part.role() + " " + part.length())
        .containsExactly(
            "SHARD 2",
            "SEPARATOR 1",
            "VALUE 9",
            "PADDING 23",
            "SEPARATOR 1",
            "VALUE 8",
            "SEPARATOR 1",
            "VALUE 16");
    assertThat(explanation.toString()).contains("16 of 256", "\"USR_12345\"", "2025-01-17");
  }

  @Test
  void aDoubledDelimiterIsExplainedAsOne() {
    KeySchema schema = KeySchema.parse("v string", KeyFormats.named("delimited:0001"));

    KeyExplanation explanation =
        new KeyExplainer(schema).explain(Bytes.parseHex("61000100010001000162"));

    assertThat(explanation.parts())
        .extracting(part -> part.role() + " " + part.offset() + " " + part.length())
        .containsExactly("VALUE 0 1", "ESCAPE 1 4", "ESCAPE 5 4", "VALUE 9 1");
    assertThat(explanation.parts().get(1).role()).isEqualTo(Role.ESCAPE);
  }
}
