package dev.keyfold.cli.command;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** A file that cannot be read or written: exit status 74. */
public final class FileException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param what what could not be done, {@code cannot read orders.csv}
   */
  public FileException(String what, IOException cause) {
    super(what + ": " + reason(cause), cause);
  }

  /** Most of these exceptions have only the file name as their message, or less. */
  private static String reason(IOException cause) {
    if (cause instanceof NoSuchFileException) {
      return "no such file";
    }
    if (cause instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (cause instanceof CharacterCodingException) {
      return "not valid UTF-8";
    }
    if (cause instanceof FileSystemException file && file.getReason() != null) {
      return file.getReason();
    }
    return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
  }
}
