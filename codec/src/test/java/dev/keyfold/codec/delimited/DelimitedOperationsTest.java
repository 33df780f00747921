package dev.keyfold.codec.delimited;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeySchemaException;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.bytes.Bytes;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The specification's algorithms under their names, and its defects, which ours do not have. */
class DelimitedOperationsTest {
  private static final UUID ID = UUID.fromString("550e8400-e29b-41d4-a716-446655440001");

  private static KeySchema schema(String text) {
    return KeySchema.parse(text, KeyFormats.DELIMITED);
  }

  @Test
  void createCompositeKeyGivesTheExampleOf61Bytes() {
    KeySchema schema =
        schema("user_id string(32), order_date timestamp, order_id uuid").withShards(256);

    byte[] key = DelimitedKeys.createCompositeKey(schema, "USR_12345", 1737100800000L, ID);

    assertThat(Bytes.toHex(key))
        .isEqualTo(
            "00101f5553525f3132333435"
                + "00".repeat(23)
                + "1f000001947346b0001f550e8400e29b41d4a716446655440001");
  }

  @Test
  void createCompositeKeyIsForDelimitedSchemas() {
    assertThatThrownBy(() -> DelimitedKeys.createCompositeKey(KeySchema.parse("v int64"), 1L))
        .isInstanceOf(KeySchemaException.class)
        .hasMessageContaining("native");
  }

  @ParameterizedTest
  @CsvSource({"00,01", "61,62", "61ff,62", "fe,ff", "00ffff,01", "61ff62,61ff63"})
  void incrementLastByte(String key, String end) {
    byte[] bytes = Bytes.parseHex(key);

    assertThat(Bytes.toHex(DelimitedKeys.incrementLastByte(bytes))).isEqualTo(end);
    assertThat(Bytes.toHex(bytes)).isEqualTo(key);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "ff", "ffff"})
  void nothingIsBehindAllFf(String key) {
    assertThat(DelimitedKeys.incrementLastByte(Bytes.parseHex(key))).isNull();
  }

  @Test
  void computeShardPrefixHashesTheOnePrintedForm() {
    assertThat(shard("USR_12345")).isEqualTo("0010");
    assertThat(shard(-5L)).isEqualTo(shard("-5")).isEqualTo(shard(-5)).isEqualTo("0096");
    assertThat(shard(Instant.parse("2025-01-17T08:00:00Z"))).isEqualTo("0063");
    assertThat(shard(1737100800000L)).isEqualTo("0063");
    assertThat(shard(ID)).isEqualTo("0055");
    assertThat(shard(new BigDecimal("2.50"))).isEqualTo(shard(new BigDecimal("2.5")));
    assertThat(shard(new BigDecimal("1E+6"))).isEqualTo(shard("1e+06")).isEqualTo("0038");
    assertThat(shard(new BigDecimal("0.000010"))).isEqualTo(shard("1e-05")).isEqualTo("00c4");
    assertThat(shard(new BigDecimal("0.00"))).isEqualTo(shard("0"));
    assertThat(shard(new BigDecimal("1E+25"))).isEqualTo(shard("1e+25"));
    assertThat(shard(new BigDecimal("0.0001"))).isEqualTo(shard("0.0001"));
    assertThat(shard(new byte[] {4, 0, 5})).isEqualTo("0044");
  }

  private static String shard(Object value) {
    return Bytes.toHex(DelimitedKeys.computeShardPrefix(value, 256));
  }

  @Test
  void computeShardPrefixRefusesWhatHasNoPrintedForm() {
    for (Object value : new Object[] {null, 0.29, new Object()}) {
      assertThatThrownBy(() -> DelimitedKeys.computeShardPrefix(value, 256))
          .isInstanceOf(KeyValueException.class);
    }
    for (int count : new int[] {-1, 0, 65_536}) {
      assertThatThrownBy(() -> DelimitedKeys.computeShardPrefix("a", count))
          .isInstanceOf(KeySchemaException.class);
    }
    assertThat(DelimitedKeys.computeShardPrefix("USR_12345", 65_535))
        .isEqualTo(Bytes.parseHex("7121"));
  }

  @Test
  void prefixScanOfUsr1DoesNotFindUsr12() {
    for (String type : new String[] {"string", "string(32)"}) {
      KeySchema schema = schema("user " + type + ", at timestamp").withShards(256);

      KeyRange range = DelimitedKeys.prefixScan(schema, "USR_1");

      assertThat(range.contains(schema.encode("USR_1", 5L))).isTrue();
      assertThat(range.contains(schema.encode("USR_12", 5L))).isFalse();
      assertThat(range.contains(schema.encode("USR_", 5L))).isFalse();
    }
  }

  @Test
  void prefixScanWithoutAPrefixIsRefused() {
    assertThatThrownBy(() -> DelimitedKeys.prefixScan(schema("v string")))
        .isInstanceOf(KeyValueException.class)
        .hasMessageContaining("0 leading values");
  }

  @Test
  void rangeScanDoesNotLetLongerValuesIn() {
    KeySchema schema = schema("v string(8), n int64");

    KeyRange range = DelimitedKeys.rangeScan(schema, new Object[0], "a", "b");

    assertThat(range.contains(schema.encode("a", Long.MIN_VALUE))).isTrue();
    assertThat(range.contains(schema.encode("b", Long.MAX_VALUE))).isTrue();
    assertThat(range.contains(schema.encode("bzzz", 0L))).isFalse();
    KeySchema last = schema("n int64, v string");
    KeyRange between = DelimitedKeys.rangeScan(last, new Object[] {7L}, "a", "b");
    assertThat(between.contains(last.encode(7L, "b"))).isTrue();
    assertThat(between.contains(last.encode(7L, "b\0"))).isFalse();
    assertThat(DelimitedKeys.rangeScan(last, new Object[] {7L}, "b", "a").isEmpty()).isTrue();
  }

  @Test
  void rangeScanIsRefusedWhereNoRangeIsRight() {
    KeySchema variable = schema("v string, n int64");
    assertThatThrownBy(() -> DelimitedKeys.rangeScan(variable, new Object[0], "a", "b"))
        .isInstanceOf(KeyValueException.class)
        .hasMessageContaining("variable-length field that another follows");
    KeySchema sharded = schema("n int64, m int64").withShards(16);
    assertThatThrownBy(() -> DelimitedKeys.rangeScan(sharded, new Object[0], 1L, 2L))
        .isInstanceOf(KeyValueException.class);
  }
}
