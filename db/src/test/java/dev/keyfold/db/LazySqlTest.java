package dev.keyfold.db;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.sql.SqlSession;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Although the SQL module is on the class path, Calcite and the driver are loaded by those who run
 * SQL alone.
 */
class LazySqlTest {
  @Test
  void tablesLoadNothingOfSql() throws Exception {
    List<String> loaded = loadedBy("tables");
    assertThat(loaded).anyMatch(line -> line.contains("dev.keyfold.table.Table "));
    assertThat(loaded)
        .noneMatch(line -> line.matches(".*(org\\.apache\\.calcite|dev\\.keyfold\\.sql)\\..*"));
  }

  @Test
  void sessionsLoadCalciteWithTheFirstStatement() throws Exception {
    assertThat(loadedBy("session")).noneMatch(line -> line.contains("org.apache.calcite."));
    assertThat(loadedBy("statement")).anyMatch(line -> line.contains("org.apache.calcite."));
  }

  private static List<String> loadedBy(String use) throws Exception {
    Process process =
        new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java",
                "-Xlog:class+load",
                "-Xshare:off",
                "-cp",
                System.getProperty("java.class.path"),
                Program.class.getName(),
                use)
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output.lines().toList();
  }

  /** Runs in a process of its own. */
  static final class Program {
    private Program() {}

    public static void main(String[] arguments) {
      try (Keyfold db = Keyfold.open("memory:")) {
        Table<Row> table =
            db.tables().create(new TableBuilder("t").fields("id int64, name string").key("id"));
        table.put(Row.of(table.definition(), Map.of("id", 1L, "name", "x")));
        db.map("m", String.class, String.class).put("a", "b");
        if (!arguments[0].equals("tables")) {
          try (SqlSession sql = db.sql()) {
            if (arguments[0].equals("statement")) {
              sql.execute("select name from t where id = 1").close();
            }
          }
        }
        System.out.println(table.where().allowScan(10).count() + " row");
      }
    }
  }
}
