package dev.keyfold.pg.session;

import dev.keyfold.sql.errors.SqlStateException;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Collects what a client sends for COPY, so that no worker waits for a slow client: in memory, and
 * in a file if it is much. Close it. Not thread-safe.
 */
final class CopyInput implements AutoCloseable {
  private static final int MOST_IN_MEMORY = 1 << 20;
  private static final long MOST_BYTES = 1L << 30;

  private final ByteArrayOutputStream memory = new ByteArrayOutputStream();
  private @Nullable Path file;
  private @Nullable OutputStream spool;
  private long bytes;

  void add(byte[] data) {
    bytes += data.length;
    if (bytes > MOST_BYTES) {
      throw new SqlStateException(
          "54000",
          "COPY found more than " + (MOST_BYTES >> 20) + " MB, the most that one COPY takes",
          "Split the data, or use keyfold import.");
    }
    try {
      if (spool == null && bytes > MOST_IN_MEMORY) {
        file = Files.createTempFile("keyfold-copy", ".data");
        spool = new BufferedOutputStream(Files.newOutputStream(file));
        memory.writeTo(spool);
        memory.reset();
      }
      if (spool == null) {
        memory.writeBytes(data);
      } else {
        spool.write(data);
      }
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  /** All of it; the caller closes it. */
  InputStream open() {
    try {
      if (spool == null || file == null) {
        return new ByteArrayInputStream(memory.toByteArray());
      }
      spool.close();
      return new BufferedInputStream(Files.newInputStream(file));
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  private static SqlStateException unusable(IOException e) {
    return new SqlStateException(
        "58030", "COPY cannot use a temporary file: " + e.getMessage(), 0, null, e);
  }

  @Override
  public void close() {
    try {
      if (spool != null) {
        spool.close();
      }
      if (file != null) {
        boolean unused = Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw unusable(e);
    }
  }
}
