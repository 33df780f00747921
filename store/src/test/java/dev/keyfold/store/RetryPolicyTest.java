package dev.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RetryPolicyTest {
  @Test
  void pausesDoubleUpToTheLongest() {
    RetryPolicy policy = new RetryPolicy(10, Duration.ofNanos(100), Duration.ofNanos(500));
    assertThat(policy.pauseNanos(1, 1.0)).isEqualTo(100);
    assertThat(policy.pauseNanos(2, 1.0)).isEqualTo(200);
    assertThat(policy.pauseNanos(3, 1.0)).isEqualTo(400);
    assertThat(policy.pauseNanos(4, 1.0)).isEqualTo(500);
    assertThat(policy.pauseNanos(5_000, 1.0)).isEqualTo(500);
    assertThat(policy.pauseNanos(3, 0.25)).isEqualTo(100);
    assertThat(policy.pauseNanos(3, 0.0)).isZero();
  }

  @Test
  void noPauseStaysNoPause() {
    RetryPolicy policy = new RetryPolicy(1, Duration.ZERO, Duration.ofSeconds(1));
    for (int failures : new int[] {1, 2, 100, 2_000}) {
      assertThat(policy.pauseNanos(failures, 0.99)).isZero();
    }
  }

  @Test
  void theDefaultIsBounded() {
    long total = 0;
    for (int failures = 1; failures < RetryPolicy.DEFAULT.attempts(); failures++) {
      total += RetryPolicy.DEFAULT.pauseNanos(failures, 1.0);
    }
    assertThat(Duration.ofNanos(total)).isBetween(Duration.ofMillis(100), Duration.ofSeconds(2));
  }

  @Test
  void nonsenseIsRefused() {
    Duration some = Duration.ofMillis(1);
    assertThat(new RetryPolicy(1, Duration.ZERO, Duration.ZERO).attempts()).isEqualTo(1);
    assertThatThrownBy(() -> new RetryPolicy(0, some, some))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "at least one attempt, and pauses of zero or more; found 0, PT0.001S, PT0.001S");
    assertThatThrownBy(() -> new RetryPolicy(1, some.negated(), some))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("PT-0.001S");
    assertThatThrownBy(() -> new RetryPolicy(1, some, some.negated()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("PT-0.001S");
  }
}
