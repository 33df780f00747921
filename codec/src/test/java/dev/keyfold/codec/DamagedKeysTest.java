package dev.keyfold.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.testing.ModelOrder;
import dev.keyfold.codec.testing.RandomSchemas;
import dev.keyfold.codec.testing.RandomValues;
import dev.keyfold.testkit.Seeds;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * For any schema: bytes are a key and encode to themselves again, or they are refused with the one
 * exception. Cut, extended and changed keys are the bytes that are almost right.
 */
class DamagedKeysTest {
  private static final int SCHEMAS = 120;
  private static final int RECORDS = 5;

  private interface Check {
    void check(KeySchema schema, List<Object> record, byte[] key, Random random);
  }

  private static void forEachKey(Check check) {
    Seeds.each(
        random -> {
          for (int i = 0; i < SCHEMAS; i++) {
            KeySchema schema = RandomSchemas.next(random);
            for (List<Object> record : RandomValues.records(schema, random, RECORDS)) {
              check.check(schema, record, schema.encode(record.toArray()), random);
            }
          }
        });
  }

  /** The values of bytes; null if they are refused. Any other outcome fails the test. */
  private static List<Object> decodeOrRefuse(KeySchema schema, byte[] bytes) {
    List<Object> values;
    try {
      values = schema.decode(bytes);
    } catch (KeyFormatException e) {
      assertThat(e.getMessage()).contains("found ", ", expected ");
      assertThat(e.offset()).isBetween(-1, bytes.length);
      return null;
    } catch (RuntimeException e) {
      throw new AssertionError(schema + " " + Bytes.toHex(bytes) + ": " + e, e);
    }
    assertThat(schema.encode(values.toArray()))
        .as("%s: %s decodes to %s", schema, Bytes.toHex(bytes), values)
        .isEqualTo(bytes);
    return values;
  }

  @Test
  void everyTruncationIsRefusedUnlessOnlyAddedFieldsAreMissing() {
    forEachKey(
        (schema, record, key, random) -> {
          for (int length = 0; length < key.length; length++) {
            List<Object> values = decodeOrRefuse(schema, Arrays.copyOf(key, length));
            if (values != null) {
              checkOnlyAddedMissing(schema, record, values, Bytes.toHex(key));
            }
          }
        });
  }

  private static void checkOnlyAddedMissing(
      KeySchema schema, List<Object> record, List<Object> values, String key) {
    boolean ended = false;
    for (int i = 0; i < schema.size(); i++) {
      boolean same = ModelOrder.same(schema.field(i).type(), record.get(i), values.get(i));
      ended |= !same;
      if (ended && !(schema.field(i).added() && values.get(i) == null)) {
        fail("%s: %s decodes to %s", schema, key, values);
      }
    }
  }

  @Test
  void everyFurtherByteIsRefused() {
    forEachKey(
        (schema, record, key, random) -> {
          byte[] longer = Arrays.copyOf(key, key.length + 1);
          for (int b : new int[] {0, 1, 2, 3, 0x80, 0xFF, random.nextInt(256)}) {
            longer[key.length] = (byte) b;
            assertThat(decodeOrRefuse(schema, longer)).as("%s", Bytes.toHex(longer)).isNull();
          }
        });
  }

  @Test
  void everyChangedByteGivesAnotherKeyOrIsRefused() {
    forEachKey(
        (schema, record, key, random) -> {
          byte[] changed = key.clone();
          for (int i = 0; i < key.length; i++) {
            for (int change : new int[] {1, 2, 3, 0x80, 0xFF, 1 + random.nextInt(255)}) {
              changed[i] = (byte) (key[i] ^ change);
              List<Object> values = decodeOrRefuse(schema, changed);
              if (values != null && ModelOrder.same(schema, values, record)) {
                fail("%s: two keys of one record, %s", schema, Bytes.toHex(changed));
              }
            }
            changed[i] = key[i];
          }
        });
  }

  @Test
  void arbitraryBytesAreDecodedOrRefused() {
    Seeds.each(
        random -> {
          for (int i = 0; i < 10 * SCHEMAS; i++) {
            KeySchema schema = RandomSchemas.next(random);
            byte[] bytes = new byte[random.nextInt(60)];
            for (int j = 0; j < bytes.length; j++) {
              bytes[j] = (byte) (random.nextBoolean() ? random.nextInt(4) : random.nextInt(256));
            }
            decodeOrRefuse(schema, bytes);
          }
        });
  }

  /** Skipping checks less than decoding, but never finds another end. */
  @Test
  void skippingFindsTheEndOfWhateverDecodes() {
    forEachKey(
        (schema, record, key, random) -> {
          byte[] changed = key.clone();
          changed[random.nextInt(key.length)] ^= (byte) (1 << random.nextInt(8));
          KeyReader reader = schema.newReader();
          if (decodeOrRefuse(schema, changed) != null) {
            assertThat(reader.reset(changed).field(schema.size()).offset()).isEqualTo(key.length);
            reader.finish();
          }
        });
  }

  /**
   * A reader that met bad bytes reports them again, or starts over; it never continues from the
   * middle.
   */
  @Test
  void aReaderThatMetMalformedBytesDoesNotReadOnFromTheMiddle() {
    forEachKey(
        (schema, record, key, random) -> {
          KeyReader reader = schema.newReader();
          byte[] cut = Arrays.copyOf(key, random.nextInt(key.length));
          try {
            reader.reset(cut).finish();
          } catch (KeyFormatException e) {
            int last = e.field() == null ? 0 : schema.indexOf(e.field().split("[.\\[]", 2)[0]);
            for (int i = 0; i < last; i++) {
              Object value = reader.field(i).get();
              assertThat(ModelOrder.same(schema.field(i).type(), value, record.get(i))).isTrue();
            }
          }
        });
  }
}
