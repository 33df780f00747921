package dev.keyfold.hbase.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/**
 * A small run of everything: all subjects read the same rows of the same tables, in the ways that
 * are to be measured. The run itself compares; a difference, or another plan, ends it.
 */
class SubjectsAgreeTest {
  @Test
  void allReadTheSame() throws IOException {
    Options options = Options.parse("--rows", "2000", "--quick");
    try (HBaseSideBySide run = new HBaseSideBySide(options)) {
      run.load();
      run.measure();
      String report = run.report();
      for (Subject subject : Subject.values()) {
        assertThat(report).contains(subject.label);
      }
      assertThat(run.requests())
          .as("every subject's client sends requests, and they are counted")
          .isGreaterThan(0);
    }
  }
}
