package dev.keyfold.bench.keys;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The side-by-side run, without the forks. */
class ReportTest {
  @ParameterizedTest
  @EnumSource
  void everyCaseRuns(Operation operation) {
    for (String subject : operation.subjects()) {
      Case measured = Case.of(operation, subject);
      long first = measured.run();
      // All data once around: the same operation on the same data gives the same bits.
      for (int i = 1; i < Orders.COUNT; i++) {
        measured.run();
      }
      assertThat(measured.run()).isEqualTo(first);
    }
  }

  @Test
  void medianOfTheRoundsCounts() {
    Results results = thirdField(18, 11, 19);
    assertThat(new Report(results, false).print(3))
        .containsPattern("third field, int64 +keyfold +18.0 ns +11.0 ns +1.80× +1.00× +0 B")
        .containsPattern("third field, int64: time of handWritten +≤ 2.00× +1.80× +met");
  }

  @Test
  void missedTargetIsReported() {
    Results results = thirdField(20, 22);
    assertThat(new Report(results, true).print(2))
        .contains("| third field, int64 | 10.0 ns, 1.00× | 21.0 ns, 2.10× |")
        .contains("| third field, int64: time of handWritten | ≤ 2.00× | 2.10× | missed |");
  }

  /** Rounds in which the bound takes 10 ns and all others what is given. */
  private static Results thirdField(double... rounds) {
    Results results = new Results();
    for (double nanos : rounds) {
      for (String subject : Operation.THIRD_NUMBER.subjects()) {
        boolean bound = subject.equals(Operation.THIRD_NUMBER.bound());
        results.add(Operation.THIRD_NUMBER, subject, bound ? 10 : nanos, 0);
      }
    }
    return results;
  }
}
