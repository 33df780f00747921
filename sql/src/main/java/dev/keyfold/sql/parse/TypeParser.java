package dev.keyfold.sql.parse;

import dev.keyfold.sql.errors.SqlErrors;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Reads the type of a column: the names of PostgreSQL, and those common elsewhere. */
final class TypeParser {
  /** The name as written, to the one that PostgreSQL prints. */
  private static final Map<String, String> NAMES = new LinkedHashMap<>();

  static {
    put("boolean", "bool", "boolean");
    put("smallint", "smallint", "int2", "tinyint", "smallserial", "serial2");
    put("integer", "integer", "int", "int4", "serial", "serial4", "mediumint");
    put("bigint", "bigint", "int8", "bigserial", "serial8");
    put("real", "real", "float4");
    put("double precision", "double", "float8", "float");
    put("numeric", "numeric", "decimal", "dec", "number");
    put("text", "text", "string", "clob", "longtext", "json", "jsonb", "xml", "citext");
    put("character varying", "varchar", "nvarchar", "varchar2");
    put("character", "char", "nchar", "bpchar");
    put("bytea", "bytea", "blob", "varbinary", "binary", "bytes");
    put("uuid", "uuid");
    put("date", "date");
    put("time without time zone", "time");
    put("timestamp without time zone", "timestamp", "datetime");
    put("timestamp with time zone", "timestamptz");
  }

  private final TokenReader in;

  TypeParser(TokenReader in) {
    this.in = in;
  }

  private static void put(String name, String... written) {
    for (String each : written) {
      NAMES.put(each, name);
    }
  }

  ColumnType type() {
    SqlToken first = in.peek();
    if (!first.isName()) {
      throw in.unexpected("a column type such as integer, text or timestamp");
    }
    var unused = in.next();
    String word = first.text().toLowerCase(Locale.ROOT);
    String name = word.equals("character") ? "character" : NAMES.get(word);
    if (name == null) {
      throw SqlErrors.at(
          "42704",
          "found the type '" + word + "', expected one of " + known(),
          first.start(),
          Nearest.hint(word, NAMES.keySet()));
    }
    if (word.equals("double")) {
      boolean precision = in.accept("precision");
    }
    if (name.equals("character") && in.accept("varying")) {
      name = "character varying";
    }
    int size = -1;
    int scale = -1;
    if (in.acceptSign("(")) {
      size = (int) in.number("a number");
      if (in.acceptSign(",")) {
        scale = (int) in.number("a number");
      }
      in.expectSign(")");
    }
    if (in.accept("with", "time", "zone")) {
      name = name.replace("without", "with");
    } else {
      boolean said = in.accept("without", "time", "zone");
    }
    if (name.equals("time with time zone")) {
      throw SqlErrors.at(
          "0A000", "time with time zone is not supported; use time, or timestamptz", first.start());
    }
    if (word.equals("float") && size > 0) {
      name = size <= 24 ? "real" : "double precision";
      size = -1;
    }
    boolean array = in.accept("array");
    while (in.acceptSign("[")) {
      if (!in.peek().isSign("]")) {
        long bound = in.number("']'");
      }
      in.expectSign("]");
      if (array) {
        throw SqlErrors.at(
            "0A000", "arrays of arrays are not supported; use one dimension", first.start());
      }
      array = true;
    }
    return new ColumnType(name, size, scale, array, word.contains("serial"), first.start());
  }

  private static String known() {
    return "boolean, smallint, integer, bigint, real, double precision, numeric(p,s), text,"
        + " varchar(n), char(n), bytea, uuid, date, time, timestamp, timestamptz, and arrays of"
        + " them";
  }
}
