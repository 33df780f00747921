package dev.keyfold.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
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
          new Figure("tables", "lookups", "keyfold", 20_000, "cpu", 8_100),
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
        .contains("40 ns", "123,457/s, 8.1 µs CPU", "5.0 ms", "1,000,000")
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
    Progress bar = new Progress(System.err, true, new double[] {5, 5, 5, 5});
    assertThat(bar.line(0, "keys", 0)).isEqualTo("[....................] 0/4  keys");
    assertThat(bar.line(1, "a label that is much too long to be shown", 30))
        .isEqualTo("[#####...............] 1/4  1:30 left  a label that is much too long t…");
    Progress uneven = new Progress(System.err, true, new double[] {1, 9});
    assertThat(uneven.line(1, "large", 10))
        .isEqualTo("[##..................] 1/2  1:30 left  large");
    Progress resumed = new Progress(System.err, true, new double[] {10, 5, 5});
    resumed.skip(0);
    assertThat(resumed.line(1, "b", 0)).isEqualTo("[##########..........] 1/3  b");
    assertThat(resumed.line(2, "c", 4)).isEqualTo("[###############.....] 2/3  0:04 left  c");
  }

  private static Job job(String name, List<String> done, boolean fails) {
    return new Job(
        name,
        1,
        () -> {
          done.add(name);
          if (fails) {
            throw new IllegalStateException("the disk is full");
          }
          return List.of(new Figure("keys", name, "keyfold", 0, "ns", name.length()));
        });
  }

  /** Only what has no figures yet is measured; one that fails does not take the others with it. */
  @Test
  void anInterruptedRunGoesOn() throws Exception {
    Path file = directory.resolve("unfinished.jsonl");
    List<String> done = new ArrayList<>();
    Run first =
        new Run(
            List.of(job("a", done, false), job("bb", done, true), job("ccc", done, false)),
            Kept.open(file, "quick"),
            false);
    assertThat(first.measure()).isFalse();
    assertThat(done).containsExactly("a", "bb", "ccc");
    assertThat(first.figures()).extracting(Figure::line).containsExactly("a", "ccc");
    Files.writeString(file, "{\"job\":\"bb\",\"figu", StandardOpenOption.APPEND); // a kill
    done.clear();
    List<Job> jobs =
        List.of(job("a", done, false), job("bb", done, false), job("ccc", done, false));
    Run second = new Run(jobs, Kept.open(file, "quick"), false);
    assertThat(second.measure()).isTrue();
    assertThat(done).containsExactly("bb");
    assertThat(second.figures()).extracting(Figure::value).containsExactly(1.0, 2.0, 3.0);
    assertThat(second.seconds()).isPositive();
    assertThat(Kept.open(file, "quick").size()).isEqualTo(3);
    assertThat(Kept.open(file, "full").size()).isZero();
    assertThat(Kept.open(file, "quick").size()).isZero();
    Files.writeString(file, "no JSON\n");
    assertThat(Kept.open(file, "quick").size()).isZero();
  }

  @Test
  void summaryForPrograms() throws IOException {
    Figure before = new Figure("keys", "encode", "keyfold", 0, "ns", 40);
    Figure now = new Figure("keys", "encode", "keyfold", 0, "ns", 20);
    assertThat(
            BenchJson.summary(
                Path.of("r.html"), Path.of("r.json"), List.of(new Comparison(before, now))))
        .isEqualTo(
            "{\"report\":\"r.html\",\"json\":\"r.json\",\"changes\":[{\"group\":\"keys\","
                + "\"line\":\"encode\",\"subject\":\"keyfold\",\"measure\":\"ns\","
                + "\"before\":40.0,\"now\":20.0,\"times\":2.0}]}");
  }

  @Test
  void numbersForPeople() {
    assertThat(Svg.time(9.96)).isEqualTo("10.0 ns");
    assertThat(Svg.time(1_500)).isEqualTo("1.5 µs");
    assertThat(Svg.time(2.5e9)).isEqualTo("2.5 s");
    assertThat(Svg.rate(12.34)).isEqualTo("12.3/s");
  }
}
