package dev.keyfold.cli.entry;

import dev.keyfold.table.entry.BadInputException;
import java.io.IOException;

/** The notation of values on the command line and in the output: {@code --values}. */
interface ValueNotation {
  /** The bytes that a text means; {@link BadInputException} if it means none. */
  byte[] read(String text) throws IOException;

  /** One line of text; {@link BadInputException} if the value does not fit. */
  String write(byte[] value) throws IOException;

  /** Whether what it writes is JSON. */
  boolean isJson();
}
