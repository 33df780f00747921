package dev.keyfold.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What formats say of the order of their keys, and of constants that no key can hold. */
class OrderProblemTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "native; a string, b int32 desc; ",
        "delimited; a string(4), b int64; ",
        "delimited; a string, b int64; with this delimiter",
        "delimited:00; a string, b int64; ",
        "delimited:#; a string, b int64; can sort after",
        "delimited:#; a int64; sorts before",
        "delimited:#; a date, b string; ",
        "rowkey; a string, b int64; ",
        "phoenix; a string null, b int64 desc; ",
        "phoenix; a bytes desc null first, b int64; nulls lie among",
        "tuple; a string null, b int64; ",
        "compound; a string, b string, c string null; "
      })
  void theFirstFieldSortsOrTheFormatSaysWhyNot(String format, String schema, String problem) {
    String found = KeySchema.parse(schema, KeyFormats.named(format)).orderProblem(0);
    if (problem == null) {
      assertThat(found).isNull();
    } else {
      assertThat(found).contains(problem).startsWith("field a");
    }
  }

  @Test
  void escapedKeysOfCompoundDoNotSort() {
    String schema = "kind string, key string, sub string null";
    assertThat(KeySchema.parse(schema, KeyFormats.COMPOUND).orderProblem(1)).contains("NUL is %00");
    assertThat(KeySchema.parse(schema, KeyFormats.named("compound:unescaped")).orderProblem(1))
        .isNull();
  }

  @Test
  void aConstantThatNoKeyCanHoldEqualsNothing() {
    KeySchema text = KeySchema.parse("a string, b int64", KeyFormats.named("delimited:#"));
    assertThatThrownBy(() -> text.select().eq("a", "x#y").ranges())
        .isInstanceOf(KeyValueException.class);
    assertThat(text.select().ofAnyLength().eq("a", "x#y").ranges()).isEmpty();
    assertThat(text.select().ofAnyLength().in("a", java.util.List.of("x#y", "z")).ranges())
        .hasSize(1);
    KeySchema row = KeySchema.parse("a int64, b string", KeyFormats.ROWKEY);
    assertThat(row.select().ofAnyLength().eq("a", -1).ranges()).isEmpty();
    assertThatThrownBy(() -> row.select().ofAnyLength().gt("a", -1).ranges())
        .isInstanceOf(KeyValueException.class); // a bound it cannot be
  }

  @Test
  void fieldsOfNoFormatHaveEveryType() {
    assertThat(KeySchema.parseFields("a int24, b list<string>")).hasSize(2);
    assertThatThrownBy(() -> KeySchema.parseFields("a int32, a string"))
        .isInstanceOf(KeySchemaException.class);
  }

  @Test
  void shardPrefixesAreThoseOfKeys() {
    KeySchema phoenix = KeySchema.parse("a string", KeyFormats.PHOENIX).withShards(4);
    assertThat(phoenix.shardPrefix(3)).containsExactly(3);
    KeySchema delimited = KeySchema.parse("a string", KeyFormats.DELIMITED).withShards(300);
    assertThat(delimited.shardPrefix(258)).containsExactly(1, 2, 0x1F);
    assertThatThrownBy(() -> delimited.shardPrefix(300)).isInstanceOf(KeyValueException.class);
    assertThatThrownBy(() -> KeySchema.parse("a string").shardPrefix(0))
        .isInstanceOf(KeyValueException.class);
  }
}
