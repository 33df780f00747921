package dev.keyfold.sql.statement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.sql.SqlScript;
import dev.keyfold.sql.errors.SqlStateException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every statement of docs/SQL.md runs. */
class SqlDocumentTest extends SqlFixture {
  @TempDir Path directory;

  @Test
  void everyStatementRuns() throws Exception {
    String text = Files.readString(Path.of("../docs/SQL.md"));
    Matcher blocks = Pattern.compile("```sql\n(.*?)```", Pattern.DOTALL).matcher(text);
    int count = 0;
    while (blocks.find()) {
      for (SqlScript.Part part : SqlScript.split(blocks.group(1))) {
        String statement =
            part.text()
                .replaceAll("(to|from) '(\\w+\\.\\w+)'", "$1 '" + directory.toString() + "/$2'");
        try {
          sql.execute(statement).close();
        } catch (SqlStateException e) {
          throw new AssertionError(statement + "\n" + e.describe(), e);
        }
        count++;
      }
    }
    assertThat(count).isGreaterThan(40);
    for (String table : tables.names()) {
      assertThat(tables.check(table, false).isClean()).isTrue();
    }
  }
}
