package dev.keyfold.db;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A program that uses only tables runs without the SQL module and Calcite. */
class WithoutSqlTest {
  @Test
  void tablesNeedNoSql() throws Exception {
    String path =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(
                entry ->
                    !entry.contains("calcite")
                        && !entry.contains("keyfold-sql")
                        && !entry.matches(".*[/\\\\]sql[/\\\\](target[/\\\\])?classes"))
            .collect(Collectors.joining(File.pathSeparator));
    Process process =
        new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java", "-cp", path, Program.class.getName())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(output.strip()).isEqualTo("1 row; no SQL: NoClassDefFoundError");
    assertThat(process.waitFor()).isZero();
  }

  /** Runs in a process of its own. */
  static final class Program {
    private Program() {}

    public static void main(String[] arguments) {
      try (Keyfold db = Keyfold.open("memory:")) {
        Table<Row> table =
            db.tables().create(new TableBuilder("t").fields("id int64, name string").key("id"));
        table.put(Row.of(table.definition(), Map.of("id", 1L, "name", "x")));
        String sql = "loaded";
        try {
          db.sql().close();
        } catch (NoClassDefFoundError missing) {
          sql = missing.getClass().getSimpleName();
        }
        System.out.println(table.where().allowScan(10).count() + " row; no SQL: " + sql);
      }
    }
  }
}
