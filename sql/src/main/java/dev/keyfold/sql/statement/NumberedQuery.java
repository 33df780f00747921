package dev.keyfold.sql.statement;

import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.parse.Fragment;
import dev.keyfold.sql.parse.SqlLexer;
import dev.keyfold.sql.parse.SqlToken;
import dev.keyfold.sql.result.SqlColumn;
import dev.keyfold.sql.row.Composed;
import dev.keyfold.sql.row.Workshop;
import dev.keyfold.sql.session.Executable;
import dev.keyfold.sql.session.Outcome;
import dev.keyfold.sql.session.SessionState;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A query with {@code $1}, which may occur in any order and more than once. Thread-safe. */
final class NumberedQuery implements Executable {
  private final Composed query;
  private final Executable plan;
  private final List<SqlColumn> parameters;

  private NumberedQuery(Composed query, Executable plan, int count) {
    this.query = query;
    this.plan = plan;
    this.parameters = new ArrayList<>(Workshop.parameters(count));
    List<Integer> sources = query.sources();
    for (int i = sources.size() - 1; i >= 0; i--) {
      int index = sources.get(i);
      parameters.set(index, ParameterTypes.named("?" + (index + 1), plan.parameters().get(i)));
    }
  }

  static NumberedQuery of(Workshop shop, String text, int count) {
    List<SqlToken> tokens = SqlLexer.tokens(text);
    // without the one after the last
    Composed query = new Composed().add(new Fragment(text, tokens.subList(0, tokens.size() - 1)));
    return new NumberedQuery(query, shop.plan(query), count);
  }

  @Override
  public List<SqlColumn> parameters() {
    return parameters;
  }

  @Override
  public List<SqlColumn> columns() {
    return plan.columns();
  }

  @Override
  public Outcome run(SessionState session, @Nullable Object[] values) {
    try {
      return plan.run(session, query.bind(values));
    } catch (SqlStateException e) {
      throw query.translated(e);
    }
  }
}
