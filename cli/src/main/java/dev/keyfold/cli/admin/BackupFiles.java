package dev.keyfold.cli.admin;

import dev.keyfold.cli.command.Served;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Store;
import dev.keyfold.store.backup.BackupStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/**
 * A backup on its way from a server to a client, on standard output.
 *
 * <pre>
 *   'c' { length 4 │ name │ size 8 │ bytes }... 0     the files of a checkpoint
 *   's' { length 4 │ bytes }... 0 │ entries 8         a stream of entries
 * </pre>
 */
public final class BackupFiles {
  static final int CHECKPOINT = 'c';
  static final int STREAM = 's';
  private static final String PREFIX = "checkpoint-";
  private static final int CHUNK = 1 << 16;

  private BackupFiles() {}

  /** Sends a backup of the store, which others continue to write. */
  static void send(
      Served served, Store store, OutputStream target, boolean streams, LongConsumer progress)
      throws IOException {
    DataOutputStream out = new DataOutputStream(target);
    Path directory = served.directory();
    if (streams || directory == null || !store.has(Capability.CHECKPOINT)) {
      out.writeByte(STREAM);
      long entries = BackupStream.write(store, new Chunks(out), progress);
      out.writeInt(0);
      out.writeLong(entries);
    } else {
      out.writeByte(CHECKPOINT);
      // In the directory of the store, where files can be linked instead of copied.
      Path checkpoint = directory.resolve(PREFIX + UUID.randomUUID());
      try {
        store.checkpoint(checkpoint);
        for (Path file : files(checkpoint)) {
          byte[] name = checkpoint.relativize(file).toString().getBytes(StandardCharsets.UTF_8);
          out.writeInt(name.length);
          out.write(name);
          out.writeLong(Files.size(file));
          Files.copy(file, out);
        }
        out.writeInt(0);
      } finally {
        delete(checkpoint);
      }
    }
    out.flush();
  }

  /** Removes the checkpoints that a server has left which was killed during a backup. */
  public static void sweep(Path directory) throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      for (Path each : all.toList()) {
        if (each.getFileName().toString().startsWith(PREFIX) && Files.isDirectory(each)) {
          delete(each);
        }
      }
    }
  }

  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static void delete(Path directory) throws IOException {
    if (Files.exists(directory)) {
      try (Stream<Path> all = Files.walk(directory)) {
        for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(each);
        }
      }
    }
  }

  /** Bytes of unknown number, in chunks with their lengths. */
  private static final class Chunks extends OutputStream {
    private final DataOutputStream out;
    private final byte[] buffer = new byte[CHUNK];
    private int length;

    Chunks(DataOutputStream out) {
      this.out = out;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
      int done = 0;
      while (done < count) {
        int part = Math.min(count - done, CHUNK - length);
        System.arraycopy(bytes, offset + done, buffer, length, part);
        length += part;
        done += part;
        if (length == CHUNK) {
          flush();
        }
      }
    }

    @Override
    public void flush() throws IOException {
      if (length > 0) {
        out.writeInt(length);
        out.write(buffer, 0, length);
        length = 0;
      }
    }
  }
}
