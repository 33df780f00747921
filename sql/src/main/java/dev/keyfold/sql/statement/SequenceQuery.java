package dev.keyfold.sql.statement;

import dev.keyfold.sql.parse.SqlLexer;
import dev.keyfold.sql.parse.SqlToken;
import dev.keyfold.sql.parse.SqlToken.Kind;
import dev.keyfold.sql.result.SqlColumn;
import dev.keyfold.sql.row.Values;
import dev.keyfold.sql.row.Workshop;
import dev.keyfold.sql.session.Access;
import dev.keyfold.sql.session.Executable;
import dev.keyfold.sql.session.Outcome;
import dev.keyfold.sql.session.SessionState;
import java.sql.Types;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code SELECT nextval('s')}, as programs ask for ids. */
record SequenceQuery(Workshop shop, String sequence, String name, int at) implements Executable {
  /** The query, if it is one; null otherwise. */
  static @Nullable SequenceQuery of(Workshop shop, String sql) {
    if (!sql.regionMatches(true, 0, "select", 0, 6) || !sql.contains("nextval")) {
      return null;
    }
    List<SqlToken> tokens = SqlLexer.tokens(sql);
    boolean fits =
        tokens.size() >= 6
            && tokens.get(1).isWord("nextval")
            && tokens.get(2).isSign("(")
            && tokens.get(3).kind() == Kind.STRING
            && tokens.get(4).isSign(")");
    int rest = tokens.size() - 6;
    if (!fits || rest > 2) {
      return null;
    }
    String name = rest == 0 ? "nextval" : tokens.get(4 + rest).text();
    return new SequenceQuery(shop, tokens.get(3).text(), name, tokens.get(3).start());
  }

  @Override
  public List<SqlColumn> parameters() {
    return List.of();
  }

  @Override
  public List<SqlColumn> columns() {
    return List.of(new SqlColumn(name, Types.BIGINT, "BIGINT", 19, 0, false, Long.class));
  }

  @Override
  public Outcome run(SessionState session, @Nullable Object[] parameters) {
    session.open().check();
    session.access().check(sequence, Access.Right.WRITE);
    long next = Values.next(shop, sequence, at);
    List<@Nullable Object[]> rows = List.<@Nullable Object[]>of(new Object[] {next});
    return Outcome.rows("SELECT", columns(), Workshop.cursor(rows));
  }
}
