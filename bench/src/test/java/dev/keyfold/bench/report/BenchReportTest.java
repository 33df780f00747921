package dev.keyfold.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;

class BenchReportTest {
  private static final List<Figure> FIGURES =
      List.of(
          new Figure("keys", "encode", "keyfold", 0, "ns", 40.25),
          new Figure("keys", "encode", "<tuple> & \"co\"", 0, "ns", 153),
          new Figure("tables", "lookups", "keyfold", 20_000, "ops/s", 123_456.7),
          new Figure("latency", "lookups", "keyfold", 20_000, "p50", 10_400),
          new Figure("latency", "lookups", "keyfold", 20_000, "p99", 61_000),
          new Figure("latency", "lookups", "keyfold", 20_000, "max", 5_000_000),
          new Figure("growth", "lookups", "keyfold", 100_000, "ns", 9_000),
          new Figure("growth", "lookups", "keyfold", 1_000_000, "ns", 11_000));

  @TempDir private Path directory;

  @Test
  void jsonComesBackAsItWas() throws IOException {
    Path file = directory.resolve("report.json");
    BenchJson.write(file, Map.of("mode", "quick"), FIGURES);
    assertThat(Files.readString(file)).contains("\"mode\" : \"quick\"");
    assertThat(BenchJson.read(file)).isEqualTo(FIGURES);
    Files.writeString(file, "{}");
    assertThatThrownBy(() -> BenchJson.read(file)).hasMessageContaining("found no figures");
  }

  @Test
  void comparesWhatBothHave() {
    List<Figure> later =
        List.of(
            new Figure("keys", "encode", "keyfold", 0, "ns", 20.125),
            new Figure("tables", "lookups", "keyfold", 20_000, "ops/s", 61_728.35),
            new Figure("tables", "lookups", "keyfold", 30_000, "ops/s", 1));
    List<Comparison> found = Comparison.of(FIGURES, later);
    assertThat(found.stream().map(Comparison::text)).containsExactly("2.00× better", "0.50× worse");
    assertThat(Comparison.of(FIGURES, FIGURES)).noneMatch(c -> c.isBetter() || c.isWorse());
  }

  @Test
  void thePageNeedsNothingElse() throws Exception {
    String page = new HtmlReport(Map.of("java", "17"), FIGURES).page(FIGURES);
    assertThat(page)
        .startsWith("<!doctype html>")
        .contains("Latency percentiles", "Growth", "Compared with the run before")
        .contains("40 ns", "123,457/s", "5.0 ms", "1,000,000")
        .contains("&lt;tuple&gt; &amp; &quot;co&quot;")
        .doesNotContain("<script", "http:", "https:", "src=", "<tuple>");
    int plots = 0;
    for (int at = page.indexOf("<svg"); at >= 0; at = page.indexOf("<svg", at + 1)) {
      String svg = page.substring(at, page.indexOf("</svg>", at) + 6);
      DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(new InputSource(new StringReader(svg)));
      assertThat(svg).doesNotContain("NaN", "Infinity");
      plots++;
    }
    assertThat(plots).isEqualTo(4);
  }

  @Test
  void progress() {
    Progress bar = new Progress(System.err, true, 4);
    assertThat(bar.line(0, "keys", 0)).isEqualTo("[........................] 0/4  keys");
    assertThat(bar.line(1, "a label that is much too long to be shown", 30))
        .isEqualTo("[######..................] 1/4  1:30 left  a label that is much too long t…");
  }

  @Test
  void numbersForPeople() {
    assertThat(Svg.time(9.96)).isEqualTo("10.0 ns");
    assertThat(Svg.time(1_500)).isEqualTo("1.5 µs");
    assertThat(Svg.time(2.5e9)).isEqualTo("2.5 s");
    assertThat(Svg.rate(12.34)).isEqualTo("12.3/s");
  }
}
