package dev.keyfold.sql.query;

import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.errors.SqlStates;
import dev.keyfold.sql.function.FunctionTable;
import dev.keyfold.sql.parse.Nearest;
import dev.keyfold.store.errors.ConflictException;
import dev.keyfold.store.errors.StoreUnavailableException;
import dev.keyfold.table.errors.CopiedTableException;
import dev.keyfold.table.errors.TableException;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Turns what Calcite and the store throw into errors with a state, a position and a hint. */
public final class QueryErrors {
  private static final Pattern OBJECT = Pattern.compile("(?:Object|Table) '([^']*)' not found.*");
  private static final Pattern COLUMN = Pattern.compile("Column '([^']*)' not found.*");
  private static final Pattern FUNCTION =
      Pattern.compile("No match found for function signature (.*)");
  private static final Pattern ENCOUNTERED =
      Pattern.compile(
          "(?:Encountered|Incorrect syntax near the keyword|Lexical error).*", Pattern.DOTALL);

  private QueryErrors() {}

  /** Of parsing, validating or planning. */
  static SqlStateException of(
      String sql, Throwable failure, Supplier<List<String>> names, Supplier<List<String>> columns) {
    Throwable cause = failure;
    while (cause != null) {
      if (cause instanceof SqlStateException own) {
        return own;
      }
      if (cause instanceof SqlParseException parse) {
        return syntax(sql, parse);
      }
      if (cause instanceof CalciteContextException context) {
        return invalid(sql, context, names, columns);
      }
      if (cause instanceof StoreUnavailableException) { // the source of a view
        return new SqlStateException(SqlStates.IO_ERROR, first(cause), 0, null, failure);
      }
      cause = cause.getCause();
    }
    if (failure instanceof ConflictException || failure instanceof TableException) {
      return running(failure);
    }
    if (failure instanceof OutOfMemoryError) {
      return outOfMemory(failure);
    }
    if (failure instanceof StackOverflowError) {
      return new SqlStateException(
          SqlStates.FEATURE_NOT_SUPPORTED,
          "the statement is nested too deeply to be planned",
          0,
          "Split it, or use IN and VALUES instead of long chains of AND and OR",
          failure);
    }
    return new SqlStateException(
        SqlStates.FEATURE_NOT_SUPPORTED,
        "the statement cannot be planned: " + first(failure),
        0,
        null,
        failure);
  }

  /** The heap is full: what the statement held is free again, and other statements go on. */
  private static SqlStateException outOfMemory(Throwable failure) {
    return new SqlStateException(
        SqlStates.OUT_OF_MEMORY,
        "the statement needs more memory than the server has: " + first(failure),
        0,
        "Let it handle shorter texts or fewer rows, or give the server a larger heap: -Xmx.",
        failure);
  }

  private static String first(Throwable failure) {
    String text = failure.getMessage();
    String message = text == null ? failure.getClass().getSimpleName() : text;
    int line = message.indexOf('\n');
    return line < 0 ? message : message.substring(0, line);
  }

  private static SqlStateException syntax(String sql, SqlParseException parse) {
    SqlParserPos pos = parse.getPos();
    int position = pos == null ? 0 : offset(sql, pos.getLineNum(), pos.getColumnNum());
    String found = position == 0 ? "" : token(sql, position - 1);
    String text = String.valueOf(parse.getMessage());
    if (!ENCOUNTERED.matcher(text).lookingAt()) {
      return new SqlStateException(SqlStates.SYNTAX_ERROR, first(parse), position, null, parse);
    }
    return new SqlStateException(
        SqlStates.SYNTAX_ERROR,
        "syntax error: found "
            + (found.isEmpty() ? "the end of the statement" : "'" + found + "'")
            + expected(parse),
        position,
        null,
        parse);
  }

  private static String expected(SqlParseException parse) {
    List<String> tokens =
        parse.getExpectedTokenNames().stream()
            .map(token -> token.replace("\"", ""))
            .filter(token -> !token.startsWith("<"))
            .sorted()
            .distinct()
            .toList();
    if (tokens.isEmpty() || tokens.size() > 60) {
      return "";
    }
    String some = String.join(", ", tokens.subList(0, Math.min(12, tokens.size())));
    return ", expected one of " + some + (tokens.size() > 12 ? ", …" : "");
  }

  private static String token(String sql, int from) {
    int end = from;
    while (end < sql.length()
        && (Character.isLetterOrDigit(sql.charAt(end)) || sql.charAt(end) == '_')) {
      end++;
    }
    return sql.substring(
        Math.min(from, sql.length()), Math.min(sql.length(), Math.max(end, from + 1)));
  }

  /** Position from 1 of a line and column, both from 1; 0 if it lies outside. */
  private static int offset(String sql, int line, int column) {
    int start = 0;
    for (int i = 1; i < line; i++) {
      int next = sql.indexOf('\n', start);
      if (next < 0) {
        return 0;
      }
      start = next + 1;
    }
    return Math.min(start + column, sql.length() + 1);
  }

  private static SqlStateException invalid(
      String sql,
      CalciteContextException context,
      Supplier<List<String>> names,
      Supplier<List<String>> columns) {
    int position = offset(sql, context.getPosLine(), context.getPosColumn());
    String message = context.getCause() == null ? first(context) : first(context.getCause());
    Matcher object = OBJECT.matcher(message);
    if (object.matches()) {
      return new SqlStateException(
          SqlStates.UNDEFINED_TABLE,
          "there is no table or schema " + object.group(1),
          position,
          Nearest.hint(object.group(1), names.get()),
          context);
    }
    Matcher column = COLUMN.matcher(message);
    if (column.matches()) {
      return new SqlStateException(
          SqlStates.UNDEFINED_COLUMN,
          "there is no column " + column.group(1),
          position,
          Nearest.hint(column.group(1), columns.get()),
          context);
    }
    Matcher function = FUNCTION.matcher(message);
    if (function.matches()) {
      return new SqlStateException(
          SqlStates.UNDEFINED_FUNCTION,
          "there is no function " + function.group(1),
          position,
          functionHint(function.group(1)),
          context);
    }
    String state =
        message.contains("is not being grouped") || message.contains("ggregate")
            ? SqlStates.GROUPING_ERROR
            : message.contains("ambiguous")
                ? SqlStates.AMBIGUOUS_COLUMN
                : message.contains("type") ? SqlStates.DATATYPE_MISMATCH : SqlStates.SYNTAX_ERROR;
    return new SqlStateException(state, message, position, null, context);
  }

  private static @Nullable String functionHint(String signature) {
    int end = signature.indexOf('(');
    return Nearest.hint(
        end < 0 ? signature : signature.substring(0, end), FunctionTable.INSTANCE.names());
  }

  /** Of a query that runs. */
  public static SqlStateException running(Throwable failure) {
    Throwable cause = failure;
    while (cause != null) {
      if (cause instanceof SqlStateException own) {
        return own;
      }
      if (cause instanceof OutOfMemoryError) {
        return outOfMemory(cause);
      }
      if (cause instanceof StackOverflowError) {
        return new SqlStateException(
            "54001",
            "the statement is nested too deeply",
            0,
            "Split it into several statements.",
            failure);
      }
      if (cause instanceof ConflictException) {
        return new SqlStateException(
            SqlStates.SERIALIZATION_FAILURE, first(cause), 0, "Run the transaction again", failure);
      }
      if (cause instanceof ArithmeticException) {
        String message = String.valueOf(cause.getMessage());
        boolean zero = message.contains("zero") || message.contains("undefined");
        return new SqlStateException(
            zero ? SqlStates.DIVISION_BY_ZERO : SqlStates.NUMERIC_OUT_OF_RANGE,
            zero ? "division by zero" : "a number is out of the range of its type: " + message,
            0,
            null,
            failure);
      }
      if (cause instanceof CopiedTableException) {
        return new SqlStateException(
            SqlStates.NOT_IN_PREREQUISITE_STATE, first(cause), 0, null, failure);
      }
      if (cause instanceof NumberFormatException) {
        return new SqlStateException(
            SqlStates.INVALID_TEXT, "a text is not a number: " + first(cause), 0, null, failure);
      }
      if (String.valueOf(cause.getMessage())
          .startsWith("more than one value in agg SINGLE_VALUE")) {
        return new SqlStateException(
            SqlStates.CARDINALITY_VIOLATION,
            "a subquery used as a value returned more than one row",
            0,
            null,
            failure);
      }
      cause = cause.getCause();
    }
    String state =
        failure instanceof dev.keyfold.store.errors.StoreException
            ? SqlStates.IO_ERROR
            : SqlStates.DATA_EXCEPTION;
    return new SqlStateException(state, first(failure), 0, null, failure);
  }
}
