package dev.keyfold.structures.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ListValue;
import com.google.protobuf.Struct;
import com.google.protobuf.Timestamp;
import com.google.protobuf.Value;
import dev.keyfold.codec.record.Nulls;
import dev.keyfold.codec.record.Nulls.Placement;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.StructuresOptions;
import dev.keyfold.structures.view.Views;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class CodecsTest {
  enum Colour {
    RED,
    GREEN {
      @Override
      public String toString() {
        return "green";
      }
    }
  }

  record Point(String name, int x, @Nulls(Placement.FIRST) BigDecimal weight) {}

  private static <T> void same(Class<T> type, T value, String text) {
    Codec<T> codec = Codecs.of(type);
    byte[] bytes = codec.encode(value);
    assertThat(new String(bytes, UTF_8)).isEqualTo(text);
    assertThat(codec.decode(bytes)).isEqualTo(value);
  }

  @Test
  void numbersAndTimesAreText() {
    same(Short.class, Short.MIN_VALUE, "-32768");
    same(Float.class, 0.1f, "0.1");
    same(Float.class, Float.NaN, "NaN");
    same(Float.class, -0.0f, "-0.0");
    same(BigInteger.class, BigInteger.TWO.pow(70).negate(), "-1180591620717411303424");
    same(BigDecimal.class, new BigDecimal("2.50"), "2.50");
    same(BigDecimal.class, new BigDecimal("1E+400"), "1E+400");
    same(
        Instant.class,
        Instant.parse("2026-01-31T08:00:00.000000001Z"),
        "2026-01-31T08:00:00.000000001Z");
    same(Instant.class, Instant.MIN, Instant.MIN.toString());
    same(UUID.class, new UUID(1, 2), "00000000-0000-0001-0000-000000000002");
  }

  @Test
  void enumsAreTheirNames() {
    same(Colour.class, Colour.RED, "RED");
    Codec<Colour> codec = Codecs.enums(Colour.class);
    assertThat(codec.encode(Colour.GREEN)).isEqualTo("GREEN".getBytes(UTF_8));
    assertThatThrownBy(() -> codec.decode("BLUE".getBytes(UTF_8)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("BLUE");
  }

  /** In the format of rows, so that as keys of a map they sort by their components. */
  @Test
  void recordsAreRows() {
    Codec<Point> codec = Codecs.of(Point.class);
    Point low = new Point("a", -7, null);
    Point high = new Point("a", 5, new BigDecimal("2.5"));
    assertThat(codec.decode(codec.encode(low))).isEqualTo(low);
    assertThat(codec.decode(codec.encode(high))).isEqualTo(high);
    assertThat(Arrays.compareUnsigned(codec.encode(low), codec.encode(high))).isNegative();
    try (Store store = Stores.open("memory:");
        Structures structures = Structures.over(store, StructuresOptions.defaults())) {
      Map<Point, Instant> map = Views.of(structures, 0).map("m", Point.class, Instant.class);
      map.put(high, Instant.EPOCH);
      map.put(low, Instant.EPOCH);
      assertThat(map.keySet()).containsExactly(low, high);
    }
  }

  @Test
  void messagesHaveTheSameBytesIfTheyAreEqual() {
    Codec<Timestamp> times = ProtobufCodec.of(Timestamp.parser());
    Timestamp time = Timestamp.newBuilder().setSeconds(5).setNanos(7).build();
    assertThat(times.decode(times.encode(time))).isEqualTo(time);
    Codec<Struct> structs = ProtobufCodec.of(Struct.parser());
    Struct.Builder one = Struct.newBuilder();
    Struct.Builder other = Struct.newBuilder();
    for (int i = 0; i < 50; i++) {
      one.putFields("f" + i, Value.newBuilder().setNumberValue(i).build());
      other.putFields("f" + (49 - i), Value.newBuilder().setNumberValue(49 - i).build());
    }
    assertThat(structs.encode(one.build())).isEqualTo(structs.encode(other.build()));
    assertThat(structs.decode(structs.encode(one.build()))).isEqualTo(other.build());
    Codec<ListValue> lists = ProtobufCodec.of(ListValue.parser());
    assertThatThrownBy(() -> lists.decode(new byte[] {10, 99}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("these bytes are not the message of Protocol Buffers");
  }

  @Test
  void aClassWithoutACodecIsNamed() {
    assertThatThrownBy(() -> Codecs.of(Thread.class))
        .hasMessage(
            "there is no codec for java.lang.Thread; there is one for String, byte[], Long,"
                + " Integer, Short, Double, Float, BigInteger, BigDecimal, Boolean, Instant, UUID,"
                + " enums and records: give a codec instead, such as JacksonCodec.of(new"
                + " ObjectMapper(), Thread.class)");
  }
}
