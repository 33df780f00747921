package dev.keyfold.store.bitcask;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32;

/** Writes logs as FerricStore does, on its own: it shares no code with the reader. */
final class LogWriter {
  private static final int HEADER = 26;

  private final Path data;

  /**
   * @param data the data directory
   */
  LogWriter(Path data) {
    this.data = data;
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  static byte[] record(long writtenAt, long expiresAt, byte[] key, byte[] value) {
    return encode(writtenAt, expiresAt, key, value.length, value);
  }

  static byte[] tombstone(long writtenAt, byte[] key) {
    return encode(writtenAt, 0, key, -1, new byte[0]);
  }

  private static byte[] encode(
      long writtenAt, long expiresAt, byte[] key, int valueSize, byte[] value) {
    ByteBuffer record =
        ByteBuffer.allocate(HEADER + key.length + value.length).order(ByteOrder.LITTLE_ENDIAN);
    record.putInt(0).putLong(writtenAt).putLong(expiresAt).putShort((short) key.length);
    record.putInt(valueSize).put(key).put(value);
    CRC32 crc = new CRC32();
    crc.update(record.array(), 4, record.capacity() - 4);
    record.putInt(0, (int) crc.getValue());
    return record.array();
  }

  Path log(int shard, int number) {
    return data.resolve("data/shard_" + shard).resolve(String.format("%05d.log", number));
  }

  /** Appends to a log; returns where. */
  long append(int shard, int number, byte[] record) throws IOException {
    Path log = log(shard, number);
    Files.createDirectories(log.getParent());
    long size = Files.exists(log) ? Files.size(log) : 0;
    Files.write(log, record, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    return size;
  }

  void put(int shard, int number, String key, String value) throws IOException {
    append(shard, number, record(1, 0, bytes(key), bytes(value)));
  }

  void put(int shard, int number, String key, String value, long expiresAt) throws IOException {
    append(shard, number, record(1, expiresAt, bytes(key), bytes(value)));
  }

  void delete(int shard, int number, String key) throws IOException {
    append(shard, number, tombstone(1, bytes(key)));
  }
}
