package dev.keyfold.cli.remote;

import dev.keyfold.pg.command.FileFacts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The files that a server may read: those whose names are words of the command line, and no other,
 * whatever the server asks for. Thread-safe for different names. Close it.
 */
final class NamedFiles implements AutoCloseable {
  private static final int LONGEST_OPTION = 64;
  private static final int LONGEST_WORD = 4096;

  private final Set<String> names = ConcurrentHashMap.newKeySet();
  private final Map<String, FileChannel> files = new HashMap<>();
  private final Map<String, InputStream> pipes = new HashMap<>();
  private String unfinished = "";
  private final Set<String> ended = ConcurrentHashMap.newKeySet();

  NamedFiles(String[] args) {
    for (String arg : args) {
      allow(arg);
    }
  }

  /** Allows the word, and the value in {@code --option=VALUE}. */
  void allow(String word) {
    names.add(word);
    int equals = word.indexOf('=');
    if (word.startsWith("-") && equals > 0 && equals < LONGEST_OPTION) {
      names.add(word.substring(equals + 1));
    }
  }

  /** Allows the words of lines that a shell reads; a word may be in two parts of them. */
  void allowWords(String part) {
    String all = unfinished + part;
    int end = all.length();
    while (end > 0 && !Character.isWhitespace(all.charAt(end - 1))) {
      end--;
    }
    unfinished = all.substring(Math.max(end, all.length() - LONGEST_WORD));
    for (String word : all.substring(0, end).split("[\\s'\"]+", -1)) {
      allow(word);
    }
  }

  private Path path(String name) throws IOException {
    if (!names.contains(name)) {
      throw new AccessDeniedException(name, null, "it is not named on the command line");
    }
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  FileFacts facts(String name) throws IOException {
    return FileFacts.of(path(name));
  }

  /** Reads into the buffer: regular files from the offset, others where they are; 0 at the end. */
  int read(String name, long offset, byte[] buffer, int start, int length) throws IOException {
    Path path = path(name);
    if (!Files.isRegularFile(path)) {
      return Math.max(0, pipe(name, path).read(buffer, start, length));
    }
    if (ended.contains(name) && offset > 0) {
      return 0; // one that grows meanwhile must not be read with a gap
    }
    FileChannel channel = file(name, path);
    ByteBuffer target = ByteBuffer.wrap(buffer, start, length);
    while (target.hasRemaining() && channel.read(target, offset + target.position() - start) > 0) {
      // until it is full, or the file ends
    }
    if (target.hasRemaining()) {
      ended.add(name);
    } else if (offset == 0) {
      ended.remove(name);
    }
    return target.position() - start;
  }

  private synchronized FileChannel file(String name, Path path) throws IOException {
    FileChannel open = files.get(name);
    if (open == null) {
      open = FileChannel.open(path);
      files.put(name, open);
    }
    return open;
  }

  /** Opening a named pipe waits until somebody writes into it. */
  private InputStream pipe(String name, Path path) throws IOException {
    synchronized (this) {
      InputStream open = pipes.get(name);
      if (open != null) {
        return open;
      }
    }
    InputStream opened = Files.newInputStream(path);
    synchronized (this) {
      pipes.put(name, opened);
    }
    return opened;
  }

  @Override
  public synchronized void close() throws IOException {
    for (FileChannel file : files.values()) {
      file.close();
    }
    for (InputStream pipe : pipes.values()) {
      pipe.close();
    }
  }
}
