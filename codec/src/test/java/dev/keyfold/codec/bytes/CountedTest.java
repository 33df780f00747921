package dev.keyfold.codec.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CountedTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | row | 0 rows",
        "1 | row | 1 row",
        "2 | row | 2 rows",
        "-1 | row | -1 rows",
        "1234567 | bad record | 1,234,567 bad records",
        "1 | entry | 1 entry",
        "2 | entry | 2 entries",
        "2 | key | 2 keys",
        "2 | index | 2 indexes",
        "2 | match | 2 matches",
        "2 | bus | 2 buses"
      })
  void aCountHasItsNoun(long count, String noun, String text) {
    assertThat(Counted.of(count, noun)).isEqualTo(text);
  }
}
