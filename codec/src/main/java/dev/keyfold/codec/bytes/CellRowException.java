package dev.keyfold.codec.bytes;

/** A value that is not a row of cells; the message says where and what was expected. */
public final class CellRowException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  CellRowException(int offset, String found, String expected) {
    super("at offset " + offset + ": found " + found + ", expected " + expected);
  }
}
