package dev.keyfold.structures.resume;

import dev.keyfold.structures.errors.StructuresException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Reads what {@link StateWriter} has written. Not thread-safe. */
public final class StateReader {
  private final ByteBuffer in;

  /** Throws a {@link StructuresException} if the progress is of another version. */
  public StateReader(byte[] progress, int version) {
    in = ByteBuffer.wrap(progress);
    int found = progress.length == 0 ? -1 : in.get();
    if (found != version) {
      throw new StructuresException(
          "found stored progress of an import of version "
              + found
              + ", expected "
              + version
              + "; start the import from its beginning");
    }
  }

  private interface Read<T> {
    T run();
  }

  private static <T> T reading(Read<T> read) {
    try {
      return read.run();
    } catch (BufferUnderflowException e) {
      throw new StructuresException(
          "found stored progress of an import that ends early; start the import from its"
              + " beginning");
    }
  }

  public long number() {
    return reading(in::getLong);
  }

  private int size() {
    int size = reading(in::getInt);
    if (size < 0 || size > in.remaining()) {
      throw new StructuresException(
          "found a length of "
              + size
              + " in the stored progress of an import, expected at most "
              + in.remaining()
              + "; start the import from its beginning");
    }
    return size;
  }

  public byte[] bytes() {
    byte[] bytes = new byte[size()];
    in.get(bytes);
    return bytes;
  }

  public String text() {
    return new String(bytes(), StandardCharsets.UTF_8);
  }

  /** Adds the counts to the map. */
  public void counts(Map<String, Long> to) {
    for (int i = size(); i > 0; i--) {
      to.put(text(), number());
    }
  }

  /** Adds the lines to the list. */
  public void lines(List<String> to) {
    for (int i = size(); i > 0; i--) {
      to.add(text());
    }
  }
}
