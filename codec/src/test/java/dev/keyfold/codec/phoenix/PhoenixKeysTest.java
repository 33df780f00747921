package dev.keyfold.codec.phoenix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.KeyExplainer;
import dev.keyfold.codec.KeyExplanation;
import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyFormatException;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeyPart;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyWriter;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.testing.ModelOrder;
import dev.keyfold.codec.testing.Puts;
import dev.keyfold.testkit.Seeds;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** For any schema of Phoenix: keys read back, sort as their values do, and are never guessed. */
class PhoenixKeysTest {
  private static final int SCHEMAS = 500;
  private static final int RECORDS = 20;

  private interface Check {
    void check(KeySchema schema, List<Object> record, byte[] key, Random random);
  }

  private static void forEachKey(Check check) {
    forEachKey(SCHEMAS, check);
  }

  private static void forEachKey(int schemas, Check check) {
    Seeds.each(
        random -> {
          for (int i = 0; i < schemas; i++) {
            KeySchema schema = PhoenixRandom.anySchema(random);
            for (List<Object> record : PhoenixRandom.records(schema, random, RECORDS)) {
              check.check(schema, record, schema.encode(record.toArray()), random);
            }
          }
        });
  }

  private static String shown(KeySchema schema, List<Object> record) {
    return schema + " " + schema.shards() + " " + Arrays.deepToString(record.toArray());
  }

  @Test
  void whatWasWrittenIsReadThroughEveryDoor() {
    forEachKey(
        (schema, record, key, random) -> {
          assertThat(ModelOrder.same(schema, schema.decode(key), record))
              .as("%s decoded %s", shown(schema, record), schema.decode(key))
              .isTrue();
          KeyWriter typed = schema.newWriter();
          KeyWriter other = schema.newWriter();
          for (int i = 0; i < schema.size(); i++) {
            Puts.typed(typed, schema.field(i), record.get(i));
            other.put(Puts.otherwise(schema.field(i).type(), record.get(i)));
          }
          assertThat(typed.toBytes()).as(shown(schema, record)).isEqualTo(key);
          assertThat(other.toBytes()).as(shown(schema, record)).isEqualTo(key);
          checkGetters(schema, record, key, random);
        });
  }

  private static void checkGetters(
      KeySchema schema, List<Object> record, byte[] key, Random random) {
    byte[] around = new byte[key.length + 9];
    random.nextBytes(around);
    System.arraycopy(key, 0, around, 4, key.length);
    KeyReader reader = schema.newReader().reset(around, 4, key.length);
    for (int n = 0; n < schema.size(); n++) {
      int i = random.nextInt(schema.size());
      KeyField field = schema.field(i);
      reader.field(i);
      assertThat(reader.isNull()).isEqualTo(record.get(i) == null);
      Object value = random.nextBoolean() ? reader.get() : Puts.typed(reader, field);
      assertThat(ModelOrder.same(field.type(), value, record.get(i)))
          .as("%s of %s: %s", field, shown(schema, record), value)
          .isTrue();
    }
    reader.field(schema.size()).finish();
    assertThat(reader.offset()).isEqualTo(key.length);
  }

  @Test
  void keysSortAsTheirValuesDo() {
    long[] pairs = {0};
    Seeds.each(
        random -> {
          for (int i = 0; i < SCHEMAS; i++) {
            KeySchema schema = PhoenixRandom.schema(random);
            List<List<Object>> records = PhoenixRandom.records(schema, random, 2 * RECORDS);
            byte[][] keys =
                records.stream().map(r -> schema.encode(r.toArray())).toArray(byte[][]::new);
            for (int a = 0; a < keys.length; a++) {
              for (int b = 0; b < a; b++) {
                checkPair(schema, records.get(a), keys[a], records.get(b), keys[b]);
                pairs[0]++;
              }
            }
          }
        });
    System.out.println("order of Phoenix keys: " + pairs[0] + " pairs compared");
  }

  private static void checkPair(
      KeySchema schema, List<Object> recordA, byte[] a, List<Object> recordB, byte[] b) {
    int from = schema.shards() > 0 ? 1 : 0; // the salt spreads keys and has no order
    int order = Integer.signum(ModelOrder.compare(schema, recordA, recordB));
    int found = Integer.signum(Arrays.compareUnsigned(a, from, a.length, b, from, b.length));
    if (order != found || (order == 0 && !Arrays.equals(a, b))) {
      throw new AssertionError(
          "order %s, found %s:\n%s %s\n%s %s"
              .formatted(
                  order,
                  found,
                  Bytes.toHex(a),
                  shown(schema, recordA),
                  Bytes.toHex(b),
                  shown(schema, recordB)));
    }
  }

  @Test
  void samePrefixIsEqualityOfTheLeadingFields() {
    Seeds.each(
        random -> {
          for (int i = 0; i < SCHEMAS; i++) {
            KeySchema schema = PhoenixRandom.anySchema(random).withShards(0);
            List<List<Object>> records = PhoenixRandom.records(schema, random, RECORDS);
            for (List<Object> a : records) {
              checkSamePrefix(schema, a, records.get(random.nextInt(RECORDS)));
            }
          }
        });
  }

  private static void checkSamePrefix(KeySchema schema, List<Object> a, List<Object> b) {
    byte[] keyA = schema.encode(a.toArray());
    byte[] keyB = schema.encode(b.toArray());
    boolean same = true;
    for (int count = 0; count <= schema.size(); count++) {
      if (count > 0) {
        KeyField field = schema.field(count - 1);
        same &= ModelOrder.compare(field, a.get(count - 1), b.get(count - 1)) == 0;
      }
      assertThat(schema.samePrefix(keyA, keyB, count))
          .as("%s fields of %s and %s", count, shown(schema, a), shown(schema, b))
          .isEqualTo(same);
    }
  }

  @Test
  void cutExtendedAndChangedKeysAreOtherKeysOrRefused() {
    forEachKey(
        SCHEMAS / 20,
        (schema, record, key, random) -> {
          for (int length = 0; length < key.length; length++) {
            decodeOrRefuse(schema, Arrays.copyOf(key, length));
          }
          byte[] longer = Arrays.copyOf(key, key.length + 1);
          for (int b : new int[] {0, 1, 0x66, 0xFE, 0xFF, random.nextInt(256)}) {
            longer[key.length] = (byte) b;
            decodeOrRefuse(schema, longer);
          }
          byte[] changed = key.clone();
          for (int i = 0; i < key.length; i++) {
            for (int b : new int[] {0, 1, 2, 0x20, 0x66, 0x80, 0x99, 0xDF, 0xFE, 0xFF}) {
              changed[i] = (byte) b;
              decodeOrRefuse(schema, changed);
            }
            changed[i] = key[i];
          }
        });
  }

  /** Bytes are a key that encodes to itself, or are refused; and are explained either way. */
  static void decodeOrRefuse(KeySchema schema, byte[] bytes) {
    KeyExplanation explanation = new KeyExplainer(schema).explain(bytes);
    int end = 0;
    for (KeyPart part : explanation.parts()) {
      assertThat(part.offset()).isEqualTo(end);
      end = part.end();
    }
    assertThat(end).isEqualTo(bytes.length);
    List<Object> values;
    try {
      values = schema.decode(bytes);
    } catch (KeyFormatException e) {
      assertThat(explanation.error()).as("%s", e).isNotNull();
      assertThat(e.offset()).isBetween(-1, bytes.length);
      return;
    }
    assertThat(explanation.error()).isNull();
    assertThat(schema.encode(values.toArray()))
        .as("%s: %s decodes to %s", schema, Bytes.toHex(bytes), values)
        .isEqualTo(bytes);
    KeyReader reader = schema.newReader().reset(bytes).field(schema.size());
    assertThat(reader.offset()).isEqualTo(bytes.length);
  }

  @Test
  void charactersBelowTheBlankReadBackInChar() {
    KeySchema schema = KeySchema.parse("v string(4), w string(2) desc", KeyFormats.PHOENIX);
    for (int c = 0; c < 128; c++) {
      String text = "a" + (char) c + "b";
      String other = (char) c + (c == ' ' ? "x" : "");
      byte[] key = schema.encode(text, other);
      assertThat(key).hasSize(6);
      assertThat(schema.decode(key)).containsExactly(text, other);
    }
  }

  @Test
  void descendingBytesThatBeginWithHighBytesReadBackBesideNulls() {
    KeySchema schema =
        KeySchema.parse("v bytes desc null first, w string null first", KeyFormats.PHOENIX);
    for (String hex : List.of("ff", "ffff", "fffffe", "ff00", "fffd", "fe", "ff01fffe")) {
      byte[] key = schema.encode(Bytes.parseHex(hex), "x");
      List<Object> values = schema.decode(key);
      assertThat((byte[]) values.get(0)).isEqualTo(Bytes.parseHex(hex));
    }
    assertThat(schema.decode(schema.encode(null, "x"))).containsExactly(null, "x");
  }

  @Test
  void fieldsAddedLaterAreNullInOlderKeys() {
    KeySchema older = KeySchema.parse("a string, b int32", KeyFormats.PHOENIX);
    KeySchema newer =
        KeySchema.parse("a string, b int32, c string null first added", KeyFormats.PHOENIX);
    byte[] key = older.encode("x", 1);
    assertThat(newer.decode(key)).containsExactly("x", 1, null);
    assertThat(newer.encode("x", 1)).isEqualTo(key);
    assertThat(newer.decode(newer.encode("x", 1, "y"))).containsExactly("x", 1, "y");
  }
}
