package dev.keyfold.hbase.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class OptionsTest {
  @Test
  void withoutAnyEverythingIsMeasured() {
    Options options = Options.parse();
    assertThat(options.lines()).hasSize(12);
    assertThat(options.subjects()).containsExactly(Subject.values());
    assertThat(options.rows).isEqualTo(200_000);
  }

  @Test
  void onlyNamesPartOfALine() {
    assertThat(Options.parse("--only", "scan").lines())
        .extracting(Results.Line::label)
        .containsExactly(
            "prefix scans, 1,000 rows",
            "prefix scans, 1,000 rows, salted",
            "range scans, 100 rows",
            "range scans, 100 rows, salted");
    assertThat(Options.parse("--only", "salted").variants()).containsExactly(Variant.SALTED);
  }

  @Test
  void saysWhatWasFoundAndWhatExpected() {
    refused("found '--row', expected --rows N", "--row", "5");
    refused("found 'many' after --rounds, expected a positive number", "--rounds", "many");
    refused("found '0' after --rounds, expected a positive number", "--rounds", "0");
    refused("found nothing after --rows", "--rows");
    refused("found 1500 rows, expected a multiple of 1000", "--rows", "1500");
    refused("found subject 'h2', expected one of shared", "--subjects", "h2");
    refused("expected part of one of", "--only", "joins");
  }

  private static void refused(String message, String... args) {
    assertThatThrownBy(() -> Options.parse(args))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }
}
