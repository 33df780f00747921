package dev.keyfold.sql.query.scan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Statements share a budget, each within its own limit. */
class MemoryPoolTest {
  @Test
  void allStatementsTogetherAreBounded() {
    MemoryPool pool = new MemoryPool(10 * MemoryPool.STEP);
    MemoryPool.Share first = pool.share();
    MemoryPool.Share second = pool.share();
    assertThat(first.cover(MemoryPool.STEP)).isTrue();
    assertThat(pool.used()).as("the first step is free").isZero();
    assertThat(first.cover(8 * MemoryPool.STEP)).isTrue();
    assertThat(pool.used()).isEqualTo(7 * MemoryPool.STEP);
    assertThat(second.cover(4 * MemoryPool.STEP)).isTrue();
    assertThat(second.cover(4 * MemoryPool.STEP + 1)).isFalse();
    assertThat(pool.used()).isEqualTo(10 * MemoryPool.STEP);
    first.close();
    first.close();
    assertThat(pool.used()).isEqualTo(3 * MemoryPool.STEP);
    assertThat(second.cover(8 * MemoryPool.STEP)).isTrue();
    second.close();
    assertThat(pool.used()).isZero();
  }

  @Test
  void aResultThatNobodyClosesGivesItsShareBack() throws InterruptedException {
    MemoryPool pool = new MemoryPool(10 * MemoryPool.STEP);
    abandon(pool);
    long end = System.nanoTime() + 10_000_000_000L;
    while (pool.used() > 0 && System.nanoTime() < end) {
      System.gc();
      Thread.sleep(5);
    }
    assertThat(pool.used()).isZero();
  }

  private static void abandon(MemoryPool pool) {
    assertThat(pool.share().cover(5 * MemoryPool.STEP)).isTrue();
    assertThat(pool.used()).isEqualTo(4 * MemoryPool.STEP);
  }
}
