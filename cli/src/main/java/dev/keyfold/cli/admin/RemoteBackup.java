package dev.keyfold.cli.admin;

import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.Servers;
import dev.keyfold.cli.remote.Connection;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Writes the backup that a server sends; see {@link BackupFiles}. For one backup. */
final class RemoteBackup {
  private static final int LONGEST_NAME = 4096;
  private static final int LONGEST_CHUNK = 1 << 20;

  private final Console console;
  private final Connection server;

  /** The command failed in the server, which has said why. */
  static final class FailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final int status;

    FailedException(int status) {
      super("the backup failed in the server");
      this.status = status;
    }

    int status() {
      return status;
    }
  }

  RemoteBackup(Console console, Connection server) {
    this.console = console;
    this.server = server;
  }

  /** Makes the backup next to its target. */
  Map<String, Object> write(Replacement replacement) throws IOException {
    Map<String, Object> done = new LinkedHashMap<>();
    done.put("backup", replacement.place().toString());
    PipedInputStream pipe = new PipedInputStream(1 << 18);
    OutputStream end = new PipedOutputStream(pipe);
    CompletableFuture<Integer> status = new CompletableFuture<>();
    Thread receiver = new Thread(() -> receive(end, status), "keyfold-backup");
    receiver.setDaemon(true);
    receiver.start();
    try (DataInputStream in = new DataInputStream(new BufferedInputStream(pipe, 1 << 16))) {
      replacement.make(
          path -> {
            int form;
            try {
              form = in.readUnsignedByte();
            } catch (EOFException e) {
              throw new FailedException(await(status));
            }
            if (form == BackupFiles.STREAM) {
              stream(path, in, done);
            } else {
              checkpoint(path, in, done);
            }
            if (await(status) != 0) {
              throw new FailedException(await(status));
            }
          });
    } finally {
      server.close(); // ends the receiver, whatever has happened
    }
    return done;
  }

  private void receive(OutputStream end, CompletableFuture<Integer> status) {
    try (end) {
      status.complete(Servers.run(console, server, console.in(), end, Map.of()));
    } catch (IOException | RuntimeException e) {
      status.completeExceptionally(e);
    }
  }

  private static int await(CompletableFuture<Integer> status) throws IOException {
    try {
      return status.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IOException(e.getCause());
    }
  }

  private static void stream(Path file, DataInputStream in, Map<String, Object> done)
      throws IOException {
    done.put("form", "stream");
    byte[] chunk = new byte[LONGEST_CHUNK];
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
      for (int length = in.readInt(); length > 0; length = in.readInt()) {
        check(length, LONGEST_CHUNK);
        in.readFully(chunk, 0, length);
        out.write(chunk, 0, length);
      }
    }
    Replacement.force(file);
    done.put("entries", in.readLong());
    done.put("bytes", Files.size(file));
  }

  private static void checkpoint(Path directory, DataInputStream in, Map<String, Object> done)
      throws IOException {
    done.put("form", "checkpoint");
    Files.createDirectory(directory); // the file system says best why it cannot
    BackupDirectory backup = new BackupDirectory(directory);
    Files.createDirectory(backup.store());
    byte[] buffer = new byte[1 << 16];
    for (int length = in.readInt(); length > 0; length = in.readInt()) {
      check(length, LONGEST_NAME);
      byte[] name = new byte[length];
      in.readFully(name);
      Path file = inside(backup.store(), new String(name, StandardCharsets.UTF_8));
      Files.createDirectories(file.getParent());
      try (OutputStream out = Files.newOutputStream(file)) {
        for (long left = in.readLong(); left > 0; ) {
          int count = in.read(buffer, 0, (int) Math.min(left, buffer.length));
          if (count < 0) {
            throw new EOFException("the backup ends early");
          }
          out.write(buffer, 0, count);
          left -= count;
        }
      }
    }
    backup.seal();
    done.put("bytes", backup.verify());
  }

  /** Whatever the server sends, nothing is written outside of the backup. */
  private static Path inside(Path directory, String name) throws IOException {
    Path file = directory.resolve(name).normalize();
    if (!file.startsWith(directory) || file.equals(directory)) {
      throw new IOException(
          "the server sent a file named '" + name + "', expected a relative path");
    }
    return file;
  }

  private static void check(int length, int most) throws IOException {
    if (length < 0 || length > most) {
      throw new IOException("the server sent a length of " + length + ", expected 0 to " + most);
    }
  }
}
