package dev.keyfold.codec.delimited;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.KeyFormatException;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeySchemaException;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.KeyWriter;
import dev.keyfold.codec.bytes.Bytes;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the layout cannot express, would corrupt, or would mix up is an error that says why. */
class DelimitedRefusalsTest {
  private static KeySchema schema(String text) {
    return KeySchema.parse(text, KeyFormats.DELIMITED);
  }

  // ---- schemas

  @ParameterizedTest
  @ValueSource(
      strings = {
        "v bool",
        "v int8",
        "v int32",
        "v uint64",
        "v integer",
        "v float",
        "v double",
        "v date",
        "v time",
        "v timestamp(6)",
        "v timestamp(9)",
        "v bytes(4)",
        "v enum(A=1)",
        "v list<int64>",
        "v tuple<a int64, b int64>"
      })
  void typesThatTheSpecificationDoesNotHave(String text) {
    assertThatThrownBy(() -> schema(text))
        .isInstanceOf(KeySchemaException.class)
        .hasMessageContaining("string, string(n), int64, timestamp, uuid, decimal(p,s) or bytes");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "v string null first|nullable",
        "v int64 null last|nullable",
        "a int64, v int64 null first added|nullable",
        "v int64 desc|descending",
        "v decimal|decimal(18,6)",
        "v decimal(exact)|decimal(18,6)",
        "v decimal(19,2)|at most 18 digits"
      })
  void fieldsThatTheLayoutCannotExpress(String text, String reason) {
    assertThatThrownBy(() -> schema(text))
        .isInstanceOf(KeySchemaException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void aShardPrefixOverMoreThanTheFirstField() {
    KeySchema schema = schema("a int64, b int64");

    assertThatThrownBy(() -> schema.withShards(16, 2))
        .isInstanceOf(KeySchemaException.class)
        .hasMessageContaining("printed first field");
  }

  @Test
  void variantsAreFoundByNameAndOthersRefused() {
    assertThat(KeyFormats.named("delimited")).isSameAs(KeyFormats.DELIMITED);
    assertThat(KeyFormats.named("delimited:1f")).isSameAs(KeyFormats.DELIMITED);
    for (String name : new String[] {"delimited:00", "delimited:ff", "delimited:0001"}) {
      assertThat(KeyFormats.named(name)).isSameAs(KeyFormats.named(name)).hasToString(name);
    }
    assertThat(KeyFormats.named("delimited:FF")).isSameAs(KeyFormats.named("delimited:ff"));
    for (String name : new String[] {"delimited:", "delimited:02", "delimited:1f1f"}) {
      assertThatThrownBy(() -> KeyFormats.named(name))
          .isInstanceOf(KeySchemaException.class)
          .hasMessageContaining("delimited:0001");
    }
  }

  @Test
  void shardHashesAreVariantsToo() {
    String name = "delimited:00,hash=murmur3";
    assertThat(KeyFormats.named(name)).isSameAs(KeyFormats.named(name)).hasToString(name);
    assertThat(KeyFormats.named("delimited:1f,hash=md5")).isSameAs(KeyFormats.DELIMITED);
    assertThat(KeyFormats.named("delimited:FF,HASH=XXHASH64"))
        .hasToString("delimited:ff,hash=xxhash64");
    assertThatThrownBy(() -> KeyFormats.named("delimited:1f,hash=sha1"))
        .isInstanceOf(KeySchemaException.class)
        .hasMessageContaining("the shard hash 'sha1'")
        .hasMessageContaining("md5, xxhash64, murmur3");
  }

  // ---- values

  private static void refused(KeySchema schema, String reason, Object... values) {
    assertThatThrownBy(() -> schema.encode(values))
        .isInstanceOf(KeyValueException.class)
        .hasMessageContaining(reason);
    KeyWriter writer = schema.newWriter();
    for (int i = 0; i < values.length - 1; i++) {
      writer.put(values[i]);
    }
    String before = writer.toString();
    assertThatThrownBy(() -> writer.put(values[values.length - 1]))
        .isInstanceOf(KeyValueException.class);
    assertThat(writer).hasToString(before);
  }

  @Test
  void nullsAndMissingValuesDoNotEndAKeyEarly() {
    KeySchema schema = schema("a string, b string, c string");

    refused(schema, "null", "a", null);
    assertThatThrownBy(() -> schema.encode("a", "b"))
        .isInstanceOf(KeyValueException.class)
        .hasMessageContaining("no value");
  }

  @Test
  void nothingIsCut() {
    refused(schema("v string(4)"), "5 UTF-8 bytes", "abcde");
    refused(schema("v string(4)"), "5 UTF-8 bytes", "abc\u00e9");
    refused(schema("v string(4)"), "delimiters doubled", "abc\u001f");
    refused(schema("n int64, v string(1)"), "at most 1: string(1)", 1L, "ab");
  }

  @Test
  void trailingZeroBytesAreNotLost() {
    refused(schema("v string(4)"), "lost in the padding", "a\0");
    refused(schema("v string(4)"), "lost in the padding", "\0");
    KeySchema zero = KeySchema.parse("v string(4)", KeyFormats.named("delimited:00"));
    refused(zero, "lost in the padding", "a\0");
    KeySchema variable = schema("v string");
    assertThat(variable.decode(variable.encode("a\0"))).containsExactly("a\0");
  }

  @Test
  void negativeTimestamps() {
    refused(schema("v timestamp"), "-1 milliseconds", -1L);
    KeyWriter writer = schema("v timestamp").newWriter();
    assertThatThrownBy(() -> writer.putLong(-1))
        .isInstanceOf(KeyValueException.class)
        .hasMessageContaining("unsigned");
  }

  @Test
  void decimalsScaleExactlyOrNotAtAll() {
    KeySchema schema = schema("v decimal(18,2)");

    assertThat(Bytes.toHex(schema.encode(new BigDecimal("0.29")))).isEqualTo("800000000000001d");
    refused(schema, "exact at that scale", new BigDecimal("0.295"));
    refused(schema, "not a decimal", 0.29);
    refused(schema, "16 digits before the point", new BigDecimal("10000000000000000"));
  }

  @Test
  void delimitersInVariableLengthValuesBesideOthers() {
    KeySchema schema = schema("a string, b string");
    refused(schema, "the delimiter at byte 1 of the value", "a\u001f");
    refused(schema, "the delimiter at byte 0 of the value", "a", "\u001fb");
    refused(schema("a string, n int64"), "could not be told", "a\u001fb");
    KeySchema twoBytes = KeySchema.parse("a string, n int64", KeyFormats.named("delimited:0001"));
    refused(twoBytes, "at byte 2", "ab\0\u0001");
    assertThat(twoBytes.decode(twoBytes.encode("a\0", 1L))).containsExactly("a\0", 1L);
  }

  @Test
  void unpairedSurrogates() {
    refused(schema("v string"), "unpaired surrogate at character 1", "a\ud800");
    refused(schema("v string(8)"), "unpaired surrogate", "\udc00");
  }

  // ---- keys

  @ParameterizedTest
  @CsvSource({
    "v string(4),61000000ff,more bytes",
    "v string(4),610000,the end of the key",
    "v string(4),611f0000,it doubled",
    "v string(4),ff000000,UTF-8",
    "v string,611f62,it doubled",
    "v string,611f1f1f,it doubled",
    "v string,c3,UTF-8",
    "v timestamp,8000000000000000,milliseconds",
    "v timestamp,00000000000000,8 bytes",
    "'v decimal(2,1)',8000000000000064,'decimal(2,1)'",
    "'v decimal(2,1)',7fffffffffffff9c,'decimal(2,1)'",
    "'a string, b string',6162,a delimiter",
    "'a string, b string',611f621f63,beside others",
    "'a string, b string',611f1f1f62,beside others",
    "'a int64, b int64',8000000000000001208000000000000001,the delimiter before b",
    "'a int64, b int64',8000000000000001,the delimiter before b",
    "'a string, b uuid',611f1f621f550e8400e29b41d4a716446655440001,more bytes"
  })
  void bytesThatAreNoKey(String text, String hex, String reason) {
    assertThatThrownBy(() -> schema(text).decode(Bytes.parseHex(hex)))
        .isInstanceOf(KeyFormatException.class)
        .hasMessageContaining(reason);
  }

  @ParameterizedTest
  @CsvSource({
    "00,a shard prefix",
    "0010,the delimiter after",
    "00101e61,the delimiter after",
    "00101f61,the shard prefix 16"
  })
  void shardPrefixesThatAreNone(String hex, String reason) {
    KeySchema schema = schema("v string").withShards(256);

    assertThatThrownBy(() -> schema.decode(Bytes.parseHex(hex)))
        .isInstanceOf(KeyFormatException.class)
        .hasMessageContaining(reason);
  }
}
