package dev.keyfold.codec;

import com.code_intelligence.jazzer.junit.DictionaryFile;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.keyfold.codec.bytes.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Any bytes, any schema. {@code mvn test} replays the inputs in {@code NativeFuzzTestInputs};
 * {@code tools/fuzz} looks for more.
 */
class NativeFuzzTest {
  /** The input: a schema text, a zero byte, and the key. */
  @DictionaryFile(resourcePath = "schema.dict")
  @FuzzTest(maxDuration = "60s")
  void bytesAreAKeyOrTheOneException(byte[] input) {
    int zero = 0;
    while (zero < input.length && input[zero] != 0) {
      zero++;
    }
    KeySchema schema;
    try {
      schema = KeySchema.parse(new String(input, 0, zero, StandardCharsets.UTF_8));
    } catch (KeySchemaException e) {
      return;
    }
    checkKey(schema, Arrays.copyOfRange(input, Math.min(zero + 1, input.length), input.length));
  }

  /** The input: choices from which a schema is built, so that every input has one; then the key. */
  @FuzzTest(maxDuration = "60s")
  void bytesAreAKeyOfABuiltSchemaOrTheOneException(byte[] input) {
    FuzzedSchemas choices = new FuzzedSchemas(input);
    KeySchema schema = choices.schema();
    checkKey(schema, choices.rest());
  }

  @DictionaryFile(resourcePath = "schema.dict")
  @FuzzTest(maxDuration = "60s")
  void anyTextIsASchemaOrTheOneException(byte[] input) {
    String text = new String(input, StandardCharsets.UTF_8);
    KeySchema schema;
    try {
      schema = KeySchema.parse(text);
    } catch (KeySchemaException e) {
      check(e.offset() <= text.length(), "offset " + e.offset() + " of " + text);
      return;
    }
    KeySchema again = KeySchema.parse(schema.toString());
    check(again.equals(schema), schema + " parses to " + again);
    check(again.toString().equals(schema.toString()), schema + " prints as " + again);
  }

  private static void checkKey(KeySchema schema, byte[] key) {
    List<Object> values = null;
    try {
      values = schema.decode(key);
    } catch (KeyFormatException e) {
      check(e.offset() <= key.length, "offset " + e.offset());
    }
    if (values != null) {
      byte[] again = schema.encode(values.toArray());
      check(Arrays.equals(again, key), Bytes.toHex(key) + " encodes to " + Bytes.toHex(again));
      check(
          schema.newReader().reset(key).field(schema.size()).offset() == key.length,
          "skipping ends elsewhere than decoding");
      check(contains(schema, values, key), "not in the range of its own first value");
    }
    checkExplanation(schema, key, values == null);
  }

  private static boolean contains(KeySchema schema, List<Object> values, byte[] key) {
    return schema.select().eq(schema.field(0).name(), values.get(0)).ranges().stream()
        .anyMatch(range -> range.contains(key));
  }

  private static void checkExplanation(KeySchema schema, byte[] key, boolean malformed) {
    KeyExplanation explanation = new KeyExplainer(schema).explain(key);
    check((explanation.error() != null) == malformed, "explained and decoded differently");
    int end = 0;
    for (KeyPart part : explanation.parts()) {
      check(part.offset() == end && part.length() >= 0, "a gap or overlap at " + end);
      end = part.end();
    }
    check(end == key.length, "explained up to " + end);
    check(!explanation.render(true).isEmpty(), "no text");
  }

  private static void check(boolean right, String wrong) {
    if (!right) {
      throw new AssertionError(wrong);
    }
  }
}
