package dev.keyfold.redis.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Cursors are few and small enough, and the one that is used stays. */
class ScanCursorsTest {
  @Test
  void theOldestIsForgottenWhenThereAreTooMany() {
    ScanCursors cursors = new ScanCursors(3, 1000);
    long a = cursors.remember(new byte[] {1});
    long b = cursors.remember(new byte[] {2});
    long c = cursors.remember(new byte[] {3});
    assertThat(cursors.find(a)).containsExactly(1);
    long d = cursors.remember(new byte[] {4});
    assertThat(cursors.find(b)).isNull();
    assertThat(cursors.find(a)).containsExactly(1);
    assertThat(cursors.find(c)).containsExactly(3);
    assertThat(cursors.find(d)).containsExactly(4);
  }

  @Test
  void bytesAreBoundedTooButTheNewestStays() {
    ScanCursors cursors = new ScanCursors(100, 10);
    long a = cursors.remember(new byte[6]);
    long b = cursors.remember(new byte[6]);
    assertThat(cursors.find(a)).isNull();
    assertThat(cursors.find(b)).hasSize(6);
    long c = cursors.remember(new byte[50]);
    assertThat(cursors.find(b)).isNull();
    assertThat(cursors.find(c)).hasSize(50);
  }

  @Test
  void anotherServersCursorsAreUnknown() {
    long cursor = new ScanCursors().remember(new byte[] {1});
    assertThat(cursor).isPositive().isLessThan(1L << 53);
    assertThat(new ScanCursors().find(cursor)).isNull();
  }
}
