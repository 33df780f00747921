package dev.keyfold.store.rocksdb.salvage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * Values that lie in files of their own.
 *
 * <pre>
 *   length of key (8) │ of value (8) │ expiry (8) │ checksum of these (4) │ of the rest (4) │ key │ value
 * </pre>
 */
final class BlobFiles {
  private static final int HEADER = 32;
  private static final int PLAIN = 1;

  private final Path directory;

  BlobFiles(Path directory) {
    this.directory = directory;
  }

  /** The value of an entry that says where it lies. */
  byte[] read(SalvagedEntry entry) throws IOException {
    Input index = new Input(entry.value());
    int kind = index.one();
    if (kind != PLAIN) {
      throw new BadFileException("found a reference of the unknown kind " + kind);
    }
    long file = index.varint();
    long offset = index.varint();
    int size = index.small();
    int compression = index.one();
    String name = name(file);
    long begin = offset - entry.key().length - HEADER;
    byte[] record = bytes(name, begin, HEADER + entry.key().length + size);
    Input input = new Input(record);
    boolean fits = input.fixed64() == entry.key().length && input.fixed64() == size;
    input.fixed64();
    int headerSum = input.fixed32();
    int restSum = input.fixed32();
    if (!fits
        || Input.maskedCrc(record, 0, HEADER - 8) != headerSum
        || Input.maskedCrc(record, HEADER, record.length - HEADER) != restSum
        || !Arrays.equals(input.bytes(entry.key().length), entry.key())) {
      throw new BadFileException("the value at " + offset + " is damaged");
    }
    return BlockFormat.decompressed(record, record.length - size, size, compression);
  }

  /** The name of the file that its value lies in. */
  String fileOf(SalvagedEntry entry) throws BadFileException {
    Input index = new Input(entry.value());
    index.one();
    return name(index.varint());
  }

  private static String name(long number) {
    return String.format("%06d.blob", number);
  }

  private byte[] bytes(String name, long offset, int count) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(count);
    try (FileChannel channel = FileChannel.open(directory.resolve(name), StandardOpenOption.READ)) {
      while (buffer.hasRemaining()) {
        if (offset < 0 || channel.read(buffer, offset + buffer.position()) < 0) {
          throw new BadFileException("the file ends before the value at " + offset);
        }
      }
    } catch (NoSuchFileException e) {
      throw new BadFileException("the file is missing", e);
    }
    return buffer.array();
  }
}
