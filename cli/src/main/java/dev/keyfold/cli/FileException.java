package dev.keyfold.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/** A file that cannot be read or written: exit status 74. */
final class FileException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param what what could not be done, {@code cannot read orders.csv}
   */
  FileException(String what, IOException cause) {
    super(what + ": " + reason(cause), cause);
  }

  /** These exceptions have only the file's name for a message. */
  private static String reason(IOException cause) {
    if (cause instanceof NoSuchFileException) {
      return "there is no such file";
    }
    return cause instanceof AccessDeniedException ? "not allowed" : cause.getMessage();
  }
}
