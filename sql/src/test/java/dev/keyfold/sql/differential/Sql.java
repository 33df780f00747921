package dev.keyfold.sql.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A statement and the values of its parameters.
 *
 * @param ordered whether the order of the rows is determined
 */
record Sql(String text, List<Object> parameters, boolean ordered) {
  private static final Pattern MARK = Pattern.compile("\u00AB(\\d+)\u00BB");

  static Sql of(String text) {
    return new Sql(text, List.of(), false);
  }

  /**
   * Replaces marks by question marks.
   *
   * @param values what the number inside a mark refers to
   */
  static Sql marked(String text, List<Object> values, boolean ordered) {
    List<Object> parameters = new ArrayList<>();
    Matcher matcher = MARK.matcher(text);
    StringBuilder plain = new StringBuilder();
    while (matcher.find()) {
      parameters.add(values.get(Integer.parseInt(matcher.group(1))));
      matcher.appendReplacement(plain, "?");
    }
    matcher.appendTail(plain);
    return new Sql(plain.toString(), parameters, ordered);
  }

  /** What represents a value in a text that is not finished. */
  static String mark(List<Object> values, Object value) {
    values.add(value);
    return "\u00AB" + (values.size() - 1) + "\u00BB";
  }

  @Override
  public String toString() {
    return parameters.isEmpty() ? text : text + " with " + parameters;
  }
}
