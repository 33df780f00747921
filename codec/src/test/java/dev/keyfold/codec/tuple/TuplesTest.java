package dev.keyfold.codec.tuple;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.KeyFormatException;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.Limits;
import dev.keyfold.codec.bytes.Bytes;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TuplesTest {
  private static final Versionstamp STAMP = Versionstamp.complete(new byte[10], 3);

  @Test
  void packsAndUnpacksEveryKindOfItem() {
    List<Object> items =
        Arrays.asList(
            "hello",
            42L,
            null,
            true,
            false,
            1.5f,
            -2.5,
            UUID.fromString("0-0-0-0-1"),
            STAMP,
            BigInteger.ONE.shiftLeft(70),
            List.of(),
            Arrays.asList(null, List.of("a\0", -1L)));

    assertThat(Tuples.unpack(Tuples.pack(items))).isEqualTo(items);
    assertThat(Tuples.unpack(Tuples.pack(items.toArray()))).isEqualTo(items);
    assertThat(Bytes.toHex(Tuples.pack("hello", 42, null, true)))
        .isEqualTo("0268656c6c6f00152a0027");
    assertThat(Tuples.pack((byte) 1, (short) 2, 3)).isEqualTo(Tuples.pack(1L, 2L, 3L));
    assertThat(Tuples.unpack(Tuples.pack(new byte[] {0, 1}))).containsExactly(new byte[] {0, 1});
    assertThat(Tuples.pack()).isEmpty();
    assertThat(Tuples.unpack(new byte[0])).isEmpty();
    assertThat(Tuples.unpack(new byte[] {9, 0x15, 7, 9}, 1, 2)).containsExactly(7L);
    assertThatThrownBy(() -> Tuples.unpack(new byte[2], 1, 2))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void rangesHoldLongerTuplesOnly() {
    KeyRange range = Tuples.range("a");

    assertThat(range).hasToString("02610000 026100ff");
    assertThat(range.contains(Tuples.pack("a"))).isFalse();
    assertThat(range.contains(Tuples.pack("a", null))).isTrue();
    assertThat(range.contains(Tuples.pack("a", STAMP))).isTrue();
    assertThat(range.contains(Tuples.pack("a\0"))).isFalse();
    assertThat(range.contains(Tuples.pack("a\0", 1))).isFalse();
    assertThat(range.contains(Tuples.pack("aa", 1))).isFalse();
    assertThat(Tuples.range()).hasToString("00 ff");
    assertThat(Tuples.range(List.of("a"))).isEqualTo(range);
    assertThatThrownBy(() -> Tuples.range(Versionstamp.incomplete(0)))
        .isInstanceOf(KeyValueException.class);
  }

  @Test
  void itemsThatTuplesDoNotHaveAreRefused() {
    refused("no decimal", new BigDecimal("1.9"));
    refused("no decimal", new BigDecimal("1"));
    refused("Versionstamp or List", new AtomicLong(1));
    refused("Versionstamp or List", Instant.EPOCH);
    refused("Versionstamp or List", 'c');
    refused("Versionstamp or List", (Object) new int[] {1});
    refused("text that UTF-8 can hold", "a\uD800");
    refused("text that UTF-8 can hold", "\uDC00a");
  }

  private static void refused(String reason, Object item) {
    assertThatThrownBy(() -> Tuples.pack(1, 2, item))
        .isInstanceOf(KeyValueException.class)
        .hasMessageStartingWith("field [2] at offset 4: found ")
        .hasMessageContaining(reason);
    assertThatThrownBy(() -> Tuples.pack(1, List.of("a", item)))
        .isInstanceOf(KeyValueException.class)
        .hasMessageStartingWith("field [1][1] at offset 6: found ")
        .hasMessageContaining(reason);
  }

  @Test
  void incompleteVersionstamps() {
    Versionstamp stamp = Versionstamp.incomplete(7);
    List<Object> nested = Arrays.asList(null, List.of("a", stamp));
    byte[] packed = Tuples.packWithVersionstamp(nested);

    assertThat(Bytes.toHex(packed)).isEqualTo("000502610033ffffffffffffffffffff00070006000000");
    assertThat(Tuples.unpackWithVersionstamp(packed)).isEqualTo(nested);
    assertThat(Bytes.toHex(Tuples.packWithVersionstamp(new byte[] {1, 2}, List.of(stamp))))
        .isEqualTo("010233ffffffffffffffffffff000703000000");

    assertThatThrownBy(() -> Tuples.pack(1, stamp))
        .isInstanceOf(KeyValueException.class)
        .hasMessageContaining("packWithVersionstamp");
    assertThatThrownBy(() -> Tuples.packWithVersionstamp(List.of(1)))
        .isInstanceOf(KeyValueException.class)
        .hasMessageContaining("no incomplete versionstamp");
    assertThatThrownBy(() -> Tuples.packWithVersionstamp(List.of(stamp, stamp)))
        .isInstanceOf(KeyValueException.class)
        .hasMessageContaining("a second incomplete versionstamp");
  }

  @ParameterizedTest
  @CsvSource({
    "03, 0, the code 03",
    "150440, 2, the code 40",
    "04, 0, the code 04",
    "0a, 0, the code 0a",
    "1e, 0, the code 1e",
    "22, 0, the code 22",
    "32, 0, the code 32",
    "34, 0, the code 34",
    "ff, 0, the code ff",
    "00ff, 1, the code ff",
    "05ff00, 1, the code ff",
    "05, 1, 0 bytes up to the end",
    "0500ff, 3, 0 bytes up to the end",
    "0501, 1, no terminator",
    "1601, 0, 2 bytes up to the end",
    "160001, 0, its shortest form",
    "13ff, 0, its shortest form",
    "1d080100000000000000, 0, 9 or more",
    "02c300, 1, UTF-8",
    "3300, 0, a versionstamp of 12 bytes",
    "33ffffffffffffffffffff0007, 1, an incomplete versionstamp",
    "33ffffffffffffffffffff000733ffffffffffffffffffff0007, 13, a second incomplete versionstamp",
  })
  void bytesThatAreNoTupleAreRefused(String hex, int offset, String words) {
    byte[] bytes = Bytes.parseHex(hex);
    assertThatThrownBy(() -> Tuples.unpack(bytes))
        .isInstanceOfSatisfying(
            KeyFormatException.class,
            e -> {
              assertThat(e.offset()).isEqualTo(offset);
              assertThat(e.getMessage()).contains(words).contains(", expected ");
            });
  }

  @ParameterizedTest
  @CsvSource({
    "'', 0, the 4 bytes of the versionstamp's place",
    "000000, 0, the 4 bytes",
    "00000000, 0, an incomplete versionstamp in the tuple",
    "33ffffffffffffffffffff000702000000, 13, the place 2",
    "33ffffffffffffffffffff0007ffffffff, 13, the place 4294967295",
    "3300ffffffffffffffffff000701000000, 13, an incomplete versionstamp in the tuple",
  })
  void placesThatAreWrongAreRefused(String hex, int offset, String words) {
    assertThatThrownBy(() -> Tuples.unpackWithVersionstamp(Bytes.parseHex(hex)))
        .isInstanceOfSatisfying(
            KeyFormatException.class,
            e -> {
              assertThat(e.offset()).isEqualTo(offset);
              assertThat(e.getMessage()).contains(words);
            });
  }

  @Test
  void limitsAndOnePastThem() {
    List<Object> deepest = nested(Limits.NESTING);
    assertThat(Tuples.unpack(Tuples.pack(deepest))).isEqualTo(deepest);
    assertThatThrownBy(() -> Tuples.pack(nested(Limits.NESTING + 1)))
        .isInstanceOf(KeyValueException.class)
        .hasMessageContaining("17 deep");
    byte[] lists = new byte[100_000];
    Arrays.fill(lists, (byte) 5);
    assertThatThrownBy(() -> Tuples.unpack(lists))
        .isInstanceOf(KeyFormatException.class)
        .hasMessageContaining("17 deep");

    String text = "a".repeat(Limits.KEY_BYTES - 2);
    assertThat(Tuples.unpack(Tuples.pack(text))).containsExactly(text);
    for (Object tooLong : List.of(text + "a", new byte[Limits.KEY_BYTES / 2], text + "aaa")) {
      assertThatThrownBy(() -> Tuples.pack(tooLong)).isInstanceOf(KeyValueException.class);
    }
    assertThatThrownBy(() -> Tuples.pack(text, text, text)).isInstanceOf(KeyValueException.class);
    assertThatThrownBy(() -> Tuples.unpack(new byte[Limits.KEY_BYTES + 1]))
        .isInstanceOf(KeyFormatException.class);
  }

  /** A tuple of one item that is so many lists deep. */
  private static List<Object> nested(int depth) {
    List<Object> list = List.of(1L);
    for (int i = 0; i < depth; i++) {
      list = List.of(list);
    }
    return list;
  }
}
