package dev.keyfold.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.rowkey.RowKey;
import dev.keyfold.codec.rowkey.RowKeyBuilder;
import dev.keyfold.testkit.Seeds;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Row keys component by component, as the article builds and reads them. */
class RowKeyTest {
  @Test
  void theKeyOfTheArticle() {
    byte[] raw =
        RowKey.newKeyBuilder().add("building").addInt64(123).add(new byte[] {4, 0, 5}).drain();

    assertThat(Bytes.toHex(raw))
        .isEqualTo("6275696c64696e67000000010001000100010001000100017b000004000105");
    RowKey key = new RowKey(raw);
    assertThat(key.size()).isEqualTo(3);
    assertThat(key.getString(0)).isEqualTo("building");
    assertThat(key.getInt64(1)).isEqualTo(123);
    assertThat(key.get(2)).containsExactly(4, 0, 5);
    assertThat(key.toBytes()).isEqualTo(raw);
    assertThat(key).isEqualTo(new RowKey(raw)).hasSameHashCodeAs(new RowKey(raw));
    assertThat(key).hasToString(Bytes.toHex(raw));
  }

  @Test
  void everyWidthAtBothEnds() {
    RowKeyBuilder builder = RowKey.newKeyBuilder();
    for (int width = 1; width <= 8; width++) {
      builder.addInt(0, width).addInt(Long.MAX_VALUE >>> Math.max(0, 63 - 8 * width), width);
    }
    RowKey key = new RowKey(builder.drain());

    for (int width = 1; width <= 8; width++) {
      assertThat(key.getInt(2 * width - 2, width)).isZero();
      assertThat(key.getInt(2 * width - 1, width))
          .isEqualTo(Long.MAX_VALUE >>> Math.max(0, 63 - 8 * width));
    }
  }

  @Test
  void namedWidthsBoolsVarintsAndSlices() {
    byte[] raw =
        RowKey.newKeyBuilder()
            .addBool(true)
            .addBool(false)
            .addInt8(200)
            .addInt16(300)
            .addInt24(1 << 23)
            .addInt32(1L << 31)
            .addInt40(1L << 39)
            .addInt48(1L << 47)
            .addInt56(1L << 55)
            .addInt64(1L << 62)
            .addVarInt(2288)
            .addVarInt(Long.MAX_VALUE)
            .add(new byte[] {1, 2, 3}, 1)
            .add(new byte[] {1, 2, 3}, 1, 1)
            .drain();
    RowKey key = new RowKey(raw);

    assertThat(key.getBool(0)).isTrue();
    assertThat(key.getBool(1)).isFalse();
    assertThat(key.getInt8(2)).isEqualTo(200);
    assertThat(key.getInt16(3)).isEqualTo(300);
    assertThat(key.getInt24(4)).isEqualTo(1 << 23);
    assertThat(key.getInt32(5)).isEqualTo(1L << 31);
    assertThat(key.getInt40(6)).isEqualTo(1L << 39);
    assertThat(key.getInt48(7)).isEqualTo(1L << 47);
    assertThat(key.getInt56(8)).isEqualTo(1L << 55);
    assertThat(key.getInt64(9)).isEqualTo(1L << 62);
    assertThat(key.getVarInt(10)).isEqualTo(2288);
    assertThat(key.getVarInt(11)).isEqualTo(Long.MAX_VALUE);
    assertThat(key.get(12)).containsExactly(2, 3);
    assertThat(key.get(13)).containsExactly(2);
    assertThatThrownBy(() -> key.get(14)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "0,0001",
    "240,f0",
    "241,f101",
    "2287,f8ff",
    "2288,f900010001",
    "67823,f9ffff",
    "67824,fa0108f0",
    "4294967295,fbffffffff"
  })
  void varints(long value, String hex) {
    byte[] raw = RowKey.newKeyBuilder().addVarInt(value).drain();

    assertThat(Bytes.toHex(raw)).isEqualTo(hex);
    assertThat(new RowKey(raw).getVarInt(0)).isEqualTo(value);
  }

  @Test
  void anyComponentsComeBack() {
    Seeds.each(
        random -> {
          for (int i = 0; i < 20_000; i++) {
            List<byte[]> components = new ArrayList<>();
            RowKeyBuilder builder = RowKey.newKeyBuilder();
            for (int c = 0; c <= random.nextInt(5); c++) {
              byte[] content = new byte[random.nextInt(4)];
              for (int b = 0; b < content.length; b++) {
                content[b] = (byte) (random.nextInt(4) - 1);
              }
              components.add(content);
              builder.add(content);
            }
            if (components.get(components.size() - 1).length == 0) {
              assertThatThrownBy(builder::drain).isInstanceOf(KeyValueException.class);
              continue;
            }
            RowKey key = new RowKey(builder.drain());
            assertThat(key.size()).isEqualTo(components.size());
            for (int c = 0; c < components.size(); c++) {
              assertThat(key.get(c)).isEqualTo(components.get(c));
              assertThat(key.slice(c)).isEqualTo(ByteBuffer.wrap(components.get(c)));
            }
            checkRawFunctions(key.toBytes(), components);
          }
        });
  }

  /** Against the simplest model: the list of components, and keys built from its beginnings. */
  private static void checkRawFunctions(byte[] raw, List<byte[]> components) {
    int last = components.size() - 1;
    assertThat(RowKey.decodeKey(raw)).isEqualTo(components.stream().map(ByteBuffer::wrap).toList());
    assertThat(RowKey.lastKeyComponent(raw)).isEqualTo(ByteBuffer.wrap(components.get(last)));
    int at = 0;
    for (int c = 0; c < last; c++) {
      RowKeyBuilder rest = RowKey.newKeyBuilder();
      components.subList(c + 1, last + 1).forEach(rest::add);
      at = RowKey.nextKeyComponent(raw, at);
      assertThat(Arrays.copyOfRange(raw, at, raw.length)).isEqualTo(rest.drain());
    }
    assertThat(RowKey.nextKeyComponent(raw, at)).isEqualTo(-1);
    if (last > 0 && components.get(last - 1).length > 0) {
      RowKeyBuilder leading = RowKey.newKeyBuilder();
      components.subList(0, last).forEach(leading::add);
      assertThat(RowKey.keyWithoutLastComponent(raw)).isEqualTo(ByteBuffer.wrap(leading.drain()));
    }
  }

  @Test
  void slicesAreViewsUnlessAZeroIsEscaped() {
    byte[] raw = RowKey.newKeyBuilder().add("ab").add(new byte[] {4, 0, 5}).add("c").drain();
    List<ByteBuffer> slices = RowKey.decodeKey(raw);
    ByteBuffer leading = RowKey.keyWithoutLastComponent(raw);
    ByteBuffer last = RowKey.lastKeyComponent(raw);
    raw[0] = 'x';
    raw[raw.length - 1] = 'z';

    assertThat(slices.get(0)).isEqualTo(ByteBuffer.wrap(new byte[] {'x', 'b'}));
    assertThat(slices.get(1)).isEqualTo(ByteBuffer.wrap(new byte[] {4, 0, 5}));
    assertThat(last).isEqualTo(ByteBuffer.wrap(new byte[] {'z'}));
    assertThat(leading)
        .isEqualTo(ByteBuffer.wrap(new byte[] {'x', 'b', 0, 0, 4, 0, 1, 5}))
        .matches(ByteBuffer::isReadOnly);
    assertThat(slices).allMatch(ByteBuffer::isReadOnly);
  }

  @Test
  void offsetsAndSlicesOfABuffer() {
    RowKey key = new RowKey(Bytes.parseHex("ff616200000001000063ff"), 1, 9);

    assertThat(key).hasToString("616200000001000063");
    assertThat(key.offset(0)).isZero();
    assertThat(key.endOffset(0)).isEqualTo(2);
    assertThat(key.offset(1)).isEqualTo(4);
    assertThat(key.endOffset(1)).isEqualTo(6);
    assertThat(key.offset(2)).isEqualTo(8);
    assertThat(key.endOffset(2)).isEqualTo(9);
    assertThatThrownBy(() -> key.offset(3)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> key.slice(-1)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> new RowKey(new byte[3], 1, 3))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> RowKey.keyWithoutLastComponent(new byte[] {'a'}))
        .isInstanceOf(KeyFormatException.class)
        .hasMessageContaining("found a key of 1 component, expected 2 or more");
    assertThat(RowKey.keyWithoutLastComponent(new byte[] {0, 0, 'b'}).hasRemaining()).isFalse();
  }

  @Test
  void aPrefixHasTheSeparatorBehindIt() {
    KeyRange range = RowKey.newKeyBuilder().add("USR_1").drainPrefix();

    assertThat(range).hasToString("5553525f310000 5553525f310001");
    assertThat(range.contains(RowKey.newKeyBuilder().add("USR_1").addInt8(0).drain())).isTrue();
    assertThat(range.contains(RowKey.newKeyBuilder().add("USR_1").addInt8(255).drain())).isTrue();
    assertThat(range.contains(RowKey.newKeyBuilder().add("USR_12").addInt8(0).drain())).isFalse();
    assertThat(range.contains(RowKey.newKeyBuilder().add("USR_1\0").addInt8(0).drain())).isFalse();
    assertThat(range.contains(RowKey.newKeyBuilder().add("USR_1").drain())).isFalse();
    assertThatThrownBy(() -> RowKey.newKeyBuilder().drainPrefix())
        .isInstanceOf(KeyValueException.class);
  }

  @Test
  void aKeyIsContinuedAndABuilderReused() {
    RowKeyBuilder builder = RowKey.newKeyBuilder("aaa".getBytes(StandardCharsets.UTF_8));

    assertThat(Bytes.toHex(builder.add("bbb").drain())).isEqualTo("6161610000626262");
    assertThat(Bytes.toHex(builder.add("x").drain())).isEqualTo("78");
    assertThatThrownBy(() -> RowKey.newKeyBuilder(new byte[] {1, 0, 0}))
        .isInstanceOf(KeyFormatException.class);
  }

  @Test
  void refusedComponentsLeaveTheBuilderAsItWas() {
    RowKeyBuilder builder = RowKey.newKeyBuilder().add("x");
    refused(() -> builder.addInt64(-1), "found -1, expected 0 or more");
    refused(() -> builder.addVarInt(-1), "found -1, expected 0 or more");
    refused(() -> builder.addInt8(256), "fits 1 bytes");
    refused(() -> builder.addInt56(1L << 56), "fits 7 bytes");
    refused(() -> builder.add("\udc00"), "unpaired surrogate");
    refused(() -> builder.add(new byte[Limits.KEY_BYTES + 1]), "a key of more than");

    assertThat(builder.drain()).containsExactly('x');
    refused(builder::drain, "no component");
    refused(() -> builder.add("").drain(), "empty last component");
    refused(() -> builder.add(new byte[Limits.KEY_BYTES]).drain(), "at most");
  }

  private static void refused(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String s) {
    assertThatThrownBy(call).isInstanceOf(KeyValueException.class).hasMessageContaining(s);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0000", "610000", "00", "6100", "610002", "00006100"})
  void bytesThatAreNoRowKeyAreRefused(String hex) {
    byte[] raw = Bytes.parseHex(hex);

    assertThatThrownBy(() -> new RowKey(raw)).isInstanceOf(KeyFormatException.class);
    assertThatThrownBy(() -> RowKey.decodeKey(raw)).isInstanceOf(KeyFormatException.class);
    assertThatThrownBy(() -> RowKey.lastKeyComponent(raw)).isInstanceOf(KeyFormatException.class);
    assertThatThrownBy(() -> RowKey.keyWithoutLastComponent(raw))
        .isInstanceOf(KeyFormatException.class);
  }

  @Test
  void componentsThatAreSomethingElseAreRefused() {
    RowKey key = new RowKey(Bytes.parseHex("ffffffffffffffff0000f90000f1000100000102"));

    assertThatThrownBy(() -> key.getInt64(0)).hasMessageContaining("no sign");
    assertThatThrownBy(() -> key.getInt32(0)).hasMessageContaining("found 8 bytes");
    assertThatThrownBy(() -> key.getString(0)).hasMessageContaining("UTF-8");
    assertThatThrownBy(() -> key.getVarInt(1)).hasMessageContaining("first byte says 3");
    assertThatThrownBy(() -> key.getVarInt(2)).hasMessageContaining("shorter form");
    assertThatThrownBy(() -> key.getBool(1)).isInstanceOf(KeyFormatException.class);
    assertThatThrownBy(() -> key.getInt8(3)).isInstanceOf(KeyFormatException.class);
  }
}
