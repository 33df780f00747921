package dev.keyfold.sql.parse;

import dev.keyfold.sql.errors.SqlErrors;
import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.parse.SqlToken.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Splits SQL into tokens, by the rules of PostgreSQL: names without quotes are folded to lower
 * case; strings are {@code 'it''s'}, {@code e'a\n'} and {@code $$text$$}; comments are {@code --}
 * to the end of the line and nested slash-star ones. Not thread-safe.
 */
public final class SqlLexer {
  private static final String SIGNS = "+-*/<>=~!@#%^&|`?";

  private final String text;
  private final List<SqlToken> tokens = new ArrayList<>();
  private int at;
  private int parameters;
  private boolean unfinished;

  private SqlLexer(String text) {
    this.text = text;
  }

  /** All tokens, the last of them {@link Kind#END}. */
  public static List<SqlToken> tokens(String text) {
    SqlLexer lexer = new SqlLexer(text);
    lexer.run();
    return lexer.tokens;
  }

  private void run() {
    while (skipBlanks()) {
      next();
    }
    add(Kind.END, "", at);
  }

  /** Whether anything follows blanks and comments. */
  private boolean skipBlanks() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (Character.isWhitespace(c)) {
        at++;
      } else if (text.startsWith("--", at)) {
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end;
      } else if (text.startsWith("/*", at)) {
        skipComment();
      } else {
        return true;
      }
    }
    return false;
  }

  private void skipComment() {
    int start = at;
    int depth = 0;
    do {
      if (at >= text.length()) {
        throw unfinished(start, "comment", "*/");
      }
      if (text.startsWith("/*", at)) {
        depth++;
        at += 2;
      } else if (text.startsWith("*/", at)) {
        depth--;
        at += 2;
      } else {
        at++;
      }
    } while (depth > 0);
  }

  private void add(Kind kind, String value, int start) {
    tokens.add(new SqlToken(kind, value, start, at, -1));
  }

  private void next() {
    int start = at;
    char c = text.charAt(at);
    char then = at + 1 < text.length() ? text.charAt(at + 1) : ' ';
    if (c == '\'') {
      add(Kind.STRING, quoted('\'', "string"), start);
    } else if (c == '"') {
      String name = quoted('"', "quoted name");
      if (name.isEmpty()) {
        throw SqlErrors.at("42601", "found an empty name in quotes, expected a name", start);
      }
      add(Kind.QUOTED, name, start);
    } else if ((c == 'e' || c == 'E') && then == '\'') {
      at++;
      add(Kind.STRING, escaped(start), start);
    } else if ((c == 'x' || c == 'X') && then == '\'') {
      at++;
      add(Kind.BYTES, hex(start), start);
    } else if (Character.isLetter(c) || c == '_') {
      word(start);
    } else if (Character.isDigit(c) || (c == '.' && Character.isDigit(then))) {
      number(start);
    } else if (c == '$' && Character.isDigit(then)) {
      numberedParameter(start);
    } else if (c == '$') {
      add(Kind.STRING, dollarQuoted(start), start);
    } else if (c == '?') {
      at++;
      tokens.add(new SqlToken(Kind.PARAMETER, "?", start, at, parameters++));
    } else {
      sign(start);
    }
  }

  private void word(int start) {
    while (at < text.length()
        && (Character.isLetterOrDigit(text.charAt(at))
            || text.charAt(at) == '_'
            || text.charAt(at) == '$')) {
      at++;
    }
    add(Kind.WORD, text.substring(start, at).toLowerCase(Locale.ROOT), start);
  }

  private void number(int start) {
    digits();
    if (at < text.length() && text.charAt(at) == '.') {
      at++;
      digits();
    }
    if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
      int sign = at + 1 < text.length() && "+-".indexOf(text.charAt(at + 1)) >= 0 ? 1 : 0;
      int first = at + 1 + sign;
      if (first < text.length() && Character.isDigit(text.charAt(first))) {
        at = first;
        digits();
      }
    }
    if (at < text.length() && (Character.isLetter(text.charAt(at)) || text.charAt(at) == '_')) {
      throw SqlErrors.at(
          "42601",
          "found '"
              + text.substring(start, at + 1)
              + "', expected a number; names begin with a letter, or stand in double quotes",
          start);
    }
    add(Kind.NUMBER, text.substring(start, at), start);
  }

  private void digits() {
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
  }

  private void numberedParameter(int start) {
    at++;
    digits();
    String digits = text.substring(start + 1, at);
    int number = digits.length() > 5 ? 0 : Integer.parseInt(digits);
    if (number < 1) {
      throw SqlErrors.at(
          "42P02", "found the parameter $" + digits + ", expected $1 to $99999", start);
    }
    tokens.add(new SqlToken(Kind.PARAMETER, "$" + number, start, at, number - 1));
  }

  /** Between these quotes, where two of them represent one. */
  private String quoted(char quote, String what) {
    int start = at++;
    StringBuilder value = new StringBuilder();
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c != quote) {
        value.append(c);
      } else if (at < text.length() && text.charAt(at) == quote) {
        value.append(quote);
        at++;
      } else {
        return value.toString();
      }
    }
    throw unfinished(start, what, String.valueOf(quote));
  }

  private String hex(int start) {
    String digits = quoted('\'', "string");
    if (digits.length() % 2 != 0 || !digits.chars().allMatch(c -> Character.digit(c, 16) >= 0)) {
      throw SqlErrors.at(
          "22P02", "found x'" + digits + "', expected two hexadecimal digits per byte", start);
    }
    return digits;
  }

  /** The string after an {@code e}, with backslash escapes. */
  private String escaped(int start) {
    at++;
    StringBuilder value = new StringBuilder();
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c == '\'') {
        if (at >= text.length() || text.charAt(at) != '\'') {
          return value.toString();
        }
        value.append('\'');
        at++;
      } else if (c == '\\' && at < text.length()) {
        char escape = text.charAt(at++);
        switch (escape) {
          case 'n' -> value.append('\n');
          case 't' -> value.append('\t');
          case 'r' -> value.append('\r');
          case 'b' -> value.append('\b');
          case 'f' -> value.append('\f');
          case 'u' -> value.append(unicode(start));
          default -> value.append(escape);
        }
      } else {
        value.append(c);
      }
    }
    throw unfinished(start, "string", "'");
  }

  private char unicode(int start) {
    try {
      char c = (char) Integer.parseInt(text.substring(at, at + 4), 16);
      at += 4;
      return c;
    } catch (NumberFormatException | StringIndexOutOfBoundsException e) {
      throw SqlErrors.at("22P02", "expected four hexadecimal digits after \\u", start);
    }
  }

  private String dollarQuoted(int start) {
    int tagEnd = text.indexOf('$', at + 1);
    if (tagEnd < 0 || !text.substring(at + 1, tagEnd).matches("\\w*")) {
      throw SqlErrors.at("42601", "found '$', expected $1 for a parameter or $$text$$", start);
    }
    String tag = text.substring(at, tagEnd + 1);
    int end = text.indexOf(tag, tagEnd + 1);
    if (end < 0) {
      throw unfinished(start, "string", tag);
    }
    at = end + tag.length();
    return text.substring(tagEnd + 1, end);
  }

  private void sign(int start) {
    char c = text.charAt(at++);
    if (c == ':' && at < text.length() && (text.charAt(at) == ':' || text.charAt(at) == '=')) {
      at++;
    } else if (SIGNS.indexOf(c) >= 0 && at < text.length()) {
      String two = text.substring(start, at + 1);
      if (List.of("<=", ">=", "<>", "!=", "||", "->", "=>").contains(two)) {
        at++;
      }
    }
    add(Kind.SIGN, text.substring(start, at), start);
  }

  /** Whether the text ends within a string, a quoted name or a comment, so that more must come. */
  public static boolean isUnfinished(String text) {
    SqlLexer lexer = new SqlLexer(text);
    try {
      lexer.run();
    } catch (SqlStateException e) {
      return lexer.unfinished;
    }
    return false;
  }

  private SqlStateException unfinished(int start, String what, String end) {
    unfinished = true;
    return SqlErrors.at(
        "42601",
        "found the end of the statement within a "
            + what
            + " that begins at character "
            + (start + 1)
            + ", expected "
            + end,
        start);
  }
}
