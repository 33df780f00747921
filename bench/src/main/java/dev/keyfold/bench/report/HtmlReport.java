package dev.keyfold.bench.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** All figures as one page that needs nothing beside it: no scripts, no network. */
final class HtmlReport {
  private static final String STYLE =
      """
      :root { color-scheme: light dark; --ink: #1b1b1f; --paper: #fff; --grid: #ccc;
        --a: #1f6feb; --b: #9a6700; --c: #1a7f37; --d: #cf222e; --e: #8250df; --f: #57606a;
        --g: #bf3989; --h: #0a7ea4; }
      @media (prefers-color-scheme: dark) { :root { --ink: #e6e6ea; --paper: #16161a;
        --grid: #444; --a: #6cb0ff; --b: #e3b341; --c: #56d364; --d: #ff7b72; --e: #d2a8ff;
        --f: #a0a8b0; --g: #ff8fd0; --h: #5fd3f3; } }
      body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
        max-width: 56rem; margin: 2rem auto; padding: 0 1rem; }
      svg { max-width: 100%; height: auto; display: block; margin: .3rem 0 1.2rem; }
      svg text { font-size: 12px; fill: var(--ink); }
      .grid { stroke: var(--grid); }
      path { fill: none; stroke-width: 2; }
      .s0 { fill: var(--a); } .s1 { fill: var(--b); } .s2 { fill: var(--c); }
      .s3 { fill: var(--d); } .s4 { fill: var(--e); } .s5 { fill: var(--f); }
      .s6 { fill: var(--g); } .s7 { fill: var(--h); }
      .c0 { stroke: var(--a); } .c1 { stroke: var(--b); } .c2 { stroke: var(--c); }
      .c3 { stroke: var(--d); } .c4 { stroke: var(--e); } .c5 { stroke: var(--f); }
      .c6 { stroke: var(--g); } .c7 { stroke: var(--h); }
      table { border-collapse: collapse; } td, th { padding: .15rem .7rem .15rem 0;
        text-align: left; } td.n { text-align: right; font-variant-numeric: tabular-nums; }
      .worse { color: var(--d); } .better { color: var(--c); }
      """;

  private final Map<String, String> about;
  private final List<Figure> figures;
  private final StringBuilder out = new StringBuilder();

  HtmlReport(Map<String, String> about, List<Figure> figures) {
    this.about = about;
    this.figures = figures;
  }

  /**
   * The page.
   *
   * @param before figures of an earlier run to compare with; empty for none
   */
  String page(List<Figure> before) {
    out.append("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">");
    out.append("<meta name=\"viewport\" content=\"width=device-width\">");
    out.append("<title>Keyfold benchmarks</title><style>").append(STYLE).append("</style></head>");
    out.append("<body><h1>Keyfold benchmarks</h1>\n<table>");
    about.forEach((name, value) -> row(name, value));
    out.append("</table>\n");
    if (!before.isEmpty()) {
      compare(before);
    }
    bars("keys", "Keys: CPU time of one operation, less is better");
    bars("stores", "Stores: operations a second, more is better");
    bars("tables", "Tables: operations a second, more is better");
    bars("memory", "Tables of 10,000 orders in memory: operations a second, more is better");
    latency();
    growth();
    everything();
    return out.append("</body></html>\n").toString();
  }

  private void row(String name, String value) {
    out.append("<tr><th>").append(Svg.escape(name)).append("</th><td>");
    out.append(Svg.escape(value)).append("</td></tr>\n");
  }

  private List<Figure> of(String group) {
    return figures.stream().filter(figure -> figure.group().equals(group)).toList();
  }

  private static Set<String> lines(List<Figure> some) {
    Set<String> lines = new LinkedHashSet<>();
    some.forEach(figure -> lines.add(figure.line()));
    return lines;
  }

  private void title(String text) {
    out.append("<h2>").append(Svg.escape(text)).append("</h2>\n");
  }

  private void heading(String text) {
    out.append("<h3>").append(Svg.escape(text)).append("</h3>\n");
  }

  private void bars(String group, String title) {
    List<Figure> all = of(group);
    section(
        title,
        all,
        (line, some) -> {
          List<Svg.Bar> bars = new ArrayList<>();
          for (Figure figure : some) {
            if (!figure.measure().equals(Figure.CPU)) {
              bars.add(
                  new Svg.Bar(
                      figure.subject(),
                      figure.value(),
                      text(figure) + cpu(figure),
                      colour(figure)));
            }
          }
          return Svg.bars(line, bars);
        });
  }

  /** The same for a subject in all plots of a group; our own have the first ones. */
  private int colour(Figure figure) {
    List<String> subjects = new ArrayList<>();
    for (Figure other : of(figure.group())) {
      if (!subjects.contains(other.subject())) {
        subjects.add(other.subject());
      }
    }
    subjects.sort(Comparator.comparing(subject -> !subject.startsWith("keyfold")));
    return subjects.indexOf(figure.subject());
  }

  /** What the processors have spent beside a rate, which other programs have a share in. */
  private String cpu(Figure rate) {
    for (Figure figure : figures) {
      if (figure.measure().equals(Figure.CPU) && figure.isOfSame(rate)) {
        return ", " + text(figure) + " CPU";
      }
    }
    return "";
  }

  /** Draws the figures of one line. */
  private interface Plot {
    String of(String line, List<Figure> some);
  }

  private void section(String title, List<Figure> all, Plot plot) {
    if (all.isEmpty()) {
      return;
    }
    title(title);
    for (String line : lines(all)) {
      heading(line);
      out.append(plot.of(line, all.stream().filter(f -> f.line().equals(line)).toList()));
    }
  }

  static String text(Figure figure) {
    return figure.isRate() ? Svg.rate(figure.value()) : Svg.time(figure.value());
  }

  private void latency() {
    Map<Double, String> ticks = new LinkedHashMap<>();
    List<String> names = List.of("p50", "p90", "p99", "p99.9", "max");
    names.forEach(name -> ticks.put((double) ticks.size(), name));
    curves(
        "latency",
        "Latency percentiles: wall time of one operation",
        ticks,
        figure -> (double) names.indexOf(figure.measure()));
  }

  private void growth() {
    Map<Double, String> ticks = new TreeMap<>();
    for (Figure figure : of("growth")) {
      ticks.put((double) figure.size(), String.format(Locale.ROOT, "%,d", figure.size()));
    }
    curves(
        "growth",
        "Growth: CPU time of one operation while the table grows",
        ticks,
        figure -> (double) figure.size());
  }

  private interface Place {
    double of(Figure figure);
  }

  private void curves(String group, String title, Map<Double, String> ticks, Place place) {
    section(
        title,
        of(group),
        (line, some) -> {
          Map<String, Svg.Curve> curves = new LinkedHashMap<>();
          for (Figure figure : some) {
            curves
                .computeIfAbsent(
                    figure.subject(),
                    subject -> new Svg.Curve(subject, new TreeMap<>(), colour(figure)))
                .points()
                .put(place.of(figure), figure.value());
          }
          return Svg.curves(line, ticks, List.copyOf(curves.values()));
        });
  }

  private void compare(List<Figure> before) {
    title("Compared with the run before");
    List<Comparison> all = Comparison.of(before, figures);
    List<Comparison> changed = all.stream().filter(c -> c.isBetter() || c.isWorse()).toList();
    List<Comparison> same = all.stream().filter(c -> !changed.contains(c)).toList();
    if (changed.isEmpty()) {
      out.append("<p>Nothing is better or worse by more than 15 %.</p>\n");
    } else {
      table(changed);
    }
    out.append("<details><summary>").append(same.size());
    out.append(" figures that differ by less than 15 %</summary>\n");
    table(same);
    out.append("</details>\n");
  }

  private void table(List<Comparison> some) {
    out.append("<table><tr><th>what</th><th>who</th><th>before</th><th>now</th><th></th></tr>\n");
    for (Comparison one : some) {
      String tone = one.isWorse() ? "worse" : one.isBetter() ? "better" : "";
      cell("", one.now().group() + ", " + one.now().line() + ", " + one.now().measure());
      cell("", one.now().subject());
      cell("n", text(one.before()));
      cell("n", text(one.now()));
      cell("n " + tone, one.text());
      out.append("</tr>\n");
    }
    out.append("</table>\n");
  }

  /** The first cell of a line begins it. */
  private void cell(String style, String text) {
    if (out.charAt(out.length() - 1) == '\n') {
      out.append("<tr>");
    }
    out.append("<td class=\"").append(style).append("\">").append(Svg.escape(text)).append("</td>");
  }

  private void everything() {
    title("All figures");
    out.append("<details><summary>as a table</summary><table>\n");
    for (Figure figure : figures) {
      cell("", figure.group());
      cell("", figure.line());
      cell("", figure.subject());
      cell("n", figure.size() == 0 ? "" : String.format(Locale.ROOT, "%,d", figure.size()));
      cell("", figure.measure());
      cell("n", text(figure));
      out.append("</tr>\n");
    }
    out.append("</table></details>\n");
  }
}
