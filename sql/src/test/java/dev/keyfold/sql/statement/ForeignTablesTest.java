package dev.keyfold.sql.statement;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.store.errors.StoreMissingException;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * SQL over views of stores of other programs: the rows are those of the source, as if they had been
 * imported into a table.
 */
class ForeignTablesTest extends SqlFixture {
  private static final String SOURCE = "bitcask:/their/data";

  private final Map<String, byte[]> entries = new TreeMap<>();

  @BeforeEach
  void openSources() {
    tables.openSourcesWith(url -> source(), Duration.ofHours(1));
  }

  private Store source() {
    Store memory = Stores.open("memory:");
    entries.forEach((key, value) -> memory.put(key.getBytes(StandardCharsets.ISO_8859_1), value));
    return memory;
  }

  /** The same twelve rows under keys of a format, as a view, and in a table of our own. */
  private void create(String format) {
    String fields = "city string, n int64, people int64";
    KeySchema keys = KeySchema.parse("city string, n int64", KeyFormats.named(format));
    Table<Row> own = tables.create(new TableBuilder("own").fields(fields).key("city, n"));
    for (int i = 1; i <= 12; i++) {
      String city = i % 3 == 0 ? "oslo" : i % 3 == 1 ? "bern" : "ber";
      long people = i * 7L % 5;
      byte[] value = ("{\"people\":" + people + "}").getBytes(UTF_8);
      entries.put(new String(keys.encode(city, (long) i), StandardCharsets.ISO_8859_1), value);
      own.put(Row.of(own.definition(), Map.of("city", city, "n", (long) i, "people", people)));
    }
    Table<Row> unused =
        tables.create(
            new TableBuilder("theirs")
                .fields(fields)
                .key("city, n")
                .over(SOURCE)
                .format(format)
                .values("json"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"native", "delimited:#", "delimited", "rowkey", "phoenix", "tuple"})
  void selectsAsFromATable(String format) {
    create(format);
    run("set scan_limit = 1000");
    for (String query :
        List.of(
            "select n, people from % where city = 'oslo' and n = 12",
            "select n, people from % where city = 'bern' and n between 2 and 10 order by n",
            "select n from % where city = 'ber' order by n desc",
            "select n from % where city = 'ber' order by n limit 2 offset 1",
            "select n from % where city = 'bern' and n in (1, 10, 4, 77) order by n",
            "select n from % order by city desc, n limit 3",
            "select city, count(*), sum(people) from % group by city order by city",
            "select count(*) from % where city = 'oslo'",
            "select count(*) from %",
            "select n from % where people > 3 order by n",
            "select n from % where city = 'oslo' or n = 10 order by n",
            "select min(n), max(n) from % where city = 'bern'",
            "select a.n, b.n from % a join % b on b.city = a.city and b.n = a.n + 3"
                + " where a.city = 'ber' order by 1",
            "select own.n from own join % t on t.city = own.city and t.n = own.n"
                + " where own.people = 2 order by 1",
            "select t.n from % t join own on t.city = own.city and t.n = own.n"
                + " where t.city = 'oslo' order by 1 desc",
            "select city, n from % union select city, n + 100 from own order by 1, 2",
            "select n from % t where exists (select 1 from own where own.n = t.n and"
                + " own.city = t.city and own.people = 1) order by n")) {
      String expected = rows(query.replace("%", "own"));
      assertThat(rows(query.replace("%", "theirs")))
          .as(format + ": " + query)
          .isEqualTo(expected)
          .isNotEmpty();
    }
  }

  /** Not a mistake in the statement: the same statement runs when the source is back. */
  @Test
  void aMissingSourceIsAnErrorOfTheStore() {
    create("delimited:#");
    String select = "select people from theirs where city = 'oslo' and n = 3";
    tables.openSourcesWith(
        url -> {
          throw new StoreMissingException("there is no database at /their/data");
        },
        Duration.ofHours(1));
    fails("58030", "there is no database at /their/data. If it has moved", select);
    fails("58030", "view theirs: its source " + SOURCE + " cannot be opened", "explain " + select);
    assertThat(rows("select count(*) from own where city = 'oslo'")).contains("4");
    tables.openSourcesWith(url -> source(), Duration.ofHours(1));
    assertThat(rows(select)).contains("1");
  }

  @Test
  void onlyReads() {
    create("delimited:#");
    String all = "select city, n, people from theirs order by city, n";
    run("set scan_limit = 1000");
    String before = rows(all);
    for (String change :
        List.of(
            "insert into theirs values ('a', 1, 1)",
            "insert into theirs select city, n + 100, people from theirs",
            "insert into theirs values ('oslo', 3, 9) on conflict (city, n) do update set people ="
                + " 9",
            "update theirs set people = 1 where city = 'oslo'",
            "update theirs set people = 1 where city = 'nowhere'",
            "delete from theirs where city = 'oslo'",
            "delete from theirs where city = 'nowhere'",
            "truncate theirs")) {
      SqlStateException error = error(change);
      assertThat(error)
          .as(change)
          .hasMessageContaining("table theirs is a view over bitcask:/their/data and is read-only");
    }
    fails("42P17", "has no indexes", "create index by_people on theirs (people)");
    assertThat(rows(all)).isEqualTo(before);
  }

  /** The way to move rows with SQL. */
  @Test
  void isReadWithinTransactions() {
    create("rowkey");
    run("set scan_limit = 1000");
    run("create table copy (city varchar, n bigint, people bigint, primary key (city, n))");
    run("insert into copy select city, n, people from theirs where city = 'oslo'");
    run("begin");
    run("insert into copy select city, n, people from theirs where city <> 'oslo'");
    assertThat(rows("select count(*) from theirs")).isEqualTo("12");
    run("commit");
    assertThat(rows("select * from copy order by city, n"))
        .isEqualTo(rows("select * from theirs order by city, n"));
  }

  /** One statement reads one state of the source, even if it is opened again meanwhile. */
  @Test
  void aStatementReadsOneState() {
    create("delimited:#");
    tables.openSourcesWith(
        url -> {
          entries.put("bern#" + (entries.size() + 100), "{\"people\":1}".getBytes(UTF_8));
          return source();
        },
        Duration.ZERO);
    run("set scan_limit = 1000");
    String twice = "select (select count(*) from theirs) - (select count(*) from theirs)";
    assertThat(rows(twice)).isEqualTo("0");
    assertThat(entries).hasSizeGreaterThan(13);
  }

  @Test
  void isListedAsForeign() {
    create("delimited:#");
    assertThat(rows("select table_name, table_type from information_schema.tables order by 1"))
        .isEqualTo("own BASE TABLE | theirs FOREIGN");
  }
}
