package dev.keyfold.store.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AnswerCacheTest {
  @Test
  void keepsWhatWasAskedForLast() {
    AnswerCache<String, Integer> remembered = new AnswerCache<>(2, TimeUnit.HOURS.toNanos(1));
    remembered.put("a", 1);
    remembered.put("b", 2);
    assertThat(remembered.get("a")).isEqualTo(1);
    remembered.put("c", 3);
    assertThat(remembered.get("b")).as("asked for before the others").isNull();
    assertThat(remembered.get("a")).isEqualTo(1);
    assertThat(remembered.get("c")).isEqualTo(3);
  }

  @Test
  void forgetsWhatIsOld() throws InterruptedException {
    AnswerCache<String, Integer> remembered = new AnswerCache<>(2, TimeUnit.MILLISECONDS.toNanos(1));
    remembered.put("a", 1);
    Thread.sleep(5);
    assertThat(remembered.get("a")).isNull();
  }
}
