package dev.keyfold.pg.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file of the client.
 *
 * @param modified milliseconds since 1970
 * @param path absolute, as the client sees it
 */
public record FileFacts(Kind kind, boolean readable, long size, long modified, String path) {
  /** Of a file of this process. */
  public static FileFacts of(Path path) throws IOException {
    Kind kind =
        !Files.exists(path)
            ? Kind.MISSING
            : Files.isDirectory(path)
                ? Kind.DIRECTORY
                : Files.isRegularFile(path) ? Kind.REGULAR : Kind.OTHER;
    boolean regular = kind == Kind.REGULAR;
    return new FileFacts(
        kind,
        Files.isReadable(path),
        regular ? Files.size(path) : 0,
        regular ? Files.getLastModifiedTime(path).toMillis() : 0,
        path.toAbsolutePath().normalize().toString());
  }

  /** What a name stands for. The numbers are those of the protocol and never change. */
  public enum Kind {
    MISSING(0),
    REGULAR(1),
    DIRECTORY(2),
    /** A pipe or a device, which can be read once. */
    OTHER(3);

    private final int number;

    Kind(int number) {
      this.number = number;
    }

    /** How the protocol writes it. */
    public int number() {
      return number;
    }

    /** The kind of that number; {@link #MISSING} for one that is unknown. */
    public static Kind of(int number) {
      for (Kind kind : values()) {
        if (kind.number == number) {
          return kind;
        }
      }
      return MISSING;
    }
  }
}
