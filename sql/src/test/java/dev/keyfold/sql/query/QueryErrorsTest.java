package dev.keyfold.sql.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.sql.errors.SqlStateException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the JVM throws is an error of the statement, with its SQLSTATE. */
class QueryErrorsTest {
  @Test
  void aFullHeapIsOutOfMemory() {
    SqlStateException running =
        QueryErrors.running(new IllegalStateException(new OutOfMemoryError("Java heap space")));
    assertThat(running.sqlState()).isEqualTo("53200");
    assertThat(running).hasMessageContaining("more memory than the server has: Java heap space");
    assertThat(running.hint()).contains("-Xmx");
    SqlStateException planning =
        QueryErrors.of("select 1", new OutOfMemoryError("Java heap space"), List::of, List::of);
    assertThat(planning.sqlState()).isEqualTo("53200");
  }

  @Test
  void aFullStackIsAStatementThatIsNestedTooDeeply() {
    assertThat(QueryErrors.running(new StackOverflowError()).sqlState()).isEqualTo("54001");
  }
}
