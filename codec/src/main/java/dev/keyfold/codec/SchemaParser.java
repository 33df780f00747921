package dev.keyfold.codec;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Schema text to fields, by recursive descent:
 *
 * <pre>
 * schema   = field { "," field }
 * field    = name type { "asc" | "desc" | "null" ["first" | "last"] | "added" }
 * type     = word | "string" size | "bytes" size | "timestamp" size | "decimal" "(" digits "," digits ")"
 *          | "decimal" "(" "exact" ")" | "enum" "(" name "=" digits { "," name "=" digits } ")"
 *          | "list" "&lt;" type [ "null" ["first" | "last"] ] "&gt;" | "tuple" "&lt;" schema "&gt;"
 * size     = "(" digits ")"
 * </pre>
 *
 * Key words are not case-sensitive, names are.
 */
final class SchemaParser {
  private static final Pattern TOKEN =
      Pattern.compile("\\s*([\\p{L}_][\\p{L}\\p{Nd}_]*|[0-9]+|[(),<>=]|\\z)");

  private final String text;
  private final Matcher matcher;
  private String token;
  private int offset;
  private int depth;

  SchemaParser(String text) {
    if (text.length() > Limits.SCHEMA_TEXT) {
      throw new KeySchemaException(
          null,
          -1,
          "a schema text of " + text.length() + " characters",
          "at most " + Limits.SCHEMA_TEXT);
    }
    this.text = text;
    this.matcher = TOKEN.matcher(text);
    advance();
  }

  List<KeyField> schema() {
    return fields("");
  }

  private List<KeyField> fields(String end) {
    List<KeyField> fields = new ArrayList<>();
    do {
      fields.add(field(end));
    } while (accept(","));
    expect(end, "',' or " + (end.isEmpty() ? "the end" : "'" + end + "'"));
    return fields;
  }

  private KeyField field(String end) {
    String name = name("a field name");
    KeyType type = type();
    Boolean descending = null;
    Boolean nullsLast = null;
    boolean added = false;
    while (!token.equals(",") && !token.equals(end)) {
      if (descending == null && (is("asc") || is("desc"))) {
        descending = is("desc");
        advance();
      } else if (nullsLast == null && is("null")) {
        nullsLast = nullPlacement();
      } else if (!added && is("added")) {
        added = true;
        advance();
      } else {
        throw found("asc, desc, null, null first, null last, added, or ','");
      }
    }
    KeyOrder order =
        KeyOrder.of(
            Boolean.TRUE.equals(descending), nullsLast != null, Boolean.TRUE.equals(nullsLast));
    return new KeyField(name, type, order, added);
  }

  private boolean nullPlacement() {
    advance();
    if (is("last")) {
      advance();
      return true;
    }
    if (is("first")) {
      advance();
    }
    return false;
  }

  private KeyType type() {
    int at = offset;
    String word = token.toLowerCase(java.util.Locale.ROOT);
    if (!isName()) {
      throw found(
          "a type: "
              + String.join(", ", KeyType.SIMPLE.keySet())
              + ", enum(...), list<...>, tuple<...>");
    }
    advance();
    try {
      if (accept("(")) {
        return parameters(word, at);
      }
      if (word.equals("list") || word.equals("tuple")) {
        return nested(word);
      }
      KeyType type = KeyType.named(word);
      if (type != null) {
        return type;
      }
    } catch (KeySchemaException e) {
      throw e.offset() >= 0 ? e : new KeySchemaException(e.field(), at, e.found(), e.expected());
    }
    throw unknown(word, at);
  }

  private KeyType parameters(String word, int at) {
    KeyType type =
        switch (word) {
          case "string" -> KeyType.string(number());
          case "bytes" -> KeyType.bytes(number());
          case "timestamp" -> KeyType.timestamp(number());
          case "decimal" -> decimal();
          case "enum" -> KeyType.enumeration(codes());
          default ->
              throw KeyType.named(word) != null
                  ? new KeySchemaException(null, at, word + "(", word + " without parameters")
                  : unknown(word, at);
        };
    expect(")", "')'");
    return type;
  }

  private KeyType decimal() {
    if (is("exact")) {
      advance();
      return KeyType.DECIMAL_EXACT;
    }
    int precision = number();
    expect(",", "',' and the scale");
    return KeyType.decimal(precision, number());
  }

  private Map<String, Integer> codes() {
    Map<String, Integer> codes = new LinkedHashMap<>();
    do {
      int at = offset;
      String name = name("a constant's name");
      expect("=", "'=' and the constant's code");
      if (codes.put(name, number()) != null) {
        throw new KeySchemaException(null, at, "a second constant " + name, "different names");
      }
    } while (accept(","));
    return codes;
  }

  private KeyType nested(String word) {
    if (++depth > Limits.NESTING) {
      throw new KeySchemaException(
          null, offset, "deeper nesting", "at most " + Limits.NESTING + " levels");
    }
    expect("<", "'<'");
    KeyType type;
    if (word.equals("tuple")) {
      type = KeyType.tuple(fields(">"));
    } else {
      KeyType element = type();
      boolean nullable = is("null");
      boolean nullsLast = nullable && nullPlacement();
      type = KeyType.list(element, KeyOrder.of(false, nullable, nullsLast));
      expect(">", "'>'");
    }
    depth--;
    return type;
  }

  private int number() {
    if (!token.isEmpty() && Character.isDigit(token.charAt(0)) && token.length() <= 9) {
      int value = Integer.parseInt(token);
      advance();
      return value;
    }
    throw found("a number");
  }

  private String name(String what) {
    if (!isName()) {
      throw found(what);
    }
    String name = token;
    advance();
    return name;
  }

  private boolean isName() {
    return !token.isEmpty() && (token.charAt(0) == '_' || Character.isLetter(token.charAt(0)));
  }

  private boolean is(String word) {
    return token.equalsIgnoreCase(word);
  }

  private boolean accept(String symbol) {
    if (token.equals(symbol) && !symbol.isEmpty()) {
      advance();
      return true;
    }
    return false;
  }

  private void expect(String symbol, String what) {
    if (!token.equals(symbol)) {
      throw found(what);
    }
    if (!symbol.isEmpty()) {
      advance();
    }
  }

  private void advance() {
    int from = token == null ? 0 : offset + token.length();
    if (!matcher.region(from, text.length()).lookingAt()) {
      int at = from;
      while (" \t\n\u000B\f\r".indexOf(text.charAt(at)) >= 0) {
        at++;
      }
      throw new KeySchemaException(
          null, at, "'" + text.charAt(at) + "'", "a name, a number or one of ( ) < > , =");
    }
    token = matcher.group(1);
    offset = matcher.start(1);
  }

  private KeySchemaException found(String expected) {
    return new KeySchemaException(
        null, offset, token.isEmpty() ? "the end" : "'" + token + "'", expected);
  }

  private static KeySchemaException unknown(String word, int at) {
    return new KeySchemaException(
        null,
        at,
        "the type '" + word + "'",
        String.join(", ", KeyType.SIMPLE.keySet())
            + ", string(n), bytes(n), decimal(p,s), decimal(exact), timestamp(6), timestamp(9),"
            + " enum(A=1,...), list<...> or tuple<...>");
  }
}
