package dev.keyfold.port;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Pauses grow with failures, attempts that wait are spaced, and others are left alone. */
class LoginThrottleTest {
  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
  private final LoginThrottle throttle =
      new LoginThrottle(new LoginThrottle.Policy(2, 10, 40, 100), now::get);

  private void fail(int times) {
    for (int i = 0; i < times; i++) {
      throttle.failed("a");
    }
  }

  @Test
  void pausesDoubleUpToTheLongest() {
    long[] expected = {0, 0, 10, 20, 40, 40};
    for (long pause : expected) {
      throttle.failed("a");
      assertThat(throttle.enter("a")).isEqualTo(pause);
      now.addAndGet(1_000);
      assertThat(throttle.enter("a")).isZero();
    }
  }

  @Test
  void attemptsThatWaitAreSpacedAndBounded() {
    fail(6);
    assertThat(throttle.enter("a")).isEqualTo(40);
    assertThat(throttle.enter("a")).isEqualTo(80);
    assertThat(throttle.enter("a")).isEqualTo(LoginThrottle.REFUSED);
    now.addAndGet(40);
    assertThat(throttle.enter("a")).isEqualTo(80);
    // The first of them fails: those that wait keep their turns.
    throttle.failed("a");
    assertThat(throttle.enter("a")).isEqualTo(LoginThrottle.REFUSED);
    now.addAndGet(120);
    assertThat(throttle.enter("a")).isZero();
  }

  @Test
  void successAndTimeForgive() {
    fail(6);
    throttle.succeeded("a");
    now.addAndGet(40);
    fail(2);
    assertThat(throttle.enter("a")).isZero();
    fail(4);
    now.addAndGet(60_000_000_001L);
    fail(2);
    assertThat(throttle.enter("a")).isZero();
    fail(1);
    assertThat(throttle.enter("a")).isEqualTo(10);
  }

  @Test
  void othersAreSeldomHeldUp() {
    fail(9);
    int waiting = 0;
    for (int i = 0; i < 200; i++) {
      waiting += throttle.enter("other " + i) == 0 ? 0 : 1;
    }
    assertThat(waiting).as("slots are shared, but seldom").isLessThan(6);
  }
}
