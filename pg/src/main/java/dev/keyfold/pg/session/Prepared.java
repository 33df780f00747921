package dev.keyfold.pg.session;

import dev.keyfold.pg.dialect.Translation;
import dev.keyfold.pg.value.WireType;
import dev.keyfold.sql.parse.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A statement that a client prepared.
 *
 * @param text what the SQL layer gets, and where it stands in what the client sent
 * @param statement its kind
 * @param parameters null where the type is unknown
 * @param cursor what is done with a cursor; the statement is its query, if it has one
 */
record Prepared(
    Translation text,
    Statement statement,
    List<@Nullable WireType> parameters,
    @Nullable CursorStatement cursor) {
  Prepared(Translation text, Statement statement, List<@Nullable WireType> parameters) {
    this(text, statement, parameters, null);
  }

  /** Whether it needs no SQL at all: only blanks and comments. */
  boolean isEmpty() {
    return cursor == null && statement instanceof Statement.Empty && text.isBlank();
  }
}
