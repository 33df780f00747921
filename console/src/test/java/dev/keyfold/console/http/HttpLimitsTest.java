package dev.keyfold.console.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which readers are too slow, at the limit and one byte below it. */
class HttpLimitsTest {
  private static final long SECOND = 1_000_000_000;

  @Test
  void aByteNowAndThenIsNoProgress() {
    assertThat(HttpLimits.isProgress(1, SECOND)).isFalse();
    assertThat(HttpLimits.isProgress(4095, SECOND)).isFalse();
    assertThat(HttpLimits.isProgress(4096, SECOND)).isTrue();
    assertThat(HttpLimits.isProgress(3 * 4096 - 1, 3 * SECOND)).isFalse();
    assertThat(HttpLimits.isProgress(3 * 4096, 3 * SECOND)).isTrue();
    assertThat(HttpLimits.isProgress(0, 0)).isFalse();
  }

  @Test
  void aLongAnswerMayTakeLonger() {
    HttpLimits limits = new HttpLimits(4, 1, 1, 1, 60_000, 30_000);
    assertThat(limits.sendMillis(0)).isEqualTo(30_000);
    assertThat(limits.sendMillis(10 * 4096)).isEqualTo(40_000);
    assertThat(limits.stuckMillis()).isEqualTo(3_000);
  }
}
