package dev.keyfold.pg.session;

import java.io.OutputStream;

/** Sends what COPY TO STDOUT writes, line by line as clients expect. Not thread-safe. */
final class CopyOutput extends OutputStream {
  private static final int LARGEST = 1 << 16;

  private final Output out;
  private byte[] pending = new byte[1 << 10];
  private int length;

  CopyOutput(Output out) {
    this.out = out;
  }

  @Override
  public void write(int b) {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int count) {
    int start = from;
    for (int i = from; i < from + count; i++) {
      // A line break within quotes also ends a message, which clients join again.
      if (bytes[i] == '\n' || i - start + length >= LARGEST) {
        keep(bytes, start, i + 1 - start);
        send();
        start = i + 1;
      }
    }
    keep(bytes, start, from + count - start);
  }

  private void keep(byte[] bytes, int from, int count) {
    if (length + count > pending.length) {
      pending = java.util.Arrays.copyOf(pending, Math.max(pending.length * 2, length + count));
    }
    System.arraycopy(bytes, from, pending, length, count);
    length += count;
  }

  private void send() {
    if (length > 0) {
      out.writer().copyData(pending, 0, length);
      length = 0;
      out.flushIfLarge();
      if (!out.isWritable()) {
        out.flushAndWait();
      }
    }
  }

  /** Sends the rest. */
  void end() {
    send();
  }
}
