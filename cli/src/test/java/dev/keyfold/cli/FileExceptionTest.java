package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.cli.command.FileException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

/** Every message says why, also where the JDK's exception has no message. */
class FileExceptionTest {
  @Test
  void saysWhy() {
    assertThat(new FileException("cannot read a", new NoSuchFileException("a")))
        .hasMessage("cannot read a: no such file");
    assertThat(new FileException("cannot read a", new IOException("disk on fire")))
        .hasMessage("cannot read a: disk on fire");
  }

  @Test
  void withoutAMessageItNamesTheException() {
    assertThat(new FileException("cannot read a", new EOFException()))
        .hasMessage("cannot read a: EOFException");
  }
}
