package dev.keyfold.sql.logic;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * SQL logic tests: each file of testdata/sql/logic in a database of its own. {@code
 * -Dsql.logic=DIRECTORY} runs other files, such as those of SQLite.
 */
class LogicTest {
  @TestFactory
  List<DynamicTest> files() throws IOException {
    Path directory = Path.of(System.getProperty("sql.logic", "../testdata/sql/logic"));
    try (Stream<Path> files = Files.walk(directory)) {
      List<DynamicTest> tests =
          files
              .filter(file -> file.toString().endsWith(".test"))
              .sorted()
              .map(
                  file ->
                      DynamicTest.dynamicTest(
                          directory.relativize(file).toString(), () -> run(file)))
              .toList();
      assertThat(tests).isNotEmpty();
      return tests;
    }
  }

  private static void run(Path file) throws Exception {
    List<LogicFile.Entry> entries = LogicFile.read(file);
    assertThat(entries).isNotEmpty();
    try (Connection connection =
        DriverManager.getConnection("jdbc:keyfold:memory:" + UUID.randomUUID())) {
      List<String> faults = new LogicRunner(connection).run(entries);
      assertThat(faults).as(faults.size() + " of " + entries.size() + " records differ").isEmpty();
    }
  }

  @Test
  void readsTheFormat() {
    List<LogicFile.Entry> entries =
        LogicFile.parse(
            """
            # a comment
            hash-threshold 8
            statement ok
            CREATE TABLE t (a INTEGER);

            skipif postgresql
            statement ok
            nothing

            onlyif mysql
            query I
            SELECT 7 DIV 2
            ----
            3

            query IT rowsort first
            SELECT a, b
              FROM t
            ----
            1
            x

            statement error no such
            SELECT * FROM u

            halt

            statement ok
            never
            """);
    assertThat(entries).hasSize(3);
    assertThat(entries.get(0).sql()).isEqualTo("CREATE TABLE t (a INTEGER)");
    assertThat(entries.get(1).expected()).containsExactly("1", "x");
    assertThat(entries.get(1).label()).isEqualTo("first");
    assertThat(entries.get(1).line()).isEqualTo(16);
    assertThat(entries.get(2).kind()).isEqualTo(LogicFile.Kind.ERROR);
    assertThat(entries.get(2).detail()).isEqualTo("no such");
  }

  @Test
  void seesWrongResults() throws Exception {
    List<LogicFile.Entry> entries =
        LogicFile.parse(
            """
            query I
            SELECT 1
            ----
            2

            query II
            SELECT 1
            ----
            1

            statement error
            SELECT 1

            statement ok
            SELECT nothing

            statement error 42703
            SELECT 1 / 0

            query I nosort same
            SELECT 3
            ----
            3

            query I nosort same
            SELECT 4
            ----
            4

            query I
            SELECT 5
            ----
            1 values hashing to 00
            """);
    try (Connection connection =
        DriverManager.getConnection("jdbc:keyfold:memory:" + UUID.randomUUID())) {
      assertThat(new LogicRunner(connection).run(entries)).hasSize(7);
    }
  }
}
