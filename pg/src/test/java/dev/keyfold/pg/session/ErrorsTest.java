package dev.keyfold.pg.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.store.errors.StoreClosedException;
import dev.keyfold.store.errors.StoreFullException;
import org.junit.jupiter.api.Test;

/** What fails below a statement has the SQLSTATE that PostgreSQL gives it. */
class ErrorsTest {
  @Test
  void aFullDiskIsNoInternalError() {
    SqlStateException error = Errors.of(new StoreFullException("the disk is full"));
    assertThat(error.sqlState()).isEqualTo("53100");
    assertThat(error).hasMessage("the disk is full");
  }

  @Test
  void aFullHeapIsAnAnswer() {
    SqlStateException error = Errors.of(new OutOfMemoryError("Java heap space"));
    assertThat(error.sqlState()).isEqualTo("53200");
    assertThat(error.hint()).contains("-Xmx");
  }

  @Test
  void aStoreThatFailsIsNamed() {
    assertThat(Errors.of(new StoreClosedException("closed")).sqlState()).isEqualTo("58030");
  }
}
