package dev.keyfold.sql.statement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.testkit.Seeds;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CopyTest extends SqlFixture {
  @TempDir Path directory;

  private String out(String text) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    sql.copyOut(text, out);
    return out.toString(StandardCharsets.UTF_8);
  }

  private long in(String text, String data) {
    return sql.copyIn(text, new ByteArrayInputStream(data.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void csvAndText() {
    run("create table t (id int primary key, s text, d numeric(5,2))");
    assertThat(
            in(
                "copy t from stdin with (format csv, header)",
                "id,s,d\n1,\"a,\"\"b\n\",1.5\n2,,\n3,\"\",2\n"))
        .isEqualTo(3);
    assertThat(out("copy t to stdout (format csv, header)"))
        .isEqualTo("id,s,d\n1,\"a,\"\"b\n\",1.50\n2,,\n3,\"\",2.00\n");
    assertThat(out("copy t (s, id) to stdout")).isEqualTo("a,\"b\\n\t1\n\\N\t2\n\t3\n");
    run("create table u (s text, id int primary key)");
    assertThat(in("copy u from stdin", out("copy t (s, id) to stdout"))).isEqualTo(3);
    assertThat(out("copy u to stdout")).isEqualTo(out("copy t (s, id) to stdout"));
  }

  @Test
  void aBadLineIsNamedAndNothingIsWritten() {
    run("create table t (id int primary key, s text)");
    var session = sql;
    for (String data : List.of("1,a\nx,b\n", "1,a\n2\n", "1,a\n1,b\n", "1,a\n2,\"b\n")) {
      org.assertj.core.api.Assertions.assertThatThrownBy(() -> in("copy t from stdin csv", data))
          .isInstanceOf(dev.keyfold.sql.errors.SqlStateException.class);
      assertThat(tables.table("t").scan()).as(data).isEmpty();
    }
    assertThat(session).isNotNull();
  }

  @Test
  void files() throws Exception {
    run("create table t (id int primary key, s text)");
    run("insert into t values (1, 'a'), (2, null)");
    Path file = directory.resolve("t.csv");
    assertThat(run("copy t to '" + file + "' csv header")).isEqualTo(2);
    assertThat(Files.readString(file)).isEqualTo("id,s\n1,a\n2,\n");
    run("truncate t");
    assertThat(run("copy t from '" + file + "' csv header")).isEqualTo(2);
    fails("58030", "cannot use the file", "copy t from '" + directory.resolve("none") + "'");
    fails("0A000", "needs a stream", "copy t from stdin");
  }

  @Test
  void whatIsCopiedOutIsReadBackTheSame() {
    run("create table t (id int primary key, s text, b bytea, xs text[])");
    run("create table u (id int primary key, s text, b bytea, xs text[])");
    Seeds.each(
        random -> {
          run("truncate t, u");
          String some = "a,\t\n\r\"'\\N{}. é";
          for (int i = 0; i < 200; i++) {
            StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(6); j > 0; j--) {
              text.append(some.charAt(random.nextInt(some.length())));
            }
            byte[] bytes = new byte[random.nextInt(4)];
            random.nextBytes(bytes);
            run(
                "insert into t values (?, ?, ?, ?)",
                i,
                random.nextInt(5) == 0 ? null : text.toString(),
                random.nextInt(5) == 0 ? null : bytes,
                random.nextInt(5) == 0 ? null : List.of(text.toString(), "x"));
          }
          for (String format :
              List.of("(format csv)", "(format csv, header, delimiter ';', null 'NIL')", "")) {
            run("truncate u");
            in("copy u from stdin " + format, out("copy t to stdout " + format));
            assertThat(tables.table("u").scan().iterator())
                .toIterable()
                .extracting(row -> row.toMap().toString().replaceAll("\\[B@\\w+", ""))
                .containsExactlyElementsOf(
                    () -> {
                      var list = new java.util.ArrayList<String>();
                      tables
                          .table("t")
                          .scan()
                          .forEach(
                              row -> list.add(row.toMap().toString().replaceAll("\\[B@\\w+", "")));
                      return list.iterator();
                    });
            assertThat(out("copy u to stdout")).isEqualTo(out("copy t to stdout"));
          }
        });
  }

  /** More rows than one batch has; the last ones are wrong. */
  @Test
  void manyRowsAreInsertedAllOrNone() {
    run("create table t (id int primary key, s text not null)");
    StringBuilder text = new StringBuilder();
    for (int i = 1; i <= 2001; i++) {
      text.append(i).append(",x\n");
    }
    assertThat(
            org.assertj.core.api.Assertions.catchThrowableOfType(
                dev.keyfold.sql.errors.SqlStateException.class,
                () -> in("copy t from stdin csv", text + "2002,x,y\n")))
        .hasMessageContaining("line 2002");
    assertThat(rows("select count(*) from t")).isEqualTo("0");
    assertThat(
            org.assertj.core.api.Assertions.catchThrowableOfType(
                    dev.keyfold.sql.errors.SqlStateException.class,
                    () -> in("copy t from stdin csv", text + "1,again\n"))
                .sqlState())
        .isEqualTo("23505");
    assertThat(rows("select count(*) from t")).isEqualTo("0");
    in("copy t from stdin csv", text.toString());
    assertThat(rows("select count(*) from t")).isEqualTo("2001");
    run("begin");
    run("delete from t where id = 1");
    assertThat(
            org.assertj.core.api.Assertions.catchThrowableOfType(
                    dev.keyfold.sql.errors.SqlStateException.class,
                    () -> in("copy t from stdin csv", "1,x\n2,x\n"))
                .sqlState())
        .isEqualTo("23505");
    run("commit");
    assertThat(rows("select count(*), min(id) from t")).isEqualTo("2000 2");
  }
}
