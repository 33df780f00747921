package dev.keyfold.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.keyfold.codec.testing.TestData;
import dev.keyfold.codec.testing.TestData.Row;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every way in which bytes can fail to be a key, in {@code testdata/native-v1-malformed.tsv}. */
class MalformedVectorsTest {
  private static List<Row> vectors() {
    return TestData.rows("native-v1-malformed.tsv", 6);
  }

  @Test
  void eachIsRefusedWithFieldOffsetAndWords() {
    TestData.checkAll(vectors(), MalformedVectorsTest::check);
  }

  private static void check(Row row) {
    KeySchema schema = GoldenVectorsTest.schema(row.get(0), row.get(1));
    byte[] bytes = TestData.bytes(row.get(2));
    Throwable thrown = catchThrowable(() -> schema.decode(bytes));
    assertThat(thrown).isInstanceOf(KeyFormatException.class).hasMessageContaining(row.get(5));
    KeyFormatException refused = (KeyFormatException) thrown;
    assertThat(refused.field()).isEqualTo(row.get(3).equals("-") ? null : row.get(3));
    assertThat(refused.offset())
        .isEqualTo(row.get(4).equals("-") ? -1 : Integer.parseInt(row.get(4)));
    assertThat(thrown.getMessage())
        .isEqualTo(
            place(refused) + "found " + refused.found() + ", expected " + refused.expected());
  }

  private static String place(KeyFormatException refused) {
    String field = refused.field() == null ? "" : "field " + refused.field() + " ";
    String offset = refused.offset() < 0 ? "" : "at offset " + refused.offset() + ": ";
    return field + offset;
  }

  /** The explanation goes as far as the error, and shows what is left as unreadable. */
  @Test
  void eachIsExplainedUpToTheError() {
    TestData.checkAll(
        vectors(),
        row -> {
          KeySchema schema = GoldenVectorsTest.schema(row.get(0), row.get(1));
          byte[] bytes = TestData.bytes(row.get(2));
          if (bytes.length > Limits.KEY_BYTES) {
            return; // nothing of it is read
          }
          KeyExplanation explanation = new KeyExplainer(schema).explain(bytes);
          assertThat(explanation.error()).isNotNull();
          assertThat(explanation.error().getMessage()).contains(row.get(5));
          assertThat(explanation.toString())
              .endsWith("malformed: " + explanation.error().getMessage() + "\n");
          int end = 0;
          for (KeyPart part : explanation.parts()) {
            assertThat(part.offset()).isEqualTo(end);
            end = part.end();
          }
          assertThat(end).isEqualTo(bytes.length);
        });
  }
}
