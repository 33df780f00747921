package dev.keyfold.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.testing.Json;
import dev.keyfold.codec.testing.ModelOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What is asked of every format, whatever its bytes. */
final class FormatChecks {
  private FormatChecks() {}

  /** A line of golden vectors: values as JSON, the key in hexadecimal. */
  static void vector(KeySchema schema, String json, String hex) {
    List<?> written = Json.array(json);
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < written.size(); i++) {
      values.add(ValueText.read(schema.field(i), written.get(i)));
    }
    assertThat(Bytes.toHex(schema.encode(values.toArray()))).isEqualTo(hex);
    List<Object> decoded = schema.decode(Bytes.parseHex(hex));
    assertThat(ModelOrder.same(schema, decoded, values)).as("decoded %s", decoded).isTrue();
    explained(schema, Bytes.parseHex(hex), true);
  }

  /** Bytes decode to values that encode to the same bytes, or raise the one exception. */
  static List<Object> decodeOrRefuse(KeySchema schema, byte[] bytes) {
    List<Object> values;
    try {
      values = schema.decode(bytes);
    } catch (KeyFormatException e) {
      assertThat(e.getMessage()).contains("found ", ", expected ");
      assertThat(e.offset()).isBetween(-1, bytes.length);
      explained(schema, bytes, false);
      return null;
    }
    assertThat(schema.encode(values.toArray()))
        .as("%s: %s decodes to %s", schema, Bytes.toHex(bytes), values)
        .isEqualTo(bytes);
    explained(schema, bytes, true);
    return values;
  }

  /** Every byte is in exactly one part, in order. */
  private static void explained(KeySchema schema, byte[] bytes, boolean valid) {
    KeyExplanation explanation = new KeyExplainer(schema).explain(bytes);
    int at = 0;
    for (KeyPart part : explanation.parts()) {
      assertThat(part.offset()).as("%s in %s", part, Bytes.toHex(bytes)).isEqualTo(at);
      at = part.end();
    }
    assertThat(at).isEqualTo(bytes.length);
    assertThat(explanation.error() == null).as("%s", explanation).isEqualTo(valid);
  }

  /** The ranges of a selection hold exactly the keys of the records that it keeps. */
  static int selection(SelectionModel model, List<List<Object>> records, List<byte[]> keys) {
    List<KeyRange> ranges = model.selection.ranges();
    int held = 0;
    for (int i = 0; i < keys.size(); i++) {
      byte[] key = keys.get(i);
      boolean contained = ranges.stream().anyMatch(range -> range.contains(key));
      if (contained != model.keeps(records.get(i))) {
        throw new AssertionError(
            (contained ? "holds " : "misses ")
                + (Arrays.deepToString(records.get(i).toArray()) + " ")
                + (Bytes.toHex(key) + ": " + model.schema.format() + " " + model + "\n" + ranges));
      }
      held += contained ? 1 : 0;
    }
    return held;
  }

  /** The same, and the ranges are not empty, in order and apart from each other. */
  static int orderedSelection(SelectionModel model, List<List<Object>> records, List<byte[]> keys) {
    List<KeyRange> ranges = model.selection.ranges();
    byte[] end = {};
    for (KeyRange range : ranges) {
      assertThat(range.isEmpty() || end == null || Bytes.compare(end, range.start()) > 0)
          .as("empty, overlapping or out of order: %s %s", model, ranges)
          .isFalse();
      end = range.end();
    }
    return selection(model, records, keys);
  }
}
