package dev.keyfold.store.bitcask;

import dev.keyfold.store.errors.StoreClosedException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * One log, open for reading until it is closed: also if its owner deletes the file meanwhile.
 * Thread-safe.
 */
final class LogFile implements AutoCloseable {
  private final Path path;
  private final String name;
  private final int shard;
  private final long size;
  private volatile FileChannel channel;
  private volatile boolean closed;

  /**
   * @param name for messages: the path within the data directory
   */
  LogFile(Path path, String name, int shard) throws IOException {
    this.path = path;
    this.name = name;
    this.shard = shard;
    this.channel = open(path);
    this.size = channel.size();
  }

  private static FileChannel open(Path path) throws IOException {
    return FileChannel.open(path, StandardOpenOption.READ);
  }

  String name() {
    return name;
  }

  int shard() {
    return shard;
  }

  /** Bytes when it was opened; what the owner appends later is not seen. */
  long size() {
    return size;
  }

  /** Reads that many bytes at the offset. */
  void read(long offset, byte[] into, int length) throws IOException {
    boolean interrupted = false;
    try {
      while (true) {
        FileChannel used = channel;
        try {
          read(used, offset, ByteBuffer.wrap(into, 0, length));
          return;
        } catch (ClosedChannelException e) {
          // An interrupt of any reading thread closes the channel for all of them.
          interrupted |= Thread.interrupted();
          reopen(used);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void read(FileChannel from, long offset, ByteBuffer into) throws IOException {
    while (into.hasRemaining()) {
      if (from.read(into, offset + into.position()) < 0) {
        throw new EOFException(name + " has become shorter since it was opened");
      }
    }
  }

  private synchronized void reopen(FileChannel broken) throws IOException {
    if (closed) {
      throw new StoreClosedException("this store is closed; open it again");
    }
    if (channel == broken) {
      channel = open(path);
    }
  }

  @Override
  public synchronized void close() throws IOException {
    closed = true;
    channel.close();
  }
}
