package dev.keyfold.hbase.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class HBaseReportTest {
  private static final Results.Line LOOKUPS = new Results.Line(Operation.GET, Variant.SALTED);
  private static final List<Subject> SUBJECTS =
      List.of(Subject.SHARED, Subject.PHOENIX, Subject.CLIENT);

  private final Results results = new Results();

  private void round(double own, double phoenix, double client) {
    results.add(LOOKUPS, Subject.SHARED, measured(own));
    results.add(LOOKUPS, Subject.PHOENIX, measured(phoenix));
    results.add(LOOKUPS, Subject.CLIENT, measured(client));
  }

  private static Measurement measured(double millis) {
    Measurement measured = new Measurement(millis * 1e6, millis * 1e5, 2, 1_000, 7);
    assertThat(Measurement.parse(measured.text())).isEqualTo(measured);
    return measured;
  }

  @Test
  void comparesWithinRounds() {
    round(1, 2, 1); // 2 times Phoenix, 1 times the client
    round(10, 16, 8.5); // a slow moment of the machine: 1.6 and 0.85
    round(2, 3, 1.6); // 1.5 and 0.8
    String text = new HBaseReport(results, List.of(LOOKUPS), SUBJECTS, true).print(20_000, 3);
    assertThat(text)
        .contains("| lookups by key, salted | 2.00 ms | 3.00 ms | 1.60 ms |")
        .contains("| lookups by key, salted | 2.0 | 2.0 | 2.0 |")
        .contains(
            "| lookups by key, salted: keyfold, shared of Phoenix 5.2.1 | ≥ 1.50× | 1.60× | met |")
        .contains(
            "| lookups by key, salted: keyfold, shared of plain client | ≥ 0.90× | 0.85× | missed"
                + " |")
        .contains("20,000 rows")
        .contains("the median of 3 rounds");
  }

  @Test
  void asksNothingOfSubjectsThatDidNotRun() {
    results.add(LOOKUPS, Subject.SHARED, measured(1));
    String text =
        new HBaseReport(results, List.of(LOOKUPS), List.of(Subject.SHARED), false).print(1_000, 1);
    assertThat(text).doesNotContain("met").contains("lookups by key, salted");
  }
}
