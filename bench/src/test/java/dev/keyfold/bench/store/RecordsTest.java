package dev.keyfold.bench.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.delimited.DelimitedFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

/** The data are what the report says they are. */
class RecordsTest {
  private final Records records = new Records(3000);
  private final KeySchema schema =
      KeySchema.parse(Records.SCHEMA, new DelimitedFormat()).withShards(Records.SHARDS);

  @Test
  void keysAreOrdersOfTheDelimitedFormat() {
    TreeSet<byte[]> all = new TreeSet<>(Arrays::compareUnsigned);
    for (Records.Kind kind : Records.Kind.values()) {
      for (int i = 0; i < records.count(); i++) {
        byte[] key = key(i, kind);
        List<Object> fields = schema.decode(key);
        assertThat(schema.encode(fields.toArray())).isEqualTo(key);
        assertThat(fields.get(0).toString()).matches("USR_1000[012]");
        all.add(key);
      }
    }
    assertThat(all).hasSize(9000);
  }

  @Test
  void prefixHasAThousandRowsAndRangeAHundred() {
    TreeSet<byte[]> stored = new TreeSet<>(Arrays::compareUnsigned);
    for (int i = 0; i < records.count(); i++) {
      stored.add(key(i, Records.Kind.STORED));
    }
    byte[] start = new byte[Records.PREFIX_BYTES];
    byte[] end = new byte[Records.PREFIX_BYTES];
    records.prefix(2, start);
    records.prefixEnd(2, end);
    assertThat(stored.subSet(start, end)).hasSize(Records.ROWS_PER_USER);
    byte[] from = new byte[Records.BOUND_BYTES];
    byte[] to = new byte[Records.BOUND_BYTES];
    for (int row : List.of(0, 1, 450, 900)) {
      records.bound(2, row, from);
      records.bound(2, row + Records.ROWS_PER_RANGE, to);
      assertThat(stored.subSet(from, to)).hasSize(Records.ROWS_PER_RANGE);
    }
  }

  @Test
  void keysComeInNoOrder() {
    int ascending = 0;
    for (int i = 1; i < records.count(); i++) {
      byte[] before = key(i - 1, Records.Kind.STORED);
      ascending += Arrays.compareUnsigned(before, key(i, Records.Kind.STORED)) < 0 ? 1 : 0;
    }
    assertThat(ascending).isBetween(1400, 1600);
  }

  @Test
  void halfOfAValueCompresses() {
    List<Byte> all = new ArrayList<>();
    byte[] value = new byte[Records.VALUE_BYTES];
    byte[] many = new byte[100 * Records.VALUE_BYTES];
    for (int i = 0; i < 100; i++) {
      records.value(i, value);
      System.arraycopy(value, 0, many, i * value.length, value.length);
      all.add(value[0]);
    }
    Deflater deflater = new Deflater();
    deflater.setInput(many);
    deflater.finish();
    assertThat(deflater.deflate(new byte[2 * many.length])).isBetween(4900, 6000);
    deflater.end();
    assertThat(new TreeSet<>(all)).hasSizeGreaterThan(60);
  }

  @Test
  void oddCountsAreRefused() {
    assertThatThrownBy(() -> new Records(1500))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("found 1500 records, expected a multiple of 1000");
  }

  private byte[] key(int number, Records.Kind kind) {
    byte[] key = new byte[Records.KEY_BYTES];
    records.key(number, kind, key);
    return key;
  }
}
