package dev.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.store.errors.StoreUrlException;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Every kind of option, and every refusal by its text. */
class StoreUrlTest {
  private static StoreUrl url(String text) {
    return StoreUrl.parse(text);
  }

  private static void refused(ThrowingCallable action, String message) {
    assertThatThrownBy(action).isInstanceOf(StoreUrlException.class).hasMessage(message);
  }

  @Test
  void schemeAndRest() {
    StoreUrl url = url("rocksdb:./data dir/a:b?cache=1g");
    assertThat(url.scheme()).isEqualTo("rocksdb");
    assertThat(url.rest()).isEqualTo("./data dir/a:b");
    assertThat(url.toString()).isEqualTo("rocksdb:./data dir/a:b?cache=1g");
    assertThat(url("memory:").rest()).isEmpty();
    assertThat(url("hbase2://h:1/t").rest()).isEqualTo("//h:1/t");
  }

  @Test
  void aDefaultIsAddedUnlessTheOptionIsGiven() {
    assertThat(StoreUrl.parse("x:y").withDefault("a", "1").toString()).isEqualTo("x:y?a=1");
    assertThat(StoreUrl.parse("x:y?b=2").withDefault("a", "1").option("a", "")).isEqualTo("1");
    StoreUrl given = StoreUrl.parse("x:y?ba=2&a=3").withDefault("a", "1");
    assertThat(given.toString()).isEqualTo("x:y?ba=2&a=3");
  }

  @Test
  void whatIsNoUrl() {
    for (String text :
        new String[] {"", "data", ":data", "./data", "C:x", "rocks-db:x", "1x:", "?a=b:"}) {
      refused(
          () -> url(text),
          "found '" + text + "', expected a store URL such as rocksdb:./data or memory:");
    }
  }

  @Test
  void whatIsNoOption() {
    refused(() -> url("memory:?"), "found option '' in 'memory:?', expected NAME=VALUE");
    refused(() -> url("memory:?a"), "found option 'a' in 'memory:?a', expected NAME=VALUE");
    refused(() -> url("memory:?=1"), "found option '=1' in 'memory:?=1', expected NAME=VALUE");
    refused(() -> url("memory:?a=1&"), "found option '' in 'memory:?a=1&', expected NAME=VALUE");
    refused(() -> url("memory:?a=1&a=1"), "option 'a' is given twice in 'memory:?a=1&a=1'");
  }

  @Test
  void text() {
    StoreUrl url = url("memory:?a=x%26y%3Dz+%C3%A9=&b=");
    assertThat(url.option("a", "other")).isEqualTo("x&y=z+\u00e9=");
    assertThat(url.option("b", "other")).isEmpty();
    assertThat(url.option("c", "other")).isEqualTo("other");
    assertThat(url.option("c")).isNull();
    for (String text : new String[] {"memory:?a=%", "memory:?a=%4", "memory:?a=%zz"}) {
      refused(
          () -> url(text),
          "found option '"
              + text.substring(8)
              + "' in '"
              + text
              + "', expected % to be followed by two hexadecimal digits");
    }
  }

  @Test
  void numbers() {
    StoreUrl url = url("memory:?a=1&b=10&c=0&d=11&e=ten&f=");
    assertThat(url.number("a", 1, 10, 5)).isEqualTo(1);
    assertThat(url.number("b", 1, 10, 5)).isEqualTo(10);
    assertThat(url.number("absent", 1, 10, 5)).isEqualTo(5);
    for (String[] wrong : new String[][] {{"c", "0"}, {"d", "11"}, {"e", "ten"}, {"f", ""}}) {
      refused(
          () -> url.number(wrong[0], 1, 10, 5),
          "option "
              + wrong[0]
              + ": found '"
              + wrong[1]
              + "', expected a whole number from 1 to 10");
    }
  }

  @Test
  void sizes() {
    StoreUrl url = url("memory:?a=4096&b=64k&c=256M&d=2g&e=1t&f=0&g=8388607t&h=" + (1L << 59));
    assertThat(url.bytes("a", 1)).isEqualTo(4096);
    assertThat(url.bytes("b", 1)).isEqualTo(64 << 10);
    assertThat(url.bytes("c", 1)).isEqualTo(256 << 20);
    assertThat(url.bytes("d", 1)).isEqualTo(2L << 30);
    assertThat(url.bytes("e", 1)).isEqualTo(1L << 40);
    assertThat(url.bytes("f", 1)).isZero();
    assertThat(url.bytes("g", 1)).isEqualTo(8_388_607L << 40);
    assertThat(url.bytes("h", 1)).isEqualTo(1L << 59);
    assertThat(url.bytes("absent", 1)).isEqualTo(1);
    for (String wrong :
        new String[] {
          "", "k", "-1", "1x", "1kb", "1.5g", " 1", "8388608t", "999999999t", "1234567890123456789"
        }) {
      refused(
          () -> url("memory:?a=" + wrong).bytes("a", 1),
          "option a: found '" + wrong + "', expected a size such as 4096, 64k, 256m or 2g");
    }
  }

  @Test
  void durations() {
    StoreUrl url = url("memory:?a=250ms&b=10s&c=5m&d=0s");
    assertThat(url.duration("a", Duration.ZERO)).isEqualTo(Duration.ofMillis(250));
    assertThat(url.duration("b", Duration.ZERO)).isEqualTo(Duration.ofSeconds(10));
    assertThat(url.duration("c", Duration.ZERO)).isEqualTo(Duration.ofMinutes(5));
    assertThat(url.duration("d", Duration.ofDays(1))).isZero();
    assertThat(url.duration("absent", Duration.ofDays(1))).isEqualTo(Duration.ofDays(1));
    for (String wrong : new String[] {"", "10", "s", "-1s", "1h", "1 s", "1.5s", "1234567890s"}) {
      refused(
          () -> url("memory:?a=" + wrong).duration("a", Duration.ZERO),
          "option a: found '" + wrong + "', expected a time such as 250ms, 10s or 5m");
    }
  }

  @Test
  void flags() {
    StoreUrl url = url("memory:?a=true&b=false&c=TRUE&d=");
    assertThat(url.flag("a", false)).isTrue();
    assertThat(url.flag("b", true)).isFalse();
    assertThat(url.flag("absent", true)).isTrue();
    assertThat(url.flag("absent", false)).isFalse();
    refused(() -> url.flag("c", true), "option c: found 'TRUE', expected true or false");
    refused(() -> url.flag("d", true), "option d: found '', expected true or false");
  }

  @Test
  void durability() {
    assertThat(url("memory:").durability(Durability.GROUP)).isEqualTo(Durability.GROUP);
    assertThat(url("memory:?durability=sync").durability(null)).isEqualTo(Durability.SYNC);
    assertThat(url("memory:?durability=Async").durability(null)).isEqualTo(Durability.ASYNC);
    refused(
        () -> url("memory:?durability=none").durability(null),
        "durability is one of sync, group, async; found 'none'");
  }

  @Test
  void optionsNobodyAskedForAreRefused() {
    StoreUrl url = url("memory:?cache=1g&durabilty=sync");
    refused(url::done, "memory: has no option 'cache'; it has none");
    assertThat(url.bytes("cache", 0)).isEqualTo(1L << 30);
    assertThat(url.durability(Durability.SYNC)).isEqualTo(Durability.SYNC);
    refused(url::done, "memory: has no option 'durabilty'; it has cache, durability");
    assertThat(url.option("durabilty", "")).isEqualTo("sync");
    url.done();
  }
}
