package dev.keyfold.console.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Guessing is slow, and keeps nobody else waiting. */
class PasswordsTest {
  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
  private final Passwords passwords = new Passwords(new OneUser("ann", "right"), now::get);

  private void refused(int status, String address, String password) {
    assertThatThrownBy(() -> passwords.check(address, "ann", password))
        .isInstanceOfSatisfying(HttpException.class, e -> assertThat(e.status()).isEqualTo(status));
  }

  @Test
  void aWrongPasswordHoldsUpItsOwnAddressForAMoment() {
    refused(401, "7f000001", "wrong");
    refused(429, "7f000001", "right");
    int waiting = 0;
    for (int i = 0; i < 100; i++) {
      try {
        passwords.check("other " + i, "ann", "right");
      } catch (HttpException e) {
        waiting++;
      }
    }
    assertThat(waiting).isLessThan(5); // places are shared, but seldom
    now.addAndGet(TimeUnit.MILLISECONDS.toNanos(299));
    refused(429, "7f000001", "right");
    now.addAndGet(TimeUnit.MILLISECONDS.toNanos(1));
    assertThatCode(() -> passwords.check("7f000001", "ann", "right")).doesNotThrowAnyException();
  }
}
