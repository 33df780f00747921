package dev.keyfold.table.where;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.table.where.Condition.Operator;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WhereTest {
  private static List<Condition> parse(String text) {
    return Where.parse(text).conditions();
  }

  private static Object value(String literal) {
    return parse("a = " + literal).get(0).value().value();
  }

  @Test
  void nothingIsNoCondition() {
    assertThat(parse("")).isEmpty();
    assertThat(parse(" \t\n")).isEmpty();
  }

  /** A condition, then its offset, then those of its values. */
  private static Object[] offsets(Condition condition) {
    List<Object> found = new ArrayList<>();
    found.add(condition.toString());
    found.add(condition.at());
    condition.values().forEach(value -> found.add(value.at()));
    return found.toArray();
  }

  @Test
  void readsEveryCondition() {
    assertThat(
            parse("a=1 AND b between 2 And 'x' and c IN (3,'y') and d is null and e Is Not Null"))
        .extracting(WhereTest::offsets)
        .containsExactly(
            new Object[] {"a = 1", 0, 2},
            new Object[] {"b between 2 and 'x'", 8, 18, 24},
            new Object[] {"c in (3, 'y')", 32, 38, 40},
            new Object[] {"d is null", 49},
            new Object[] {"e is not null", 63});
    assertThat(parse("a NOT In (1,2) and Lower(b)<>x'0A' and c contains true and d !=1"))
        .extracting(WhereTest::offsets)
        .containsExactly(
            new Object[] {"a not in (1, 2)", 0, 10, 12},
            new Object[] {"lower(b) != x'0a'", 19, 29},
            new Object[] {"c contains true", 39, 50},
            new Object[] {"d != 1", 59, 63});
    assertThat(parse("a in() and b NOT IN ( )"))
        .extracting(WhereTest::offsets)
        .containsExactly(new Object[] {"a in ()", 0}, new Object[] {"b not in ()", 11});
    assertThat(parse("a=1 and a!=1 and a<>1 and a<1 and a<=1 and a>1 and a>=1"))
        .extracting(Condition::operator)
        .containsExactly(
            Operator.EQ,
            Operator.NE,
            Operator.NE,
            Operator.LT,
            Operator.LE,
            Operator.GT,
            Operator.GE);
  }

  @Test
  void readsFunctions() {
    Expression prefix = new Expression("prefix", "code", List.of(3L));
    assertThat(parse("PREFIX ( code , 3 ) = 'abc'"))
        .extracting(Condition::expression)
        .containsExactly(prefix);
    assertThat(parse("prefix(code, 3) = 'abc'")).isEqualTo(parse("Prefix(code,30e-1) = 'abc'"));
    assertThat(parse("prefix(Code, 3) = 'abc'")).isNotEqualTo(parse("prefix(code, 3) = 'abc'"));
    assertThat(parse("lower(code) = 'abc'").get(0).field()).isEqualTo("code");
    assertThat(parse("and(in) = 1 and order(by) = 2 and limit(x) = 3"))
        .extracting(condition -> condition.expression().toString())
        .containsExactly("and(in)", "order(by)", "limit(x)");
  }

  @Test
  void readsEveryLiteral() {
    assertThat(value("'it''s'")).isEqualTo("it's");
    assertThat(value("''")).isEqualTo("");
    assertThat(value("''''")).isEqualTo("'");
    assertThat(value("true")).isEqualTo(true);
    assertThat(value("FALSE")).isEqualTo(false);
    assertThat(value("-12")).isEqualTo(-12L);
    assertThat(value("007")).isEqualTo(7L);
    assertThat(value("9223372036854775808")).isEqualTo(BigInteger.ONE.shiftLeft(63));
    assertThat(value("1.50")).isEqualTo(new BigDecimal("1.50"));
    assertThat(value(".5")).isEqualTo(new BigDecimal("0.5"));
    assertThat(value("1E-3")).isEqualTo(new BigDecimal("0.001"));
    assertThat(value("0.0")).isEqualTo(new BigDecimal("0.0"));
    assertThat(value("-0.0")).isEqualTo(-0.0);
    assertThat(value("9223372036854775807")).isEqualTo(Long.MAX_VALUE);
    assertThat(value("5e0")).isEqualTo(5L);
    assertThat(value("x'00fF'")).isEqualTo(new Literal.Hex("00ff"));
    assertThat(value("X''")).isEqualTo(new Literal.Hex(""));
    assertThat(value("[]")).isEqualTo(List.of());
    assertThat(value("[1, 'a', null, [true]]"))
        .isEqualTo(Arrays.asList(1L, "a", null, List.of(true)));
  }

  @Test
  void readsPatterns() {
    assertPattern("a like 'x%'", Operator.STARTS_WITH, "x");
    assertPattern("a like '%'", Operator.STARTS_WITH, "");
    assertPattern("a LIKE 'x\\%\\_\\\\''%'", Operator.STARTS_WITH, "x%_\\'");
    assertPattern("a like 'x\\%'", Operator.EQ, "x%");
    assertPattern("a like ''", Operator.EQ, "");
  }

  private static void assertPattern(String text, Operator operator, String value) {
    Condition condition = parse(text).get(0);
    assertThat(condition.operator()).isEqualTo(operator);
    assertThat(condition.value().value()).isEqualTo(value);
    assertThat(condition.value().at()).isEqualTo(7);
  }

  @Test
  void fieldsMayBeNamedLikeKeyWords() {
    assertThat(
            parse("and = 1 and between between 1 and 2 and in in (1) and order > 1 and limit < 2"))
        .extracting(Condition::field)
        .containsExactly("and", "between", "in", "order", "limit");
    assertThat(parse("x = 1 and true = false and Größe_2 = 1"))
        .extracting(Condition::field)
        .containsExactly("x", "true", "Größe_2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      ignoreLeadingAndTrailingWhitespace = true,
      textBlock =
          """
          a                    | 1 | the end | an operator: =, !=, <, <=, >, >=, between, in, not in, is null, is not null, like or contains
          a b                  | 2 | 'b' | an operator: =, !=, <, <=, >, >=, between, in, not in, is null, is not null, like or contains
          a =                  | 3 | the end | a literal: 'text', a number, true, false, x'00ff' or [a list]
          a = = 1              | 4 | '=' | a literal: 'text', a number, true, false, x'00ff' or [a list]
          a == 1               | 3 | '=' | a literal: 'text', a number, true, false, x'00ff' or [a list]
          a = b                | 4 | 'b' | a literal: 'text', a number, true, false, x'00ff' or [a list]; text needs quotes
          a = null             | 4 | 'null' | a value: comparisons never match null; use 'is null' or 'is not null'
          a in (1, NULL)       | 9 | 'NULL' | a value: comparisons never match null; use 'is null' or 'is not null'
          a between null and 1 | 10 | 'null' | a value: comparisons never match null; use 'is null' or 'is not null'
          a is 1               | 5 | 1 | 'null'
          a is not 1           | 9 | 1 | 'null'
          a between 1          | 11 | the end | 'and'
          a between 1 or 2     | 12 | 'or' | 'and'
          a in 1               | 5 | 1 | '(' and the values
          a in (,)             | 6 | ',' | a literal: 'text', a number, true, false, x'00ff' or [a list]
          a in (1              | 7 | the end | ',' or ')'
          a in (1,)            | 8 | ')' | a literal: 'text', a number, true, false, x'00ff' or [a list]
          a = [1               | 6 | the end | ',' or ']'
          a = [1,]             | 7 | ']' | a literal: 'text', a number, true, false, x'00ff' or [a list]
          a = 1 b = 2          | 6 | 'b' | 'and' or the end
          a = 1 or b = 2       | 6 | 'or' | 'and' or the end; several values of one field are written in (...)
          a = 1 and            | 9 | the end | a field name
          a = 1 and and        | 13 | the end | an operator: =, !=, <, <=, >, >=, between, in, not in, is null, is not null, like or contains
          1 = a                | 0 | 1 | a field name
          'a' = 1              | 0 | the text 'a' | a field name
          a = "x"              | 4 | '"' | text in single quotes
          a = 'x               | 4 | a text that does not end | a closing quote
          a = 'x''             | 4 | a text that does not end | a closing quote
          a = x'0'             | 4 | x'0' | two hexadecimal digits for each byte
          a = x'0g'            | 4 | x'0g' | two hexadecimal digits for each byte
          a = -                | 4 | '-' | a number
          a = 1e               | 5 | 'e' | 'and' or the end
          a = 1e99999999999    | 4 | 1e99999999999 | a number whose exponent fits 32 bits
          a ~ 1                | 2 | '~' | a field name, an operator or a literal
          a = 1;               | 5 | ';' | a field name, an operator or a literal
          a like 1             | 7 | 1 | a pattern in quotes, such as 'abc%'
          a like '%x'          | 7 | the text '%x' | '%' only at the end: only a prefix is a range of keys (or '\\%')
          a like 'x%%'         | 7 | the text 'x%%' | '%' only at the end: only a prefix is a range of keys (or '\\%')
          a like 'x_'          | 7 | the text 'x_' | no '_': only a prefix is a range of keys (or '\\_' for itself)
          a like 'x\\'         | 7 | the text 'x\\' | '\\%', '\\_' or '\\\\': a backslash is allowed only before these
          a like '\\n%'        | 7 | the text '\\n%' | '\\%', '\\_' or '\\\\': a backslash is allowed only before these
          a = 1 order by a     | 6 | 'order by' | conditions: order by is allowed only in queries
          a = 1 LIMIT 10       | 6 | 'limit' | conditions: limit is allowed only in queries
          a not 1              | 6 | 1 | 'in'
          a not null           | 6 | 'null' | 'in'
          a not in 1           | 9 | 1 | '(' and the values
          a contains null      | 11 | 'null' | a value: comparisons never match null; use 'is null' or 'is not null'
          a contains           | 10 | the end | a literal: 'text', a number, true, false, x'00ff' or [a list]
          a : 1                | 2 | ':' | an operator: =, !=, <, <=, >, >=, between, in, not in, is null, is not null, like or contains
          lower(               | 6 | the end | a field name
          lower()              | 6 | ')' | a field name
          lower('a') = 'b'     | 6 | the text 'a' | a field name
          lower(a = 'b'        | 8 | '=' | ',' or ')'
          lower(a              | 7 | the end | ',' or ')'
          lower(a,) = 'b'      | 8 | ')' | a literal: 'text', a number, true, false, x'00ff' or [a list]
          lower(a, b) = 'b'    | 9 | 'b' | a literal: 'text', a number, true, false, x'00ff' or [a list]; text needs quotes
          lower(upper(a)) = 'b' | 11 | '(' | ',' or ')': functions take a field, not another function
          (a = 1)              | 0 | '(' | a field name
          lower(a)             | 8 | the end | an operator: =, !=, <, <=, >, >=, between, in, not in, is null, is not null, like or contains
          größe(a) = 1         | 0 | 'größe' | a function's name: the letters a to z, digits and _
          a = 1 and each(b) = 1 | 10 | 'each' | a field or a function: each(...) is allowed only in an index; use 'b contains ...' in conditions
          each(b, 1) = 1       | 6 | ',' | ')': each takes a list field and nothing else
          order by a           | 0 | 'order by' | conditions: order by is allowed only in queries
          limit 10             | 0 | 'limit' | conditions: limit is allowed only in queries
          """)
  void saysWhereAndWhatIsWrong(String text, int offset, String found, String expected) {
    assertThatThrownBy(() -> Where.parse(text))
        .isInstanceOfSatisfying(
            WhereException.class,
            e -> {
              assertThat(e.found()).isEqualTo(found);
              assertThat(e.expected()).isEqualTo(expected);
              assertThat(e.offset()).isEqualTo(offset);
            })
        .hasMessage("at offset " + offset + ": found " + found + ", expected " + expected);
  }

  @Test
  void hasLimits() {
    assertThat(value("[".repeat(16) + "]".repeat(16))).isInstanceOf(List.class);
    assertThatThrownBy(() -> value("[".repeat(17) + "]".repeat(17)))
        .hasMessage("at offset 20: found '[', expected lists at most 16 deep");
    assertThat(value("[" + "[],".repeat(100) + "[]]")).isInstanceOf(List.class);
    assertThat(value("9".repeat(1 << 17))).isInstanceOf(BigInteger.class);
    assertThatThrownBy(() -> value("9".repeat((1 << 17) + 1)))
        .hasMessage(
            "at offset 4: found a number of 131073 characters, expected at most 131072 characters");
    assertThat(parse(" ".repeat(Where.LONGEST))).isEmpty();
    assertThatThrownBy(() -> parse(" ".repeat(Where.LONGEST + 1)))
        .hasMessage("found a text of 1048577 characters, expected at most 1048576");
    assertThatThrownBy(() -> parse("a = 1 " + "x".repeat(1000)))
        .hasMessageContaining("found '" + "x".repeat(40) + "...', expected");
  }

  /** Whatever the text, there is a result or a {@link WhereException}. */
  @Test
  void neverFailsOtherwise() {
    long seed = Long.getLong("seed", Long.getLong("seed.fresh", System.nanoTime()));
    Random random = new Random(seed);
    String[] words = {
      "a",
      "b",
      "=",
      "<",
      "<=",
      ">",
      ">=",
      "<>",
      "and",
      "between",
      "in",
      "(",
      ")",
      ",",
      "is",
      "not",
      "null",
      "like",
      "'x%'",
      "'\\",
      "'",
      "1",
      "-",
      ".",
      "1e5",
      "x'00'",
      "[",
      "]",
      "true",
      "order",
      "by",
      "limit",
      "contains",
      "lower",
      "each",
      ":",
      "include",
      "unique",
      "where",
      "\"",
      "é",
      "\ud83d\ude00",
      "\ud800",
      "_"
    };
    List<Consumer<String>> parsers =
        List.of(
            Where::parse, QueryText::parse, KeyText::parse, IndexText::parse, Expression::parse);
    int understood = 0;
    for (int round = 0; round < 8_000; round++) {
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(12); i >= 0; i--) {
        text.append(words[random.nextInt(words.length)]).append(random.nextInt(4) == 0 ? "" : " ");
      }
      for (Consumer<String> parser : parsers) {
        try {
          parser.accept(text.toString());
          understood++;
        } catch (WhereException e) {
          if (e.offset() < 0 || e.offset() > text.length()) {
            throw new AssertionError("-Dseed=" + seed + ": " + text, e);
          }
        }
      }
    }
    assertThat(understood).as("-Dseed=%d", seed).isPositive();
  }
}
