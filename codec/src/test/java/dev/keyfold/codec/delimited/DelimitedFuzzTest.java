package dev.keyfold.codec.delimited;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.keyfold.codec.KeyExplainer;
import dev.keyfold.codec.KeyExplanation;
import dev.keyfold.codec.KeyFormatException;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeyPart;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.testing.RandomDelimited;
import dev.keyfold.codec.testing.RandomTextKeys;
import dev.keyfold.testkit.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Any bytes are a key that encodes to themselves again and is explained to its last byte, or raise
 * the one exception.
 */
class DelimitedFuzzTest {
  private static final List<KeySchema> SCHEMAS = schemas();

  private static List<KeySchema> schemas() {
    List<KeySchema> schemas = new ArrayList<>();
    for (String format :
        new String[] {"delimited", "delimited:00", "delimited:ff", "delimited:0001"}) {
      for (String text :
          new String[] {
            "s string(6), t timestamp, id uuid",
            "a string, b bytes, c string",
            "n int64, d decimal(4,2), b bytes",
            "s string, t timestamp, b bytes, e string(2)"
          }) {
        KeySchema schema = KeySchema.parse(text, KeyFormats.named(format));
        schemas.add(schema);
        schemas.add(schema.withShards(2)); // few, so that random prefixes are often right
      }
    }
    for (String format : new String[] {"delimited:#", "delimited:::", "delimited:-"}) {
      for (String text :
          new String[] {
            "a string, n int64, c string(6)",
            "u uint64, d decimal, p decimal(6,2), b bool",
            "s string, n integer, t timestamp(9)",
            "e enum(A=1,B=2), x bytes, y bytes(2), u uuid",
            "s string, x decimal(exact), d date"
          }) {
        schemas.add(KeySchema.parse(text, KeyFormats.named(format)));
      }
    }
    return schemas;
  }

  /** The first byte chooses the schema. */
  @FuzzTest
  void keys(byte[] input) {
    if (input.length > 0) {
      check(
          SCHEMAS.get((input[0] & 0xFF) % SCHEMAS.size()),
          Arrays.copyOfRange(input, 1, input.length));
    }
  }

  @Test
  void damagedKeys() {
    Seeds.each(
        random -> {
          for (int i = 0; i < 400; i++) {
            boolean text = i % 3 == 0;
            KeySchema schema =
                text ? RandomTextKeys.schema(random) : RandomDelimited.schema(random);
            for (List<Object> record :
                text
                    ? RandomTextKeys.fitting(schema, random, 5)
                    : RandomDelimited.fitting(schema, random, 5)) {
              byte[] key = schema.encode(record.toArray());
              for (int at = 0; at < key.length; at++) {
                check(schema, Arrays.copyOf(key, at));
                byte[] changed = key.clone();
                int[] bytes = {0, 1, 0x1F, 0xFF, key[at] + 1, '0', '#', 'E'};
                changed[at] = (byte) bytes[random.nextInt(bytes.length)];
                check(schema, changed);
              }
              byte[] longer = Arrays.copyOf(key, key.length + 1 + random.nextInt(2));
              Arrays.fill(longer, key.length, longer.length, (byte) random.nextInt());
              check(schema, longer);
            }
          }
        });
  }

  private static void check(KeySchema schema, byte[] key) {
    String shown = schema.format() + " " + schema + " " + Bytes.toHex(key);
    KeyFormatException refused = null;
    try {
      byte[] again = schema.encode(schema.decode(key).toArray());
      require(Arrays.equals(key, again), shown + " becomes " + Bytes.toHex(again));
      require(schema.prefixLength(key, schema.size()) == key.length, shown + " skipped");
    } catch (KeyFormatException e) {
      refused = e;
      require(e.offset() >= -1 && e.offset() <= key.length, shown + " " + e);
    }
    KeyExplanation explanation = new KeyExplainer(schema).explain(key);
    require((explanation.error() == null) == (refused == null), shown + " " + explanation);
    int end = 0;
    for (KeyPart part : explanation.parts()) {
      require(part.offset() == end, shown + " " + explanation);
      end = part.end();
    }
    require(end == key.length, shown + " " + explanation);
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }
}
