package dev.keyfold.sql.row;

import dev.keyfold.sql.catalog.SqlObject;
import dev.keyfold.sql.errors.SqlErrors;
import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.errors.SqlStates;
import dev.keyfold.sql.parse.Cell;
import dev.keyfold.sql.parse.Fragment;
import dev.keyfold.sql.parse.Nearest;
import dev.keyfold.sql.parse.SqlLexer;
import dev.keyfold.sql.parse.SqlToken;
import dev.keyfold.sql.session.SessionState;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Computes values of cells: literals and parameters at once, the functions that defaults use most
 * here, everything else by the query side. One for each run of a statement, so that {@code now()}
 * is one moment. Not thread-safe.
 */
public final class Values {
  private final Workshop shop;
  private final SessionState session;
  private final @Nullable Object[] parameters;
  private final Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);

  public Values(Workshop shop, SessionState session, @Nullable Object[] parameters) {
    this.shop = shop;
    this.session = session;
    this.parameters = parameters;
  }

  /** The value of a cell that needs no row. */
  public @Nullable Object of(Cell cell) {
    if (cell instanceof Cell.Constant constant) {
      return constant.value();
    }
    if (cell instanceof Cell.Parameter parameter) {
      return parameters[parameter.index()];
    }
    if (cell instanceof Cell.Computed computed) {
      return of(computed.expression());
    }
    throw SqlErrors.at(
        SqlStates.SYNTAX_ERROR, "found a value that only ON CONFLICT DO UPDATE has", cell.at());
  }

  public @Nullable Object of(Fragment expression) {
    Object known = call(expression);
    if (known != null) {
      return known;
    }
    Composed query = new Composed().add("SELECT ").add(expression);
    List<@Nullable Object[]> rows = shop.rows(session, query, parameters);
    return rows.isEmpty() ? null : rows.get(0)[0];
  }

  /** Whether it is computed here, without the query side. */
  public static boolean isCall(Fragment expression) {
    List<SqlToken> tokens = expression.tokens();
    String name = tokens.get(0).text();
    return tokens.get(0).kind() == SqlToken.Kind.WORD
        && switch (tokens.size()) {
          case 1 ->
              List.of(
                      "current_timestamp",
                      "localtimestamp",
                      "current_date",
                      "current_time",
                      "localtime")
                  .contains(name);
          case 3 -> List.of("now", "gen_random_uuid", "uuid_generate_v4").contains(name);
          case 4 -> name.equals("nextval");
          default -> false;
        };
  }

  /** Functions without a row in them; null if it is none of these. */
  private @Nullable Object call(Fragment expression) {
    if (!isCall(expression)) {
      return null;
    }
    List<SqlToken> tokens = expression.tokens();
    String name = tokens.get(0).text();
    if (tokens.size() == 1) {
      return switch (name) {
        case "current_timestamp", "localtimestamp" -> now;
        case "current_date" -> now.atOffset(ZoneOffset.UTC).toLocalDate();
        case "current_time", "localtime" -> now.atOffset(ZoneOffset.UTC).toLocalTime();
        default -> null;
      };
    }
    boolean empty = tokens.size() == 3 && tokens.get(1).isSign("(") && tokens.get(2).isSign(")");
    if (empty) {
      return switch (name) {
        case "now" -> now;
        case "gen_random_uuid", "uuid_generate_v4" -> UUID.randomUUID();
        default -> null;
      };
    }
    boolean one =
        tokens.size() == 4
            && tokens.get(1).isSign("(")
            && tokens.get(2).kind() == SqlToken.Kind.STRING
            && tokens.get(3).isSign(")");
    if (one && name.equals("nextval")) {
      return next(shop, tokens.get(2).text(), tokens.get(2).start());
    }
    return null;
  }

  /** The next value of a sequence. */
  public static long next(Workshop shop, String name, int offset) {
    String plain = name;
    for (SqlToken token : SqlLexer.tokens(name)) {
      plain = token.isName() ? token.text() : plain; // folded, unless it is quoted within the text
    }
    if (shop.catalog().object(plain) instanceof SqlObject.Sequence sequence) {
      return shop.catalog().next(sequence);
    }
    List<String> names = new ArrayList<>();
    shop.catalog().objects().stream()
        .filter(SqlObject.Sequence.class::isInstance)
        .forEach(each -> names.add(each.name()));
    throw missingSequence(plain, names, offset);
  }

  private static SqlStateException missingSequence(String name, List<String> names, int offset) {
    return SqlErrors.at(
        SqlStates.UNDEFINED_TABLE,
        "found the sequence '" + name + "', expected one that exists",
        offset,
        Nearest.hint(name, names));
  }
}
