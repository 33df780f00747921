package dev.keyfold.redis.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigTest {
  private final Config config = new Config();

  @Test
  void everyDefaultIsAValueThatIsAccepted() {
    config
        .matching(List.of(ByteKey.of("*")))
        .forEach(
            (name, value) -> {
              config.initialize(name, value);
              assertThat(config.get(name)).as(name).isEqualTo(value);
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "appendonly|maybe|argument must be 'yes' or 'no'",
        "hz|x|argument couldn't be parsed into an integer",
        "timeout|-1|argument must be between 0 and 2147483647 inclusive",
        "maxmemory|lots|argument must be a memory value",
        "maxmemory|100mb|this server evicts nothing: found '104857600', expected '0'",
        "maxmemory-clients|200%|percentage argument must be less or equal to 100",
        "appendfsync|never|argument(s) must be one of the following: always, everysec, no",
        "save|1 x|Invalid save parameters",
        "daemonize|yes|can't set immutable config",
      })
  void refusesInRedisWords(String name, String value, String reason) {
    assertThatThrownBy(() -> config.set(List.of(name), List.of(value)))
        .hasMessage("CONFIG SET failed (possibly related to argument '" + name + "') - " + reason);
  }

  @Test
  void setsAllOrNothing() {
    assertThatThrownBy(() -> config.set(List.of("hz", "timeout"), List.of("20", "x")))
        .hasMessageContaining("'timeout'");
    assertThat(config.get("hz")).isEqualTo("10");
    assertThatThrownBy(() -> config.set(List.of("hz", "hz"), List.of("20", "30")))
        .hasMessageContaining("duplicate parameter");
    assertThatThrownBy(() -> config.set(List.of("no-such"), List.of("1")))
        .hasMessage("Unknown option or number of arguments for CONFIG SET - 'no-such'");
  }

  @Test
  void unitsAliasesAndListeners() {
    List<String> heard = new ArrayList<>();
    config.whenChanged("client-query-buffer-limit", heard::add);
    config.set(List.of("CLIENT-query-buffer-limit"), List.of("2mb"));
    assertThat(heard).containsExactly("1073741824", "2097152");
    config.set(List.of("maxmemory", "maxmemory-policy"), List.of("0", "noeviction"));
    assertThat(config.get("maxmemory")).isEqualTo("0");
    config.set(List.of("hash-max-ziplist-entries"), List.of("7"));
    assertThat(config.get("hash-max-listpack-entries")).isEqualTo("7");
    config.set(List.of("client-output-buffer-limit"), List.of("pubsub 1mb 0 0"));
    assertThat(config.outputLimit(true)).isEqualTo(1 << 20);
    assertThat(config.outputLimit(false)).isZero();
  }

  @Test
  void hiddenParametersAnswerToTheirNameOnly() {
    assertThat(config.matching(List.of(ByteKey.of("key-load*")))).isEmpty();
    assertThat(config.matching(List.of(ByteKey.of("key-load-delay")))).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"KEA,AKE", "Kx,xK", "gK$,g$K", "AKEn,AKEn"})
  void eventLetters(String given, String shown) {
    config.set(List.of("notify-keyspace-events"), List.of(given));
    assertThat(config.get("notify-keyspace-events")).isEqualTo(shown);
  }
}
