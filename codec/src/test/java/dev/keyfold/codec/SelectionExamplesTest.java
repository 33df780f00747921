package dev.keyfold.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.bytes.Bytes;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Selections whose bytes can be checked by eye, and those that are refused. */
class SelectionExamplesTest {
  private static void ranges(String schema, UnaryOperator<KeySelection> where, String... ranges) {
    assertThat(where.apply(KeySchema.parse(schema).select()).ranges())
        .extracting(KeyRange::toString)
        .containsExactly(ranges);
  }

  @Test
  void oneFieldInBothDirections() {
    ranges("a uint8", s -> s, "- -");
    ranges("a uint8", s -> s.eq("a", 5), "05 06");
    ranges("a uint8", s -> s.eq("a", 255), "ff -");
    ranges("a uint8", s -> s.in("a", List.of(9, 5, 9)), "05 06", "09 0a");
    ranges("a uint8", s -> s.in("a", List.of()));
    ranges("a uint8", s -> s.gt("a", 5), "06 -");
    ranges("a uint8", s -> s.ge("a", 5), "05 -");
    ranges("a uint8", s -> s.lt("a", 5), "- 05");
    ranges("a uint8", s -> s.le("a", 5), "- 06");
    ranges("a uint8", s -> s.between("a", 5, 7), "05 08");
    ranges("a uint8", s -> s.between("a", 7, 5));
    ranges("a uint8", s -> s.gt("a", 255));
    ranges("a uint8", s -> s.lt("a", 0), "- 00"); // no key is below one byte
    ranges("a uint8", s -> s.isNotNull("a"), "- -");
    ranges("a uint8 desc", s -> s.gt("a", 5), "- fa");
    ranges("a uint8 desc", s -> s.ge("a", 5), "- fb");
    ranges("a uint8 desc", s -> s.lt("a", 5), "fb -");
    ranges("a uint8 desc", s -> s.le("a", 5), "fa -");
    ranges("a uint8 desc", s -> s.gt("a", 5).le("a", 7), "f8 fa");
  }

  @Test
  void nullsAreNeverBetweenValues() {
    ranges("a uint8 null", s -> s.isNull("a"), "01 02");
    ranges("a uint8 null", s -> s.isNotNull("a"), "02 03");
    ranges("a uint8 null", s -> s.lt("a", 5), "02 0205");
    ranges("a uint8 null", s -> s.gt("a", 5), "0206 03");
    ranges("a uint8 null last", s -> s.isNull("a"), "03 04");
    ranges("a uint8 null last", s -> s.gt("a", 5), "0206 03");
    ranges("a uint8 desc null", s -> s.gt("a", 5), "02 02fa");
    ranges("a uint8 null", s -> s.in("a", Arrays.asList(null, 5)), "01 02", "0205 0206");
    ranges("a uint8, b uint8 null added", s -> s.eq("a", 5).isNull("b"), "05 0502");
    ranges("a uint8, b uint8 null added", s -> s.eq("a", 5).isNotNull("b"), "0502 0503");
    ranges(
        "a uint8, b uint8 null added, c uint8 null added",
        s -> s.eq("a", 5).eq("b", null).eq("c", null),
        "05 050102");
    ranges(
        "a uint8, b uint8 null added, c uint8 null added",
        s -> s.eq("a", 5).eq("b", null).ge("c", 7),
        "05010207 050103");
  }

  @Test
  void textsAndBeginnings() {
    ranges("a string, b uint8", s -> s.eq("a", "ab"), "616200 616201");
    ranges("a string", s -> s.startsWith("a", "ab"), "6162 6163");
    ranges("a string desc", s -> s.startsWith("a", "ab"), "9e9d 9e9e");
    ranges("a string", s -> s.startsWith("a", ""), "- -");
    ranges("a string null last", s -> s.startsWith("a", ""), "02 03");
    ranges("a bytes", s -> s.startsWith("a", new byte[] {0, -1}), "0101ff 0102");
    ranges("a bytes", s -> s.startsWith("a", new byte[] {-1, -1}), "ffff -");
    ranges("a bytes(3) desc", s -> s.startsWith("a", new byte[] {0, 1}), "fffe ffff");
    ranges(
        "a uint8, b string",
        s -> s.in("a", List.of(1, 2)).startsWith("b", "x"),
        "0178 0179",
        "0278 0279");
  }

  /** The mistakes of a known implementation, each of which gave wrong rows. */
  @Test
  void neighboursOfTextsStayOutside() {
    KeySchema schema = KeySchema.parse("user string, n uint8");
    KeyRange between = schema.select().between("user", "a", "b").ranges().get(0);
    assertThat(between.contains(schema.encode("b", 255))).isTrue();
    assertThat(between.contains(schema.encode("bzzz", 0))).isFalse();
    KeyRange one = schema.select().eq("user", "USR_1").ranges().get(0);
    assertThat(one.contains(schema.encode("USR_1", 255))).isTrue();
    assertThat(one.contains(schema.encode("USR_12", 0))).isFalse();
    assertThat(schema.encode("a\u001F", 1)).isNotEqualTo(schema.encode("a", 0x1F));
    assertThat(Bytes.compare(schema.encode("a", 0), schema.encode("a\u0001", 0))).isNegative();
    assertThat(Bytes.successor(new byte[] {-1, -1})).isNull();
    assertThat(Bytes.successor(new byte[] {1, -1})).containsExactly(2);
  }

  @Test
  void openShardsAreAllOfThemTheFirstAndTheLastIncluded() {
    KeySchema schema = KeySchema.parse("a uint8, b uint8").withShards(65_535, 2);
    List<KeyRange> ranges = schema.select().eq("a", 5).ranges();
    assertThat(ranges).hasSize(65_535);
    assertThat(ranges.get(0)).hasToString("000005 000006");
    assertThat(ranges.get(65_534)).hasToString("fffe05 fffe06");
    assertThat(schema.select().eq("a", 5).eq("b", 6).ranges()).hasSize(1);
    assertThat(schema.select().eq("a", 5).in("b", List.of(6, 7, 8)).ranges()).hasSize(3);

    assertThat(KeySchema.parse("a uint8").withShards(2).select().ranges())
        .extracting(KeyRange::toString)
        .containsExactly("0000 0001", "0001 0002");
  }

  private static void refused(ThrowingCallable action, String message) {
    assertThatThrownBy(action).isInstanceOf(KeyValueException.class).hasMessage(message);
  }

  @Test
  void conditionsThatAKeyCannotServe() {
    KeySchema schema = KeySchema.parse("a uint8, b string, c uint8, d bytes(2)");
    String leading = " before it: a key supports equality on its leading fields, then one range";
    refused(
        () -> schema.select().eq("b", "x").ranges(),
        "field b: found a condition on the field, expected an equality on a" + leading);
    refused(
        () -> schema.select().gt("a", 1).eq("b", "x").ranges(),
        "field b: found a condition on the field, expected an equality on a" + leading);
    refused(
        () -> schema.select().eq("a", 1).startsWith("b", "x").lt("c", 1).ranges(),
        "field c: found a condition on the field, expected an equality on b" + leading);
    refused(
        () -> schema.select().eq("x", 1),
        "field x: found no field of that name, expected one of a, b, c, d");
    String one =
        ": found a further condition on the field, expected one equality, one prefix, or a lower and an upper bound";
    refused(() -> schema.select().eq("a", 1).eq("a", 2), "field a" + one);
    refused(() -> schema.select().eq("a", 1).gt("a", 2), "field a" + one);
    refused(() -> schema.select().gt("a", 1).eq("a", 2), "field a" + one);
    refused(() -> schema.select().startsWith("b", "x").gt("b", "x"), "field b" + one);
    refused(
        () -> schema.select().gt("a", 1).ge("a", 2),
        "field a: found a second lower bound, expected one");
    refused(
        () -> schema.select().lt("a", 1).le("a", 2),
        "field a: found a second upper bound, expected one");
    refused(
        () -> schema.select().gt("a", null),
        "field a: found null as a bound, expected a value; or isNull, isNotNull");
    refused(
        () -> schema.select().startsWith("a", "x"),
        "field a: found a text prefix on uint8, expected a string field");
    refused(
        () -> schema.select().startsWith("b", new byte[1]),
        "field b: found a prefix of 1 bytes on string, expected a bytes field");
    refused(
        () -> schema.select().startsWith("d", new byte[3]),
        "field d: found a prefix of 3 bytes on bytes(2), expected a bytes field");
    refused(
        () -> schema.select().startsWith("b", "\uD800"),
        "field b: found an unpaired surrogate in the prefix, expected text that UTF-8 can hold");
    refused(
        () -> schema.select().eq("a", 256).ranges(),
        "field a at offset 0: found 256, expected uint8: 0 to 255");
    refused(
        () -> schema.select().isNull("a").ranges(),
        "field a at offset 0: found null, expected a value: the field is not nullable");
  }

  @Test
  void rangesAsObjects() {
    KeyRange range = KeyRange.of(new byte[] {1}, new byte[] {3});
    assertThat(range)
        .isEqualTo(KeyRange.of(new byte[] {1}, new byte[] {3}))
        .hasSameHashCodeAs(KeyRange.of(new byte[] {1}, new byte[] {3}));
    assertThat(range)
        .isNotEqualTo(KeyRange.of(new byte[] {1}, null))
        .isLessThan(KeyRange.of(new byte[] {1}, null));
    assertThat(KeyRange.of(new byte[] {1}, null))
        .isGreaterThan(range)
        .isLessThan(KeyRange.of(new byte[] {2}, null));
    assertThat(range.contains(new byte[] {2, -1})).isTrue();
    assertThat(range.contains(new byte[] {3})).isFalse();
    assertThat(range.contains(new byte[] {})).isFalse();
    assertThat(range.intersect(KeyRange.of(new byte[] {2}, null))).hasToString("02 03");
    assertThat(KeyRange.of(new byte[] {2}, null).intersect(range)).hasToString("02 03");
    assertThat(range.intersect(KeyRange.of(new byte[] {3}, null)).isEmpty()).isTrue();
    assertThat(KeyRange.prefix(new byte[] {-1}).isUnbounded()).isTrue();
    range.start()[0] = 9;
    range.end()[0] = 9;
    assertThat(range).hasToString("01 03");
  }
}
