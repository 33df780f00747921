package dev.keyfold.testkit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32;

/**
 * Writes logs in the layout of FerricStore, for tests of what reads them; it shares no code with
 * the reader. A record, little-endian:
 *
 * <pre>
 *   crc 4 | written at 8 | expires at 8, 0: never | key size 2 | value size 4 | key | value
 * </pre>
 *
 * <p>The checksum is CRC-32 of all that follows; a value size of -1 makes it a tombstone.
 */
public final class FerricLogWriter {
  private static final int HEADER = 26;

  private final Path data;

  /**
   * @param data the data directory
   */
  public FerricLogWriter(Path data) {
    this.data = data;
  }

  /** Text as bytes, one per character. */
  public static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** A record with a value. */
  public static byte[] record(long writtenAt, long expiresAt, byte[] key, byte[] value) {
    return encode(writtenAt, expiresAt, key, value.length, value);
  }

  /** A record that deletes the key. */
  public static byte[] tombstone(long writtenAt, byte[] key) {
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

  /** The file of a log. */
  public Path log(int shard, int number) {
    return data.resolve("data/shard_" + shard).resolve(String.format("%05d.log", number));
  }

  /** Appends to a log; returns where. */
  public long append(int shard, int number, byte[] record) throws IOException {
    Path log = log(shard, number);
    Files.createDirectories(log.getParent());
    long size = Files.exists(log) ? Files.size(log) : 0;
    Files.write(log, record, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    return size;
  }

  /** Appends a record with a value that does not expire. */
  public void put(int shard, int number, String key, String value) throws IOException {
    append(shard, number, record(1, 0, bytes(key), bytes(value)));
  }

  /** Appends a record with a value. */
  public void put(int shard, int number, String key, String value, long expiresAt)
      throws IOException {
    append(shard, number, record(1, expiresAt, bytes(key), bytes(value)));
  }

  /** Appends a tombstone. */
  public void delete(int shard, int number, String key) throws IOException {
    append(shard, number, tombstone(1, bytes(key)));
  }
}
