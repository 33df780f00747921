package dev.keyfold.sql.parse;

import dev.keyfold.sql.errors.SqlErrors;
import dev.keyfold.sql.parse.Statement.Name;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** COPY table FROM and COPY table or query TO. */
final class CopyParser {
  private final TokenReader in;

  CopyParser(TokenReader in) {
    this.in = in;
  }

  Statement copy() {
    in.expect("copy");
    Name table = null;
    List<Name> columns = List.of();
    Fragment query = null;
    if (in.peek().isSign("(")) {
      query = in.inParentheses("a query");
    } else {
      table = in.qualifiedName("a table's name, or a query in parentheses");
      if (in.peek().isSign("(")) {
        columns = in.namesInParentheses("a column's name");
      }
    }
    boolean from = in.accept("from");
    if (!from && !in.accept("to")) {
      throw in.unexpected(query == null ? "FROM or TO" : "TO");
    }
    if (from && query != null) {
      throw SqlErrors.at("42601", "a query is copied TO a file, not FROM one", query.start());
    }
    String file = null;
    if (!in.accept(from ? "stdin" : "stdout")) {
      file =
          in.string(
              from
                  ? "a file name in single quotes or STDIN"
                  : "a file name in single quotes or STDOUT");
    }
    Map<String, String> options = options();
    in.expectEnd("WITH (…) or the end of the statement");
    return new Statement.Copy(table, columns, query, from, file, options);
  }

  private Map<String, String> options() {
    Map<String, String> options = new HashMap<>();
    boolean with = in.accept("with");
    if (in.peek().isSign("(")) {
      options.putAll(in.options());
    } else {
      while (!in.atEnd()) {
        if (in.accept("csv")) {
          options.put("format", "csv");
        } else if (in.accept("header")) {
          options.put("header", "true");
        } else if (in.accept("delimiter")) {
          boolean as = in.accept("as");
          options.put("delimiter", in.string("a character in single quotes"));
        } else if (in.accept("null")) {
          boolean as = in.accept("as");
          options.put("null", in.string("a text in single quotes"));
        } else {
          throw in.unexpected("(FORMAT csv, HEADER …), CSV, HEADER, DELIMITER or NULL");
        }
      }
    }
    for (String name : options.keySet()) {
      if (!List.of("format", "header", "delimiter", "null", "quote", "encoding").contains(name)) {
        throw SqlErrors.at(
            "42601",
            "found the option '" + name + "', expected format, header, delimiter, null or quote",
            0,
            Nearest.hint(name, List.of("format", "header", "delimiter", "null", "quote")));
      }
    }
    return options;
  }
}
