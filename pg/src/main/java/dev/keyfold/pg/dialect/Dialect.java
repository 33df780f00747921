package dev.keyfold.pg.dialect;

import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.errors.SqlStates;
import dev.keyfold.sql.parse.SqlLexer;
import dev.keyfold.sql.parse.SqlToken;
import dev.keyfold.sql.parse.SqlToken.Kind;
import dev.keyfold.sql.result.TextForms;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites what only PostgreSQL's parser reads, token by token: names of types, casts to regclass,
 * {@code OPERATOR(pg_catalog.~)}, COLLATE, strings with escapes, and a few functions that are key
 * words elsewhere. Everything else stays as the client wrote it. Stateless.
 */
public final class Dialect {
  private static final Pattern NEEDED =
      Pattern.compile(
          "::|\\bcast\\b|operator\\s*\\(|collate|tableoid|fillfactor|freeze|version\\s*\\(|pg_catalog\\.|\\be'|\\$\\w*\\$|current_|session_user|interval"
              + "|\\bnow\\b|expandarray|generate_subscripts|\\bfor\\s+(update|no|key|share)\\b|\\b(any|all)\\s*\\(",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern INTERVAL =
      Pattern.compile(
          "\\s*(-?\\d+)\\s*(second|minute|hour|day|week|month|year)s?\\s*",
          Pattern.CASE_INSENSITIVE);

  private static final Map<String, String> FUNCTIONS =
      Map.of(
          "current_schema", "pg_current_schema()",
          "current_database", "pg_current_database()",
          "current_catalog", "pg_current_database()",
          "current_user", "pg_current_user()",
          "current_role", "pg_current_user()",
          "session_user", "pg_session_user()",
          "version", "pg_version()");

  /** Names of columns, unless parentheses follow. */
  private static final Set<String> CALLED = Set.of("current_database", "version");

  /** Functions of the query side, which belong to no schema there. */
  private static final Set<String> BUILT_IN =
      Set.of(
          "unnest",
          "lower",
          "upper",
          "string_agg",
          "array_agg",
          "count",
          "sum",
          "min",
          "max",
          "avg",
          "concat",
          "length",
          "replace",
          "substring",
          "btrim",
          "abs",
          "round");

  private static final Set<String> LISTS = Set.of("any", "some", "all");

  /** Something else instead of the characters from start to end. */
  private record Edit(int start, int end, String text) {}

  private final String source;
  private final int offset;
  private final List<SqlToken> tokens;
  private final List<Edit> edits = new ArrayList<>();

  private Dialect(String source, int from, int to) {
    this.source = source;
    this.offset = from;
    this.tokens = new ArrayList<>(SqlLexer.tokens(source.substring(from, to)));
    // Looking ahead needs no checks for the end.
    for (int i = 0; i < 3; i++) {
      tokens.add(tokens.get(tokens.size() - 1));
    }
  }

  /** A statement of a message, from one offset to another. */
  public static Translation translate(String source, int from, int to) {
    if (!NEEDED.matcher(source).region(from, to).find()) {
      return Translation.plain(source, from, to);
    }
    Dialect dialect = new Dialect(source, from, to);
    dialect.idioms(source.substring(from, to));
    dialect.rewrite();
    return dialect.apply(to);
  }

  private void idioms(String text) {
    for (Idioms.Found each : Idioms.in(text)) {
      edits.add(new Edit(each.start(), each.end(), each.text()));
    }
  }

  /** The same, with each parameter cast to the type that the client declared; text by default. */
  public static Translation translateWithTypes(String source, int from, int to, int[] types) {
    Dialect dialect = new Dialect(source, from, to);
    dialect.idioms(source.substring(from, to));
    dialect.rewrite();
    for (int i = 0; i < dialect.tokens.size(); i++) {
      SqlToken token = dialect.tokens.get(i);
      if (token.kind() == Kind.PARAMETER && !dialect.tokens.get(i + 1).isSign("::")) {
        int type = token.parameter() < types.length ? types[token.parameter()] : 0;
        String name = TypeNames.ofOid(type);
        dialect.edit(i, i + 1, "CAST(" + token.text() + " AS " + name + ")");
      }
    }
    return dialect.apply(to);
  }

  private void edit(int first, int end, String text) {
    edits.add(new Edit(tokens.get(first).start(), tokens.get(end - 1).end(), text));
  }

  private Translation apply(int to) {
    edits.sort(Comparator.comparingInt(Edit::start).thenComparingInt(Dialect::rank));
    Translation.Builder out = new Translation.Builder(source);
    int at = offset;
    for (Edit edit : edits) {
      if (offset + edit.start < at) {
        continue; // within another one
      }
      out.source(at, offset + edit.start);
      out.other(edit.text, offset + edit.start);
      at = offset + edit.end;
    }
    out.source(at, to);
    return out.build();
  }

  /** At one place insertions come first, then the longest edit. */
  private static int rank(Edit edit) {
    return edit.start == edit.end ? Integer.MIN_VALUE : -edit.end;
  }

  private void rewrite() {
    List<Integer> casts = new ArrayList<>(); // where CAST( stands, -1 for other parentheses
    for (int i = 0; tokens.get(i).kind() != Kind.END; i++) {
      SqlToken token = tokens.get(i);
      if (token.isSign("(")) {
        casts.add(i > 0 && tokens.get(i - 1).isWord("cast") ? i - 1 : -1);
      } else if (token.isSign(")") && !casts.isEmpty()) {
        casts.remove(casts.size() - 1);
      } else if (token.isSign("::")) {
        i = Math.max(i, cast(i));
      } else if (token.isWord("as") && !casts.isEmpty() && casts.get(casts.size() - 1) >= 0) {
        castAs(casts.get(casts.size() - 1), i);
      } else if (token.kind() == Kind.STRING) {
        string(i, token);
      } else if (token.kind() == Kind.WORD) {
        word(i, token);
      }
    }
  }

  /** {@code operand::type}; the index of the last token of the type. */
  private int cast(int sign) {
    TypeNames.Found type = TypeNames.at(tokens, sign + 1);
    if (type == null) {
      return sign;
    }
    SqlToken before = tokens.get(sign - 1);
    if (type.array() && before.kind() == Kind.STRING) {
      String array = array(before.text(), String.valueOf(type.query()));
      if (array != null) {
        edit(sign - 1, type.end(), array);
        return type.end() - 1;
      }
    }
    if ("VARBINARY".equals(type.query()) && !type.array() && before.kind() == Kind.STRING) {
      // a cast would take the characters themselves for the bytes
      edit(sign - 1, type.end(), "X'" + hex(before.text()) + "'");
      return type.end() - 1;
    }
    if (type.object() != null && !type.array()) {
      int start = operand(sign);
      boolean named = before.kind() == Kind.STRING && start == sign - 1;
      boolean number = named && tokens.get(type.end()).isSign("::");
      String object =
          number && type.object().equals("regproc")
              ? "function"
              : type.object(); // 'f'::regproc::oid
      String function = object + (named ? "_oid(" : "_text(");
      edits.add(new Edit(tokens.get(start).start(), tokens.get(start).start(), function));
      edit(sign, type.end(), ")");
      return type.end() - 1;
    }
    String name =
        (type.query() == null ? "VARCHAR" : type.query()) + (type.array() ? " ARRAY" : "");
    if (before.kind() == Kind.PARAMETER) {
      // the query side takes no parameter before ::
      edit(sign - 1, type.end(), "CAST(" + before.text() + " AS " + name + ")");
    } else {
      edit(sign + 1, type.end(), name);
    }
    return type.end() - 1;
  }

  /** {@code CAST(operand AS type)}. */
  private void castAs(int cast, int as) {
    TypeNames.Found type = TypeNames.at(tokens, as + 1);
    if (type == null || !tokens.get(type.end()).isSign(")")) {
      return;
    }
    if (type.object() != null && !type.array()) {
      boolean named = tokens.get(as - 1).kind() == Kind.STRING && as == cast + 3;
      edit(cast, cast + 1, type.object() + (named ? "_oid" : "_text"));
      edit(as, type.end(), "");
      return;
    }
    String name = type.query() == null ? "VARCHAR" : type.query();
    edit(as + 1, type.end(), type.array() ? name + " ARRAY" : name);
  }

  /** The first token of the operand that ends before that token. */
  private int operand(int end) {
    int at = end - 1;
    if (tokens.get(at).isSign(")") || tokens.get(at).isSign("]")) {
      int depth = 0;
      do {
        SqlToken token = tokens.get(at);
        depth += token.isSign(")") || token.isSign("]") ? 1 : 0;
        depth -= token.isSign("(") || token.isSign("[") ? 1 : 0;
        at--;
      } while (depth > 0 && at >= 0);
      boolean called = at >= 0 && tokens.get(at).isName() && !isKeyword(tokens.get(at));
      if (!called) {
        return at + 1;
      }
    }
    while (at >= 2 && tokens.get(at - 1).isSign(".")) {
      at -= 2;
    }
    return at;
  }

  private static boolean isKeyword(SqlToken token) {
    return Set.of("and", "or", "not", "in", "select", "when", "then", "else", "case", "where", "on")
        .contains(token.text());
  }

  /** {@code '{a,b}'} as a constructor; null if it is no array. */
  private static @Nullable String array(String text, String type) {
    try {
      StringJoiner list = new StringJoiner(", ", "ARRAY[", "]");
      for (String each : TextForms.array(text)) {
        list.add(each == null ? "NULL" : "CAST(" + literal(each) + " AS " + type + ")");
      }
      return list.toString();
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static String hex(String text) {
    try {
      return HexFormat.of().formatHex(TextForms.bytes(text));
    } catch (IllegalArgumentException e) {
      throw new SqlStateException(
          SqlStates.INVALID_TEXT, "found '" + text + "', expected a value of type bytea");
    }
  }

  static String literal(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  private void string(int at, SqlToken token) {
    char first = source.charAt(offset + token.start());
    if (first != '\'') {
      edit(at, at + 1, literal(token.text()));
      return;
    }
    if (at > 0 && tokens.get(at - 1).isWord("interval")) {
      Matcher interval = INTERVAL.matcher(token.text());
      if (interval.matches()) {
        String unit = interval.group(2).toUpperCase(Locale.ROOT);
        boolean week = unit.equals("WEEK");
        long count = Long.parseLong(interval.group(1)) * (week ? 7 : 1);
        edit(at, at + 1, "'" + count + "' " + (week ? "DAY" : unit) + "(9)");
      }
      return;
    }
    // 'r' = ANY (column): the query side wants both sides to be VARCHAR
    if (tokens.get(at + 1).isSign("=")
        && LISTS.contains(tokens.get(at + 2).text())
        && tokens.get(at + 3).isSign("(")) {
      edit(at, at + 1, "CAST(" + literal(token.text()) + " AS VARCHAR)");
      return;
    }
    // = ANY ('{r,v}')
    if (at > 1
        && tokens.get(at - 1).isSign("(")
        && tokens.get(at + 1).isSign(")")
        && LISTS.contains(tokens.get(at - 2).text())
        && token.text().startsWith("{")) {
      String array = array(token.text(), "VARCHAR");
      if (array != null) {
        edit(at, at + 1, array);
      }
    }
  }

  /** {@code = ANY (ARRAY[…])}, {@code <> ALL (ARRAY[…])}. */
  private boolean isListOfElements(int at, SqlToken token) {
    return at > 0
        && ((token.isWord("any") && tokens.get(at - 1).isSign("="))
            || (token.isWord("all") && tokens.get(at - 1).isSign("<>")))
        && tokens.get(at + 1).isSign("(")
        && tokens.get(at + 2).isWord("array")
        && tokens.get(at + 3).isSign("[");
  }

  /** As IN, which takes parameters too. */
  private void listOfElements(int at, SqlToken token) {
    int depth = 0;
    for (int i = at + 3; tokens.get(i).kind() != Kind.END; i++) {
      depth += tokens.get(i).isSign("[") ? 1 : 0;
      depth -= tokens.get(i).isSign("]") ? 1 : 0;
      if (depth == 0) {
        if (tokens.get(i + 1).isSign(")") && i > at + 4) {
          edit(at - 1, at + 4, token.isWord("any") ? "IN (" : "NOT IN (");
          edit(i, i + 2, ")");
        }
        return;
      }
    }
  }

  private void word(int at, SqlToken token) {
    SqlToken next = tokens.get(at + 1);
    boolean member = at > 0 && tokens.get(at - 1).isSign(".");
    if (token.isWord("operator") && next.isSign("(")) {
      int sign = at + 2;
      while (tokens.get(sign).isName() || tokens.get(sign).isSign(".")) {
        sign++;
      }
      int end = sign;
      StringBuilder operator = new StringBuilder();
      while (tokens.get(end).kind() == Kind.SIGN && !tokens.get(end).isSign(")")) {
        operator.append(tokens.get(end++).text());
      }
      if (tokens.get(end).isSign(")")) {
        edit(at, end + 1, operator.toString());
      }
      return;
    }
    if (isListOfElements(at, token)) {
      listOfElements(at, token);
      return;
    }
    if (token.isWord("collate") && next.isName()) {
      int end = at + 2;
      while (tokens.get(end).isSign(".")) {
        end += 2;
      }
      edit(at, end, "");
      return;
    }
    if (token.isWord("tableoid") && !(at > 0 && tokens.get(at - 1).isWord("as"))) {
      // which catalog a row is from; only comments ask for it, and there are none
      edit(member ? at - 2 : at, at + 1, "CAST(0 AS BIGINT)");
      return;
    }
    if (member && BUILT_IN.contains(token.text()) && tokens.get(at - 2).isWord("pg_catalog")) {
      edit(at - 2, at, "");
      return;
    }
    if (token.isWord("now") && next.isSign("(") && tokens.get(at + 2).isSign(")")) {
      edit(at, at + 3, "CURRENT_TIMESTAMP");
      return;
    }
    if (token.isWord("current_schemas") && next.isSign("(") && tokens.get(at + 3).isSign(")")) {
      boolean all = tokens.get(at + 2).isWord("true");
      edit(member ? at - 2 : at, at + 4, all ? "ARRAY['pg_catalog', 'public']" : "ARRAY['public']");
      return;
    }
    String function = FUNCTIONS.get(token.text());
    if (function != null) {
      boolean called = next.isSign("(") && tokens.get(at + 2).isSign(")");
      if (called || (!member && !CALLED.contains(token.text()))) {
        edit(at, called ? at + 3 : at + 1, function);
      }
    }
  }
}
