package dev.keyfold.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.bytes.Bytes;
import java.math.BigInteger;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/**
 * Getters that do not suit the field or its value are refused, and the reader stays where it is.
 */
class ReaderGettersTest {
  private static void refused(ThrowingCallable get, String message) {
    assertThatThrownBy(get).isInstanceOf(KeyValueException.class).hasMessage(message);
  }

  @Test
  void aGetterOfAnotherTypeIsRefusedAndTheFieldCanStillBeRead() {
    KeySchema schema = KeySchema.parse("a string, b uint8");
    KeyReader reader = schema.newReader().reset(schema.encode("x", 7));
    List<Function<KeyReader, Object>> others =
        List.of(
            KeyReader::getBoolean,
            KeyReader::getLong,
            KeyReader::getUnsignedLong,
            KeyReader::getFloat,
            KeyReader::getDouble,
            KeyReader::getBytes,
            KeyReader::getUuid,
            KeyReader::getUuidHigh,
            KeyReader::getUuidLow,
            KeyReader::getInstant,
            KeyReader::getDecimal,
            KeyReader::getInteger,
            KeyReader::getDate,
            KeyReader::getTime,
            KeyReader::getList);
    for (Function<KeyReader, Object> getter : others) {
      assertThatThrownBy(() -> getter.apply(reader))
          .isInstanceOf(KeyValueException.class)
          .hasMessageMatching("field a: found get\\w+, expected a getter for string, or get\\(\\)");
    }
    assertThat(reader.getString()).isEqualTo("x");
    refused(reader::getString, "field b: found getString, expected a getter for uint8, or get()");
    assertThat(reader.getLong()).isEqualTo(7);
    refused(reader::get, "found a read after the last field, expected at most 2 fields");
    refused(reader::skip, "found a read after the last field, expected at most 2 fields");
    refused(reader::isNull, "found a read after the last field, expected at most 2 fields");
    refused(() -> reader.field("c"), "field c: found no field of that name, expected one of a, b");
    reader.finish();
  }

  @Test
  void nullInAGetterThatCannotSayItIsRefusedAndCanStillBeAskedFor() {
    KeySchema schema =
        KeySchema.parse("a int64 null, b uuid null last, c bool null, d int8 null added");
    KeyReader reader = schema.newReader().reset(schema.encode(null, null, null));
    String ask = ": found null, expected a value; ask isNull() first, or use get()";
    refused(reader::getLong, "field a" + ask);
    assertThat(reader.isNull()).isTrue();
    assertThat(reader.get()).isNull();
    refused(reader::getUuidHigh, "field b" + ask);
    refused(reader::getUuidLow, "field b" + ask);
    assertThat(reader.getUuid()).isNull();
    refused(reader::getBoolean, "field c" + ask);
    assertThat(reader.get()).isNull();
    refused(reader::getLong, "field d" + ask);
    assertThat(reader.get()).isNull();
    reader.finish();
  }

  @Test
  void aFormatThatReadsWholeUuidsOnlyRefusesTheHalvesOfNull() {
    KeyReader reader =
        new KeyReader(KeySchema.parse("a uuid null")) {
          @Override
          protected void skipFields(int from, int to) {}

          @Override
          protected UUID decodeUuid(int field) {
            pos++;
            return null;
          }
        }.reset(new byte[1]);
    String message = "field a: found null, expected a value; ask isNull() first, or use get()";
    refused(reader::getUuidHigh, message);
    refused(reader::getUuidLow, message);
    assertThat(reader.offset()).isZero();
    assertThat(reader.getUuid()).isNull();
    reader.finish();
  }

  @Test
  void anIntegerThatALongCannotHoldIsRefusedAndCanStillBeRead() {
    BigInteger large = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);
    for (String type : List.of("uint64", "uint64 desc null last", "integer", "integer desc null")) {
      KeySchema schema = KeySchema.parse("a string, v " + type + ", b int8");
      KeyReader reader = schema.newReader().reset(schema.encode("x", large, 5)).field("v");
      refused(
          reader::getLong,
          "field v at offset 2: found 18446744073709551615,"
              + " expected a value that fits a long; use getInteger()");
      assertThat(reader.getInteger()).isEqualTo(large);
      assertThat(reader.getLong()).isEqualTo(5);
    }
  }

  @Test
  void afterMalformedBytesNoFieldIsNextUntilOneIsFound() {
    KeySchema schema = KeySchema.parse("a string, b string, c string");
    KeyReader reader = schema.newReader().reset(Bytes.parseHex("6100620063"));
    String malformed =
        "field c at offset 4: found no terminator up to the end, expected a 00 that ends the string";

    assertThatThrownBy(() -> reader.field(3))
        .isInstanceOf(KeyFormatException.class)
        .hasMessage(malformed);
    refused(reader::get, "found a read after malformed bytes, expected at most 3 fields");
    assertThat(reader.field(0).getString()).isEqualTo("a");
    assertThat(reader.field(1).getString()).isEqualTo("b");
    assertThatThrownBy(reader::getString)
        .isInstanceOf(KeyFormatException.class)
        .hasMessage(malformed);
    assertThatThrownBy(reader::finish).isInstanceOf(KeyFormatException.class).hasMessage(malformed);
    assertThat(reader.field(1).getString()).isEqualTo("b");
  }

  @Test
  void aKeyWithoutItsShardPrefixHasNoFieldToRead() {
    KeyReader reader = KeySchema.parse("a uint8").withShards(4).newReader();
    assertThatThrownBy(() -> reader.reset(new byte[1]))
        .isInstanceOf(KeyFormatException.class)
        .hasMessage("at offset 0: found 1 bytes, expected a shard prefix of 2 bytes");
    refused(reader::getLong, "found a read after malformed bytes, expected at most 1 fields");
  }

  @Test
  void bytesIntoAnArrayOfTheCallersThatMustBeLargeEnough() {
    KeySchema schema = KeySchema.parse("a bytes desc null, b bytes(2), c bytes null");
    byte[] content = {0, 1, 2};
    KeyReader reader = schema.newReader().reset(schema.encode(content, new byte[] {8, 9}, null));
    byte[] out = new byte[4];
    refused(
        () -> reader.getBytes(out, 2), "field a at offset 0: found 3 bytes, expected at most 2");
    assertThat(reader.getBytes(out, 1)).isEqualTo(3);
    assertThat(out).containsExactly(0, 0, 1, 2);
    refused(
        () -> reader.getBytes(out, 3), "field b at offset 7: found 2 bytes, expected at most 1");
    assertThat(reader.getBytes(out, 0)).isEqualTo(2);
    assertThat(out).containsExactly(8, 9, 1, 2);
    assertThat(reader.getBytes(out, 0)).isEqualTo(-1);
    reader.finish();
  }

  @Test
  void placesOutsideTheSchemaOrTheArrayAreMistakesOfTheProgram() {
    KeySchema schema = KeySchema.parse("a int8");
    KeyReader reader = schema.newReader().reset(new byte[1]);
    assertThatThrownBy(() -> reader.field(2)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> reader.field(-1)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> reader.reset(new byte[3], 2, 2))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> schema.newWriter().putBytes(new byte[3], 2, 2))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void aKeyInTheMiddleOfAnArrayEndsWhereItEnds() {
    KeySchema schema = KeySchema.parse("a string, b integer").withShards(9);
    byte[] key = schema.encode("abcdefgh", 1 << 20);
    byte[] around = new byte[key.length + 2];
    System.arraycopy(key, 0, around, 1, key.length);
    KeyReader reader = schema.newReader();

    assertThat(reader.reset(around, 1, key.length).getAll())
        .containsExactly("abcdefgh", BigInteger.valueOf(1 << 20));
    assertThat(reader.offset()).isEqualTo(key.length);
    assertThatThrownBy(() -> reader.reset(around, 1, key.length - 1).getAll())
        .isInstanceOf(KeyFormatException.class)
        .hasMessageStartingWith("field b at offset 11: found 3 bytes up to the end");
  }
}
