package dev.keyfold.redis.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.redis.state.ByteKey;
import dev.keyfold.testkit.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ArgumentsTest {
  @Test
  void everyLongIsRead() {
    Seeds.each(
        random -> {
          for (int i = 0; i < 10_000; i++) {
            long value = random.nextLong() >> random.nextInt(64);
            assertThat(Arguments.integer(ByteKey.of(Long.toString(value)))).isEqualTo(value);
          }
        });
    assertThat(Arguments.integer(ByteKey.of("-9223372036854775808"))).isEqualTo(Long.MIN_VALUE);
    assertThat(Arguments.integer(ByteKey.of("9223372036854775807"))).isEqualTo(Long.MAX_VALUE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-",
        "+1",
        " 1",
        "1 ",
        "01",
        "-0",
        "1.0",
        "x",
        "9223372036854775808",
        "-9223372036854775809",
        "99999999999999999999",
        "184467440737095516160"
      })
  void othersAreNoIntegers(String text) {
    assertThatThrownBy(() -> Arguments.integer(ByteKey.of(text)))
        .hasMessage("ERR value is not an integer or out of range");
  }

  @ParameterizedTest
  @CsvSource({
    "1.5,1.5",
    "-2,-2",
    "1e3,1000",
    ".5,0.5",
    "0x10,16",
    "inf,Infinity",
    "-INF,-Infinity"
  })
  void reals(String text, double value) {
    assertThat(Arguments.real(ByteKey.of(text))).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "nan", "1d", "1f", " 1", "1 ", "abc", "1e", "0x"})
  void othersAreNoReals(String text) {
    assertThatThrownBy(() -> Arguments.real(ByteKey.of(text)))
        .hasMessage("ERR value is not a valid float");
  }

  @Test
  void timeouts() {
    assertThat(Arguments.timeoutMillis(ByteKey.of("0.0001"))).isEqualTo(1);
    assertThat(Arguments.timeoutMillis(ByteKey.of("2"))).isEqualTo(2000);
    assertThatThrownBy(() -> Arguments.timeoutMillis(ByteKey.of("-1")))
        .hasMessage("ERR timeout is negative");
    assertThatThrownBy(() -> Arguments.timeoutMillis(ByteKey.of("x")))
        .hasMessage("ERR timeout is not a float or out of range");
    assertThatThrownBy(() -> Arguments.timeoutMillis(ByteKey.of("inf")))
        .hasMessage("ERR timeout is out of range");
  }
}
