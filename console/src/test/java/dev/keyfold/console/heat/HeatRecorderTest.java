package dev.keyfold.console.heat;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A bounded number of samples whatever the load, and weights that add up. */
class HeatRecorderTest {
  private final AtomicLong now = new AtomicLong(1_000_000);
  private final AtomicInteger oneIn = new AtomicInteger();
  private final HeatRecorder recorder = new HeatRecorder(() -> Instant.ofEpochMilli(now.get()));
  private int left;

  HeatRecorderTest() {
    recorder.controls(
        next -> {
          oneIn.set(next);
          left = Math.min(left, next);
        });
  }

  private void access(int times) {
    for (int i = 0; i < times; i++) {
      if (--left <= 0) {
        left = oneIn.get();
        recorder.accessed(new byte[] {1, 2, 3}, 1, 2, false, left);
      }
    }
  }

  private long weight() {
    return recorder.columns(1_000).stream()
        .flatMap(column -> column.samples().stream())
        .mapToLong(HeatRecorder.Sample::weight)
        .sum();
  }

  @Test
  void aLittleIsRecordedWhole() {
    access(200);
    assertThat(weight()).isEqualTo(200);
    assertThat(recorder.columns(1_000).get(0).samples().get(0).key()).containsExactly(2, 3);
  }

  @Test
  void whatAThreadReadsForTheHeatMapItselfIsIgnored() {
    recorder.ignoring(
        () -> {
          recorder.ignoring(() -> weight());
          access(50);
          return null;
        });
    assertThat(weight()).isZero();
    access(5);
    assertThat(weight()).isEqualTo(5);
  }

  @Test
  void muchIsSampledAndAddsUp() {
    for (int second = 0; second < 60; second++) {
      access(100_000);
      now.addAndGet(1_000);
    }
    int samples =
        recorder.columns(1_000).stream().mapToInt(column -> column.samples().size()).sum();
    assertThat(samples).isLessThan(13 * 600);
    assertThat(weight()).isBetween(5_700_000L, 6_300_000L);
    // After a pause a little is recorded whole again.
    now.addAndGet(60_000);
    long before = weight();
    access(200);
    assertThat(oneIn.get()).isEqualTo(1);
    assertThat(weight() - before).isEqualTo(200);
  }

  @Test
  void whatIsOldIsForgotten() {
    for (int i = 0; i < 1_000; i++) {
      access(1);
      now.addAndGet(HeatRecorder.COLUMN_SECONDS * 1_000L);
    }
    assertThat(recorder.columns(1_000).size()).isLessThanOrEqualTo(181);
    assertThat(recorder.columns(10).size()).isLessThanOrEqualTo(10);
  }
}
