package dev.keyfold.codec.delimited;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.bytes.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The proof in the package comment, executed: over all short values of a small alphabet, a tuple
 * that is accepted has a key that no other tuple has, accepted or not, in the specification's own
 * encoding, which doubles the delimiter everywhere.
 */
class DelimitedUniquenessTest {
  @ParameterizedTest
  @CsvSource({"1f,1f6162", "00,006162", "ff,6162ff", "0001,000161", "0001,0001", "1f,001f"})
  void twoFieldsOfUpToFourBytes(String delimiter, String alphabet) {
    check(delimiter, alphabet, "a bytes, b bytes", 4);
  }

  @ParameterizedTest
  @CsvSource({"1f,1f61", "00,0061", "ff,61ff", "0001,000161", "0001,0001"})
  void threeFieldsOfUpToThreeBytes(String delimiter, String alphabet) {
    check(delimiter, alphabet, "a bytes, b bytes, c bytes", alphabet.length() > 4 ? 2 : 3);
  }

  @ParameterizedTest
  @CsvSource({"1f,1f61", "00,0061", "ff,61ff", "0001,0001"})
  void fieldsOfFixedWidthBetweenAndBehind(String delimiter, String alphabet) {
    check(delimiter, alphabet, "a bytes, f string(2), b bytes", 3);
    check(delimiter, alphabet, "a bytes, f string(2), b bytes, g string(1)", 3);
    check(delimiter, alphabet, "a bytes, f string(1), b bytes, c bytes, g string(1)", 2);
  }

  @Test
  void bothTuplesOfTheKnownCollisionAreRefused() {
    KeySchema schema = KeySchema.parse("a string, b string", KeyFormats.DELIMITED);

    assertThat(accepted(schema, List.of("a\u001f", "b"))).isNull();
    assertThat(accepted(schema, List.of("a", "\u001fb"))).isNull();
  }

  private static void check(String delimiter, String alphabet, String fields, int longest) {
    KeySchema schema = KeySchema.parse(fields, KeyFormats.named("delimited:" + delimiter));
    List<String> values = values(alphabet, longest);
    Map<String, Integer> tuplesByKey = new HashMap<>();
    List<String> keys = new ArrayList<>();
    int[] tuple = new int[schema.size()];
    do {
      List<String> encoded = new ArrayList<>();
      List<Object> record = new ArrayList<>();
      if (!encode(schema, values, tuple, delimiter, encoded, record)) {
        continue;
      }
      String key = String.join(delimiter, encoded);
      tuplesByKey.merge(key, 1, Integer::sum);
      byte[] ours = accepted(schema, record);
      if (ours != null) {
        assertThat(Bytes.toHex(ours)).isEqualTo(key);
        assertThat(Arrays.deepEquals(schema.decode(ours).toArray(), record.toArray())).isTrue();
        keys.add(key);
      }
    } while (next(tuple, values.size()));
    assertThat(keys).isNotEmpty();
    for (String key : keys) {
      assertThat(tuplesByKey).as("%s %s %s", delimiter, fields, key).containsEntry(key, 1);
    }
    System.out.println(delimiter + " " + fields + ": " + keys.size() + " keys, each of one tuple");
  }

  /** The specification's encoding in hexadecimal text; false for values that suit no such field. */
  private static boolean encode(
      KeySchema schema,
      List<String> values,
      int[] tuple,
      String delimiter,
      List<String> encoded,
      List<Object> record) {
    for (int i = 0; i < tuple.length; i++) {
      String value = values.get(tuple[i]);
      String doubled = doubled(value, delimiter);
      int width = schema.field(i).type().size();
      byte[] bytes = Bytes.parseHex(value);
      if (width == 0) {
        encoded.add(doubled);
        record.add(bytes);
      } else {
        boolean text =
            !value.contains("ff"); // the alphabets have no other bytes that are not UTF-8
        if (doubled.length() > 2 * width || value.endsWith("00") || !text) {
          return false;
        }
        encoded.add(doubled + "00".repeat(width - doubled.length() / 2));
        record.add(new String(bytes, StandardCharsets.US_ASCII));
      }
    }
    return true;
  }

  private static String doubled(String hex, String delimiter) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < hex.length(); ) {
      boolean found = hex.startsWith(delimiter, i);
      int length = found ? delimiter.length() : 2;
      out.append(hex, i, i + length).append(found ? delimiter : "");
      i += length;
    }
    return out.toString();
  }

  private static List<String> values(String alphabet, int longest) {
    List<String> values = new ArrayList<>(List.of(""));
    int from = 0;
    for (int length = 1; length <= longest; length++) {
      int to = values.size();
      for (int i = from; i < to; i++) {
        for (int c = 0; c < alphabet.length(); c += 2) {
          values.add(values.get(i) + alphabet.substring(c, c + 2));
        }
      }
      from = to;
    }
    return values;
  }

  private static boolean next(int[] tuple, int count) {
    for (int i = 0; i < tuple.length; i++) {
      if (++tuple[i] < count) {
        return true;
      }
      tuple[i] = 0;
    }
    return false;
  }

  private static byte[] accepted(KeySchema schema, List<?> record) {
    try {
      return schema.encode(record.toArray());
    } catch (KeyValueException e) {
      return null;
    }
  }
}
