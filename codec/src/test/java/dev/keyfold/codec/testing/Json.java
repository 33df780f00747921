package dev.keyfold.codec.testing;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * As much of JSON as written values need: arrays, strings, numbers, true, false, null. Numbers are
 * {@link Long} where they are whole and fit, else {@link BigDecimal}.
 */
public final class Json {
  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  /** The elements of an array. */
  public static List<?> array(String text) {
    Json json = new Json(text);
    List<?> values = (List<?>) json.value();
    if (json.at != text.length()) {
      throw json.unexpected();
    }
    return values;
  }

  private Object value() {
    char c = text.charAt(at);
    if (c == '[') {
      return elements();
    }
    if (c == '"') {
      return string();
    }
    for (String word : List.of("null", "true", "false")) {
      if (text.startsWith(word, at)) {
        at += word.length();
        return word.equals("null") ? null : (Object) Boolean.valueOf(word);
      }
    }
    return number();
  }

  private List<Object> elements() {
    List<Object> values = new ArrayList<>();
    at++;
    while (text.charAt(at) != ']') {
      values.add(value());
      if (text.charAt(at) == ',') {
        at++;
      } else if (text.charAt(at) != ']') {
        throw unexpected();
      }
    }
    at++;
    return values;
  }

  private String string() {
    StringBuilder out = new StringBuilder();
    at++;
    while (text.charAt(at) != '"') {
      char c = text.charAt(at++);
      out.append(c == '\\' ? escape() : c);
    }
    at++;
    return out.toString();
  }

  private char escape() {
    char c = text.charAt(at++);
    if (c == 'u') {
      at += 4;
      return (char) Integer.parseInt(text.substring(at - 4, at), 16);
    }
    int control = "btnfr".indexOf(c);
    return control < 0 ? c : "\b\t\n\f\r".charAt(control);
  }

  private Object number() {
    int from = at;
    while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    if (at == from) {
      throw unexpected();
    }
    String digits = text.substring(from, at);
    return digits.matches("-?\\d{1,18}") ? (Object) Long.valueOf(digits) : new BigDecimal(digits);
  }

  private IllegalStateException unexpected() {
    return new IllegalStateException("at " + at + " of " + text);
  }
}
