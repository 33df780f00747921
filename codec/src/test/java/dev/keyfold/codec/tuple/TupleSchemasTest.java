package dev.keyfold.codec.tuple;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeySchemaException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the tuple layer cannot express is refused when the schema is built, with the reason. */
class TupleSchemasTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "v int64 desc | v | desc | one direction",
        "v int64 desc null first | v | desc | one direction",
        "v int64 null last | v | null last | below all others",
        "k int64, v int64 null first added | v | an added field | another tuple",
        "v decimal | v | decimal | would cut it",
        "v decimal(exact) | v | decimal(exact) | would cut it",
        "v decimal(9,2) | v | decimal(9,2) | would cut it",
        "v date | v | date | no code for a date",
        "v time | v | time | no code for a time",
        "v timestamp | v | timestamp | no code for a timestamp",
        "v timestamp(6) | v | timestamp(6) | no code for a timestamp",
        "v timestamp(9) | v | timestamp(9) | no code for a timestamp",
        "v enum(NEW=1) | v | enum(NEW=1) | no code for an enum",
        "k string, v list<decimal> | v[] | decimal | would cut it",
        "v list<int64 null last> | v[] | null last | below all others",
        "v tuple<x int64, y date> | v.y | date | no code for a date",
        "v tuple<x int64 desc> | v.x | desc | one direction",
        "v list<tuple<x list<time>>> | v[].x[] | time | no code for a time",
      })
  void refused(String text, String field, String found, String reason) {
    assertThatThrownBy(() -> KeySchema.parse(text, KeyFormats.TUPLE))
        .isInstanceOfSatisfying(
            KeySchemaException.class,
            e -> {
              assertThat(e.field()).isEqualTo(field);
              assertThat(e.found()).isEqualTo(found);
              assertThat(e.expected()).contains(reason);
            });
  }

  @Test
  void shardsAreRefused() {
    KeySchema schema = KeySchema.parse("v int64", KeyFormats.TUPLE);

    assertThatThrownBy(() -> schema.withShards(16))
        .isInstanceOf(KeySchemaException.class)
        .hasMessageContaining("a shard prefix")
        .hasMessageContaining("make the shard a field");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a bool, b int8, c int16, d int32, e int64, f uint8, g uint16, h uint32, i uint64",
        "a integer, b float, c double, d string, e string(3), f bytes, g bytes(3), h uuid",
        "a string null first, b list<int64 null first> null first",
        "a tuple<x int64, y tuple<z string null first>>",
      })
  void taken(String text) {
    assertThat(KeySchema.parse(text, KeyFormats.TUPLE)).hasToString(text);
  }

  @Test
  void theFormatHasAName() {
    assertThat(KeyFormats.named("tuple")).isSameAs(KeyFormats.TUPLE);
    assertThat(KeyFormats.all()).contains(KeyFormats.TUPLE);
    assertThatThrownBy(() -> KeyFormats.named("tuple:2")).isInstanceOf(KeySchemaException.class);
  }
}
