package dev.keyfold.pg.remote;

import dev.keyfold.pg.command.Wire;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A file of the client, or its standard input, read in chunks; of files some are asked for ahead.
 * Not thread-safe.
 */
final class ClientInput extends InputStream {
  private final RunningCommand command;
  private final String file;
  private final boolean seekable;
  private final Deque<RunningCommand.Request> ahead = new ArrayDeque<>();
  private byte[] chunk = new byte[0];
  private int at;
  private long asked;
  private boolean ended;

  /**
   * @param file empty for standard input
   * @param seekable whether it is a regular file; anything else is asked for one chunk at a time,
   *     so that no more is taken from a terminal or a pipe than the command reads
   */
  ClientInput(RunningCommand command, String file, boolean seekable) {
    this.command = command;
    this.file = file;
    this.seekable = seekable;
  }

  void begin() throws IOException {
    fill();
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (at == chunk.length && !fill()) {
      return -1;
    }
    int count = Math.min(length, chunk.length - at);
    System.arraycopy(chunk, at, bytes, offset, count);
    at += count;
    return count;
  }

  /** The next chunk; false at the end. */
  private boolean fill() throws IOException {
    if (ended) {
      return false;
    }
    while (ahead.size() < (seekable ? Wire.WINDOW : 1)) {
      ahead.add(command.read(file, asked, Wire.CHUNK));
      asked += Wire.CHUNK;
    }
    chunk = command.await(ahead.remove()).rest();
    at = 0;
    ended = chunk.length == 0;
    return !ended;
  }

  /** Resuming an import of a large file must not transfer what was imported before. */
  @Override
  public long skip(long count) throws IOException {
    int left = chunk.length - at;
    if (!seekable || ended || count <= left + (long) ahead.size() * Wire.CHUNK) {
      return super.skip(count);
    }
    long position = asked - (long) ahead.size() * Wire.CHUNK - left;
    ahead.clear(); // their answers are dropped when they arrive
    asked = position + count;
    chunk = new byte[0];
    at = 0;
    return count;
  }

  @Override
  public int available() {
    return chunk.length - at;
  }
}
