package dev.keyfold.codec.tuple;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.keyfold.codec.KeyExplainer;
import dev.keyfold.codec.KeyExplanation;
import dev.keyfold.codec.KeyFormatException;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeyPart;
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

/** The bytes are those of {@code testdata/tuple*.tsv}, with a schema and without one. */
class TupleVectorsTest {
  private static KeySchema schema(Row row) {
    assertThat(row.get(1)).isEqualTo("0");
    return KeySchema.parse(row.get(0), KeyFormats.TUPLE);
  }

  @Test
  void valuesEncodeToTheKeyAndTheKeyDecodesToTheValues() {
    TestData.checkAll(
        TestData.rows("tuple.tsv", 4),
        row -> {
          KeySchema schema = schema(row);
          List<Object> values = new ArrayList<>();
          List<?> written = Json.array(row.get(2));
          for (int i = 0; i < written.size(); i++) {
            values.add(ValueText.read(schema.field(i), written.get(i)));
          }
          byte[] key = Bytes.parseHex(row.get(3));

          assertThat(Bytes.toHex(schema.encode(values.toArray()))).isEqualTo(row.get(3));
          assertThat(ModelOrder.same(schema, schema.decode(key), values)).isTrue();
          assertThat(Bytes.toHex(Tuples.pack(values))).isEqualTo(row.get(3));
          assertThat(Bytes.toHex(Tuples.pack(Tuples.unpack(key)))).isEqualTo(row.get(3));
        });
  }

  @Test
  void versionstampsOfTheDatabaseAndThoseItCompletes() {
    TestData.checkAll(
        TestData.rows("tuple-versionstamps.tsv", 3),
        row -> {
          boolean complete = !row.get(0).equals("incomplete");
          int user = Integer.parseInt(row.get(1));
          Versionstamp stamp =
              complete
                  ? Versionstamp.complete(Bytes.parseHex(row.get(0)), user)
                  : Versionstamp.incomplete(user);
          List<Object> items = List.of("a", stamp, 1L);
          byte[] key = Bytes.parseHex(row.get(2));

          byte[] packed = complete ? Tuples.pack(items) : Tuples.packWithVersionstamp(items);
          assertThat(Bytes.toHex(packed)).isEqualTo(row.get(2));
          assertThat(complete ? Tuples.unpack(key) : Tuples.unpackWithVersionstamp(key))
              .isEqualTo(items);
        });
  }

  @Test
  void malformedKeysAreRefusedWithFieldOffsetAndWords() {
    TestData.checkAll(
        TestData.rows("tuple-malformed.tsv", 6),
        row -> {
          KeySchema schema = schema(row);
          byte[] bytes = Bytes.parseHex(row.get(2));
          Throwable thrown = catchThrowable(() -> schema.decode(bytes));

          assertThat(thrown)
              .isInstanceOf(KeyFormatException.class)
              .hasMessageContaining(row.get(5));
          KeyFormatException refused = (KeyFormatException) thrown;
          assertThat(refused.field()).isEqualTo(row.get(3).equals("-") ? null : row.get(3));
          assertThat(refused.offset()).isEqualTo(Integer.parseInt(row.get(4)));
        });
  }

  @Test
  void malformedKeysAreExplainedUpToTheError() {
    TestData.checkAll(
        TestData.rows("tuple-malformed.tsv", 6),
        row -> {
          byte[] bytes = Bytes.parseHex(row.get(2));
          KeyExplanation explanation = new KeyExplainer(schema(row)).explain(bytes);

          assertThat(explanation.error()).hasMessageContaining(row.get(5));
          int end = 0;
          for (KeyPart part : explanation.parts()) {
            assertThat(part.offset()).isEqualTo(end);
            end = part.end();
          }
          assertThat(end).isEqualTo(bytes.length);
        });
  }
}
