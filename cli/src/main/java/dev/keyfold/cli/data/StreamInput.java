package dev.keyfold.cli.data;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A stream that may not say anything for long, standard input or a pipe, for a reader that must
 * hear when to stop. Java cannot end a read that waits for such a stream, so a thread of its own
 * does the waiting. When it is to stop, what was read until then is still handed out; then comes an
 * {@link InterruptedIOException}, and never an end that would make half a record look whole.
 */
final class StreamInput extends InputStream {
  private static final int CHUNK = 1 << 16;
  private static final long LOOK_MILLIS = 50;

  /** Bytes, or why there are no more: null for the end of the stream. */
  private record Chunk(@Nullable ByteBuffer bytes, @Nullable Exception failure) {}

  private final Callable<InputStream> source;
  private final BooleanSupplier stop;
  private final BlockingQueue<Chunk> chunks = new ArrayBlockingQueue<>(2);
  private final Thread thread = new Thread(this::pump, "keyfold-input");
  private Chunk chunk = new Chunk(ByteBuffer.allocate(0), null);
  private volatile boolean ending;
  private boolean interrupted;

  /**
   * @param source opens the stream, which may wait too: a named pipe does until a process writes
   * @param stop whether to stop, from any thread
   */
  StreamInput(Callable<InputStream> source, BooleanSupplier stop) {
    this.source = source;
    this.stop = stop;
    thread.setDaemon(true); // it may wait for ever
    thread.start();
  }

  /** Whether it was stopped before its end. */
  boolean isInterrupted() {
    return interrupted;
  }

  private void pump() {
    try {
      try (InputStream in = source.call()) {
        byte[] buffer = new byte[CHUNK];
        int count = 0;
        while (!ending && count >= 0) {
          count = in.read(buffer);
          ByteBuffer bytes = count < 0 ? null : ByteBuffer.wrap(Arrays.copyOf(buffer, count));
          chunks.put(new Chunk(bytes, null));
        }
      } catch (IOException | RuntimeException e) {
        chunks.put(new Chunk(null, e));
      }
    } catch (Exception e) {
      // Closed: nobody reads any more.
    }
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    while (chunk.bytes != null && !chunk.bytes.hasRemaining()) {
      chunk = take();
    }
    if (chunk.failure instanceof InterruptedIOException && stop.getAsBoolean()) {
      throw stopped(); // the client of a server was interrupted
    }
    if (chunk.failure instanceof IOException failure) {
      throw failure;
    }
    if (chunk.failure instanceof RuntimeException failure) {
      throw failure;
    }
    if (chunk.bytes == null) {
      if (stop.getAsBoolean()) {
        throw stopped(); // who writes into a pipe hears the same Ctrl-C, perhaps within a record
      }
      return -1;
    }
    int count = Math.min(length, chunk.bytes.remaining());
    chunk.bytes.get(bytes, offset, count);
    return count;
  }

  private Chunk take() throws IOException {
    try {
      Chunk taken = null;
      while (taken == null) {
        if (stop.getAsBoolean()) {
          ending = true; // so that one who writes faster than we read has an end too
          taken = chunks.poll();
          if (taken == null) {
            throw stopped();
          }
        } else {
          taken = chunks.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        }
      }
      return taken;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw stopped();
    }
  }

  private InterruptedIOException stopped() {
    interrupted = true;
    return new InterruptedIOException("stopped");
  }

  /** The thread closes the stream below: here that would wait for its next byte. */
  @Override
  public void close() {
    ending = true;
    thread.interrupt();
  }
}
