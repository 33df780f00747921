package dev.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.KeyRange;
import org.junit.jupiter.api.Test;

class ScanTest {
  private static final KeyRange RANGE = KeyRange.of(new byte[] {1}, new byte[] {2});

  @Test
  void eachWordChangesOneThing() {
    Scan scan = Scan.over(RANGE);
    assertThat(scan).isEqualTo(new Scan(RANGE, false, Long.MAX_VALUE, false, false));
    assertThat(scan.reverse()).isEqualTo(new Scan(RANGE, true, Long.MAX_VALUE, false, false));
    assertThat(scan.reverse().reverse()).isEqualTo(scan);
    assertThat(scan.limit(3)).isEqualTo(new Scan(RANGE, false, 3, false, false));
    assertThat(scan.withoutValues()).isEqualTo(new Scan(RANGE, false, Long.MAX_VALUE, true, false));
    assertThat(scan.inBulk()).isEqualTo(new Scan(RANGE, false, Long.MAX_VALUE, false, true));
    KeyRange other = KeyRange.prefix(new byte[] {9});
    assertThat(new Scan(RANGE, true, 3, true, true).within(other))
        .isEqualTo(new Scan(other, true, 3, true, true));
  }

  @Test
  void ranges() {
    assertThat(Scan.prefix(new byte[] {1})).isEqualTo(Scan.over(RANGE));
    assertThat(Scan.between(new byte[] {1}, new byte[] {2})).isEqualTo(Scan.over(RANGE));
    assertThat(Scan.everything()).isEqualTo(Scan.between(new byte[0], null));
    assertThat(Scan.everything().range().contains(new byte[] {-1, -1})).isTrue();
  }

  @Test
  void text() {
    assertThat(Scan.over(RANGE)).hasToString("[01, 02)");
    assertThat(Scan.everything().reverse().limit(5)).hasToString("[, ) reversed limit 5");
  }

  @Test
  void aLimitBelowZeroIsRefused() {
    assertThat(Scan.everything().limit(0).limit()).isZero();
    assertThatThrownBy(() -> Scan.everything().limit(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a scan's limit is 0 or more; found -1");
  }
}
