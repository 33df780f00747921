package dev.keyfold.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Plots as SVG text that stands within a page. Colours are classes, {@code s0} to {@code s7}, which
 * the page defines for light and dark.
 */
final class Svg {
  private static final int WIDTH = 720;
  private static final int LABELS = 190;
  private static final int BAR = 20;
  private static final int PLOT_HEIGHT = 260;
  private static final int COLOURS = 8;

  private Svg() {}

  /** A bar of a chart: whose it is, and how long. */
  record Bar(String label, double value, String text, int colour) {}

  /** A line of a plot: whose it is, and its points, y by x. */
  record Curve(String label, Map<Double, Double> points, int colour) {}

  /** Horizontal bars, the longest as wide as the plot. */
  static String bars(String title, List<Bar> bars) {
    double most = bars.stream().mapToDouble(Bar::value).max().orElse(1);
    StringBuilder svg = begin(title, bars.size() * BAR + 6);
    int room = WIDTH - LABELS - 190;
    for (int i = 0; i < bars.size(); i++) {
      Bar bar = bars.get(i);
      int y = i * BAR + 4;
      double width = Math.max(1, room * bar.value() / Math.max(most, 1e-9));
      text(svg, LABELS - 8, y + 12, "end", bar.label());
      svg.append(
          format(
              "<rect class=\"s%d\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"2\"/>",
              bar.colour() % COLOURS, LABELS, y, width, BAR - 6));
      text(svg, LABELS + width + 6, y + 12, "start", bar.text());
    }
    return svg.append("</svg>\n").toString();
  }

  /**
   * Curves over a logarithmic y axis of nanoseconds.
   *
   * @param ticks names of the places on the x axis
   */
  static String curves(String title, Map<Double, String> ticks, List<Curve> curves) {
    double low = Double.MAX_VALUE;
    double high = 1;
    for (Curve curve : curves) {
      for (double y : curve.points().values()) {
        low = Math.min(low, y);
        high = Math.max(high, y);
      }
    }
    double bottom = Math.floor(Math.log10(Math.max(1, Math.min(low, high))));
    double top = Math.max(bottom + 1, Math.ceil(Math.log10(high)));
    List<Double> places = new ArrayList<>(ticks.keySet());
    StringBuilder svg = begin(title, PLOT_HEIGHT + 40 + 18 * curves.size());
    int left = 70;
    double width = WIDTH - left - 30.0;
    for (double height : gridLines(bottom, top)) {
      double y = PLOT_HEIGHT - (height - bottom) / (top - bottom) * (PLOT_HEIGHT - 16);
      svg.append(
          format(
              "<line class=\"grid\" x1=\"%d\" x2=\"%.0f\" y1=\"%.1f\" y2=\"%.1f\"/>",
              left, left + width, y, y));
      text(svg, left - 6, y + 4, "end", time(Math.pow(10, height)));
    }
    for (int i = 0; i < places.size(); i++) {
      double x = x(i, places.size(), left, width);
      text(svg, x, PLOT_HEIGHT + 18, "middle", ticks.get(places.get(i)));
    }
    for (int c = 0; c < curves.size(); c++) {
      Curve curve = curves.get(c);
      int colour = curve.colour() % COLOURS;
      StringBuilder path = new StringBuilder();
      for (Map.Entry<Double, Double> point : new LinkedHashMap<>(curve.points()).entrySet()) {
        double x = x(places.indexOf(point.getKey()), places.size(), left, width);
        double share = (Math.log10(Math.max(1, point.getValue())) - bottom) / (top - bottom);
        double y = PLOT_HEIGHT - share * (PLOT_HEIGHT - 16);
        path.append(format("%s%.1f %.1f", path.length() == 0 ? "M" : " L", x, y));
        svg.append(format("<circle class=\"s%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\">", colour, x, y))
            .append("<title>")
            .append(escape(curve.label() + ": " + time(point.getValue())))
            .append("</title></circle>");
      }
      svg.append(format("<path class=\"c%d\" d=\"%s\"/>", colour, path));
      int y = PLOT_HEIGHT + 40 + 18 * c;
      svg.append(
          format(
              "<rect class=\"s%d\" x=\"%d\" y=\"%d\" width=\"12\" height=\"12\"/>",
              colour, left, y));
      text(svg, left + 18, y + 11, "start", curve.label());
    }
    return svg.append("</svg>\n").toString();
  }

  /** Powers of ten, as their logarithms; where they are few, twice and five times them too. */
  private static List<Double> gridLines(double bottom, double top) {
    List<Double> lines = new ArrayList<>();
    for (double decade = bottom; decade <= top; decade++) {
      lines.add(decade);
      if (top - bottom <= 2 && decade < top) {
        lines.add(decade + Math.log10(2));
        lines.add(decade + Math.log10(5));
      }
    }
    return lines;
  }

  private static double x(int place, int places, int left, double width) {
    return left + 20 + (places < 2 ? 0 : place * (width - 40) / (places - 1));
  }

  private static StringBuilder begin(String title, int height) {
    return new StringBuilder()
        .append(
            format(
                "<svg role=\"img\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\"><title>",
                WIDTH, height, WIDTH, height))
        .append(escape(title))
        .append("</title>");
  }

  private static void text(StringBuilder svg, double x, double y, String anchor, String text) {
    svg.append(format("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor))
        .append(escape(text))
        .append("</text>");
  }

  /** Nanoseconds for people. */
  static String time(double nanos) {
    if (nanos < 1_000) {
      return format(nanos < 10 ? "%.1f ns" : "%.0f ns", nanos);
    }
    if (nanos < 1_000_000) {
      return format(nanos < 10_000 ? "%.1f µs" : "%.0f µs", nanos / 1e3);
    }
    return nanos < 1e9 ? format("%.1f ms", nanos / 1e6) : format("%.1f s", nanos / 1e9);
  }

  /** Operations a second for people. */
  static String rate(double rate) {
    return rate < 100 ? format("%.1f/s", rate) : format("%,.0f/s", rate);
  }

  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
