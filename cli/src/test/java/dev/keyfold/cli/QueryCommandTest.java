package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code query} and {@code explain}. */
class QueryCommandTest {
  @TempDir private Path directory;
  private Shop shop;

  @BeforeEach
  void open() {
    shop = new Shop(directory).with(100);
  }

  @Test
  void showsATable() {
    shop.query("user = 'U1' and at < 3000")
        .gives(
            """
            user  at                    id  category  amount
            U1    1970-01-01T00:00:02Z  11  toy        11.50
            U1    1970-01-01T00:00:01Z   6  book        null
            U1    1970-01-01T00:00:00Z   1  toy         1.50
            """);
    shop.query("user = 'U9'").gives("user  at  id  category  amount\n");
    Cli coloured =
        Cli.run(
            InputStream.nullInputStream(),
            Map.of(),
            true,
            "query",
            "--store",
            shop.url(),
            "orders",
            "user = 'U9'");
    assertThat(coloured.out()).isEqualTo("\u001b[1muser  at  id  category  amount\u001b[0m\n");
  }

  @Test
  void showsTheFieldsSelected() {
    String some = "select id, user where category = 'toy' and at < 2000";
    shop.query(some)
        .gives(
            """
            id  user
             5  U0
             7  U2
             9  U4
             1  U1
             3  U3
            """);
    assertThat(shop.query(some + " limit 1", "--json").out())
        .isEqualTo("{\"id\":5,\"user\":\"U0\"}\n");
  }

  @Test
  void showsOddTextsSoThatNoneIsMistaken() {
    shop.load(
        """
        {"user":"T","at":0,"id":1,"category":""}
        {"user":"T","at":0,"id":2,"category":"null"}
        {"user":"T","at":0,"id":3,"category":"a\\nb\\u001b"}
        {"user":"T","at":0,"id":4,"category":"say \\"hi\\""}
        """);
    shop.query("user = 'T'")
        .gives(
            """
            user  at                    id  category        amount
            T     1970-01-01T00:00:00Z   1  ""                null
            T     1970-01-01T00:00:00Z   2  "null"            null
            T     1970-01-01T00:00:00Z   3  a\\u000ab\\u001b    null
            T     1970-01-01T00:00:00Z   4  say "hi"          null
            """);
  }

  @Test
  void showsJson() {
    shop.query("user = 'U1' and at < 2000", "--json")
        .gives(Shop.line(6) + "\n" + Shop.line(1) + "\n");
    shop.query("user = 'U9'", "--json").gives("");
  }

  @Test
  void manyRowsComeAsTheyAreRead() {
    shop.load(Shop.lines(100, 1500));
    Cli all = shop.query("category = 'book'");
    assertThat(all.out()).hasLineCount(751);
    assertThat(all.err()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          user = 'U3'                                        | 7
          user = 'U3' order by at                            | 1
          category = 'toy' order by at desc                  | 20
          category = 'toy' and amount > 20 order by amount   | 3
          user in ('U1', 'U4') order by at, id               | 9
          order by user, at desc, id                         | 13
          """)
  void pagesJoinedAreTheWhole(String text, int size) {
    String whole =
        shop.query(text + (text.startsWith("order") ? " limit 1000000" : ""), "--json").out();
    assertThat(whole).isNotEmpty();
    StringBuilder joined = new StringBuilder();
    String[] more = {"--json"};
    int pages = 0;
    while (more != null) {
      Cli page = shop.query(text + " limit " + size, more);
      assertThat(page.status()).isZero();
      assertThat(page.out().lines().count()).isLessThanOrEqualTo(size);
      joined.append(page.out());
      pages++;
      more = null;
      if (!page.err().isEmpty()) {
        assertThat(page.err()).matches("token: [A-Za-z0-9_-]+\n");
        more = new String[] {"--json", "--token", page.err().substring(7).strip()};
      }
    }
    assertThat(joined.toString()).isEqualTo(whole);
    assertThat(pages).isEqualTo((int) ((whole.lines().count() + size - 1) / size));
  }

  @Test
  void refusesToScan() {
    shop.query("amount > 5 order by amount")
        .fails(
            3,
            """
            keyfold: refused: no key or index of table orders serves the query amount > '5.00' order by \
            amount; it would need a full scan. This index would serve it: by_amount: amount — \
            or allow a full scan of a limited number of rows.
            keyfold: Use --allow-scan N to permit a full scan of up to N rows.
            """);
    assertThat(shop.explain("amount > 5").status()).isEqualTo(3);
    assertThat(shop.query("").status()).isEqualTo(3);
    Cli allowed = shop.query("amount = 2.5", "--allow-scan", "100", "--json");
    allowed.gives(Shop.line(2) + "\n");
    Cli less = shop.query("amount = 2.5", "--allow-scan", "99", "--json");
    assertThat(less.err())
        .contains("the scan has read 99 rows of table orders, the allowed maximum");
    assertThat(less.status()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          colour = 'red'       | found no field of that name, expected one of user, at, id, category, amount
          user = 5             | found 5, expected a value for string: text
          at = 'soon'          | found "soon", expected a value for timestamp
          user =               | at offset 6: found the end
          user = 'a' limit x   | at offset 17: found 'x', expected a whole number
          """)
  void whatIsWrongIsNamed(String text, String message) {
    for (Cli run :
        new Cli[] {shop.query(text), shop.explain(text), shop.explain(text, "--analyze")}) {
      assertThat(run.err()).contains(message).contains("keyfold: Try 'keyfold ");
      assertThat(run.out()).isEmpty();
      assertThat(run.status()).isEqualTo(2);
    }
  }

  @Test
  void tokensAndNumbersAreChecked() {
    String token = shop.query("user = 'U1' limit 1").err().substring(7).strip();
    Cli other = shop.query("user = 'U2' limit 1", "--token", token);
    assertThat(other.err())
        .startsWith(
            "keyfold: --token: the token belongs to another query; use it with the same table");
    assertThat(other.status()).isEqualTo(2);
    Cli nonsense = shop.query("user = 'U2'", "--token", "?");
    assertThat(nonsense.err()).startsWith("keyfold: --token: found '?', expected a token");
    assertThat(nonsense.status()).isEqualTo(2);
    shop.query("user = 'U2'", "--allow-scan", "0")
        .fails(
            2,
            """
            keyfold: --allow-scan: found '0', expected a number from 1 to 9223372036854775807
            keyfold: Try 'keyfold query --help'.
            """);
    assertThat(Cli.run("", "query", "--store", shop.url(), "orders").err())
        .contains("WHERE-TEXT is missing");
    Cli.run("", "query", "--store", shop.url(), "nothing", "a = 1")
        .fails(4, "keyfold: there is no table nothing in this store; it has orders\n");
  }

  @Test
  void explains() {
    Cli plain = shop.explain("category = 'toy' and amount > 5 limit 3");
    assertThat(plain.out())
        .startsWith(
            """
            PREFIX SCAN of index by_category (category, at desc, user, id)
              bounds    category = 'toy'
              raw       11746f7900 .. 11746f7901
              order     any
              filter    amount > '5.00', tested on each row
            """)
        .doesNotContain("actual");
    Cli analyzed = shop.explain("category = 'toy' and amount > 5 limit 3", "--analyze");
    assertThat(analyzed.out())
        .startsWith(plain.out())
        .containsPattern("\n  actual    [0-9]+ rows read, 3 returned, .* ms\n$");
    assertThat(analyzed.status()).isZero();
  }

  @Test
  void explainsAsJson() {
    Cli plain = shop.explain("user = 'U1' order by at desc", "--json");
    assertThat(plain.out())
        .startsWith(
            "{\"plan\":\"PREFIX SCAN\",\"bounds\":\"user = 'U1'\",\"order\":\"from the key\"")
        .contains("\"index\":null,\"ranges\":[[\"1000")
        .contains("\"limit\":null")
        .doesNotContain("actual")
        .hasLineCount(1);
    Cli analyzed = shop.explain("amount > 5 limit 7", "--json", "--analyze", "--allow-scan", "500");
    assertThat(analyzed.out())
        .startsWith("{\"plan\":\"FULL SCAN\"")
        .contains("\"limit\":7")
        .containsPattern("\"actual\":\\{\"read\":[0-9]+,\"returned\":7,\"fetched\":0,");
  }
}
