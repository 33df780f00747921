package dev.keyfold.sql.dialect;

import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.parse.SqlLexer;
import dev.keyfold.sql.parse.SqlToken;
import dev.keyfold.sql.parse.SqlToken.Kind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites what Calcite's grammar does not know: names of types ({@code x::text}, {@code int[]}),
 * {@code interval '1 day 2 hours'}, {@code SELECT 1 WHERE …} without FROM, {@code FETCH NEXT ROW
 * ONLY}, {@code ISNULL}, {@code COLLATE "C"} and {@code ROW (…)}. Not thread-safe.
 */
public final class PostgresText {
  private static final Map<String, String> TYPES =
      Map.ofEntries(
          Map.entry("text", "varchar"),
          Map.entry("string", "varchar"),
          Map.entry("name", "varchar"),
          Map.entry("bpchar", "varchar"),
          Map.entry("regclass", "varchar"),
          Map.entry("bytea", "varbinary"),
          Map.entry("float8", "double"),
          Map.entry("float4", "real"),
          Map.entry("int2", "smallint"),
          Map.entry("int4", "integer"),
          Map.entry("int8", "bigint"),
          Map.entry("bool", "boolean"),
          Map.entry("timestamptz", "timestamp"),
          Map.entry("timetz", "time"));

  private static final Set<String> AFTER_FROM = Set.of("where", "group", "having");

  /** One SELECT: whether its FROM was seen, and whether it is still in its list. */
  private static final class Level {
    private boolean list;
  }

  private final List<SqlToken> tokens;
  private final EditedText out;
  private final Deque<Level> levels = new ArrayDeque<>();
  private final Deque<Boolean> casts = new ArrayDeque<>();
  private int at;

  /** Of the last cast with {@code ::}, which may be the operand of the next one. */
  private int castStart = -1;

  private int castEnd = -2;

  private PostgresText(String sql, List<SqlToken> tokens) {
    this.tokens = tokens;
    this.out = new EditedText(sql);
    levels.push(new Level());
  }

  /** The statement as Calcite's parser understands it. */
  public static EditedText rewrite(String sql) {
    List<SqlToken> tokens;
    try {
      tokens = SqlLexer.tokens(sql);
    } catch (SqlStateException e) {
      return new EditedText(sql).finish(); // the parser says what is wrong
    }
    return new PostgresText(sql, tokens).run();
  }

  private EditedText run() {
    for (at = 0; at < tokens.size(); at++) {
      SqlToken token = tokens.get(at);
      if (token.isSign("(")) {
        levels.push(new Level());
        casts.push(is(-1, "cast"));
      } else if (token.isSign(")")) {
        close();
      } else if (token.isSign("::")) {
        cast(token);
      } else if (token.kind() == Kind.WORD) {
        word(token);
      }
    }
    return out.finish();
  }

  private void close() {
    if (levels.size() > 1) {
      levels.pop();
    }
    if (!casts.isEmpty()) {
      casts.pop();
    }
  }

  private Level level() {
    Level level = levels.peek();
    return level == null ? new Level() : level;
  }

  private @Nullable SqlToken token(int distance) {
    int index = at + distance;
    return index >= 0 && index < tokens.size() ? tokens.get(index) : null;
  }

  private boolean is(int distance, String word) {
    SqlToken token = token(distance);
    return token != null && token.isWord(word);
  }

  private boolean isSign(int distance, String sign) {
    SqlToken token = token(distance);
    return token != null && token.isSign(sign);
  }

  private void word(SqlToken token) {
    boolean name = isSign(-1, ".") || isSign(1, ".") || is(-1, "as");
    switch (token.text()) {
      case "select" -> level().list = true;
      case "from" -> level().list = false;
      case "union", "intersect", "except" -> level().list = false;
      case "where", "group", "having" -> {
        boolean grouped = token.text().equals("group") && !is(1, "by");
        if (level().list && !name && !grouped && AFTER_FROM.contains(token.text())) {
          out.replace(token.start(), token.start(), "from (values (0)) as \"one\" ");
          level().list = false;
        }
      }
      case "as" -> {
        if (Boolean.TRUE.equals(casts.peek())) {
          type();
        }
      }
      case "row", "rows" -> row(token);
      case "isnull" -> postfix(token, "is null");
      case "notnull" -> postfix(token, "is not null");
      case "interval" -> interval(token);
      case "collate" -> {
        SqlToken collation = token(1);
        if (collation != null
            && (collation.text().equals("C")
                || collation.text().equals("POSIX")
                || collation.text().equals("default"))) {
          out.replace(token.start(), collation.end(), "");
          at++;
        }
      }
      default -> {}
    }
  }

  private void row(SqlToken token) {
    if (is(1, "only") && (is(-1, "next") || is(-1, "first"))) {
      out.replace(token.start(), token.start(), "1 ");
    } else if (token.text().equals("row") && isSign(1, "(")) {
      out.replace(token.start(), token.end(), "");
    }
  }

  private void postfix(SqlToken token, String with) {
    SqlToken before = token(-1);
    boolean operand =
        before != null
            && (before.isName()
                || before.isSign(")")
                || before.kind() == Kind.NUMBER
                || before.kind() == Kind.STRING
                || before.kind() == Kind.PARAMETER);
    if (operand && !is(-1, "select") && !is(-1, "as") && !isSign(1, "(") && !isSign(1, ".")) {
      out.replace(token.start(), token.end(), with);
    }
  }

  /** {@code a::int} is {@code cast(a as int)}, and binds more tightly than any operator. */
  private void cast(SqlToken sign) {
    int operand = at;
    SqlToken type = token(1);
    int start = castEnd == at - 1 ? castStart : Operands.start(tokens, at);
    if (start < 0 || type == null || !type.isName()) {
      return;
    }
    out.replace(tokens.get(start).start(), tokens.get(start).start(), "cast(");
    out.replace(sign.start(), sign.end(), " as ");
    type();
    at = Math.max(at, operand + 1);
    int end = tokens.get(at).end();
    out.replace(end, end, ")");
    castStart = start;
    castEnd = at;
  }

  /** The type after {@code ::}, or after AS in CAST. */
  private void type() {
    SqlToken type = token(1);
    if (type == null || type.kind() != Kind.WORD) {
      return;
    }
    at++;
    String known = TYPES.get(type.text());
    if (known != null) {
      out.replace(type.start(), type.end(), known);
    }
    if (type.text().equals("timestamp") || type.text().equals("time")) {
      zone();
    }
    if ((type.text().equals("double") && is(1, "precision"))
        || (type.text().equals("character") && is(1, "varying"))) {
      at++;
    }
    if (isSign(1, "(")) {
      skipParentheses();
    }
    while (isSign(1, "[") && isSign(2, "]")) {
      SqlToken open = tokens.get(at + 1);
      SqlToken closing = tokens.get(at + 2);
      out.replace(open.start(), closing.end(), " array");
      at += 2;
    }
  }

  /** {@code with time zone}: all times are in UTC. */
  private void zone() {
    int skipped = isSign(1, "(") ? 3 : 0;
    boolean with = is(1 + skipped, "with") || is(1 + skipped, "without");
    if (with && is(2 + skipped, "time") && is(3 + skipped, "zone")) {
      SqlToken first = tokens.get(at + 1 + skipped);
      SqlToken last = tokens.get(at + 3 + skipped);
      out.replace(first.start(), last.end(), "");
      at += 3 + skipped;
    }
  }

  private void skipParentheses() {
    while (at + 1 < tokens.size() && !isSign(1, ")")) {
      at++;
    }
    at++;
  }

  private void interval(SqlToken token) {
    SqlToken value = token(1);
    SqlToken next = token(2);
    if (value == null || value.kind() != Kind.STRING) {
      return;
    }
    boolean unit = next != null && next.kind() == Kind.WORD && IntervalText.isUnit(next.text());
    if (unit) {
      return;
    }
    SqlToken before = token(-1);
    String sign = before != null && (before.isSign("+") || before.isSign("-")) ? before.text() : "";
    String written = IntervalText.of(value.text(), sign);
    if (written != null) {
      out.replace(token.start(), value.end(), written);
      at++;
    }
  }
}
