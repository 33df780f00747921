package dev.keyfold.sql.function;

import static dev.keyfold.sql.function.Signature.Of.BIGINT;
import static dev.keyfold.sql.function.Signature.Of.BOOLEAN;
import static dev.keyfold.sql.function.Signature.Of.BYTES;
import static dev.keyfold.sql.function.Signature.Of.DATE;
import static dev.keyfold.sql.function.Signature.Of.DOUBLE;
import static dev.keyfold.sql.function.Signature.Of.INTEGER;
import static dev.keyfold.sql.function.Signature.Of.NUMERIC;
import static dev.keyfold.sql.function.Signature.Of.TEXT;
import static dev.keyfold.sql.function.Signature.Of.TIME;
import static dev.keyfold.sql.function.Signature.Of.TIMESTAMP;
import static dev.keyfold.sql.function.Signature.Of.UUID;
import static dev.keyfold.sql.function.Signature.function;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlOperator;

/** The list of functions that are computed here and not by Calcite. */
final class OwnFunctions {
  private OwnFunctions() {}

  static List<SqlOperator> list() {
    List<SqlOperator> all = new ArrayList<>();
    all.addAll(texts());
    all.addAll(numbers());
    all.addAll(times());
    all.addAll(Series.functions());
    return all;
  }

  private static List<SqlOperator> texts() {
    Class<?> in = TextFunctions.class;
    return List.of(
        function("length", in, INTEGER, TEXT),
        function("length", "byteLength", in, INTEGER, BYTES),
        function("char_length", "length", in, INTEGER, TEXT),
        function("character_length", "length", in, INTEGER, TEXT),
        function("octet_length", in, INTEGER, TEXT),
        function("octet_length", "byteLength", in, INTEGER, BYTES),
        function("reverse", in, TEXT, TEXT),
        function("left", in, TEXT, TEXT, INTEGER),
        function("right", in, TEXT, TEXT, INTEGER),
        function("substr", in, TEXT, TEXT, INTEGER),
        function("substr", in, TEXT, TEXT, INTEGER, INTEGER),
        function("strpos", in, INTEGER, TEXT, TEXT),
        function("lpad", in, TEXT, TEXT, INTEGER),
        function("lpad", in, TEXT, TEXT, INTEGER, TEXT),
        function("rpad", in, TEXT, TEXT, INTEGER),
        function("rpad", in, TEXT, TEXT, INTEGER, TEXT),
        function("repeat", in, TEXT, TEXT, INTEGER),
        function("btrim", in, TEXT, TEXT),
        function("btrim", in, TEXT, TEXT, TEXT),
        function("ltrim", in, TEXT, TEXT),
        function("ltrim", in, TEXT, TEXT, TEXT),
        function("rtrim", in, TEXT, TEXT),
        function("rtrim", in, TEXT, TEXT, TEXT),
        function("split_part", in, TEXT, TEXT, TEXT, INTEGER),
        function("like_pattern", in, TEXT, TEXT),
        function("quote_literal", in, TEXT, TEXT),
        function("quote_ident", in, TEXT, TEXT),
        function("to_hex", in, TEXT, BIGINT),
        function("encode", in, TEXT, BYTES, TEXT),
        function("decode", in, BYTES, TEXT, TEXT));
  }

  private static List<SqlOperator> numbers() {
    Class<?> in = NumberFunctions.class;
    return List.of(
        function("trunc", in, NUMERIC, NUMERIC),
        function("trunc", "truncDouble", in, DOUBLE, DOUBLE),
        function("trunc", in, NUMERIC, NUMERIC, INTEGER),
        function("round", in, NUMERIC, NUMERIC),
        function("round", "roundDouble", in, DOUBLE, DOUBLE),
        function("round", in, NUMERIC, NUMERIC, INTEGER),
        function("div", in, NUMERIC, NUMERIC, NUMERIC),
        function("gcd", in, BIGINT, BIGINT, BIGINT),
        function("lcm", in, BIGINT, BIGINT, BIGINT),
        function("factorial", in, NUMERIC, BIGINT),
        function("log", in, DOUBLE, DOUBLE),
        function("log", in, DOUBLE, DOUBLE, DOUBLE),
        function("width_bucket", in, INTEGER, DOUBLE, DOUBLE, DOUBLE, INTEGER),
        function("random", in, DOUBLE));
  }

  private static List<SqlOperator> times() {
    Class<?> in = TimeFunctions.class;
    return List.of(
        function("date_trunc", in, TIMESTAMP, TEXT, TIMESTAMP),
        function("date_part", in, NUMERIC, TEXT, TIMESTAMP),
        function("make_date", in, DATE, INTEGER, INTEGER, INTEGER),
        function("make_time", in, TIME, INTEGER, INTEGER, DOUBLE),
        function(
            "make_timestamp", in, TIMESTAMP, INTEGER, INTEGER, INTEGER, INTEGER, INTEGER, DOUBLE),
        function("to_timestamp", in, TIMESTAMP, DOUBLE),
        function("isfinite", in, BOOLEAN, TIMESTAMP),
        function("clock_timestamp", in, TIMESTAMP),
        function("gen_random_uuid", in, UUID));
  }
}
