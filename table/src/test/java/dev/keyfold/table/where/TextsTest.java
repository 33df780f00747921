package dev.keyfold.table.where;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Queries and declarations: what they mean, how they print, and what is wrong with them. */
class TextsTest {
  private static void assertRefused(
      Function<String, ?> parser, String text, int offset, String found, String expected) {
    assertThatThrownBy(() -> parser.apply(text))
        .isInstanceOf(WhereException.class)
        .hasMessageMatching(
            "(field \\w+ )?\\Qat offset "
                + offset
                + ": found "
                + found
                + ", expected "
                + expected
                + "\\E");
  }

  @Test
  void aQueryHasThreeParts() {
    QueryText query =
        QueryText.parse(
            "user_id = 'U001' and order_date between 1000 and 2000"
                + " order by order_date desc, lower(name) limit 10");
    assertThat(query.where())
        .isEqualTo(Where.parse("user_id = 'U001' and order_date between 1000 and 2000"));
    assertThat(query.orderBy())
        .containsExactly(
            OrderItem.desc("order_date"),
            new OrderItem(new Expression("lower", "name", List.of()), false));
    assertThat(query.limit()).isEqualTo(OptionalLong.of(10));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          ``                              | ``
          a = 1                           | a = 1
          A  <> 'it''s'                   | A != 'it''s'
          a=1 AND b IN(1 , 2)             | a = 1 and b in (1, 2)
          ORDER BY a ASC, b DESC          | order by a, b desc
          Limit 007                       | limit 7
          limit 0                         | limit 0
          order by a limit 9223372036854775807 | order by a limit 9223372036854775807
          order = 1 order by order desc   | order = 1 order by order desc
          limit = 1 limit 5               | limit = 1 limit 5
          order by by, asc, desc desc, limit limit 1 | order by by, asc, desc desc, limit limit 1
          order between 1 and 2 order by limit | order between 1 and 2 order by limit
          order by PREFIX(a,+)            | !
          order by PREFIX(a,3.0) DESC     | order by prefix(a, 3) desc
          a = .5 and b = 1E2 and c = 5e0 and d = -0 | a = 0.5 and b = 1E+2 and c = 5 and d = -0.0
          a = X'AF' and b = [1,NULL,[]]   | a = x'af' and b = [1, null, []]
          a like 'x\\%%' and b like 'x\\_' | a like 'x\\%%' and b = 'x_'
          a not  in ('x')                 | a not in ('x')
          tags CONTAINS 'x' limit 1       | tags contains 'x' limit 1
          SELECT a,b WHERE c=1 limit 2    | select a, b where c = 1 limit 2
          select a                        | select a
          select in, select order by a    | select in, select order by a
          select is where select is null  | select is where select is null
          select limit limit 1            | select limit limit 1
          select = 1                      | select = 1
          select is null and a = 1        | select is null and a = 1
          select in (1)                   | select in (1)
          select like 'x%'                | select like 'x%'
          """)
  void queriesPrintInOneWay(String text, String canonical) {
    if ("!".equals(canonical)) {
      assertThatThrownBy(() -> QueryText.parse(text)).isInstanceOf(WhereException.class);
      return;
    }
    assertThat(QueryText.parse(text)).hasToString(canonical);
    assertThat(QueryText.parse(canonical)).isEqualTo(QueryText.parse(text));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          a = 1 b                 | 6 | 'b' | 'and', order by, limit or the end
          a = 1 or b = 1          | 6 | 'or' | 'and', order by, limit or the end; several values of one field are written in (...)
          a = 1 and order by b    | 16 | 'by' | an operator: =, !=, <, <=, >, >=, between, in, not in, is null, is not null, like or contains
          a = 1 order             | 11 | the end | 'by'
          a = 1 order b           | 12 | 'b' | 'by'
          a = 1 order by          | 14 | the end | a field name
          order by a b            | 11 | 'b' | ',', limit or the end
          order by a desc asc     | 16 | 'asc' | ',', limit or the end
          order by a,             | 11 | the end | a field name
          order by 1              | 9 | 1 | a field name
          order by each(tags)     | 9 | 'each' | a field or a function: each(...) is allowed only in an index; use 'tags contains ...' in conditions
          order by a and b = 1    | 11 | 'and' | ',', limit or the end
          a = 1 limit             | 11 | the end | a whole number from 0 to 9223372036854775807
          a = 1 limit x           | 12 | 'x' | a whole number from 0 to 9223372036854775807
          limit -1                | 6 | -1 | a whole number from 0 to 9223372036854775807
          limit 1.5               | 6 | 1.5 | a whole number from 0 to 9223372036854775807
          limit 9223372036854775808 | 6 | 9223372036854775808 | a whole number from 0 to 9223372036854775807
          limit 10 20             | 9 | 20 | the end
          limit 10 offset 5       | 9 | 'offset' | the end: use a continuation token instead of an offset
          limit 10 order by a     | 9 | 'order' | the end: order by comes before limit
          select a b = 1          | 9 | 'b' | ',', where, order by, limit or the end
          select a where          | 14 | the end | a field name
          select a, a             | 10 | 'a' | each field once
          select a,               | 9 | the end | a field name
          select a where b = 1 c  | 21 | 'c' | 'and', order by, limit or the end
          limit abc               | 6 | 'abc' | an operator: =, !=, <, <=, >, >=, between, in, not in, is null, is not null, like or contains
          """)
  void queriesSayWhatIsWrong(String text, int offset, String found, String expected) {
    assertRefused(QueryText::parse, text, offset, found, expected);
  }

  @Test
  void anIndexHasFiveParts() {
    IndexText index =
        IndexText.parse(
            "by_cat: category, order_date desc include amount, status unique"
                + " where status = 'OPEN'");
    assertThat(index.name()).isEqualTo("by_cat");
    assertThat(index.parts())
        .containsExactly(OrderItem.asc("category"), OrderItem.desc("order_date"));
    assertThat(index.include()).containsExactly("amount", "status");
    assertThat(index.unique()).isTrue();
    assertThat(index.isPartial()).isTrue();
    assertThat(index.where()).isEqualTo(Where.parse("status = 'OPEN'"));
    assertThat(index.isMultiValued()).isFalse();
    IndexText tags = IndexText.parse("t: each(tags) desc, at");
    assertThat(tags.isMultiValued()).isTrue();
    assertThat(tags.parts().get(0).expression()).isEqualTo(Expression.each("tags"));
    assertThat(tags.isPartial()).isFalse();
    assertThat(tags.unique()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          i:a                              | i: a
          I : a ASC,b Desc                 | I: a, b desc
          i: LOWER(a), Each(b) DESC        | i: lower(a), each(b) desc
          i: a UNIQUE INCLUDE b , c        | i: a include b, c unique
          i: a unique where a=1 and b<>2   | i: a unique where a = 1 and b != 2
          i: include include include, unique unique where where = 1 | i: include include include, unique unique where where = 1
          where: where where where > 'where' | where: where where where > 'where'
          """)
  void indexesPrintInOneWay(String text, String canonical) {
    assertThat(IndexText.parse(text)).hasToString(canonical);
    assertThat(IndexText.parse(canonical)).isEqualTo(IndexText.parse(text));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          ``                      | 0 | the end | the index's name
          'i': a                  | 0 | the text 'i' | the index's name
          i                       | 1 | the end | ':' after the index's name
          i a                     | 2 | 'a' | ':' after the index's name
          i:                      | 2 | the end | a field name
          i: a b                  | 5 | 'b' | asc, desc, ',', include, unique, where or the end
          i: a,                   | 5 | the end | a field name
          i: a, b, a desc         | 9 | a again | each part once
          i: lower(a), LOWER(a)   | 13 | lower(a) again | each part once
          i: each(a), each(b)     | 12 | a second each(...) | one: an index has an entry for each element of one list
          i: each(a, 1)           | 9 | ',' | ')': each takes a list field and nothing else
          i: a include            | 12 | the end | a field name
          i: a include b, b       | 16 | 'b' | each field once
          i: a include lower(b)   | 18 | '(' | ',', unique, where or the end
          i: a include b include c | 15 | 'include' | ',', unique, where or the end
          i: a unique unique      | 12 | 'unique' | include, where or the end
          i: a unique include b c | 22 | 'c' | ',', where or the end
          i: a where              | 10 | the end | a field name
          i: a where b = 1 unique | 17 | 'unique' | 'and' or the end
          i: a where b = 1 or b = 2 | 17 | 'or' | 'and' or the end; several values of one field are written in (...)
          i: a where each(b) = 1  | 11 | 'each' | a field or a function: each(...) is allowed only in an index; use 'b contains ...' in conditions
          """)
  void indexesSayWhatIsWrong(String text, int offset, String found, String expected) {
    assertRefused(IndexText::parse, text, offset, found, expected);
  }

  @Test
  void keysAreFields() {
    KeyText key = KeyText.parse("user_id, order_date DESC, order_id Asc");
    assertThat(key).hasToString("user_id, order_date desc, order_id");
    assertThat(key.fields()).containsExactly("user_id", "order_date", "order_id");
    assertThat(KeyText.parse(key.toString())).isEqualTo(key);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          ``        | 0 | the end | a field name
          a,        | 2 | the end | a field name
          a b       | 2 | 'b' | asc, desc, ',' or the end
          a, b, a   | 6 | a again | each part once
          lower(a)  | 0 | 'lower' | a field: a primary key contains stored fields; use functions in indexes
          a; b      | 1 | ';' | a field name, an operator or a literal
          """)
  void keysSayWhatIsWrong(String text, int offset, String found, String expected) {
    assertRefused(KeyText::parse, text, offset, found, expected);
  }

  @Test
  void theSameIsRefusedInCode() {
    assertThatThrownBy(() -> new KeyText(List.of()))
        .hasMessage("found 0 parts, expected 1 to 256 parts");
    assertThatThrownBy(() -> new KeyText(List.of(OrderItem.asc("a"), OrderItem.desc("a"))))
        .hasMessage("field a: found a again, expected each part once");
    assertThatThrownBy(() -> new KeyText(List.of(new OrderItem(Expression.each("a"), false))))
        .hasMessageContaining("use functions in indexes");
    List<OrderItem> a = List.of(OrderItem.asc("a"));
    assertThatThrownBy(() -> new IndexText("my index", a, List.of(), false, Where.ALL))
        .hasMessage(
            "found an index name 'my index', expected a letter or _, then letters, digits or _");
    assertThatThrownBy(() -> new IndexText("i", a, List.of("b", "b"), false, Where.ALL))
        .hasMessage("field b: found b included again, expected each field once");
    assertThatThrownBy(() -> OrderItem.asc("a b")).hasMessageContaining("the field name 'a b'");
    assertThatThrownBy(() -> new Expression("f g", "a", List.of()))
        .hasMessageContaining("the function name 'f g'");
    assertThatThrownBy(() -> new QueryText(List.of(), Where.ALL, List.of(), OptionalLong.of(-1)))
        .hasMessage("found limit -1, expected 0 or more");
  }

  @Test
  void hasLimits() {
    String fields =
        "f"
            + String.join(
                ", f",
                java.util.stream.IntStream.range(0, 256).mapToObj(Integer::toString).toList());
    assertThat(KeyText.parse(fields).parts()).hasSize(256);
    assertThatThrownBy(() -> KeyText.parse(fields + ", g"))
        .hasMessageEndingWith("found 257 parts, expected 1 to 256 parts");
    String name = "n".repeat(255);
    assertThat(IndexText.parse(name + ": a").name()).isEqualTo(name);
    assertThatThrownBy(() -> IndexText.parse(name + "n: a"))
        .hasMessage("at offset 0: found an index name of 256 characters, expected at most 255");
    assertThatThrownBy(() -> QueryText.parse(" ".repeat(Where.LONGEST + 1)))
        .hasMessage("found a text of 1048577 characters, expected at most 1048576");
  }

  @Test
  void equalArgumentsHaveOneForm() {
    String[] same = {"f(a, 100000000000000000000)", "F(a,1e20)", "f(a, 1.0E+20)", "f(a,10e19)"};
    for (String text : same) {
      assertThat(Expression.parse(text)).isEqualTo(Expression.parse(same[0]));
      assertThat(Expression.parse(text)).hasToString("f(a, 1E+20)");
    }
    assertThat(Expression.parse("f(a, -0.0, 0e5, 1e3, X'FF', [1.0, null], true)"))
        .hasToString("f(a, 0, 0, 1000, x'ff', [1, null], true)");
    assertThat(new Expression("F", "a", List.of(3, 3f, 2.50, "x", new byte[] {1})))
        .isEqualTo(Expression.parse("f(a, 3, 3, 2.5, 'x', x'01')"));
    assertThat(Expression.parse("f(a, '1')")).isNotEqualTo(Expression.parse("f(a, 1)"));
    assertThatThrownBy(() -> Expression.parse("f(a, null)")).hasMessageContaining("'null'");
    assertThatThrownBy(() -> Expression.parse("a b"))
        .hasMessage("at offset 2: found 'b', expected the end");
  }
}
