package dev.keyfold.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Every constant of {@link Limits}: what is at the limit works, what is one past it is refused. */
class LimitsTest {
  @Test
  void thereIsATestForEveryLimit() {
    List<String> limits =
        Arrays.stream(Limits.class.getFields())
            .filter(field -> Modifier.isStatic(field.getModifiers()))
            .map(Field::getName)
            .toList();
    List<String> tests =
        Arrays.stream(LimitsTest.class.getDeclaredMethods())
            .map(
                method ->
                    method
                        .getName()
                        .replaceAll("([A-Z])", "_$1")
                        .toUpperCase(java.util.Locale.ROOT))
            .toList();
    assertThat(tests).containsAll(limits);
  }

  private static void value(ThrowingCallable action, String message) {
    assertThatThrownBy(action).isInstanceOf(KeyValueException.class).hasMessageContaining(message);
  }

  private static void schema(ThrowingCallable action, String message) {
    assertThatThrownBy(action).isInstanceOf(KeySchemaException.class).hasMessageContaining(message);
  }

  @Test
  void keyBytes() {
    for (int shards : new int[] {0, 7}) {
      KeySchema schema = KeySchema.parse("v string").withShards(shards);
      int longest = Limits.KEY_BYTES - 1 - (shards > 0 ? 2 : 0); // a terminator, a prefix
      byte[] key = schema.encode("a".repeat(longest));
      assertThat(key).hasSize(Limits.KEY_BYTES);
      assertThat(schema.decode(key)).containsExactly("a".repeat(longest));
      value(
          () -> schema.encode("a".repeat(longest + 1)),
          "found a key of 1048577 bytes, expected at most 1048576");
      assertThatThrownBy(() -> schema.decode(Arrays.copyOf(key, key.length + 1)))
          .isInstanceOf(KeyFormatException.class)
          .hasMessage("found a key of 1048577 bytes, expected at most 1048576");
      value(
          () -> schema.select().eq("v", "a".repeat(Limits.KEY_BYTES + 1)).ranges(),
          "field v at offset " + (shards > 0 ? 2 : 0) + ": found a value of length 1048577");
    }
    value(
        () ->
            KeySchema.parse("v string")
                .withShards(7)
                .select()
                .eq("v", "\u0001".repeat(600_000))
                .ranges(),
        "found a key of 1200003 bytes, expected at most 1048576");
  }

  /** What is written as a key is and is none has a limit of its own, and a name in errors. */
  @Test
  void otherLimits() {
    int most = 3 * Limits.KEY_BYTES;
    KeySchema schema = KeySchema.parse("v string, w bytes");
    KeyWriter writer = schema.newWriter().withLimit("a value", most);
    String text = "\u00DF\u0001".repeat(Limits.KEY_BYTES / 2); // two bytes each
    byte[] rest = new byte[(most - 2 * text.length() - 2) / 2]; // terminators
    byte[] value = writer.putString(text).putBytes(rest).toBytes();
    assertThat(value).hasSize(most);
    KeyReader reader = schema.newReader().withLimit("a value", most);
    assertThat(reader.reset(value).getString()).isEqualTo(text);
    assertThat(reader.getBytes()).isEqualTo(rest);
    assertThatThrownBy(() -> schema.newReader().reset(value))
        .isInstanceOf(KeyFormatException.class)
        .hasMessage("found a key of 3145728 bytes, expected at most 1048576");
    byte[] longer = Arrays.copyOf(rest, rest.length + 1);
    value(
        () -> writer.reset().putString(text).putBytes(longer).finish(),
        "found a value of 3145730 bytes, expected at most 3145728");
    value(
        () -> writer.reset().putString("a".repeat(most + 1)),
        "field v at offset 0: found a value of length 3145729, expected at most 3145728");
    // Usable after each of these, and small again.
    assertThat(writer.reset().putString("a").putBytes(new byte[0]).toBytes()).hasSize(3);
  }

  /** Constants longer than any value: they equal nothing that could be written. */
  @Test
  void selectionsOfAnyLength() {
    for (int shards : new int[] {0, 7}) {
      KeySchema schema = KeySchema.parse("v string(4), w int8").withShards(shards);
      String over = "b".repeat(Limits.KEY_BYTES + 1);
      for (String constant : List.of("bbbbb", over)) {
        value(() -> schema.select().eq("v", constant).ranges(), "at most");
        KeyRange equal = schema.select().ofAnyLength().eq("v", constant).ranges().get(0);
        List<KeyRange> less = schema.select().ofAnyLength().lt("v", constant).ranges();
        List<KeyRange> more = schema.select().ofAnyLength().ge("v", constant).ranges();
        for (String held : List.of("", "a", "b", "bbbb", "bbbc", "c")) {
          byte[] key = schema.encode(held, 1);
          assertThat(equal.contains(key)).isFalse();
          assertThat(less.stream().anyMatch(range -> range.contains(key)))
              .as(held)
              .isEqualTo(held.compareTo(constant) < 0);
          assertThat(more.stream().anyMatch(range -> range.contains(key)))
              .as(held)
              .isEqualTo(held.compareTo(constant) >= 0);
        }
      }
    }
  }

  /** Longer than any key: refused before room is made for it, wherever it stands. */
  @Test
  void keyBytesOfOneValue() {
    byte[] bytes = new byte[Limits.KEY_BYTES + 1];
    String text = "a".repeat(Limits.KEY_BYTES + 1);
    String expected = "found a value of length 1048577, expected at most 1048576";
    value(() -> KeySchema.parse("v bytes").encode(bytes), "field v at offset 0: " + expected);
    value(() -> KeySchema.parse("v string").encode(text), "field v at offset 0: " + expected);
    value(
        () -> KeySchema.parse("v list<bytes>").encode(List.of(List.of(bytes).get(0))),
        "field v[0] at offset 1: " + expected);
    value(
        () -> KeySchema.parse("v tuple<a int8, b string>").encode(List.of(1, text)),
        "field v.b at offset 1: " + expected);
  }

  @Test
  void fields() {
    String names =
        IntStream.range(0, 256)
            .mapToObj(i -> "f" + i + " bool")
            .reduce((a, b) -> a + "," + b)
            .orElseThrow();
    assertThat(KeySchema.parse(names).size()).isEqualTo(Limits.FIELDS);
    assertThat(KeySchema.parse("t tuple<" + names + ">").field(0).type().fields()).hasSize(256);
    schema(() -> KeySchema.parse(names + ", x bool"), "found 257 fields, expected 1 to 256 fields");
    schema(
        () -> KeySchema.parse("t tuple<" + names + ", x bool>"),
        "at offset 2: found a tuple of 257 fields");
    KeySchema schema = KeySchema.parse(names);
    Object[] values = Collections.nCopies(256, true).toArray();
    assertThat(schema.decode(schema.encode(values))).containsExactly(values);
  }

  @Test
  void nesting() {
    String deepest = "v " + "list<".repeat(16) + "bool" + ">".repeat(16);
    assertThat(KeySchema.parse(deepest)).hasToString(deepest);
    schema(
        () -> KeySchema.parse("v list<" + deepest.substring(2) + ">"),
        "expected at most 16 levels");
    schema(() -> KeySchema.parse("v tuple<" + deepest + ">"), "expected at most 16 levels");
    KeyType type = KeySchema.parse(deepest).field(0).type();
    schema(() -> KeyType.list(type), "found lists and tuples nested 17 deep, expected at most 16");
    schema(() -> KeyType.tuple(List.of(new KeyField("a", type, KeyOrder.ASC))), "nested 17 deep");
    // Siblings do not add up.
    assertThat(KeySchema.parse(deepest + "," + deepest.replace("v ", "w ")).size()).isEqualTo(2);
  }

  @Test
  void integerBytes() {
    KeySchema schema = KeySchema.parse("v integer");
    BigInteger beyond = BigInteger.ONE.shiftLeft(8 * Limits.INTEGER_BYTES);
    for (BigInteger end : List.of(beyond.subtract(BigInteger.ONE), beyond.negate())) {
      assertThat(schema.decode(schema.encode(end))).containsExactly(end);
    }
    value(() -> schema.encode(beyond), "found an integer of 2041 bits, expected at most 2040");
    value(
        () -> schema.encode(beyond.negate().subtract(BigInteger.ONE)),
        "field v at offset 0: found an integer of 2041 bits, expected at most 2040");
  }

  @Test
  void decimalDigits() {
    BigDecimal most = new BigDecimal("1".repeat(Limits.DECIMAL_DIGITS));
    BigDecimal zeros = new BigDecimal(BigInteger.ONE).setScale(Limits.DECIMAL_DIGITS - 1);
    for (String type : List.of("decimal", "decimal(exact)")) {
      KeySchema schema = KeySchema.parse("v " + type);
      for (BigDecimal decimal : List.of(most, most.negate(), most.movePointLeft(65_535), zeros)) {
        Object read = schema.decode(schema.encode(decimal)).get(0);
        assertThat((BigDecimal) read).isEqualByComparingTo(decimal);
      }
      value(
          () -> schema.encode(most.multiply(BigDecimal.TEN)),
          "field v at offset 0: found a decimal of 65537 digits, expected at most 65536");
    }
    String text = "1".repeat(Limits.DECIMAL_DIGITS + 17);
    value(
        () -> ValueText.read(KeySchema.parse("v decimal").field(0), text),
        "found a number of 65553 characters, expected at most 65536");
  }

  @Test
  void shards() {
    KeySchema schema = KeySchema.parse("v int8").withShards(Limits.SHARDS);
    assertThat(schema.decode(schema.encode(1))).containsExactly(1);
    schema(
        () -> schema.withShards(65_536), "found 65536 shards, expected 1 to 65535, or 0 for none");
  }

  @Test
  void enumCode() {
    KeySchema schema = KeySchema.parse("v enum(A=0,B=65535)");
    assertThat(schema.decode(schema.encode("B"))).containsExactly("B");
    schema(() -> KeyType.enumeration(Map.of("C", 65_536)), "found enum constant C=65536");
  }

  @Test
  void nameLength() {
    String name = "n".repeat(Limits.NAME_LENGTH);
    assertThat(KeySchema.parse(name + " int8").indexOf(name)).isZero();
    assertThat(KeySchema.parse("e enum(" + name + "=1)").encode(name)).containsExactly(0, 1);
    schema(() -> KeySchema.parse(name + "n int8"), "digits or _ (at most 255)");
    schema(() -> KeySchema.parse("e enum(" + name + "n=1)"), "found enum constant " + name + "n=1");
  }

  @Test
  void schemaText() {
    String longest = "v int8" + " ".repeat(Limits.SCHEMA_TEXT - 6);
    assertThat(KeySchema.parse(longest)).hasToString("v int8");
    schema(
        () -> KeySchema.parse(longest + " "),
        "found a schema text of 65537 characters, expected at most 65536");
    KeySchema.Builder builder = KeySchema.builder();
    for (int i = 0; i < 256; i++) {
      builder.field("n".repeat(252) + (i + 100), KeyType.BOOL);
    }
    schema(builder::build, "found a schema text of 67070 characters, expected at most 65536");
  }

  @Test
  void ranges() {
    KeySchema schema = KeySchema.parse("a int16, b int16, c int8");
    List<Integer> many = IntStream.range(0, 1 << 10).boxed().toList();
    assertThat(schema.select().in("a", many).in("b", many).ranges()).hasSize(Limits.RANGES);
    value(
        () -> schema.select().in("a", many).in("b", many).in("c", List.of(1, 2)).ranges(),
        "found more than 1048576 ranges, expected shorter IN lists");
  }
}
