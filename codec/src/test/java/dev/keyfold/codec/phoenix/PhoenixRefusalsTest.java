package dev.keyfold.codec.phoenix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyFormatException;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeyOrder;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeySchemaException;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.KeyWriter;
import dev.keyfold.codec.ValueText;
import dev.keyfold.codec.bytes.Bytes;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Phoenix does not have, or would corrupt, is refused with the reason. */
class PhoenixRefusalsTest {
  private static KeySchema schema(String text) {
    return KeySchema.parse(text, KeyFormats.PHOENIX);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "v uuid | no UUID",
        "v integer | no integers of any size",
        "v time | an instant",
        "v timestamp(6) | timestamp(9)",
        "v decimal(exact) | not its trailing zeros",
        "v decimal(39,0) | at most 38 digits",
        "v enum(A=1) | no enum",
        "v list<int32>, w string | as the last field",
        "v list<bytes> | no arrays of VARBINARY",
        "v list<list<int32>> | no arrays of arrays",
        "v list<uuid> | no UUID",
        "v list<bool> desc | the second true",
        "v list<int32 null first> | writes a null of fixed width as zero",
        "v list<string null last> | null first",
        "v tuple<a int32> | no nested values",
        "v string null last | null first",
        "v int32 null first | no place for a null",
        "v string(4) null first | no place for a null",
        "v bytes(4) null first | no place for a null",
        "a int32, v timestamp null first added | no place for a null",
      })
  void schemasThatPhoenixDoesNotHave(String text, String reason) {
    assertThatThrownBy(() -> schema(text))
        .isInstanceOf(KeySchemaException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void saltsThatPhoenixDoesNotHave() {
    KeySchema schema = schema("a string, b int64");
    assertThat(schema.withShards(256).shardBy()).isEqualTo(2);
    assertThatThrownBy(() -> schema.withShards(257))
        .isInstanceOf(KeySchemaException.class)
        .hasMessageContaining("1 to 256");
    assertThatThrownBy(() -> schema.withShards(16, 1))
        .isInstanceOf(KeySchemaException.class)
        .hasMessageContaining("the whole key");
  }

  @Test
  void varbinaryOnlyAtTheEndAndAscending() {
    var format = KeyFormats.named("phoenix:varbinary");
    assertThat(format).hasToString("phoenix:varbinary").isSameAs(KeyFormats.named(format.name()));
    for (String text : new String[] {"v bytes, w string", "v bytes desc"}) {
      assertThatThrownBy(() -> KeySchema.parse(text, format))
          .isInstanceOf(KeySchemaException.class)
          .hasMessageContaining("VARBINARY as the last field");
    }
    assertThatThrownBy(() -> KeyFormats.named("phoenix:other"))
        .isInstanceOf(KeySchemaException.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "v string | a\u0000b | NUL",
        "v string | | takes an empty VARCHAR for null",
        "v string null first | | null: Phoenix takes an empty",
        "v string desc | a\ud800 | unpaired surrogate",
        "v string(4) | | takes an empty CHAR for null",
        "v string(4) | abcde | at most 4 characters",
        "v string(4) | \u00e9 | characters of one byte",
        "v string(4) desc | \u20ac | characters of one byte",
        "v string(4) | 'ab ' | no blank at the end",
        "v string(4) | '    ' | no blank at the end",
        "v bytes | | takes an empty VARBINARY_ENCODED for null",
        "v bytes desc | fffe | begins fffe",
        "v bytes desc null first | fffe00 | reads a null",
        "v decimal | 1E126 | less than 1E126",
        "v decimal | -1E126 | less than 1E126",
        "v decimal | 1E2147483647 | less than 1E126",
        "v decimal | 10E2147483647 | less than 1E126",
        "v decimal | 9.99E-127 | at least 1E-126",
        "v decimal | -1E124 | less than 1E124",
        "v decimal desc | 1E124 | less than 1E124",
        "v decimal desc | 9.9E125 | less than 1E124",
        "v decimal | 123456789012345678901234567890123456789 | at most 38 digits",
        "v uint8 | 128 | 0 to 127",
        "v uint16 | 32768 | 0 to 32767",
        "v uint32 desc | 2147483648 | 0 to 2147483647",
        "v uint64 | 9223372036854775808 | 0 to 9223372036854775807",
        "v timestamp(9) | +1000000000-12-31T23:59:59.999999999Z | fit 64 bits",
      })
  void valuesThatPhoenixWouldCorrupt(String text, String written, String reason) {
    KeySchema schema = schema("k int32, " + text + ", z string null first");
    KeyField field = schema.field(1);
    Object value = ValueText.read(field, written == null ? "" : written);
    KeyWriter writer = schema.newWriter();
    writer.put(1);
    int before = writer.length();
    assertThatThrownBy(() -> writer.put(value))
        .isInstanceOf(KeyValueException.class)
        .hasMessageContaining(reason)
        .hasMessageContaining("field v at offset 4");
    assertThat(writer.length()).isEqualTo(before);
  }

  @Test
  void valuesOutOfTheRangeOfTheirType() {
    Object[][] wrong = {
      {"v bytes(2)", new byte[0]},
      {"v bytes(2)", new byte[3]},
      {"v list<bytes(2)>", List.of(new byte[3])},
      {"v list<string>", List.of()},
      {"v list<string>", List.of("")},
      {"v list<string>", List.of("a\0b")},
      {"v list<string null first>", Arrays.asList("a", null, "")},
      {"v list<string(2)>", List.of("abc")},
      {"v list<uint8>", List.of(128)},
      {"v list<decimal>", List.of(new BigDecimal("1E124"))},
      {"v list<decimal> desc", List.of(new BigDecimal("-1E124"))},
      {"v list<string>", Collections.nCopies(40_000, "a")},
      {"v decimal(5,2)", new BigDecimal("1.555")},
      {"v decimal(5,2)", new BigDecimal("1234.5")},
      {"v int8", 128},
    };
    for (Object[] one : wrong) {
      assertThatThrownBy(() -> schema((String) one[0]).encode(one[1]))
          .isInstanceOf(KeyValueException.class)
          .hasMessageContaining("field v");
    }
  }

  @Test
  void refusedValuesLeaveNoTraceBehindSeparatorsThatWait() {
    KeySchema schema = schema("a string, b string null first, c string, d string null first");
    KeyWriter writer = schema.newWriter().putString("x").putNull();
    assertThatThrownBy(() -> writer.putString("a\0b")).isInstanceOf(KeyValueException.class);
    assertThatThrownBy(() -> writer.putString("")).isInstanceOf(KeyValueException.class);
    assertThat(Bytes.toHex(writer.putString("y").putNull().toBytes())).isEqualTo("78000079");
  }

  @Test
  void aKeyOfNullsOnly() {
    for (int shards : new int[] {0, 4}) {
      KeySchema schema = schema("a string null first, b decimal null first").withShards(shards);
      assertThatThrownBy(() -> schema.encode(null, null))
          .isInstanceOf(KeyValueException.class)
          .hasMessageContaining("no empty key");
      assertThat(schema.decode(schema.encode(null, 1))).hasSize(2);
      assertThatThrownBy(() -> schema.decode(new byte[0])).isInstanceOf(KeyFormatException.class);
      assertThatThrownBy(() -> schema.decode(new byte[1])).isInstanceOf(KeyFormatException.class);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a string, b string null first | 6100 | separator at the end",
        "a string null first, b string null first | 00 | separator at the end",
        "a bytes, b bytes null first | 010001 | separator at the end",
        "a string, b string | 61 | the end of the key",
        "a string, b string | 0062 | a null",
        "v string | 610062 | without NUL",
        "v string | c3 | UTF-8",
        "v string desc | 9e | no separator up to the end",
        "v string desc | ff | no separator up to the end",
        "v string desc | ffff | without NUL",
        "v bytes | 0001 | 0001",
        "v bytes | 00 | 00ff for a zero byte",
        "v bytes | 0002 | 00ff for a zero byte",
        "v bytes desc | 0001fffe | begins fffe",
        "v bytes desc | fffe | does not take for null",
        "v bytes desc | ff01fffe | ff00 for a zero byte",
        "v string(4) | 20202020 | at least one character",
        "v string(4) | 61e92020 | one byte",
        "v string(4) | 612020 | 4 or more",
        "v bool | 02 | 00 or 01",
        "v bool desc | 01 | fe or ff",
        "v uint8 | 80 | 0 to 127",
        "v uint64 desc | 0000000000000000 | UNSIGNED_LONG",
        "v float | 00000000 | FLOAT",
        "v double | fff8000000000002 | DOUBLE",
        "v date | 8000000000000001 | midnight UTC",
        "v date | ffffffffffffffff | midnight UTC",
        "v timestamp(9) | 8000000000000000000f4240 | less than a millisecond",
        "v decimal | 8002 | DECIMAL",
        "v decimal | 8102 | DECIMAL",
        "v decimal | c1 | DECIMAL",
        "v decimal | c101 | DECIMAL",
        "v decimal | c10201 | DECIMAL",
        "v decimal | c165 | DECIMAL",
        "v decimal | 3e64 | DECIMAL",
        "v decimal | 006466 | DECIMAL",
        "v decimal | 7e6466 | DECIMAL",
        "v decimal desc | 00fdff | DECIMAL",
        "v decimal | d30d23394f5b0d23394f5b0d23394f5b0d23394f0b | DECIMAL",
        "v decimal | 2c644e38220c644e38220c644e38220c644e38221566 | DECIMAL",
        "v decimal(5,2) | c1020b0b | decimal(5,2)",
        "v decimal(2,2) | c102 | decimal(2,2)",
      })
  void bytesThatAreNotKeys(String text, String hex, String reason) {
    assertThatThrownBy(() -> schema(text).decode(Bytes.parseHex(hex)))
        .isInstanceOf(KeyFormatException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void aWrongSalt() {
    KeySchema schema = schema("a string, b int64").withShards(16);
    byte[] key = schema.encode("USR_12345", 1737100800000L);
    key[0]--;
    assertThatThrownBy(() -> schema.decode(key))
        .isInstanceOf(KeyFormatException.class)
        .hasMessageContaining("salt 14");
  }

  @Test
  void nullGettersSayWhatToAsk() {
    KeySchema schema = schema("a decimal null first, b string");
    assertThat(schema.newReader().reset(schema.encode(null, "x")).getDecimal()).isNull();
  }

  @Test
  void indexesThatPhoenixDoesNotHaveOrCorrupts() {
    KeySchema table = schema("k string, j int32");
    KeyField binary = new KeyField("v", KeyType.bytes(4), KeyOrder.ASC_NULLS_FIRST);
    assertThatThrownBy(() -> PhoenixIndex.of(table, binary))
        .isInstanceOf(KeySchemaException.class)
        .hasMessageContaining("VARBINARY");
    assertThatThrownBy(() -> PhoenixIndex.of(table))
        .isInstanceOf(KeySchemaException.class)
        .hasMessageContaining("no indexed column");
    assertThatThrownBy(() -> PhoenixIndex.of(table, new KeyField("j", KeyType.INT64, KeyOrder.ASC)))
        .isInstanceOf(KeySchemaException.class)
        .hasMessageContaining("int32, as in the key");
    KeySchema raw = KeySchema.parse("k bytes", KeyFormats.named("phoenix:varbinary"));
    KeyField column = new KeyField("v", KeyType.STRING, KeyOrder.ASC);
    for (KeySchema other : new KeySchema[] {raw, KeySchema.parse("k string")}) {
      assertThatThrownBy(() -> PhoenixIndex.of(other, column))
          .isInstanceOf(KeySchemaException.class)
          .hasMessageContaining("phoenix");
    }
  }

  @Test
  void indexedValuesThatPhoenixWouldCorrupt() {
    KeySchema table = schema("k string");
    Object[][] wrong = {
      {KeyType.DOUBLE, Double.NaN},
      {KeyType.FLOAT, Float.POSITIVE_INFINITY},
      {KeyType.DOUBLE, Double.MAX_VALUE},
      {KeyType.UINT8, 128},
      {KeyType.UINT64, BigInteger.ONE.shiftLeft(63)},
      {KeyType.string(2), "a "},
      {KeyType.string(2), ""},
      {KeyType.string(2), "a\0"},
      {KeyType.DECIMAL, new BigDecimal("1E126")},
    };
    for (Object[] one : wrong) {
      KeyField column = new KeyField("v", (KeyType) one[0], KeyOrder.ASC_NULLS_FIRST);
      PhoenixIndex index = PhoenixIndex.of(table, column);
      assertThatThrownBy(() -> index.encode(Map.of("k", "x", "v", one[1])))
          .as("%s %s", one)
          .isInstanceOf(KeyValueException.class)
          .hasMessageContaining("field v");
    }
    PhoenixIndex index =
        PhoenixIndex.of(table, new KeyField("v", KeyType.TIMESTAMP, KeyOrder.ASC_NULLS_FIRST));
    assertThatThrownBy(() -> index.encode(Map.of("v", Instant.EPOCH)))
        .isInstanceOf(KeyValueException.class)
        .hasMessageContaining("field k");
  }
}
