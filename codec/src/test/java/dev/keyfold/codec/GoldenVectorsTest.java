package dev.keyfold.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.bytes.XxHash64;
import dev.keyfold.codec.testing.Json;
import dev.keyfold.codec.testing.ModelOrder;
import dev.keyfold.codec.testing.TestData;
import dev.keyfold.codec.testing.TestData.Row;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The bytes of version 1 are those of {@code testdata/native-v1.tsv}, for ever. */
class GoldenVectorsTest {
  private static List<Row> vectors() {
    return TestData.rows("native-v1.tsv", 4);
  }

  @Test
  void valuesEncodeToTheKeyAndTheKeyDecodesToTheValues() {
    TestData.checkAll(vectors(), GoldenVectorsTest::check);
  }

  private static void check(Row row) {
    KeySchema schema = schema(row.get(0), row.get(1));
    List<Object> values = read(schema, Json.array(row.get(2)));

    assertThat(Bytes.toHex(schema.encode(values.toArray()))).isEqualTo(row.get(3));

    List<Object> decoded = schema.decode(Bytes.parseHex(row.get(3)));
    while (values.size() < schema.size()) {
      values.add(null); // left out at the end: added fields
    }
    assertThat(ModelOrder.same(schema, decoded, values)).as("decoded %s", decoded).isTrue();
  }

  @Test
  void everyKindOfTypeHasVectorsInBothDirectionsAndBothNullPlacements() {
    Set<List<Object>> covered = new HashSet<>();
    for (Row row : vectors()) {
      KeyField first = KeySchema.parse(row.get(0)).field(0);
      covered.add(List.of(first.type().kind(), first.order()));
    }
    for (KeyType.Kind kind : KeyType.Kind.values()) {
      for (KeyOrder order : KeyOrder.values()) {
        assertThat(covered).contains(List.of(kind, order));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"'',ef46db3751d8e999", "a,d24ec4f1a98c6e5b", "abc,44bc2cf5ad770999"})
  void xxHash64OfTheSpecificationsTexts(String text, String hash) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);

    assertThat(Long.toHexString(XxHash64.hash(bytes, 0, bytes.length))).isEqualTo(hash);
  }

  @Test
  void xxHash64AgreesWithTheSecondImplementationAtEveryLengthAndPlace() {
    for (Row row : TestData.rows("xxhash64.tsv", 2)) {
      int length = Integer.parseInt(row.get(0));
      byte[] padded = new byte[length + 6];
      for (int i = 0; i < length; i++) {
        padded[i + 3] = (byte) (7 * i * i + 31 * i + 5);
      }

      assertThat(XxHash64.hash(padded, 3, 3 + length))
          .as("length %s", length)
          .isEqualTo(Long.parseUnsignedLong(row.get(1), 16));
    }
  }

  static KeySchema schema(String text, String shards) {
    String[] parts = shards.split("/", -1);
    KeySchema schema = KeySchema.parse(text);
    return shards.equals("0")
        ? schema
        : schema.withShards(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
  }

  private static List<Object> read(KeySchema schema, List<?> written) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < written.size(); i++) {
      values.add(ValueText.read(schema.field(i), written.get(i)));
    }
    return values;
  }
}
